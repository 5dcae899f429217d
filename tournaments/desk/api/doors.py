"""The director's desk over the API: the queue, cases, rulings at live tables, looks at hands, appeals; and players'
calls."""

from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import signed_in
from doors.api.problems import Refused
from doors.api.scopes import needs
from games import selectors as game_reading
from games.live import directing
from games.models import Table
from tournaments.desk import permissions as desk_permissions
from tournaments.desk import selectors, services
from tournaments.desk.api import serializers
from tournaments.desk.services import deciding
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.event.selectors import finding
from tournaments.models import Case, Match, TableRuling, Tournament

reads = partial(action, detail=True, permission_classes=SIGNED_IN, pagination_class=None)
writes = partial(action, detail=True, methods=["post"], permission_classes=SIGNED_IN)
RULING = serializers.TableRulingSerializer
UNSEEN = {"Cache-Control": "no-store"}


class DeskDoors:
    """The desk of a tournament, for officials who do not play in the match of the case, or who are the club's only
    official. It is mixed into the tournaments."""

    _controlled: Any

    @extend_schema(responses=serializers.WaitingSerializer(many=True), filters=False)
    @reads()
    def desk(self, request: Request, public_id: str) -> Response:
        """The queue of the desk: calls and cases, conflicting reports, missing and disconnected players (directors)."""
        return Response(serializers.WaitingSerializer(selectors.queue(self._controlled(request)), many=True).data)

    @extend_schema(
        parameters=[OpenApiParameter("case", str, required=True)], responses=serializers.CaseSerializer, filters=False
    )
    @reads(url_path="desk/case")
    def case(self, request: Request, public_id: str) -> Response:
        """A case: its live table in words, the possible rulings, and the rulings given."""
        case = self._case(request, self._controlled(request), request.query_params.get("case", ""))
        return _shown(request, case)

    @extend_schema(request=serializers.OpenCaseSerializer, responses={201: serializers.CaseSerializer})
    @writes(url_path="desk/open")
    def open_case(self, request: Request, public_id: str) -> Response:
        """Open a case for a match, from a line of the queue or without one; if a case is open, it is returned
        instead."""
        tournament, data = self._controlled(request), validated(serializers.OpenCaseSerializer, request)
        match = selectors.find_match(data["match"], tournament)
        if match is None:
            raise ValidationError({"match": [_("No match of this tournament.")]})
        desk_permissions.require_other(request.user, match)
        facts = {"kind": data["kind"], **signed_in.asked(request)}
        opened = attempt(lambda: services.open_case(match=match, **facts))
        return _shown(request, self._case(request, tournament, opened.public_id), status=201)

    @extend_schema(request=serializers.ClaimCaseSerializer, responses={204: None})
    @writes(url_path="desk/claim")
    def claim(self, request: Request, public_id: str) -> Response:
        """Take a case, or take it over from the official who has it."""
        case, rest = self._asked(request, serializers.ClaimCaseSerializer)
        attempt(lambda: services.claim_case(case=case, **signed_in.asked(request), **rest))
        return Response(status=204)

    @extend_schema(request=serializers.HandledSerializer, responses={204: None})
    @writes(url_path="desk/handle")
    def handle(self, request: Request, public_id: str) -> Response:
        """Close a case, with a few words."""
        case, rest = self._asked(request, serializers.HandledSerializer)
        attempt(lambda: services.handle_case(case=case, **signed_in.asked(request), **rest))
        return Response(status=204)

    @extend_schema(request=serializers.SettleSerializer, responses={204: None})
    @writes(url_path="desk/settle")
    def settle(self, request: Request, public_id: str) -> Response:
        """Choose one of the conflicting reports as the result, which also closes the case."""
        tournament, data = self._controlled(request), validated(serializers.SettleSerializer, request)
        match = selectors.find_match(data["match"], tournament)
        if match is None:
            raise ValidationError({"match": [_("No match of this tournament.")]})
        permissions.require_judge(request.user, match)
        facts = {"report": data["report"], **signed_in.asked(request)}
        attempt(lambda: services.settle_dispute(match=match, **facts))
        return Response(status=204)

    @extend_schema(request=serializers.RulingWishSerializer, responses=serializers.ForeseenSerializer)
    @writes(url_path="desk/ruling/preview")
    def preview_ruling(self, request: Request, public_id: str) -> Response:
        """Preview a ruling at the live table of a case; writes nothing. 409 with the engine's code where the table
        would refuse it."""
        case, wish = self._asked(request, serializers.RulingWishSerializer)
        permissions.require_judge(request.user, case.match)
        table = _table(case)
        try:
            command = directing.command(directing.standing(table), **wish)
        except directing.CannotRule as cannot:
            allowed = ", ".join(cannot.allowed) or _("nothing, the sitting is over")
            raise ValidationError({cannot.field: [serializers.ONE_OF % {"allowed": allowed}]}) from cannot
        foreseen = directing.foresee(table, command)
        if foreseen.code:
            said = {"code": foreseen.code, "rule": foreseen.rule}
            raise Refused(_("The table would refuse this: %(code)s %(rule)s") % said, foreseen.code)
        rule = directing.rule_of(table, command)
        told = {"action": command, "seen": foreseen.version, "rule": rule}
        told |= {"lines": foreseen.lines, "takes_back": foreseen.takes_back}
        return Response(serializers.ForeseenSerializer(told).data)

    @extend_schema(request=serializers.RulingSerializer, responses={201: RULING})
    @writes(url_path="desk/ruling")
    def ruling(self, request: Request, public_id: str) -> Response:
        """Enter a previewed ruling as a play of the table's log, with the reason and the rule. 409 `conflict` where the
        table has moved on since."""
        case, data = self._asked(request, serializers.RulingSerializer)
        facts = {"cmd_id": data.pop("id"), **signed_in.asked(request), **data}
        return Response(RULING(attempt(lambda: services.rule_at_table(case=case, **facts))).data, status=201)

    @extend_schema(request=serializers.HallRulingSerializer, responses={201: RULING})
    @writes(url_path="desk/ruling/hall")
    def rule_in_hall(self, request: Request, public_id: str) -> Response:
        """Record a ruling at a table with real cards: the law, the ruling, and the reason. The same one again is noted
        once."""
        case, data = self._asked(request, serializers.HallRulingSerializer)
        facts = {**data, **signed_in.asked(request)}
        return Response(RULING(attempt(lambda: services.rule_in_hall(case=case, **facts))).data, status=201)

    @extend_schema(request=serializers.CallDecisionSerializer, responses={201: RULING})
    @writes(url_path="desk/decide")
    def decide(self, request: Request, public_id: str) -> Response:
        """Decide a case in one act: the ruling is recorded, the players are told, the score sheet or the result
        follows, and the case is closed. 409 `conflict` where something has changed since `seen`."""
        tournament = self._controlled(request)
        asked = serializers.CallDecisionSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        case = self._case(request, tournament, data["case"])
        facts = {"seen": data["seen"], "cmd_id": data["id"], **signed_in.asked(request)}
        return Response(
            RULING(attempt(lambda: deciding.decide(case=case, wish=asked.wish(), **facts))).data, status=201
        )

    @extend_schema(request=serializers.TakeBackSerializer, responses={204: None})
    @writes(url_path="desk/ruling/back")
    def take_back(self, request: Request, public_id: str) -> Response:
        """Take back a ruling in the hall: the score goes back with it, the players are told, and its case is open
        again."""
        tournament, data = self._controlled(request), validated(serializers.TakeBackSerializer, request)
        ruling = TableRuling.objects.filter(case__tournament=tournament, public_id=data["ruling"]).first()
        if ruling is None:
            raise NotFound
        desk_permissions.require_case(request.user, ruling.case)
        attempt(lambda: deciding.take_back(ruling=ruling, **signed_in.asked(request)))
        return Response(status=204)

    @extend_schema(request=serializers.CaseStepSerializer, responses=serializers.HandsSerializer)
    @writes(url_path="desk/look")
    @needs(None)
    def look(self, request: Request, public_id: str) -> Response:
        """Look at the hidden cards of a case's live table; the look goes to the audit log first, and officials who play
        in the tournament are refused."""
        case, _rest = self._asked(request, serializers.CaseStepSerializer)
        hands = attempt(lambda: services.look_at_hands(case=case, **signed_in.asked(request)))
        return Response({"hands": hands}, headers=UNSEEN)

    @extend_schema(request=serializers.SilenceSerializer, responses={204: None})
    @writes(url_path="desk/silence")
    def silence(self, request: Request, public_id: str) -> Response:
        """Ask a player not to talk at the live table of a case, or let them talk again; noted in the audit log."""
        case, wish = self._asked(request, serializers.SilenceSerializer)
        facts = {**signed_in.asked(request), **wish}
        attempt(lambda: services.silence_player(case=case, **facts))
        return Response(status=204)

    @extend_schema(responses=RULING(many=True), filters=False)
    @reads(url_path="desk/appeals")
    def appeals(self, request: Request, public_id: str) -> Response:
        """The rulings against which an appeal waits, the oldest first."""
        return Response(RULING(finding.appeals(self._controlled(request)), many=True).data)

    @extend_schema(request=serializers.AppealDecisionSerializer, responses=RULING)
    @writes(url_path="desk/appeals/decide")
    def decide_appeal(self, request: Request, public_id: str) -> Response:
        """Uphold a ruling or overturn it; the official who ruled may not decide."""
        tournament, data = self._controlled(request), validated(serializers.AppealDecisionSerializer, request)
        ruling = TableRuling.objects.filter(case__tournament=tournament, public_id=data.pop("ruling")).first()
        if ruling is None:
            raise NotFound
        permissions.require_judge(request.user, ruling.case.match)
        facts = {**signed_in.asked(request), **data}
        return Response(RULING(attempt(lambda: services.decide_appeal(ruling=ruling, **facts))).data)

    def _asked(self, request: Request, body: Any) -> tuple[Case, dict[str, Any]]:
        """The case that the request names, and the request's other fields."""
        tournament, data = self._controlled(request), validated(body, request)
        return self._case(request, tournament, data.pop("case")), data

    def _case(self, request: Request, tournament: Tournament, public_id: str) -> Case:
        case = selectors.find_case(tournament, public_id)
        if case is None:
            raise NotFound
        desk_permissions.require_case(request.user, case)
        return case


