"""The director's desk over the API: what waits, cases, rulings at live tables, looks, appeals; and players' calls."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from doors.problems import Refused
from games import selectors as game_reading
from games.live import directing
from games.models import Table
from tournaments import permissions as roles
from tournaments.api.answers import SIGNED_IN, DeskRate, TableRate, attempt, taken
from tournaments.models import Case, Match, TableRuling, Tournament
from tournaments.selectors import cases
from tournaments.serializers import cases as serializers
from tournaments.services import cases as desk_work

WRITES = {"methods": ["post"], "permission_classes": SIGNED_IN, "throttle_classes": [DeskRate]}
READS = {"permission_classes": SIGNED_IN, "pagination_class": None}
RULING = serializers.TableRulingSerializer
UNSEEN = {"Cache-Control": "no-store"}


class DeskDoors:
    """The desk of a tournament, for officials who do not play the match of a case; mixed into the tournaments."""

    _controlled: Any

    @extend_schema(responses=serializers.WaitingSerializer(many=True), filters=False)
    @action(detail=True, **READS)
    def desk(self, request: Request, public_id: str) -> Response:
        """What waits for an official: calls and cases, reports that differ, who is missing or gone (directors)."""
        return Response(serializers.WaitingSerializer(cases.queue(self._controlled(request)), many=True).data)

    @extend_schema(
        parameters=[OpenApiParameter("case", str, required=True)], responses=serializers.CaseSerializer, filters=False
    )
    @action(detail=True, url_path="desk/case", **READS)
    def case(self, request: Request, public_id: str) -> Response:
        """A case: its live table in words and what can be ruled there now, and what was ruled."""
        return _shown(self._case(request, request.query_params.get("case", "")))

    @extend_schema(request=serializers.OpenCaseSerializer, responses={201: serializers.CaseSerializer})
    @action(detail=True, url_path="desk/open", **WRITES)
    def open_case(self, request: Request, public_id: str) -> Response:
        """Take up what the house has noticed at a match, or a matter of one's own: the case that is open, else a new
        one."""
        tournament, data = self._controlled(request), taken(serializers.OpenCaseSerializer, request)
        match = Match.objects.filter(public_id=data["match"], round__stage__tournament=tournament).first()
        if match is None:
            raise ValidationError({"match": [_("No match of this tournament.")]})
        roles.require_judge(request.user, match)
        facts = {"kind": data["kind"], "by": request.user, "now": timezone.now()}
        opened = attempt(lambda: desk_work.open_case(match=match, **facts))
        return _shown(self._case(request, opened.public_id), status=201)

    @extend_schema(request=serializers.ClaimCaseSerializer, responses={204: None})
    @action(detail=True, url_path="desk/claim", **WRITES)
    def claim(self, request: Request, public_id: str) -> Response:
        """Take a case, or take it over from who has it."""
        case, rest = self._asked(request, serializers.ClaimCaseSerializer)
        attempt(lambda: desk_work.claim_case(case=case, by=request.user, now=timezone.now(), **rest))
        return Response(status=204)

    @extend_schema(request=serializers.HandledSerializer, responses={204: None})
    @action(detail=True, url_path="desk/handle", **WRITES)
    def handle(self, request: Request, public_id: str) -> Response:
        """Be done with a case, in a few words."""
        case, rest = self._asked(request, serializers.HandledSerializer)
        attempt(lambda: desk_work.handle_case(case=case, by=request.user, now=timezone.now(), **rest))
        return Response(status=204)

    @extend_schema(request=serializers.RulingWishSerializer, responses=serializers.ForeseenSerializer)
    @action(detail=True, url_path="desk/ruling/preview", **WRITES)
    def preview_ruling(self, request: Request, public_id: str) -> Response:
        """What a ruling would do at the live table of a case; nothing is written. 409 with the engine's code where the
        table would refuse it."""
        case, wish = self._asked(request, serializers.RulingWishSerializer)
        table = _table(case)
        try:
            command = directing.command(directing.standing(table), **wish)
        except directing.CannotRule as cannot:
            allowed = ", ".join(cannot.allowed) or _("nothing, the sitting is over")
            raise ValidationError({cannot.field: [serializers.ONE_OF % {"allowed": allowed}]}) from cannot
        foreseen = directing.foresee(table, command)
        if foreseen.code:
            refused = Refused(_("The table would refuse this: %(code)s %(rule)s") % {
                "code": foreseen.code, "rule": foreseen.rule
            })  # fmt: skip
            refused.code = foreseen.code
            raise refused
        rule = directing.rule_of(table, command)
        told = {"action": command, "seen": foreseen.version, "rule": rule, "lines": foreseen.lines}
        return Response(serializers.ForeseenSerializer(told).data)

    @extend_schema(request=serializers.RulingSerializer, responses={201: RULING})
    @action(detail=True, url_path="desk/ruling", **WRITES)
    def ruling(self, request: Request, public_id: str) -> Response:
        """Rule as it was foreseen: a play of the table's log, with the reason and the rule. 409 `conflict` where the
        table has moved on since."""
        case, data = self._asked(request, serializers.RulingSerializer)
        facts = {"cmd_id": data.pop("id"), "by": request.user, "now": timezone.now(), **data}
        return Response(RULING(attempt(lambda: desk_work.rule_at_table(case=case, **facts))).data, status=201)

    @extend_schema(request=serializers.CaseStepSerializer, responses=serializers.HandsSerializer)
    @action(detail=True, url_path="desk/look", **WRITES)
    def look(self, request: Request, public_id: str) -> Response:
        """Look at the hidden cards of a case's live table: noted in the audit log first, and refused to who plays in
        the tournament."""
        case, _rest = self._asked(request, serializers.CaseStepSerializer)
        hands = attempt(lambda: desk_work.look_at_hands(case=case, by=request.user, now=timezone.now()))
        return Response({"hands": hands}, headers=UNSEEN)

    @extend_schema(request=serializers.SilenceSerializer, responses={204: None})
    @action(detail=True, url_path="desk/silence", **WRITES)
    def silence(self, request: Request, public_id: str) -> Response:
        """Ask a player not to talk at the live table of a case, or let them talk again; noted in the audit log."""
        case, wish = self._asked(request, serializers.SilenceSerializer)
        facts = {"by": request.user, "now": timezone.now(), **wish}
        attempt(lambda: desk_work.silence_player(case=case, **facts))
        return Response(status=204)

    @extend_schema(responses=RULING(many=True), filters=False)
    @action(detail=True, url_path="desk/appeals", **READS)
    def appeals(self, request: Request, public_id: str) -> Response:
        """The rulings against which an appeal waits, the oldest first."""
        return Response(RULING(cases.appeals(self._controlled(request)), many=True).data)

    @extend_schema(request=serializers.AppealDecisionSerializer, responses=RULING)
    @action(detail=True, url_path="desk/appeals/decide", **WRITES)
    def decide_appeal(self, request: Request, public_id: str) -> Response:
        """Let a ruling stand or overturn it: another official than who ruled."""
        tournament, data = self._controlled(request), taken(serializers.AppealDecisionSerializer, request)
        ruling = TableRuling.objects.filter(case__tournament=tournament, public_id=data.pop("ruling")).first()
        if ruling is None:
            raise NotFound
        roles.require_judge(request.user, ruling.case.match)
        facts = {"by": request.user, "now": timezone.now(), **data}
        return Response(RULING(attempt(lambda: desk_work.decide_appeal(ruling=ruling, **facts))).data)

    def _asked(self, request: Request, body: Any) -> tuple[Case, dict[str, Any]]:
        """The case that a body names, and the rest of it."""
        data = taken(body, request)
        return self._case(request, data.pop("case")), data

    def _case(self, request: Request, public_id: str) -> Case:
        tournament: Tournament = self._controlled(request)
        case = cases.find_case(tournament, public_id)
        if case is None:
            raise NotFound
        roles.require_judge(request.user, case.match)
        return case


def _table(case: Case) -> Table:
    table = game_reading.table(case.table) if case.table else None
    if table is None:
        raise ValidationError({"case": [_("This match has no live table.")]})
    return table


def _shown(case: Case, status: int = 200) -> Response:
    return Response(serializers.CaseSerializer(cases.matter(case)).data, status=status, headers=UNSEEN)


class AtTable(APIView):
    """The director as who plays at a live table sees it."""

    permission_classes = SIGNED_IN

    @extend_schema(responses=serializers.AtTableSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """The own call, and what was ruled at the table."""
        self._match(request, public_id)
        return self._state(request, public_id)

    def _match(self, request: Request, public_id: str) -> Match:
        match = cases.match_at(public_id)
        if match is None or not roles.plays_in(request.user, match):
            raise PermissionDenied(_("Who plays at a table calls the director there."))
        return match

    def _state(self, request: Request, public_id: str, status: int = 200) -> Response:
        told = cases.at_table(request.user, public_id, timezone.now())
        return Response(serializers.AtTableSerializer(told).data, status=status, headers=UNSEEN)


class CallAtTable(AtTable):
    """A player's call."""

    throttle_classes = [TableRate]
    http_method_names = ["post", "options"]

    @extend_schema(request=serializers.CallSerializer, responses={201: serializers.AtTableSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Call the director to the table where one plays; while the call is open another one adds nothing."""
        match, data = self._match(request, public_id), taken(serializers.CallSerializer, request)
        facts = {"table": public_id, "by": request.user, "now": timezone.now(), **data}
        attempt(lambda: desk_work.call_director(match=match, **facts))
        return self._state(request, public_id, status=201)


class ReportAtTable(AtTable):
    """A player's report of another."""

    throttle_classes = [TableRate]
    http_method_names = ["post", "options"]

    @extend_schema(request=serializers.ConductSerializer, responses={201: serializers.AtTableSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Report to the director how who sits at a seat of one's own table behaves, with what one heard there last."""
        match, data = self._match(request, public_id), taken(serializers.ConductSerializer, request)
        table = game_reading.table(public_id)
        about = game_reading.at_seat(table, data["seat"]) if table else None
        if about is None:
            raise ValidationError({"seat": [_("There is no such seat.")]})
        facts = {"words": data["words"], "by": request.user, "now": timezone.now()}
        attempt(lambda: desk_work.report_conduct(match=match, table=public_id, about=about, **facts))
        return self._state(request, public_id, status=201)


class AppealAtTable(AtTable):
    """A player's appeal."""

    throttle_classes = [TableRate]
    http_method_names = ["post", "options"]

    @extend_schema(request=serializers.AppealSerializer, responses={201: serializers.AtTableSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Appeal against a ruling at the table where one plays, once and within the tournament's time."""
        self._match(request, public_id)
        data = taken(serializers.AppealSerializer, request)
        ruling = TableRuling.objects.filter(table=public_id, public_id=data["ruling"]).first()
        if ruling is None:
            known = ", ".join(one.public_id for one in cases.rulings_at(public_id))
            raise ValidationError({"ruling": [serializers.ONE_OF % {"allowed": known or "–"}]})
        facts = {"words": data["words"], "by": request.user, "now": timezone.now()}
        attempt(lambda: desk_work.appeal(ruling=ruling, **facts))
        return self._state(request, public_id, status=201)
