"""Serializers of the API of ratings."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from ratings.models import PlayerRating, Pool, RatingList, RatingListRow, RatingRun


class PlayerSerializer(serializers.ModelSerializer[User]):
    """The public data of a player."""

    id = serializers.CharField(source="public_id", read_only=True)

    class Meta:
        model = User
        fields = ("id", "name")
        ref_name = "Player"


class PoolSerializer(serializers.ModelSerializer[Pool]):
    """A list: its system and its current run. A list that stands beside another rates some of its matches: those whose
    luck is known (without their luck), or those of duplicate rounds."""

    beside = serializers.CharField(source="beside.key", read_only=True, default=None, allow_null=True)
    track = serializers.CharField(read_only=True, help_text="Of a list beside another: luck or duplicate.")
    params = serializers.SerializerMethodField(help_text="The parameters of the system, the defaults too.")
    players = serializers.IntegerField(source="player_count", read_only=True)
    matches = serializers.IntegerField(source="run.matches", read_only=True, default=0)
    last_at = serializers.DateTimeField(source="run.last_at", read_only=True, default=None, allow_null=True)
    input_digest = serializers.CharField(source="run.input_digest", read_only=True, default=None, allow_null=True)

    class Meta:
        model = Pool
        fields = (
            *("key", "name", "beside", "track", "variants", "system", "params"),
            *("players", "matches", "last_at", "input_digest"),
        )

    def get_params(self, pool: Pool) -> dict[str, Any]:
        return dict(self.context["parameters"](pool))


class StandingSerializer(serializers.ModelSerializer[PlayerRating]):
    """A player's standing on a list."""

    pool = serializers.CharField(source="pool.key", read_only=True)
    player = PlayerSerializer(read_only=True)

    class Meta:
        model = PlayerRating
        fields = (
            "pool",
            "rank",
            "player",
            "rating",
            "deviation",
            "provisional",
            "matches",
            "opponents",
            "peak",
            "last_at",
        )


class LeaderboardQuery(serializers.Serializer[Any]):
    """The query for a page of a list."""

    provisional = serializers.BooleanField(default=False, help_text="Those without a rank yet.")
    house = serializers.BooleanField(default=False, help_text="House players, who have ranks of their own.")


class HistoryQuery(serializers.Serializer[Any]):
    """The query for a part of a player's history."""

    pool = serializers.SlugField(help_text="The key of the list.")
    points = serializers.IntegerField(default=200, min_value=3, max_value=1000, help_text="At most so many points.")

    def get_fields(self) -> dict[str, Any]:
        """Add `from` and `to`, because `from` cannot be the name of a field in Python."""
        begin = serializers.DateTimeField(
            required=False, source="since", help_text="Matches that finished at or after this time."
        )
        end = serializers.DateTimeField(
            required=False, source="until", help_text="Matches that finished before this time."
        )
        return super().get_fields() | {"from": begin, "to": end}

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Check that the span does not end before it begins."""
        if "since" in asked and "until" in asked and asked["since"] >= asked["until"]:
            raise serializers.ValidationError({"from": [_("This is a time before “to”.")]})
        return asked


class PointSerializer(serializers.Serializer[Any]):
    """A player's rating after one match."""

    played_at = serializers.DateTimeField()
    rating = serializers.FloatField()
    change = serializers.FloatField()
    match = serializers.CharField(source="match_id")
    deviation = serializers.FloatField(allow_null=True, help_text="null in a system without one.")


class AgainstSerializer(serializers.Serializer[Any]):
    """A side that a player met in a match of more than two, and their mean rating before."""

    players = PlayerSerializer(many=True)
    rating = serializers.FloatField()
    score = serializers.FloatField(help_text="1 ahead of them, 0.5 level, 0 behind.")
    expected = serializers.FloatField()


class ExplanationSerializer(serializers.Serializer[Any]):
    """How one player's rating changed: after = before + k x (score - expected). On a list by margin the step is 40
    times as large, and score and expected are points a deal (margin, or margin - luck). In a match of more than two
    there is no single opponent: score and expected are the means over those in `against`."""

    player = PlayerSerializer()
    opponent = PlayerSerializer(allow_null=True)
    before = serializers.FloatField()
    opponent_before = serializers.FloatField(allow_null=True)
    difference = serializers.FloatField(allow_null=True)
    expected = serializers.FloatField()
    score = serializers.FloatField()
    k = serializers.FloatField()
    margin = serializers.IntegerField()
    luck = serializers.FloatField(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="In a match of more than two; equal ones are tied.")
    partners = PlayerSerializer(many=True)
    against = AgainstSerializer(many=True)
    change = serializers.FloatField()
    after = serializers.FloatField()


class RatedSeatSerializer(serializers.Serializer[Any]):
    """A seat in a match of more than two: seats of one side win and lose together."""

    player = PlayerSerializer()
    side = serializers.IntegerField()
    place = serializers.IntegerField()
    points = serializers.IntegerField()
    margin = serializers.IntegerField(help_text="What the sheet settles for the seat.")


class ChangesBesideSerializer(serializers.Serializer[Any]):
    """The effect of a match on both ratings on a list beside its pool."""

    pool = serializers.CharField()
    changes = ExplanationSerializer(many=True)