def _table(case: Case) -> Table:
    table = selectors.table_of_case(case)
    if table is None:
        raise ValidationError({"case": [_("This match has no live table.")]})
    return table


def _shown(request: Request, case: Case, status: int = 200) -> Response:
    matter = selectors.matter(case, is_own=permissions.plays_in(request.user, case.match))
    return Response(serializers.CaseSerializer(matter).data, status=status, headers=UNSEEN)


def _told(request: Request, match: Match, table: str, status: int = 200) -> Response:
    told = selectors.at_table(request.user, match, table, timezone.now())
    return Response(serializers.AtTableSerializer(told).data, status=status, headers=UNSEEN)


def _appealed(request: Request, match: Match, table: str) -> Response:
    data = validated(serializers.AppealSerializer, request)
    ruling = selectors.ruling_at(match, table, data["ruling"])
    if ruling is None:
        known = ", ".join(one.public_id for one in selectors.rulings_at(match, table))
        raise ValidationError({"ruling": [serializers.ONE_OF % {"allowed": known or "–"}]})
    attempt(lambda: services.appeal(ruling=ruling, words=data["words"], **signed_in.asked(request)))
    return _told(request, match, table, status=201)


class CallDoor:
    """The director for a player who sits at no live table; mixed into the matches and the tables of three and more."""

    get_object: Any

    @extend_schema(request=serializers.CallSerializer, responses={201: serializers.AtTableSerializer})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def call(self, request: Request, public_id: str) -> Response:
        """Call the director to the player's own table, in person or live; while a call is open, another one adds
        nothing."""
        (match, table), data = self._own(request), validated(serializers.CallSerializer, request)
        attempt(lambda: services.call_director(match=match, table=table, **data, **signed_in.asked(request)))
        return _told(request, match, table, status=201)

    @extend_schema(responses=serializers.AtTableSerializer, filters=False)
    @action(detail=True, permission_classes=SIGNED_IN, pagination_class=None)
    def director(self, request: Request, public_id: str) -> Response:
        """The player's own call, and the rulings at the table, in person or live."""
        return _told(request, *self._own(request))

    @extend_schema(request=serializers.AppealSerializer, responses={201: serializers.AtTableSerializer})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def appeal(self, request: Request, public_id: str) -> Response:
        """Appeal against a ruling at the player's own table, in person or live, once and within the tournament's
        time."""
        return _appealed(request, *self._own(request))

    def _own(self, request: Request) -> tuple[Match, str]:
        """The caller's match, and its live table ("" in person)."""
        match = self.get_object()
        if not permissions.plays_in(request.user, match):
            raise PermissionDenied(_("Only players at the table can call the director there."))
        return match, selectors.table_of(match)


