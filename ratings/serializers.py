"""What the API of ratings hands out and takes."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from ratings.models import PlayerRating, Pool


class PlayerSerializer(serializers.ModelSerializer[User]):
    """A player as everybody may see them."""

    id = serializers.CharField(source="public_id", read_only=True)

    class Meta:
        model = User
        fields = ("id", "name")
        ref_name = "Player"


class PoolSerializer(serializers.ModelSerializer[Pool]):
    """A list: how it is rated, and the run that stands."""

    params = serializers.SerializerMethodField(help_text="The parameters of the system, the defaults too.")
    players = serializers.IntegerField(source="player_count", read_only=True)
    matches = serializers.IntegerField(source="run.matches", read_only=True, default=0)
    last_at = serializers.DateTimeField(source="run.last_at", read_only=True, default=None, allow_null=True)
    input_digest = serializers.CharField(source="run.input_digest", read_only=True, default=None, allow_null=True)

    class Meta:
        model = Pool
        fields = ("key", "name", "variants", "system", "params", "players", "matches", "last_at", "input_digest")

    def get_params(self, pool: Pool) -> dict[str, Any]:
        return dict(self.context["parameters"](pool))


class StandingSerializer(serializers.ModelSerializer[PlayerRating]):
    """Where a player stands on a list."""

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


class HistoryQuery(serializers.Serializer[Any]):
    """Which part of a player's history is asked for."""

    pool = serializers.SlugField(help_text="The key of the list.")
    points = serializers.IntegerField(default=200, min_value=3, max_value=1000, help_text="At most so many points.")
    since = serializers.DateTimeField(required=False, help_text="Matches that finished at or after this time.")
    until = serializers.DateTimeField(required=False, help_text="Matches that finished before this time.")


class PointSerializer(serializers.Serializer[Any]):
    """A player's rating after one match."""

    played_at = serializers.DateTimeField()
    rating = serializers.FloatField()
    change = serializers.FloatField()
    match = serializers.CharField(source="match_id")


class ExplanationSerializer(serializers.Serializer[Any]):
    """How one player's rating changed: after = before + k x (score - expected)."""

    player = PlayerSerializer()
    opponent = PlayerSerializer()
    before = serializers.FloatField()
    opponent_before = serializers.FloatField()
    difference = serializers.FloatField()
    expected = serializers.FloatField()
    score = serializers.FloatField()
    k = serializers.FloatField()
    change = serializers.FloatField()
    after = serializers.FloatField()


class RatingChangeSerializer(serializers.Serializer[Any]):
    """What a match did to both ratings; `changes` is empty while it waits and for a match that is not rated."""

    match = serializers.CharField()
    pool = serializers.CharField()
    finished_at = serializers.DateTimeField()
    margin = serializers.IntegerField()
    deals = serializers.IntegerField()
    waits = serializers.BooleanField()
    annulled = serializers.BooleanField()
    changes = ExplanationSerializer(many=True)


class ExpectedQuery(serializers.Serializer[Any]):
    """The two players, by id."""

    a = serializers.CharField(max_length=12)
    b = serializers.CharField(max_length=12)


class ExpectedSerializer(serializers.Serializer[Any]):
    """The score, 0 to 1, that each may expect against the other."""

    a = serializers.FloatField()
    b = serializers.FloatField()
