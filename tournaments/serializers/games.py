"""Games won by both sides, as every door of the API takes and hands them out."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

MOST = 99  # far above any length: how many there may be is the length's to say
HELP = "Games won by both sides where the best of several is played; they decide before points."


class GamesField(serializers.ListField):
    """Two whole numbers, first and second, or null where they are not said."""

    def __init__(self, **facts: Any) -> None:
        said = {"required": False, "allow_null": True, "default": None, "help_text": HELP, **facts}
        super().__init__(
            child=serializers.IntegerField(min_value=0, max_value=MOST), min_length=2, max_length=2, **said
        )

    def to_internal_value(self, data: Any) -> tuple[int, int]:
        """As the services take them."""
        first, second = super().to_internal_value(data)
        return first, second


def require_points(data: dict[str, Any], *keys: str) -> None:
    """Raises ValidationError for points of these `keys` that are missing although no games are said."""
    missing = [key for key in keys if data.get(key) is None]
    if missing and (data.get("games") is None or len(missing) < len(keys)):
        raise serializers.ValidationError({key: [_("This field is required.")] for key in missing})