class AtTable(APIView):
    """The director's desk as a player at a live table sees it."""

    permission_classes = SIGNED_IN

    @extend_schema(responses=serializers.AtTableSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """The player's own call, and the rulings at the table."""
        return self._state(request, self._played(request, public_id), public_id)

    def _played(self, request: Request, public_id: str) -> Match:
        match = selectors.match_at(public_id)
        if match is None or not permissions.plays_in(request.user, match):
            raise PermissionDenied(_("Only players at the table can call the director there."))
        return match

    def _state(self, request: Request, match: Match, public_id: str, status: int = 200) -> Response:
        return _told(request, match, public_id, status)


class CallAtTable(AtTable):
    """A player's call."""

    http_method_names = ["post", "options"]

    @extend_schema(request=serializers.CallSerializer, responses={201: serializers.AtTableSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Call the director to the player's own table; while a call is open, another one adds nothing."""
        match, data = self._played(request, public_id), validated(serializers.CallSerializer, request)
        facts = {"table": public_id, **signed_in.asked(request), **data}
        attempt(lambda: services.call_director(match=match, **facts))
        return self._state(request, match, public_id, status=201)


class ReportAtTable(AtTable):
    """A player's report of another."""

    http_method_names = ["post", "options"]

    @extend_schema(request=serializers.ConductSerializer, responses={201: serializers.AtTableSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Report to the director the conduct of another player at the same table, with the lines heard there last."""
        match, data = self._played(request, public_id), validated(serializers.ConductSerializer, request)
        table = game_reading.table(public_id)
        about = game_reading.at_seat(table, data["seat"]) if table else None
        if about is None:
            raise ValidationError({"seat": [_("There is no such seat.")]})
        facts = {"words": data["words"], **signed_in.asked(request)}
        attempt(lambda: services.report_conduct(match=match, table=public_id, about=about, **facts))
        return self._state(request, match, public_id, status=201)


class AppealAtTable(AtTable):
    """A player's appeal."""

    http_method_names = ["post", "options"]

    @extend_schema(request=serializers.AppealSerializer, responses={201: serializers.AtTableSerializer})
    def post(self, request: Request, public_id: str) -> Response:
        """Appeal against a ruling at the player's own table, once and within the tournament's time."""
        return _appealed(request, self._played(request, public_id), public_id)
