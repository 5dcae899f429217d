"""Teams under /api/v1/: entries with their members, line-ups, the boards of their matches."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from accounts.models import User
from clubs import selectors as club_people
from doors.api.scopes import Scope, needs
from doors.api.strict import KnownFields
from tournaments.entries.serializers import EntrySerializer
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.event.selectors import entry_sizes, finding, sitters
from tournaments.models import Entry, Match, RoundState, Tournament
from tournaments.results import permissions as results
from tournaments.results.serializers import SEEN, ConfirmSerializer, GamesField
from tournaments.results.services import recording
from tournaments.teams.services import boards as teams_boards
from tournaments.teams.services import line_ups
from tournaments.teams.services import members as teams_members


class TeamMemberSerializer(serializers.Serializer[Any]):
    """A member to enter: a known player by id, or a guest by name."""

    player = serializers.CharField(required=False, default="", help_text="Public id of a player.")
    name = serializers.CharField(required=False, default="", max_length=120)
    email = serializers.EmailField(required=False, default="")
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=4000)


class NewTeamSerializer(serializers.Serializer[Any]):
    """A team or a pair: its members from the top board, the captain by place (0: the first). Partners at one table
    need no name."""

    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    members = TeamMemberSerializer(many=True)
    captain = serializers.IntegerField(default=0, min_value=0)


class MembersSerializer(serializers.Serializer[Any]):
    """A change of members: the player who leaves (by public id, or nobody), the one who joins (or nobody), and the
    reason."""

    leaves = serializers.CharField(required=False, default="", allow_blank=True)
    comes = TeamMemberSerializer(required=False, allow_null=True, default=None)
    reason = serializers.CharField(max_length=500)
    for_one_round = serializers.BooleanField(
        default=False, help_text="Partners at one table: a substitute for the next match alone."
    )


class LineUpSerializer(serializers.Serializer[Any]):
    """The players of the next round, from the top board, by public id."""

    members = serializers.ListField(child=serializers.CharField(), max_length=20)


PLAYER = {"type": "string", "readOnly": True, "default": ""}


class TeamBoardSerializer(serializers.ModelSerializer[Match]):
    """A board of a team match; points in the unit of the board table."""

    id = serializers.CharField(source="public_id", read_only=True)
    match = serializers.CharField(source="parent.public_id", read_only=True)
    number = serializers.IntegerField(min_value=0)
    first = serializers.SerializerMethodField(help_text="A player's id.")
    second = serializers.SerializerMethodField()
    partners = serializers.SerializerMethodField(help_text="Who sits beside the first and the second, by side.")
    state = serializers.CharField(required=False, max_length=10)
    margin = serializers.IntegerField(required=False)
    points = serializers.SerializerMethodField()
    game_points = serializers.SerializerMethodField()
    games = GamesField(read_only=True, help_text="Games won by both, null where nobody noted them.")

    class Meta:
        model = Match
        fields = ("id", "match", "number", "first", "second", "partners", "state", "result_kind", "points",
                  "game_points", "games", "margin", "deals", "table", "version")  # fmt: skip

    @extend_schema_field(PLAYER)
    def get_first(self, board: Match) -> str:
        return _leads(board, 0)

    @extend_schema_field(PLAYER)
    def get_second(self, board: Match) -> str:
        return _leads(board, 1)

    def get_partners(self, board: Match) -> list[list[str]]:
        return [[one.user.public_id for one in people[1:]] for people in board.people]

    def get_points(self, board: Match) -> list[int | None]:
        return list(board.points)

    def get_game_points(self, board: Match) -> list[int]:
        return list(board.game_points)


class BoardResultSerializer(KnownFields):
    """The result of a board: game points of both, or a forfeit and its winner (0 or 1)."""

    points = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2, default=lambda: [0, 0])
    kind = serializers.CharField(default="played")
    winner = serializers.IntegerField(required=False, allow_null=True, default=None)
    deals = serializers.IntegerField(default=0, min_value=0)
    games = GamesField()
    version = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=SEEN)


class SubstituteSerializer(serializers.Serializer[Any]):
    """A substitute at a board: the player, the side (0 first, 1 second), the reason, and for partners the player who
    leaves."""

    order = serializers.ChoiceField(choices=[0, 1])
    player = serializers.CharField(help_text="Public id of a member.")
    leaves = serializers.CharField(required=False, default="", allow_blank=True, help_text="Public id of a member.")
    reason = serializers.CharField(max_length=500)


class TeamDoors:
    """Entering a team; mixed into the tournaments' resource."""

    get_object: Callable[[], Tournament]

    @extend_schema(request=NewTeamSerializer, responses={201: EntrySerializer})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def teams(self, request: Request, public_id: str) -> Response:
        """Enter a team or a pair with its members (officials), or oneself with partners by their ids."""
        tournament = self.get_object()
        data = validated(NewTeamSerializer, request)
        members = [_person(**member) for member in data.pop("members")]
        if not _is_oneself(members, signed_in.user(request), tournament):
            permissions.require_director(request.user, tournament)
        facts = signed_in.asked(request)
        entry = attempt(lambda: line_ups.enter_team(tournament=tournament, members=members, **data, **facts))
        return Response(EntrySerializer(entry).data, status=201)


