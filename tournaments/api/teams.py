"""Teams under /api/v1/: entered with their members, line-ups, the boards of their matches."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from tournaments import permissions as roles
from tournaments import selectors, serializers, services
from tournaments.api.answers import SIGNED_IN, Reading, attempt, taken
from tournaments.api.control import corrected
from tournaments.models import Entry, Match, RoundState, TeamBoard, Tournament
from tournaments.serializers import teams as packed


class TeamDoors:
    """Entering a team; mixed into the tournaments' resource."""

    get_object: Callable[[], Tournament]

    @extend_schema(request=packed.NewTeamSerializer, responses={201: serializers.EntrySerializer})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def teams(self, request: Request, public_id: str) -> Response:
        """Enter a team or a pair with its members (officials)."""
        tournament = self.get_object()
        roles.require_director(request.user, tournament)
        data = taken(packed.NewTeamSerializer, request)
        members = [_person(**member) for member in data.pop("members")]
        facts = {"by": request.user, "now": timezone.now()}
        entry = attempt(lambda: services.enter_team(tournament=tournament, members=members, **data, **facts))
        return Response(serializers.EntrySerializer(entry).data, status=201)


class LineUpDoors:
    """A team's line-up; mixed into the entries' resource."""

    get_object: Callable[[], Entry]

    @extend_schema(request=packed.LineUpSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"], url_path="line-up", permission_classes=SIGNED_IN)
    def line_up(self, request: Request, public_id: str) -> Response:
        """Name who plays at which board of the next round (the captain, or officials), before it is published."""
        entry = self.get_object()
        roles.require_captain(request.user, entry)
        ids = taken(packed.LineUpSerializer, request)["members"]
        members = [get_object_or_404(entry.members, user__public_id=one) for one in ids]
        facts = {"by": request.user, "now": timezone.now()}
        attempt(lambda: services.set_line_up(entry=entry, members=members, **facts))
        return Response(serializers.EntrySerializer(entry).data)

    @extend_schema(request=packed.MembersSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def members(self, request: Request, public_id: str) -> Response:
        """Change who belongs to a team (directors): somebody comes in, leaves, or both; who sits at a board stays."""
        entry = self.get_object()
        roles.require_director(request.user, entry.tournament)
        data = taken(packed.MembersSerializer, request)
        gone, comes = data.pop("leaves"), data.pop("comes")
        data["leaves"] = get_object_or_404(entry.members, user__public_id=gone) if gone else None
        data["comes"] = _person(**comes) if comes else None
        attempt(lambda: services.change_members(entry=entry, by=request.user, now=timezone.now(), **data))
        return Response(serializers.EntrySerializer(self.get_object()).data)


class BoardDoors:
    """The boards of a match; mixed into the matches' resource."""

    get_object: Callable[[], Match]

    @extend_schema(responses=packed.TeamBoardSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def boards(self, request: Request, public_id: str) -> Response:
        """The boards of a team match from the top; none of another match."""
        return Response(packed.TeamBoardSerializer(selectors.boards_of(self.get_object()), many=True).data)


class Boards(Reading):
    """Boards of team matches in published rounds."""

    serializer_class = packed.TeamBoardSerializer

    def get_queryset(self) -> QuerySet[TeamBoard]:
        found = TeamBoard.objects.exclude(match__round__state=RoundState.DRAFT).order_by("pk")
        return found.select_related("match__round__stage__tournament__club", "first__user", "second__user")

    @extend_schema(request=packed.BoardResultSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def result(self, request: Request, public_id: str) -> Response:
        """Enter the result of a board: an official's is final, a player's waits for the other side."""
        match = self.get_object().match
        roles.require_report(request.user, match)
        data = taken(packed.BoardResultSerializer, request)
        data["points"] = tuple(data["points"])
        return self._act(request, services.record_board, is_final=roles.enters_finally(request.user, match), **data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def confirm(self, request: Request, public_id: str) -> Response:
        """Confirm the result that the other side reported."""
        roles.require_confirm(request.user, self.get_object().match)
        return self._act(request, services.confirm_board)

    @extend_schema(request=serializers.CorrectionSerializer, responses=serializers.CorrectedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def correction(self, request: Request, public_id: str) -> Response:
        """Correct the result of a board in a closed round (directors), as for a whole match: without a digest it is
        only shown what would change; the digest of that answer, sent back with a reason, applies it."""
        board = self.get_object()
        roles.require_director(request.user, board.match.round.stage.tournament)
        return corrected(request, board.match, board)

    @extend_schema(request=packed.SubstituteSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def substitute(self, request: Request, public_id: str) -> Response:
        """Let another member play at a board that has not begun (officials), for a reason."""
        match = self.get_object().match
        roles.require_director(request.user, match.round.stage.tournament)
        data = taken(packed.SubstituteSerializer, request)
        side = get_object_or_404(match.sides, order=data["order"])
        data["member"] = get_object_or_404(side.entry.members, user__public_id=data.pop("player"))
        return self._act(request, services.substitute, **data)

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        board = self.get_object()
        attempt(lambda: service(board=board, by=request.user, now=timezone.now(), **facts))
        return Response(self.get_serializer(self.get_object()).data)


def _person(*, player: str, **facts: Any) -> services.Person:
    return services.Person(user=get_object_or_404(User, public_id=player) if player else None, **facts)
