"""The result of a match, and games won by both sides, for all parts of the API."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from doors.api.strict import KnownFields
from tournaments.event.selectors import sitters
from tournaments.models import Match
from tournaments.results.services import places

RESULT_KINDS = ("played", "abandoned", "forfeit", "double_forfeit")
MOST_SIDES = 12
MOST = 99  # far above any length, which sets the real limit
HELP = "Games won by both sides where the best of several is played; they decide before points."
SEEN = "The version that the caller has seen. Without one, a result that somebody else has entered stays (409)."
NOTED = "Unless said, who is noted as absent stays so."
CONFIRMED = "The version that the caller has seen: another one is refused."


class GamesField(serializers.ListField):
    """Two whole numbers, first and second, or null if they are not given."""

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
    """Raise ValidationError if points with these `keys` are missing and no games are given."""
    missing = [key for key in keys if data.get(key) is None]
    if missing and (data.get("games") is None or len(missing) < len(keys)):
        raise serializers.ValidationError({key: [_("This field is required.")] for key in missing})


def _figures(help_text: str, least: int | None = None) -> serializers.ListField:
    """A whole number for each side, or null."""
    child = serializers.IntegerField(min_value=least)
    facts: dict[str, Any] = {"required": False, "allow_null": True, "default": None, "max_length": MOST_SIDES}
    return serializers.ListField(child=child, min_length=2, help_text=help_text, **facts)


class SideResultSerializer(KnownFields):
    """The result of one side: a score, or a place."""

    entry = serializers.CharField(help_text="Id of the entry.")
    score = serializers.IntegerField(required=False, allow_null=True, default=None)
    place = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    is_absent = serializers.BooleanField(required=False, allow_null=True, default=None, help_text=NOTED)


class FiguresSerializer(KnownFields):
    """The figures of a match: the final scores of all sides in their order, or only their places; or all this by entry
    (`results`). Of two sides also a forfeit and its winner (0 or 1); of three and more who was absent."""

    kind = serializers.ChoiceField(choices=RESULT_KINDS, default="played")
    points = _figures("The game points of each side in their order.")
    places = _figures("The places alone, equal ones sharing the better.", 1)
    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=0),
        required=False,
        allow_null=True,
        default=None,
        max_length=MOST_SIDES,
        help_text=f"Of three and more: the sides that did not come, from 0. {NOTED}",
    )
    results = SideResultSerializer(many=True, required=False, default=list)
    winner = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=1)
    deals = serializers.IntegerField(required=False, default=0, min_value=0)
    deals_won = _figures("Deals won by each side, where they are known.", 0)
    games = GamesField()

    def facts(self, match: Match) -> dict[str, Any]:
        """The figures as the services take them: `results` by entry become figures in the order of the sides. Raises
        Invalid, also where a side that was there has no figure while another has."""
        data = dict(self.validated_data)
        results = data.pop("results")
        if not results:
            return data
        away = sitters.away_from(match)
        gone = {side.entry.public_id for side in match.sides.all() if side.order in away}
        for name, key in (("points", "score"), ("places", "place")):
            if any(one[key] is not None for one in results):
                noted = [one for one in results if one[key] is not None or one["is_absent"] or one["entry"] in gone]
                data[name] = places.by_seat(match, "results", [(one["entry"], one[key] or 0) for one in noted])
        flags = places.by_seat(match, "results", [(one["entry"], int(one["is_absent"] or False)) for one in results])
        if all(one["is_absent"] is None for one in results):
            return data
        return data | {"absent": [order for order, is_absent in enumerate(flags) if is_absent]}


class ResultSerializer(FiguresSerializer):
    """A result to be entered."""

    counted = serializers.ChoiceField(
        choices=["pad", "total"],
        required=False,
        allow_blank=True,
        default="",
        help_text="Points on the pad, or totals with all bonuses; unless said they may be either.",
    )
    version = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=SEEN)


class ConfirmSerializer(KnownFields):
    """The reported result that the caller has seen and confirms."""

    version = serializers.IntegerField(help_text=CONFIRMED)