class LineUpDoors:
    """A team's line-up; mixed into the entries' resource."""

    get_object: Callable[[], Entry]

    @extend_schema(request=LineUpSerializer, responses=EntrySerializer)
    @action(detail=True, methods=["post"], url_path="line-up", permission_classes=SIGNED_IN)
    def line_up(self, request: Request, public_id: str) -> Response:
        """Name who plays at which board of the next round (the captain, or officials), before it is published."""
        entry = self.get_object()
        permissions.require_captain(request.user, entry)
        ids = validated(LineUpSerializer, request)["members"]
        members = [get_object_or_404(entry.members, user__public_id=one) for one in ids]
        facts = signed_in.asked(request)
        attempt(lambda: line_ups.set_line_up(entry=entry, members=members, **facts))
        return Response(EntrySerializer(entry).data)

    @extend_schema(request=MembersSerializer, responses=EntrySerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def members(self, request: Request, public_id: str) -> Response:
        """Change the members of a team (directors): somebody joins, leaves, or both; players already seated at a board
        stay there."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        data = validated(MembersSerializer, request)
        gone, comes = data.pop("leaves"), data.pop("comes")
        data["leaves"] = get_object_or_404(entry.members, user__public_id=gone) if gone else None
        data["comes"] = _person(**comes) if comes else None
        attempt(lambda: teams_members.change_members(entry=entry, **signed_in.asked(request), **data))
        return Response(EntrySerializer(self.get_object()).data)


class BoardDoors:
    """The boards of a match; mixed into the matches' resource."""

    get_object: Callable[[], Match]

    @extend_schema(responses=TeamBoardSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def boards(self, request: Request, public_id: str) -> Response:
        """The boards of a team match from the top; none of another match."""
        return Response(TeamBoardSerializer(finding.boards_of(self.get_object()), many=True).data)


class Boards(Reading):
    """Boards of team matches in published rounds."""

    serializer_class = TeamBoardSerializer

    def get_queryset(self) -> QuerySet[Match]:
        found = Match.objects.of_boards().exclude(round__state=RoundState.DRAFT).order_by("pk")
        found = found.select_related("parent__round__stage__tournament__club", "round__stage__tournament__club")
        return found.prefetch_related(finding.BOARD_SIDES)

    @extend_schema(request=BoardResultSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def result(self, request: Request, public_id: str) -> Response:
        """Enter the result of a board: an official's is final, a player's waits for the other side."""
        match = self.get_object().whole
        results.require_report(request.user, match)
        data = validated(BoardResultSerializer, request)
        data["points"] = tuple(data["points"])
        return self._act(request, recording.record_result, is_final=results.enters_finally(request.user, match), **data)

    @extend_schema(request=ConfirmSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def confirm(self, request: Request, public_id: str) -> Response:
        """Confirm the result that the other side reported."""
        results.require_confirm(request.user, self.get_object().whole)
        return self._act(request, recording.confirm_result, **validated(ConfirmSerializer, request))

    @extend_schema(request=SubstituteSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def substitute(self, request: Request, public_id: str) -> Response:
        """Let another member play at a board that has not begun (officials), for a reason."""
        match = self.get_object().whole
        permissions.require_director(request.user, match.round.stage.tournament)
        data = validated(SubstituteSerializer, request)
        side = get_object_or_404(match.sides, order=data["order"])
        data["member"] = get_object_or_404(side.entry.members, user__public_id=data.pop("player"))
        gone = data.pop("leaves")
        data["leaves"] = get_object_or_404(side.entry.members, user__public_id=gone) if gone else None
        return self._act(request, lambda match, **said: teams_boards.substitute(board=match, **said), **data)

    def get_object(self) -> Match:
        """The board, with the partners of its players."""
        board: Match = super().get_object()
        _seat_partners([board])
        return board

    def paginate_queryset(self, queryset: Any) -> list[Any] | None:
        """A page of boards, with the partners of their players."""
        boards = super().paginate_queryset(queryset)
        _seat_partners(boards or [])
        return boards

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        match = self.get_object()
        attempt(lambda: service(match=match, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)


def _leads(board: Match, order: int) -> str:
    """The id of the first player of a side, empty for nobody."""
    people = board.people[order]
    return people[0].user.public_id if people else ""


def _seat_partners(boards: Sequence[Match]) -> None:
    """Attach the partners of the players to these boards, round by round."""
    by_round: dict[int, list[Match]] = {}
    for board in boards:
        by_round.setdefault(board.round_id, []).append(board)
    for found in by_round.values():
        rnd = found[0].round
        sitters.seat_partners(found, rnd, rnd.stage.tournament.variant)


def _is_oneself(members: Sequence[line_ups.Person], user: User, tournament: Tournament) -> bool:
    """Does a person enter themselves with known partners of the club, without giving ratings?"""
    known = set(club_people.players(tournament.club).values_list("pk", flat=True)) | {user.pk}
    is_at_one_table = entry_sizes.size_of(tournament).is_at_one_table
    are_known = all(one.user is not None and one.user.pk in known and one.rating is None for one in members)
    return is_at_one_table and are_known and any(one.user == user for one in members)


def _person(*, player: str, **facts: Any) -> line_ups.Person:
    return line_ups.Person(user=get_object_or_404(User, public_id=player) if player else None, **facts)
