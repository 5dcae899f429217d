"""The result of a match, and games won by both sides, for all parts of the API."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.event.serializers import RESULT_KINDS

MOST = 99  # far above any length, which sets the real limit
HELP = "Games won by both sides where the best of several is played; they decide before points."
SEEN = "The version that the caller has seen. Without one, a result that somebody else has entered stays (409)."
CONFIRMED = "The version that the caller has seen: another one is refused. Without one, what is reported now stands."


class GamesField(serializers.ListField):
    """Two whole numbers, first and second, or null where they are not given."""

    def __init__(self, **facts: Any) -> None:
        said = {"required": False, "allow_null": True, "default": None, "help_text": HELP, **facts}
        super().__init__(
            child=serializers.IntegerField(min_value=0, max_value=MOST), min_length=2, max_length=2, **said
        )

    def to_internal_value(self, data: Any) -> tuple[int, int]:  # type: ignore[override]  # services take pairs, not lists
        """The games as the services take them. Raises ValidationError for anything but two figures."""
        figures = super().to_internal_value(data)
        self.run_validators(figures)  # how many there are: otherwise looked at only after this
        first, second = figures
        return first, second


def require_points(data: dict[str, Any], *keys: str) -> None:
    """Raises ValidationError for points of these `keys` that are missing although no games are said."""
    missing = [key for key in keys if data.get(key) is None]
    if missing and (data.get("games") is None or len(missing) < len(keys)):
        raise serializers.ValidationError({key: [_("This field is required.")] for key in missing})


class ResultSerializer(serializers.Serializer[Any]):
    """The result of a match: game points of the first and the second side, or a forfeit and its winner (0 or 1)."""

    points = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2, default=[0, 0])
    kind = serializers.ChoiceField(choices=RESULT_KINDS, default="played")
    winner = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=1)
    deals = serializers.IntegerField(required=False, default=0, min_value=0)
    deals_won = serializers.ListField(
        child=serializers.IntegerField(min_value=0),
        min_length=2,
        max_length=2,
        required=False,
        allow_null=True,
        default=None,
        help_text="Deals won by both sides, where they are known.",
    )
    games = GamesField()
    counted = serializers.ChoiceField(
        choices=["pad", "total"],
        required=False,
        allow_blank=True,
        default="",
        help_text="Points on the pad, or totals with all bonuses; unless said they may be either.",
    )
    version = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=SEEN)


class ConfirmSerializer(serializers.Serializer[Any]):
    """The reported result that the caller has seen and confirms."""

    version = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=CONFIRMED)
