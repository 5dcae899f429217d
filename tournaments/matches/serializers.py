"""A match in the API, and its sides."""

from rest_framework import serializers

from tournaments.models import Match, MatchSide


class SideSerializer(serializers.ModelSerializer[MatchSide]):
    """One side of a match; match points are in the unit of the stage's points table. Of three and more each has a
    place, and may be absent; the margin is what the sheet settles."""

    entry = serializers.CharField(source="seat.entry.public_id", read_only=True)
    name = serializers.CharField(source="seat.entry.name", read_only=True)

    class Meta:
        model = MatchSide
        fields = ("entry", "name", "points", "game_points", "deals_won", "games_won", "margin", "place",
                  "is_absent")  # fmt: skip


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match with its sides, the first first."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="round.stage.tournament.public_id", read_only=True)
    round = serializers.CharField(source="round.public_id", read_only=True)
    round_number = serializers.IntegerField(source="round.number", read_only=True)
    slot = serializers.CharField(read_only=True, help_text="Its place in a bracket, or empty.")
    sides = SideSerializer(many=True, read_only=True)
    live_table = serializers.CharField(source="table", read_only=True, help_text="Id of the live table, or empty.")

    class Meta:
        model = Match
        fields = ("id", "tournament", "round", "round_number", "table_no", "slot", "is_live", "state", "result_kind",
                  "deals", "is_shutout", "is_by_places", "is_unwitnessed", "live_table", "finished_at", "version",
                  "sides")  # fmt: skip
