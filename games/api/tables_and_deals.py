"""Tables and deals under /api/v1/: read them, and act at the signed-in user's own table."""

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.exceptions import APIException, NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import signed_in
from accounts.models import User
from doors.api.paging import KeysetPagination
from doors.api.problems import Refused
from doors.api.scopes import needs
from doors.limits import Searches
from games import filters, selectors, serializers
from games.live.daily import days, problems, standing
from games.live.finished import analyses, archive
from games.live.store import logbook
from games.live.table import public
from games.models import DailyDeal, Deal, Play, Status, Table, Tally
from games.services import analyses as analysis_services
from games.services import tables
from games.services.daily import problems as problem_services


class Log(list[Play]):
    """A table's log, as its pages ask for it."""

    def order_by(self, by: str) -> "Log":
        """The plays by their numbers; with a minus the latest first."""
        return Log(sorted(self, key=lambda play: play.seq, reverse=by.startswith("-")))

    def filter(self, seq__gt: str = "0", seq__lt: str | None = None) -> "Log":
        """The plays after one number and before another. Raises ValueError."""
        after, before = int(seq__gt), None if seq__lt is None else int(seq__lt)
        return Log(play for play in self if play.seq > after and (before is None or play.seq < before))


class ByAge(KeysetPagination):
    """Pages of a table's log, the oldest play first."""

    ordering = "seq"


class TooManyTables(Refused):
    """The caller has too many casual tables open. The answer gives the address of the oldest one, which they can
    resign."""

    def __init__(self, user: User, refused: tables.TooManyTables) -> None:
        oldest = selectors.casual_of(user).order_by("pk")[0]
        there = reverse("api:api-table-actions", args=[oldest.public_id])
        super().__init__(f'{refused} {{"do": "resign"}} at {there} gives the oldest one up.', "too_many_tables")


