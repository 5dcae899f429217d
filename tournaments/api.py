"""Tournaments, entries, rounds and matches under /api/v1/: read them; act by sub-resources that name the service."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from accounts import signed_in
from accounts.models import User
from doors.api.etags import made_once
from doors.api.scopes import Scope, needs
from ratings.serializers import GainSerializer
from tournaments import errors, filters
from tournaments.corrections.api import (
    BoardCorrections,
    ChallengeCorrections,
    EntryCorrections,
    MatchCorrections,
    RoundCorrections,
    TournamentCorrections,
)
from tournaments.desk.api.doors import AppealAtTable, AtTable, CallAtTable, CallDoor, DeskDoors, ReportAtTable
from tournaments.duplicate.api import DeckDoors, DeckScoreDoors
from tournaments.entries.api import DoorList, EntryChanges, MembersEntered, PuttingBack
from tournaments.entries.services import entering
from tournaments.event import permissions
from tournaments.event import serializers as event
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.exchange.api import RoundExchange, TournamentExchange
from tournaments.ladders import api as ladders
from tournaments.ladders.api import LadderDoors, PlaceDoors
from tournaments.league.api import MatchTimes
from tournaments.merging.api import EntryInvitations
from tournaments.models import Entry, Match, Round, RoundState, Tournament
from tournaments.open_events.api import Arenas, SitAndGos
from tournaments.overview.api import TournamentCopies
from tournaments.overview.serializers import TournamentSerializer
from tournaments.paper.api import Screens
from tournaments.prizes.api import PrizeDoors
from tournaments.results import permissions as results
from tournaments.results.api.score_sheets import MatchSheets
from tournaments.results.serializers import ConfirmSerializer, ResultSerializer
from tournaments.results.services import recording
from tournaments.rounds.api import serializers as rounds
from tournaments.rounds.api.control import EntryControl, MatchControl, RoundControl, TournamentControl
from tournaments.rounds.api.jobs import MADE_OR_PROMISED, PairingJobs, made_or_promised
from tournaments.rounds.services import editing, pairing_requests, running
from tournaments.seasons.api import ReopeningDoors, Seasons
from tournaments.stages.api import StageDoors
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings, versions
from tournaments.standings.selectors.rating_changes import rating_gains
from tournaments.standings.serializers import PlaceSerializer
from tournaments.teams import api as teams
from tournaments.teams.api import BoardDoors, LineUpDoors, TeamDoors


class Tournaments(
    TournamentCopies,
    DoorList,
    MembersEntered,
    PuttingBack,
    TournamentCorrections,
    TournamentControl,
    DeskDoors,
    StageDoors,
    PrizeDoors,
    ReopeningDoors,
    LadderDoors,
    TeamDoors,
    TournamentExchange,
    Reading,
):
    """Tournaments of all clubs."""

    serializer_class = TournamentSerializer
    filterset_class = filters.TournamentFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return finding.tournaments().prefetch_related("stages")

    @extend_schema(request=event.NewTournamentSerializer, responses={201: TournamentSerializer})
    def create(self, request: Request) -> Response:
        """Create a tournament for a club of which the caller is an organiser."""
        data = validated(event.NewTournamentSerializer, request)
        club = get_object_or_404(finding.organised_by(request.user), slug=data.pop("club"))
        made = attempt(lambda: creating.create_tournament(club=club, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=event.ConditionsSerializer, responses=TournamentSerializer)
    def partial_update(self, request: Request, public_id: str) -> Response:
        """Change the conditions (organisers)."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        wish = event.ConditionsSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = {**signed_in.asked(request), **wish.conditions()}
        attempt(lambda: conditions.change_conditions(tournament=tournament, **facts))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(
        parameters=[OpenApiParameter("after", int, description="as they stood after this round")],
        responses=PlaceSerializer(many=True),
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, public_id: str) -> HttpResponseBase:
        """The standings with their tie-breaks in order."""
        text = request.query_params.get("after", "")
        after = whole_number(text)
        if text and after is None:
            raise ValidationError({"after": [_("A round number.")]})
        tournament = self.get_object()
        version = " ".join(versions.of_stage(stage, after) for stage in finding.stages(tournament))
        answer = lambda: Response(  # noqa: E731
            PlaceSerializer(standings.standings(tournament, after), many=True).data
        )
        return made_once(request, sha256(version.encode()).hexdigest()[:32], answer)

    @extend_schema(responses=GainSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, url_path="rating-changes")
    def rating_changes(self, request: Request, public_id: str) -> Response:
        """The rating changes of the tournament's players, the largest gain first."""
        return Response(GainSerializer(rating_gains(self.get_object()), many=True).data)

    @extend_schema(request=event.RosterSerializer, responses=event.ReportSerializer)
    @action(detail=True, methods=["post"], url_path="entries/import", permission_classes=SIGNED_IN)
    def roster(self, request: Request, public_id: str) -> Response:
        """Enter a roster: all of it or nothing; a dry run unless said otherwise."""
        tournament = self._directed(request)
        data = validated(event.RosterSerializer, request)
        report = attempt(lambda: entering.import_entries(tournament=tournament, **signed_in.asked(request), **data))
        return Response(event.ReportSerializer(_plain(report)).data)

    @extend_schema(request=None, responses=event.CheckedInSerializer)
    @action(detail=True, methods=["post"], url_path="entries/check-in", permission_classes=SIGNED_IN)
    def check_in_all(self, request: Request, public_id: str) -> Response:
        """Check in everybody who is entered."""
        tournament = self._directed(request)
        count = attempt(lambda: entering.check_in_all(tournament=tournament, **signed_in.asked(request)))
        return Response({"checked_in": count})

    @extend_schema(request=event.BeginSerializer, responses=TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def begin(self, request: Request, public_id: str) -> Response:
        """Close the entries and let the tournament begin."""
        data = validated(event.BeginSerializer, request)
        return self._act(request, stages.begin, **data)

    @extend_schema(request=event.ReasonSerializer, responses=TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def finish(self, request: Request, public_id: str) -> Response:
        """End the tournament after its last closed round, once every case is closed; while an appeal waits only for a
        stated reason."""
        return self._act(request, stages.finish, **validated(event.ReasonSerializer, request))

    @extend_schema(request=rounds.PairSerializer, responses=MADE_OR_PROMISED)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def pair(self, request: Request, public_id: str) -> Response:
        """Pair the next round into a draft; before all results are in only for a stated reason. A field of more than
        300 is paired by a job: 202, and `Location` says where to look."""
        tournament = self._directed(request)
        data = validated(rounds.PairSerializer, request)
        number = data.pop("stage", None)
        stage = get_object_or_404(tournament.stages, number=number) if number else finding.main_stage(tournament)
        return made_or_promised(
            attempt(lambda: pairing_requests.pair_stage(stage=stage, **signed_in.asked(request), **data)), request
        )

    def _directed(self, request: Request) -> Tournament:
        tournament: Tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        return tournament

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        tournament = self._directed(request)
        attempt(lambda: service(tournament=tournament, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)


class Entries(EntryChanges, EntryCorrections, EntryControl, EntryInvitations, LineUpDoors, PlaceDoors, Reading):
    """Entries of all tournaments."""

    serializer_class = event.EntrySerializer
    filterset_class = filters.EntryFilter

    def get_queryset(self) -> QuerySet[Entry]:
        return Entry.objects.select_related("tournament__club").prefetch_related("members__user")

    @extend_schema(
        request=event.NewEntrySerializer,
        responses={201: event.EntrySerializer},
        parameters=[OpenApiParameter("tournament", str, required=True, description="public id")],
    )
    def create(self, request: Request) -> Response:
        """Enter somebody (officials), or oneself by one's own id: without a rating, which officials give."""
        tournament = get_object_or_404(Tournament, public_id=request.query_params.get("tournament", ""))
        data = validated(event.NewEntrySerializer, request)
        player = data.pop("player")
        user = get_object_or_404(User, public_id=player) if player else None
        if user != request.user or data["rating"] is not None or data["house"]:
            permissions.require_director(request.user, tournament)
        entry = attempt(lambda: _enter(tournament=tournament, user=user, **signed_in.asked(request), **data))
        return Response(self.get_serializer(entry).data, status=201)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="check-in", permission_classes=SIGNED_IN)
    def check_in(self, request: Request, public_id: str) -> Response:
        """Check the entry in."""
        return self._act(request, entering.check_in)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="undo-check-in", permission_classes=SIGNED_IN)
    def undo_check_in(self, request: Request, public_id: str) -> Response:
        """Take the check-in back."""
        return self._act(request, entering.undo_check_in)

    @extend_schema(request=event.ReasonSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def withdraw(self, request: Request, public_id: str) -> Response:
        """Withdraw the entry; its results stay."""
        return self._act(request, entering.withdraw, **validated(event.ReasonSerializer, request))

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        entry = self.get_object()
        if all(member.user_id != request.user.pk for member in entry.members.all()):
            permissions.require_director(request.user, entry.tournament)
        attempt(lambda: service(entry=entry, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)


class Rounds(RoundCorrections, RoundControl, RoundExchange, DeckDoors, Reading):
    """Published rounds; officials see their drafts too."""

    serializer_class = event.RoundSerializer
    filterset_class = filters.RoundFilter

    def get_queryset(self) -> QuerySet[Round]:
        found = Round.objects.select_related("stage__tournament__club")
        mine = finding.directed_by(self.request.user).values("pk")
        return found.exclude(~Q(stage__tournament__in=mine), state=RoundState.DRAFT)

    @extend_schema(responses=event.MatchSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def matches(self, request: Request, public_id: str) -> Response:
        """The matches of a round by table."""
        found = finding.round_matches(self.get_object(), with_people=True)
        return Response(event.MatchSerializer(found, many=True).data)

    @extend_schema(responses=event.ByeSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def byes(self, request: Request, public_id: str) -> Response:
        """The byes of a round."""
        return Response(event.ByeSerializer(finding.round_byes(self.get_object()), many=True).data)

    @extend_schema(request=event.SwapSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def swap(self, request: Request, public_id: str) -> Response:
        """Let two entries of a draft change places; with warnings it needs a reason."""
        data = validated(event.SwapSerializer, request)
        rnd = self.get_object()
        entries = rnd.stage.tournament.entries
        pair = tuple(get_object_or_404(entries, public_id=data.pop(end)) for end in ("first", "second"))
        return self._act(request, rnd, editing.edit_draft, swap=pair, **data)

    @extend_schema(request=event.SeenSerializer, responses=MADE_OR_PROMISED)
    @action(detail=True, methods=["post"], url_path="pair-again", permission_classes=SIGNED_IN)
    def pair_again(self, request: Request, public_id: str) -> Response:
        """Throw a draft away and pair again: the answer is another round with another id, or, of a large field, a
        job; the draft stays until the new one is there."""
        rnd = self.get_object()
        permissions.require_director(request.user, rnd.stage.tournament)
        data = validated(event.SeenSerializer, request)
        again = lambda: pairing_requests.pair_again(rnd=rnd, **signed_in.asked(request), **data)  # noqa: E731
        return made_or_promised(attempt(again), request)

    @extend_schema(request=event.VersionSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def publish(self, request: Request, public_id: str) -> Response:
        """Publish a draft; the round starts at its set time, or at once."""
        data = validated(event.VersionSerializer, request)
        return self._act(request, self.get_object(), editing.publish_round, **data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def start(self, request: Request, public_id: str) -> Response:
        """Begin a published round."""
        return self._act(request, self.get_object(), running.start_round)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def close(self, request: Request, public_id: str) -> Response:
        """End a round whose results are in."""
        return self._act(request, self.get_object(), running.close_round)

    def _act(self, request: Request, rnd: Round, service: Callable[..., Any], **facts: Any) -> Response:
        permissions.require_director(request.user, rnd.stage.tournament)
        attempt(lambda: service(rnd=rnd, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)


class Matches(CallDoor, MatchCorrections, MatchControl, MatchSheets, MatchTimes, BoardDoors, DeckScoreDoors, Reading):
    """Matches of published rounds."""

    serializer_class = event.MatchSerializer
    filterset_class = filters.MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        return finding.listed_matches() if self.action == "list" else finding.matches()

    @extend_schema(request=ResultSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def result(self, request: Request, public_id: str) -> Response:
        """Enter the result: an official's is final, a player's waits for confirmation unless nobody confirms here."""
        match, wish = self.get_object(), ResultSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        data = attempt(lambda: wish.facts(match))
        is_final = results.enters_finally(request.user, match)
        return self._act(request, recording.record_result, is_final=is_final, **data)

    @extend_schema(request=ConfirmSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def confirm(self, request: Request, public_id: str) -> Response:
        """Confirm the result that another side reported; where only the desk confirms, officials do."""
        results.require_confirm(request.user, self.get_object())
        return self._act(request, recording.confirm_result, **validated(ConfirmSerializer, request))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def undo(self, request: Request, public_id: str) -> Response:
        """Take back the result that the caller entered in the last ten seconds."""
        return self._act(request, recording.undo_result)

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        match = self.get_object()
        results.require_report(request.user, match)
        attempt(lambda: service(match=match, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)


class Challenges(ChallengeCorrections, ladders.Challenges):
    """Challenges on ladders."""


class Boards(BoardCorrections, teams.Boards):
    """Boards of team matches in published rounds."""


def _enter(**facts: Any) -> Entry:
    if facts["user"] is None and not facts["house"] and not facts["name"].strip():
        raise errors.Invalid("name", _("A name, or the id of a player."))
    try:
        return entering.enter(**facts)
    except ValueError as bad:
        raise errors.Invalid("name", str(bad)) from bad


def _plain(report: entering.ImportReport) -> dict[str, Any]:
    return {
        "is_done": report.is_done,
        "digest": report.digest,
        "entered": report.entered,
        "lines": [
            {"line": line.line, "name": line.name, "status": line.status, "note": line.note} for line in report.lines
        ],
        "problems": [{"line": problem.line, "text": problem.text} for problem in report.problems],
        "notes": [{"line": note.line, "text": note.text} for note in report.notes],
        "without_account": list(report.away),
    }


router = SimpleRouter()
router.register("tournaments", Tournaments, basename="api-tournament")
router.register("entries", Entries, basename="api-entry")
router.register("rounds", Rounds, basename="api-round")
router.register("matches", Matches, basename="api-match")
router.register("pairing-jobs", PairingJobs, basename="api-pairing-job")
router.register("boards", Boards, basename="api-board")
router.register("challenges", Challenges, basename="api-challenge")
router.register("screens", Screens, basename="api-screen")
router.register("seasons", Seasons, basename="api-season")
router.register("arenas", Arenas, basename="api-arena")
router.register("sit-and-gos", SitAndGos, basename="api-sit-and-go")

# The page of a live table calls these in its reader's language.
at_tables = [
    path("tables/<str:public_id>/director", AtTable.as_view(), name="api-at-table"),
    path("tables/<str:public_id>/director/call", CallAtTable.as_view(), name="api-call-director"),
    path("tables/<str:public_id>/director/report", ReportAtTable.as_view(), name="api-report-conduct"),
    path("tables/<str:public_id>/director/appeal", AppealAtTable.as_view(), name="api-appeal"),
]
