"""What a code opens over the API: the slip of one match, the screen of one hall."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Screen
from tournaments.selectors.screens import HallView
from tournaments.serializers.games import GamesField, require_points
from tournaments.services import slips

STAGES = ("early", "live", "open", "reported", "differs", "over", "closed")


class SlipSideSerializer(serializers.Serializer[Any]):
    """A side of the match, 0 the first and 1 the second."""

    side = serializers.IntegerField(source="order")
    name = serializers.CharField(source="entry.name")
    points = serializers.IntegerField(source="game_points", allow_null=True, help_text="Game points as they stand.")
    games = serializers.IntegerField(source="games_won", allow_null=True, help_text="Games won, where they are noted.")


class SlipReportSerializer(serializers.Serializer[Any]):
    """What one side has entered."""

    side = serializers.IntegerField(source="order")
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    games = GamesField(read_only=True)
    deals = serializers.IntegerField()


class SlipStateSerializer(serializers.Serializer[Any]):
    """A match as its slip shows it."""

    tournament = serializers.CharField(source="match.round.stage.tournament.name")
    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table_no")
    state = serializers.ChoiceField(
        choices=STAGES, source="state.stage", help_text="differs: both sides have entered something, and not the same."
    )
    confirmation = serializers.ChoiceField(choices=slips.CONFIRMATIONS, help_text="Who confirms what a side enters.")
    version = serializers.IntegerField(source="match.version", help_text="Sent back, it says what was seen.")
    sides = SlipSideSerializer(many=True)
    reports = SlipReportSerializer(many=True, source="state.reports")
    reporter = serializers.IntegerField(
        source="state.reporter", allow_null=True, help_text="The side whose word waits for the other."
    )


class SlipResultSerializer(serializers.Serializer[Any]):
    """What one side enters: the game points of first and second, which may be left out where games are said."""

    side = serializers.IntegerField(min_value=0, max_value=1, help_text="Who enters: 0 the first side, 1 the second.")
    first = serializers.IntegerField(min_value=0, max_value=9_999, required=False)
    second = serializers.IntegerField(min_value=0, max_value=9_999, required=False)
    games = GamesField()
    deals = serializers.IntegerField(min_value=0, max_value=999, default=0)
    version = serializers.IntegerField(required=False, default=None, allow_null=True)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Points of both sides, unless the games say who won."""
        require_points(data, "first", "second")
        return data

    def report(self) -> dict[str, Any]:
        """What `slips.report` takes."""
        data = self.validated_data
        said = {"points": (data.get("first", 0), data.get("second", 0)), "games": data["games"]}
        return {"order": data["side"], **said, "deals": data["deals"], "version": data["version"]}


class SlipAgreementSerializer(serializers.Serializer[Any]):
    """A side says that what the other has entered is right."""

    side = serializers.IntegerField(min_value=0, max_value=1)
    version = serializers.IntegerField(required=False, default=None, allow_null=True)


class SlipLettersSerializer(serializers.Serializer[Any]):
    """What stands on a slip for typing."""

    table = serializers.IntegerField(min_value=1, max_value=9_999)
    letters = serializers.CharField(max_length=12)

    def validate_letters(self, text: str) -> str:
        """Small letters without blanks."""
        return "".join(text.lower().split())


class SlipCodeSerializer(serializers.Serializer[Any]):
    """The code of a slip, as in its address."""

    code = serializers.CharField()


class HallPlaceSerializer(serializers.Serializer[Any]):
    """Where somebody sits, or the kind of bye."""

    name = serializers.CharField()
    table = serializers.IntegerField(source="table_no", allow_null=True)
    opponent = serializers.CharField()
    bye = serializers.CharField(source="bye.kind", default="")


class HallStandingSerializer(serializers.Serializer[Any]):
    """A line of the standings."""

    place = serializers.IntegerField()
    name = serializers.CharField(source="entry.name")
    points = serializers.CharField(source="points_text")
    margin = serializers.IntegerField()


class HallRoundSerializer(serializers.Serializer[Any]):
    """The round of a hall and its clock."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True, help_text="When time was called.")


class HallSerializer(serializers.Serializer[HallView]):
    """What a hall screen shows."""

    tournament = serializers.CharField(source="tournament.name")
    zone = serializers.CharField(source="tournament.timezone")
    announcement = serializers.SerializerMethodField()
    round = HallRoundSerializer(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="When time will be called; null: no time is set.")
    results = serializers.IntegerField(help_text="Matches of the round that have a result.")
    matches = serializers.IntegerField()
    open_tables = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.SerializerMethodField(help_text="Who should be here and is not.")
    pairings = HallPlaceSerializer(many=True, source="names")
    standings = HallStandingSerializer(many=True)

    def get_announcement(self, hall: HallView) -> str:
        """What the organiser says to the hall."""
        screen: Screen = self.context["screen"]
        return screen.announcement

    def get_missing(self, hall: HallView) -> list[str]:
        """By name."""
        return [entry.name for entry in hall.missing]