class Tables(generics.ListAPIView[Table]):
    """All tables, the newest first; POST seats the caller at a new table against a house player (409 `too_many_tables`
    if the caller has too many casual tables open)."""

    serializer_class = serializers.TableSerializer
    filterset_fields = ("status", "rules")
    permission_classes = (IsAuthenticatedOrReadOnly,)

    def get_queryset(self) -> QuerySet[Table]:
        if getattr(self, "swagger_fake_view", False):
            return Table.objects.none()
        return selectors.tables_seen_by(self.request.user)

    @extend_schema(request=serializers.PracticeSerializer, responses={201: serializers.TableSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        given = serializers.PracticeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wish, user = given.validated_data, signed_in.user(request)
        try:
            opened = tables.open_practice(
                user=user,
                rules_key=wish["rules"],
                level=wish["level"],
                pace=wish["pace"],
                laws=wish["laws"],
                length=wish["length"],
                clock=wish["clock"],
                now=timezone.now(),
            )
        except tables.BadTable as refused:
            raise ValidationError({refused.field or "rules": [str(refused)]}) from refused
        except tables.TooManyTables as refused:
            raise TooManyTables(user, refused) from refused
        return Response(serializers.TableSerializer(selectors.tables().get(pk=opened.pk)).data, status=201)


class TableDetail(generics.RetrieveAPIView[Table]):
    """The public part of one table."""

    serializer_class = serializers.TableSerializer
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[Table]:
        if getattr(self, "swagger_fake_view", False):
            return Table.objects.none()
        return selectors.tables_seen_by(self.request.user)


class TableLog(generics.ListAPIView[Play]):
    """The log of a table that has ended."""

    serializer_class = serializers.PlaySerializer
    pagination_class = ByAge

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Play.objects.none()
        shown = selectors.tables_seen_by(self.request.user).filter(status=Status.OVER, is_held=False)
        return Log(logbook.plays(get_object_or_404(shown, public_id=self.kwargs["public_id"]).pk))


class RefusedAtTable(Refused):
    """The table refused a command: the code of the wire or the engine as `type`, and the present version."""

    def __init__(self, refused: tables.Refused) -> None:
        rule = f", {refused.rule}" if refused.rule else ""
        super().__init__(f"refused: {refused.code}{rule}; the table is at version {refused.version}")
        self.code = refused.code


class TableActions(APIView):
    """Send a command at the caller's own table. Only a login session may play, never a token."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=serializers.CommandSerializer, responses=serializers.AckSerializer)
    @needs(None)
    def post(self, request: Request, public_id: str) -> Response:
        given = serializers.CommandSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wish: dict[str, Any] = given.validated_data
        table = get_object_or_404(Table, public_id=public_id)
        try:
            ack = tables.act(table=table, cmd_id=wish["id"], seen=wish["v"], action=wish["action"],
                               by=signed_in.user(request), now=timezone.now())  # fmt: skip
        except tables.Refused as refused:
            raise RefusedAtTable(refused) from refused
        return Response({"v": ack.version})


class Deals(generics.ListAPIView[Deal]):
    """Finished deals of sittings that are over, the latest first."""

    serializer_class = serializers.DealSerializer
    filterset_class = filters.DealFilter
    throttle_classes = (Searches,)

    def get_queryset(self) -> QuerySet[Deal]:
        return selectors.deals(viewer=self.request.user)


class ByRecord(KeysetPagination):
    """Order by the record that the query names, the best first."""

    ordering = "-sittings"

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """Order by the record named in `by`, which the filter has already validated."""
        return (f"-{request.query_params.get('by') or 'sittings'}", "pk")


class Records(generics.ListAPIView[Tally]):
    """Each player's totals over finished sittings, by preset: counts, longest streaks, the best of each kind."""

    serializer_class = serializers.TallySerializer
    filterset_class = filters.TallyFilter
    pagination_class = ByRecord

    def get_queryset(self) -> QuerySet[Tally]:
        return selectors.tallies()


class ByDay(KeysetPagination):
    """Order by day, the latest first."""

    ordering = "-day"


class DailyDeals(generics.ListAPIView[DailyDeal]):
    """The deals of the day, the latest first: the commitment of each, and its secret once the day is over."""

    serializer_class = serializers.DailyDealSerializer
    pagination_class = ByDay

    def get_queryset(self) -> QuerySet[DailyDeal]:
        return DailyDeal.objects.all()


class DailyDetail(APIView):
    """A day (such as 2026-11-26) with its ranking: points of the deal, then fewer moves; replays once the day is
    over."""

    @extend_schema(responses=serializers.DailyListSerializer)
    def get(self, request: Request, day: str) -> Response:
        found = standing.deal_of(_day(day))
        if found is None:
            raise NotFound
        return Response(serializers.DailyListSerializer(found).data)


class ProblemDetail(APIView):
    """The problem of a day (such as 2026-11-26): which card to throw. POST answers it; only the first answer counts."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=serializers.ProblemSerializer)
    def get(self, request: Request, day: str) -> Response:
        return self._told(request, _day(day))

    @needs(None)
    @extend_schema(request=serializers.ProblemAnswerSerializer, responses=serializers.ProblemSerializer)
    def post(self, request: Request, day: str) -> Response:
        asked = serializers.ProblemAnswerSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted, now = _day(day), timezone.now()
        try:
            problem_services.answer_problem(
                day=wanted, user=signed_in.user(request), card=asked.validated_data["card"], now=now
            )
        except problem_services.BadAnswer as refused:
            raise ValidationError({"card": [str(refused)]}) from refused
        return self._told(request, wanted)

    def _told(self, request: Request, day: date) -> Response:
        found = problem_services.problem_for(day, now=timezone.now())
        if found is None:
            raise NotFound
        player = request.user if isinstance(request.user, User) else None
        context = {"mine": problems.answer_of(found, player)}
        return Response(serializers.ProblemSerializer(found, context=context).data)


def _day(day: str) -> date:
    found = days.read(day)
    if found is None:
        raise NotFound
    return found


class DealDetail(APIView):
    """The record of a finished deal; 404 until its sitting is over."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, public_id: str) -> Response:
        found = selectors.final_deal(public_id, viewer=request.user)
        asked = request.query_params.get("board", "")
        board = int(asked) if asked.isdecimal() and len(asked) < 3 else 0
        record = archive.deal_record(found, board) if found else None
        if record is None:
            raise NotFound
        return Response(record)


class FairDeals(APIView):
    """The statistics of all final deals, counted last night; 404 before the first count."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        found = selectors.fair_deals()
        if found is None:
            raise NotFound
        return Response({"made_at": found.made_at, **found.figures})


class ChainOfShuffles(APIView):
    """The chain of a tournament's shuffles: the next links after number `after`."""

    @extend_schema(parameters=[OpenApiParameter("after", int)], responses=serializers.ChainSerializer)
    def get(self, request: Request, tournament: str) -> Response:
        found = selectors.chain_of(tournament)
        if found is None:
            raise NotFound
        given = request.query_params.get("after", "0")
        after = int(given) if given.isdecimal() and len(given) < 10 else 0
        plain = {"tournament": tournament, "links": found.links, "head": found.head}
        return Response(plain | {"after": after, "chain": public.chain_links(tournament, after)})


class TooManyAnalyses(APIException):
    """The caller already has as many analyses running as one person may have."""

    status_code = 429
    default_code = "too_many_analyses"


class AnalysisView(APIView):
    """An analysis that anybody may read; a signed-in user may start and stop it."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    def handle_exception(self, exc: Exception) -> Response:
        """Turn a refusal of the services into the API's status and code."""
        if isinstance(exc, analysis_services.TooMany):
            exc = TooManyAnalyses(str(exc))
        elif isinstance(exc, analysis_services.NotAnalysed):
            exc = Refused(str(exc), "not_analysed")
        elif isinstance(exc, analysis_services.NothingToStop):
            exc = Refused(str(exc), "nothing_to_stop")
        return super().handle_exception(exc)


class DealAnalysis(AnalysisView):
    """The analysis of a finished deal, with the worth of each decision; POST asks for it, DELETE stops it."""

    @extend_schema(responses=serializers.AnalysisSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Answer with the progress of the analysis and the decisions judged so far; 404 if nobody has asked for it."""
        found = analyses.analysis_of(self._deal(public_id))
        if found is None:
            raise NotFound
        return Response(serializers.AnalysisSerializer(analyses.plain(found)).data)

    @extend_schema(request=None, responses={202: serializers.AnalysisSerializer, 200: serializers.AnalysisSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Ask for the analysis: 202 while it is made, 200 when it is finished; 429 if the caller has three running."""
        found = analysis_services.ask_for_analysis(
            deal=self._deal(public_id), by=signed_in.user(request), now=timezone.now()
        )
        answer = serializers.AnalysisSerializer(analyses.plain(found)).data
        return Response(answer, status=202 if found.is_open else 200)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Stop it; only the person who asked for it may, others get 409. Judged decisions are kept; POST continues
        it."""
        analysis_services.stop_analyses(deals=[self._deal(public_id)], by=signed_in.user(request), now=timezone.now())
        return Response(status=204)

    def _deal(self, public_id: str) -> Deal:
        found = selectors.final_deal(public_id, viewer=self.request.user)
        if found is None:
            raise NotFound
        return found


class TableAnalysis(AnalysisView):
    """The points that each player gave up in all deals of a finished sitting; POST asks for it, DELETE stops it."""

    @extend_schema(responses=serializers.SittingAnalysisSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Answer with the progress, the sums over the finished deals, and the costliest decisions."""
        return self._answer(*self._sitting(public_id))

    @extend_schema(
        request=None,
        responses={202: serializers.SittingAnalysisSerializer, 200: serializers.SittingAnalysisSerializer},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Ask for all deals of the sitting: 202 while they are judged, 200 when they are; 429 if the caller has any
        running."""
        table, deals = self._sitting(public_id)
        analysis_services.ask_for_sitting(table=table, deals=deals, by=signed_in.user(request), now=timezone.now())
        answer = self._answer(table, deals)
        answer.status_code = 200 if answer.data["state"] == "done" else 202
        return answer

    @extend_schema(responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Stop it; only the person who asked for it may, others get 409. Judged decisions are kept; POST continues
        it."""
        analysis_services.stop_analyses(
            deals=self._sitting(public_id)[1], by=signed_in.user(request), now=timezone.now()
        )
        return Response(status=204)

    def _sitting(self, public_id: str) -> tuple[Table, list[Deal]]:
        table = get_object_or_404(selectors.tables(), public_id=public_id)
        deals = list(selectors.deals(table=table, viewer=self.request.user))
        if not deals:
            raise NotFound
        return table, deals

    def _answer(self, table: Table, deals: list[Deal]) -> Response:
        return Response(serializers.SittingAnalysisSerializer(analyses.of_sitting(table, deals)).data)