class RatingChangeSerializer(serializers.Serializer[Any]):
    """The effect of a match on the ratings of its players. `changes` is empty while it waits and for a match that is
    not rated; `seats` is empty for a match of two."""

    match = serializers.CharField()
    pool = serializers.CharField()
    finished_at = serializers.DateTimeField()
    margin = serializers.IntegerField()
    luck = serializers.FloatField(allow_null=True, help_text="The luck in the margin; null: not known.")
    deals = serializers.IntegerField()
    waits = serializers.BooleanField()
    annulled = serializers.BooleanField()
    seats = RatedSeatSerializer(many=True)
    changes = ExplanationSerializer(many=True)
    beside = ChangesBesideSerializer(many=True)


class GainSerializer(serializers.Serializer[Any]):
    """The sum of a tournament's effects on a player. Other matches may lie between `before` and `after`."""

    player = PlayerSerializer()
    before = serializers.FloatField()
    after = serializers.FloatField()
    change = serializers.FloatField(help_text="The sum of the changes.")
    matches = serializers.IntegerField()
    score = serializers.FloatField(help_text="The sum of the scores.")
    expected = serializers.FloatField(help_text="The sum of what was expected.")


class ExpectedQuery(serializers.Serializer[Any]):
    """The two players, by id."""

    a = serializers.CharField(max_length=12)
    b = serializers.CharField(max_length=12)


class ExpectedSerializer(serializers.Serializer[Any]):
    """The score, 0 to 1, that each may expect against the other."""

    a = serializers.FloatField()
    b = serializers.FloatField()


class VersusQuery(serializers.Serializer[Any]):
    """The other player, by id."""

    vs = serializers.CharField(max_length=12)


class HeadToHeadSerializer(serializers.Serializer[Any]):
    """All finished matches of a player against another, from the first player's side."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    tied = serializers.IntegerField()
    lost = serializers.IntegerField()
    margin = serializers.IntegerField(help_text="Points of the first minus those of the other.")
    deals = serializers.IntegerField()


class BinSerializer(serializers.Serializer[Any]):
    """The matches, each seen from one side, whose expected score was between `low` and `high`."""

    low = serializers.FloatField()
    high = serializers.FloatField()
    sides = serializers.IntegerField(help_text="How many; a match has two sides.")
    expected = serializers.FloatField(help_text="The mean expected score.")
    actual = serializers.FloatField(help_text="The mean actual score.")
    error = serializers.FloatField(help_text="One standard error of `actual`, if the expectations were right.")


class CalibrationSerializer(serializers.Serializer[Any]):
    """Expected compared with actual scores of all rated matches of a list."""

    matches = serializers.IntegerField()
    brier = serializers.FloatField(allow_null=True, help_text="Mean squared difference; null without a match.")
    error = serializers.FloatField(allow_null=True, help_text="Mean distance of expected and actual, over the bins.")
    bins = BinSerializer(many=True)


class ShiftSerializer(serializers.Serializer[Any]):
    """A player's rating before and after a correction; null: not rated."""

    player = PlayerSerializer()
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class CorrectedMatchSerializer(serializers.Serializer[Any]):
    """A corrected match and the reason for it."""

    match = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a serializer has another one of its own
    reason = serializers.CharField()


class AnnouncedSerializer(serializers.Serializer[Any]):
    """The effect of corrected results on a list. Of `players` affected players, those with the largest changes are
    listed."""

    at = serializers.DateTimeField()
    matches = CorrectedMatchSerializer(many=True)
    players = serializers.IntegerField()
    moved = ShiftSerializer(many=True)


class RunSerializer(serializers.ModelSerializer[RatingRun]):
    """A fold over a list's matches: the same inputs give the same run."""

    pool = serializers.CharField(source="pool.key", read_only=True)

    class Meta:
        model = RatingRun
        fields = (
            "id",
            "pool",
            "system",
            "params",
            "code_version",
            "state",
            "matches",
            "last_at",
            "input_digest",
            "updated_at",
        )


class ListSerializer(serializers.ModelSerializer[RatingList]):
    """A published list without its players."""

    id = serializers.CharField(source="public_id", read_only=True)
    pool = serializers.CharField(source="pool.key", read_only=True)
    replaces = serializers.CharField(source="replaces.public_id", read_only=True, default=None, allow_null=True)
    replaced_by = serializers.SerializerMethodField()

    class Meta:
        model = RatingList
        fields: tuple[str, ...] = (
            "id",
            "pool",
            "label",
            "occasion",
            "as_of",
            "published_at",
            "note",
            "replaces",
            "replaced_by",
            "run",
            "system",
            "params",
            "code_version",
            "matches",
            "players",
            "digest",
            "matches_digest",
        )

    def get_replaced_by(self, made: RatingList) -> str | None:
        return made.replaced_by.public_id if hasattr(made, "replaced_by") else None


class ListRowSerializer(serializers.ModelSerializer[RatingListRow]):
    """A player on a published list; without a rank: provisional, or inactive for too long."""

    player = PlayerSerializer(read_only=True)

    class Meta:
        model = RatingListRow
        fields = (
            "place",
            "rank",
            "player",
            "rating",
            "deviation",
            "matches",
            "opponents",
            "peak",
            "provisional",
            "last_at",
        )


class WholeListSerializer(ListSerializer):
    """A published list with all of its players, best first."""

    rows = serializers.SerializerMethodField()

    class Meta(ListSerializer.Meta):
        fields = (*ListSerializer.Meta.fields, "rows")

    @extend_schema_field(ListRowSerializer(many=True))
    def get_rows(self, made: RatingList) -> list[dict[str, Any]]:
        return list(ListRowSerializer(self.context["rows"](made), many=True).data)
