"""Tournaments, entries, rounds and matches under /api/v1/: read them; act by sub-resources that name the service."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from accounts.models import User
from doors.versions import kept_as_it_is
from ratings.serializers import GainSerializer
from tournaments import filters, selectors, serializers, services
from tournaments import permissions as roles
from tournaments.api.answers import SIGNED_IN, Reading, attempt, taken
from tournaments.api.codes import Screens, Slips
from tournaments.api.control import EntryControl, MatchControl, RoundControl, TournamentControl
from tournaments.api.desk import AppealAtTable, AtTable, CallAtTable, DeskDoors, ReportAtTable
from tournaments.api.duplicate import DeckDoors, DeckScoreDoors
from tournaments.api.exchange import RoundExchange, TournamentExchange
from tournaments.api.jobs import MADE_OR_PROMISED, PairingJobs, made_or_promised
from tournaments.api.ladders import Challenges, LadderDoors, PlaceDoors
from tournaments.api.score_sheets import MatchSheets
from tournaments.api.stages import StageDoors
from tournaments.api.teams import BoardDoors, Boards, LineUpDoors, TeamDoors
from tournaments.api.times import MatchTimes
from tournaments.forms import whole_number
from tournaments.models import Entry, Match, Round, RoundState, Tournament
from tournaments.selectors.rated import rating_gains


class Tournaments(TournamentControl, DeskDoors, StageDoors, LadderDoors, TeamDoors, TournamentExchange, Reading):
    """Tournaments of all clubs."""

    serializer_class = serializers.TournamentSerializer
    filterset_class = filters.TournamentFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return selectors.tournaments().prefetch_related("stages")

    @extend_schema(request=serializers.NewTournamentSerializer, responses={201: serializers.TournamentSerializer})
    def create(self, request: Request) -> Response:
        """Create a tournament for a club that one organises."""
        data = taken(serializers.NewTournamentSerializer, request)
        club = get_object_or_404(selectors.organised_by(request.user), slug=data.pop("club"))
        made = attempt(lambda: services.create_tournament(club=club, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=serializers.ConditionsSerializer, responses=serializers.TournamentSerializer)
    def partial_update(self, request: Request, public_id: str) -> Response:
        """Change the conditions (organisers)."""
        tournament = self.get_object()
        roles.require_organiser(request.user, tournament)
        wish = serializers.ConditionsSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = {"by": request.user, "now": timezone.now(), **wish.conditions()}
        attempt(lambda: services.change_conditions(tournament=tournament, **facts))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(
        parameters=[OpenApiParameter("after", int, description="as they stood after this round")],
        responses=serializers.PlaceSerializer(many=True),
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, public_id: str) -> Response:
        """The standings with their tie-breaks in order."""
        text = request.query_params.get("after", "")
        after = whole_number(text)
        if text and after is None:
            raise ValidationError({"after": [_("A round number.")]})
        rows = selectors.standings(self.get_object(), after)
        return Response(serializers.PlaceSerializer(rows, many=True).data)

    @extend_schema(responses=GainSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, url_path="rating-changes")
    def rating_changes(self, request: Request, public_id: str) -> HttpResponseBase:
        """What the tournament has done to the ratings of its players, the most won first."""
        answer = Response(GainSerializer(rating_gains(self.get_object()), many=True).data)
        return kept_as_it_is(request, answer)

    @extend_schema(request=serializers.RosterSerializer, responses=serializers.ReportSerializer)
    @action(detail=True, methods=["post"], url_path="entries/import", permission_classes=SIGNED_IN)
    def roster(self, request: Request, public_id: str) -> Response:
        """Enter a roster: all of it or nothing; a dry run unless said otherwise."""
        tournament = self._directed(request)
        data = taken(serializers.RosterSerializer, request)
        report = attempt(
            lambda: services.import_entries(tournament=tournament, by=request.user, now=timezone.now(), **data)
        )
        return Response(serializers.ReportSerializer(_plain(report)).data)

    @extend_schema(request=None, responses=serializers.CheckedInSerializer)
    @action(detail=True, methods=["post"], url_path="entries/check-in", permission_classes=SIGNED_IN)
    def check_in_all(self, request: Request, public_id: str) -> Response:
        """Everybody who is entered is here."""
        tournament = self._directed(request)
        count = attempt(lambda: services.check_in_all(tournament=tournament, by=request.user, now=timezone.now()))
        return Response({"checked_in": count})

    @extend_schema(request=serializers.BeginSerializer, responses=serializers.TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def begin(self, request: Request, public_id: str) -> Response:
        """Close the entries and let the tournament begin."""
        data = taken(serializers.BeginSerializer, request)
        return self._act(request, services.begin, **data)

    @extend_schema(request=None, responses=serializers.TournamentSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def finish(self, request: Request, public_id: str) -> Response:
        """End the tournament after its last closed round."""
        return self._act(request, services.finish)

    @extend_schema(request=serializers.PairSerializer, responses=MADE_OR_PROMISED)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def pair(self, request: Request, public_id: str) -> Response:
        """Pair the next round into a draft; before all results are in only for a stated reason. A field of more than
        300 is paired by a job: 202, and `Location` says where to look."""
        tournament = self._directed(request)
        data = taken(serializers.PairSerializer, request)
        number = data.pop("stage", None)
        stage = get_object_or_404(tournament.stages, number=number) if number else selectors.main_stage(tournament)
        return made_or_promised(
            attempt(lambda: services.pair_stage(stage=stage, by=request.user, now=timezone.now(), **data)), request
        )

    def _directed(self, request: Request) -> Tournament:
        tournament = self.get_object()
        roles.require_director(request.user, tournament)
        return tournament

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        tournament = self._directed(request)
        attempt(lambda: service(tournament=tournament, by=request.user, now=timezone.now(), **facts))
        return Response(self.get_serializer(self.get_object()).data)


class Entries(EntryControl, LineUpDoors, PlaceDoors, Reading):
    """Entries of all tournaments."""

    serializer_class = serializers.EntrySerializer
    filterset_class = filters.EntryFilter

    def get_queryset(self) -> QuerySet[Entry]:
        return Entry.objects.select_related("tournament__club").prefetch_related("members__user")

    @extend_schema(
        request=serializers.NewEntrySerializer,
        responses={201: serializers.EntrySerializer},
        parameters=[OpenApiParameter("tournament", str, required=True, description="public id")],
    )
    def create(self, request: Request) -> Response:
        """Enter somebody (officials), or oneself by one's own id: without a rating, which officials give."""
        tournament = get_object_or_404(Tournament, public_id=request.query_params.get("tournament", ""))
        data = taken(serializers.NewEntrySerializer, request)
        player = data.pop("player")
        user = get_object_or_404(User, public_id=player) if player else None
        if user != request.user or data["rating"] is not None or data["house"]:
            roles.require_director(request.user, tournament)
        entry = attempt(lambda: _enter(tournament=tournament, user=user, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(entry).data, status=201)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="check-in", permission_classes=SIGNED_IN)
    def check_in(self, request: Request, public_id: str) -> Response:
        """The entry is here."""
        return self._act(request, services.check_in)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="undo-check-in", permission_classes=SIGNED_IN)
    def undo_check_in(self, request: Request, public_id: str) -> Response:
        """The entry is not here after all."""
        return self._act(request, services.undo_check_in)

    @extend_schema(request=serializers.ReasonSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def withdraw(self, request: Request, public_id: str) -> Response:
        """The entry leaves; its results stay."""
        return self._act(request, services.withdraw, **taken(serializers.ReasonSerializer, request))

    @extend_schema(request=serializers.MarginSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def margin(self, request: Request, public_id: str) -> Response:
        """The director corrects the entry's margin; 0 takes the correction back. With a digest only what was seen is
        applied."""
        roles.require_director(request.user, self.get_object().tournament)
        return self._act(request, services.correct_margin, **taken(serializers.MarginSerializer, request))

    @extend_schema(request=serializers.MarginLookSerializer, responses=serializers.MarginSeenSerializer)
    @action(detail=True, methods=["post"], url_path="margin/preview", permission_classes=SIGNED_IN)
    def margin_preview(self, request: Request, public_id: str) -> Response:
        """What such a correction would change (directors), and the digest of it."""
        entry = self.get_object()
        roles.require_director(request.user, entry.tournament)
        data = taken(serializers.MarginLookSerializer, request)
        seen = attempt(lambda: services.preview_margin(entry=entry, **data))
        words = selectors.margin_words(seen.standings, seen.fed)
        return Response(serializers.MarginSeenSerializer({"changes": words, "digest": seen.digest}).data)

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        entry = self.get_object()
        if all(member.user_id != request.user.pk for member in entry.members.all()):
            roles.require_director(request.user, entry.tournament)
        attempt(lambda: service(entry=entry, by=request.user, now=timezone.now(), **facts))
        return Response(self.get_serializer(self.get_object()).data)


class Rounds(RoundControl, RoundExchange, DeckDoors, Reading):
    """Published rounds; officials see their drafts too."""

    serializer_class = serializers.RoundSerializer
    filterset_class = filters.RoundFilter

    def get_queryset(self) -> QuerySet[Round]:
        found = Round.objects.select_related("stage__tournament__club")
        mine = selectors.directed_by(self.request.user).values("pk")
        return found.exclude(~Q(stage__tournament__in=mine), state=RoundState.DRAFT)

    @extend_schema(responses=serializers.MatchSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def matches(self, request: Request, public_id: str) -> Response:
        """The matches of a round by table."""
        return Response(serializers.MatchSerializer(selectors.round_matches(self.get_object()), many=True).data)

    @extend_schema(responses=serializers.ByeSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def byes(self, request: Request, public_id: str) -> Response:
        """Who has no opponent in a round."""
        return Response(serializers.ByeSerializer(selectors.round_byes(self.get_object()), many=True).data)

    @extend_schema(request=serializers.SwapSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def swap(self, request: Request, public_id: str) -> Response:
        """Let two entries of a draft change places; with warnings it needs a reason."""
        data = taken(serializers.SwapSerializer, request)
        rnd = self.get_object()
        entries = rnd.stage.tournament.entries
        pair = tuple(get_object_or_404(entries, public_id=data.pop(end)) for end in ("first", "second"))
        return self._act(request, rnd, services.edit_draft, swap=pair, **data)

    @extend_schema(request=serializers.SeenSerializer, responses=MADE_OR_PROMISED)
    @action(detail=True, methods=["post"], url_path="pair-again", permission_classes=SIGNED_IN)
    def pair_again(self, request: Request, public_id: str) -> Response:
        """Throw a draft away and pair anew: the answer is another round with another id, or, of a large field, a
        job; the draft stays until the new one is there."""
        rnd = self.get_object()
        roles.require_director(request.user, rnd.stage.tournament)
        data = taken(serializers.SeenSerializer, request)
        again = lambda: services.pair_again(rnd=rnd, by=request.user, now=timezone.now(), **data)  # noqa: E731
        return made_or_promised(attempt(again), request)

    @extend_schema(request=serializers.VersionSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def publish(self, request: Request, public_id: str) -> Response:
        """Show a draft to everybody; its start follows."""
        data = taken(serializers.VersionSerializer, request)
        return self._act(request, self.get_object(), services.publish_round, **data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def start(self, request: Request, public_id: str) -> Response:
        """Begin a published round."""
        return self._act(request, self.get_object(), services.start_round)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def close(self, request: Request, public_id: str) -> Response:
        """End a round whose results are in."""
        return self._act(request, self.get_object(), services.close_round)

    def _act(self, request: Request, rnd: Round, service: Callable[..., Any], **facts: Any) -> Response:
        roles.require_director(request.user, rnd.stage.tournament)
        attempt(lambda: service(rnd=rnd, by=request.user, now=timezone.now(), **facts))
        return Response(self.get_serializer(self.get_object()).data)


class Matches(MatchControl, MatchSheets, MatchTimes, BoardDoors, DeckScoreDoors, Reading):
    """Matches of published rounds."""

    serializer_class = serializers.MatchSerializer
    filterset_class = filters.MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        return selectors.matches().distinct()

    @extend_schema(request=serializers.ResultSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def result(self, request: Request, public_id: str) -> Response:
        """Enter the result: an official's is final, a player's waits for confirmation unless nobody confirms here."""
        data = taken(serializers.ResultSerializer, request)
        data["points"] = tuple(data["points"])
        data["deals_won"] = tuple(data["deals_won"]) if data["deals_won"] else None
        is_final = roles.enters_finally(request.user, self.get_object())
        return self._act(request, services.record_result, is_final=is_final, **data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def confirm(self, request: Request, public_id: str) -> Response:
        """Confirm the result that the other side reported; where only the desk confirms, officials do."""
        roles.require_confirm(request.user, self.get_object())
        return self._act(request, services.confirm_result)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def undo(self, request: Request, public_id: str) -> Response:
        """Take back the own entry of the last ten seconds."""
        return self._act(request, services.undo_result)

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        match = self.get_object()
        roles.require_report(request.user, match)
        attempt(lambda: service(match=match, by=request.user, now=timezone.now(), **facts))
        return Response(self.get_serializer(self.get_object()).data)


def _enter(**facts: Any) -> Entry:
    if facts["user"] is None and not facts["house"] and not facts["name"].strip():
        raise services.Invalid("name", _("A name, or the id of a player."))
    try:
        return services.enter(**facts)
    except ValueError as bad:
        raise services.Invalid("name", str(bad)) from bad


def _plain(report: services.ImportReport) -> dict[str, Any]:
    return {
        "is_done": report.is_done,
        "digest": report.digest,
        "entered": report.entered,
        "lines": [
            {"line": line.line, "name": line.name, "status": line.status, "note": line.note} for line in report.lines
        ],
        "problems": [{"line": problem.line, "text": problem.text} for problem in report.problems],
    }


router = SimpleRouter()
router.register("tournaments", Tournaments, basename="api-tournament")
router.register("entries", Entries, basename="api-entry")
router.register("rounds", Rounds, basename="api-round")
router.register("matches", Matches, basename="api-match")
router.register("pairing-jobs", PairingJobs, basename="api-pairing-job")
router.register("boards", Boards, basename="api-board")
router.register("challenges", Challenges, basename="api-challenge")
router.register("slips", Slips, basename="api-slip")
router.register("screens", Screens, basename="api-screen")

at_tables = [
    path("tables/<str:public_id>/director", AtTable.as_view(), name="api-at-table"),
    path("tables/<str:public_id>/director/call", CallAtTable.as_view(), name="api-call-director"),
    path("tables/<str:public_id>/director/report", ReportAtTable.as_view(), name="api-report-conduct"),
    path("tables/<str:public_id>/director/appeal", AppealAtTable.as_view(), name="api-appeal"),
]
