"""What the API of teams hands out and takes."""

from typing import Any

from rest_framework import serializers

from tournaments.models import TeamBoard
from tournaments.serializers.games import GamesField


class TeamMemberSerializer(serializers.Serializer[Any]):
    """A member to be: a known player by id, or a guest by name."""

    player = serializers.CharField(required=False, default="", help_text="Public id of a player.")
    name = serializers.CharField(required=False, default="", max_length=120)
    email = serializers.EmailField(required=False, default="")
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=4000)


class NewTeamSerializer(serializers.Serializer[Any]):
    """A team or a pair: its members from the top board, the captain by place (0: the first)."""

    name = serializers.CharField(max_length=120)
    members = TeamMemberSerializer(many=True)
    captain = serializers.IntegerField(default=0, min_value=0)


class MembersSerializer(serializers.Serializer[Any]):
    """Who leaves a team (public id of a player, or nobody), who comes in (or nobody), and why."""

    leaves = serializers.CharField(required=False, default="", allow_blank=True)
    comes = TeamMemberSerializer(required=False, allow_null=True, default=None)
    reason = serializers.CharField(max_length=500)


class LineUpSerializer(serializers.Serializer[Any]):
    """Who plays in the next round, from the top board: public ids of players."""

    members = serializers.ListField(child=serializers.CharField(), max_length=20)


class TeamBoardSerializer(serializers.ModelSerializer[TeamBoard]):
    """A board of a team match; points in the unit of the board table."""

    id = serializers.CharField(source="public_id", read_only=True)
    match = serializers.CharField(source="match.public_id", read_only=True)
    first = serializers.CharField(source="first.user.public_id", read_only=True, default="", help_text="A player's id.")
    second = serializers.CharField(source="second.user.public_id", read_only=True, default="")
    points = serializers.SerializerMethodField()
    game_points = serializers.SerializerMethodField()
    games = GamesField(read_only=True, help_text="Games won by both, null where nobody noted them.")

    class Meta:
        model = TeamBoard
        fields = ("id", "match", "number", "first", "second", "state", "result_kind", "points", "game_points", "games",
                  "margin", "deals", "table", "version")  # fmt: skip

    def get_points(self, board: TeamBoard) -> list[int | None]:
        return [board.first_points, board.second_points]

    def get_game_points(self, board: TeamBoard) -> list[int]:
        return [board.first_game_points, board.second_game_points]


class BoardResultSerializer(serializers.Serializer[Any]):
    """The result of a board: game points of both, or a forfeit and its winner (0 or 1)."""

    points = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2, default=lambda: [0, 0])
    kind = serializers.CharField(default="played")
    winner = serializers.IntegerField(required=False, allow_null=True, default=None)
    deals = serializers.IntegerField(default=0, min_value=0)
    games = GamesField()
    version = serializers.IntegerField(required=False, allow_null=True, default=None)


class SubstituteSerializer(serializers.Serializer[Any]):
    """Who comes in at a board, on which side (0 first, 1 second), and why."""

    order = serializers.ChoiceField(choices=[0, 1])
    player = serializers.CharField(help_text="Public id of a member.")
    reason = serializers.CharField(max_length=500)
