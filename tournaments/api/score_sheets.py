"""The score sheet of a match in person over the API: by a slip's code, by officials and by its players."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions as roles
from tournaments.api.answers import SIGNED_IN, attempt, taken
from tournaments.models import Match
from tournaments.selectors import score_sheets as sheets
from tournaments.serializers import score_sheets as serializers
from tournaments.services import score_sheets as writing

SHEET = serializers.ScoreSheetSerializer


class SlipSheets:
    """The sheet behind a slip's code; mixed into the slips."""

    _match: Any
    _answer: Any

    @extend_schema(methods=["GET"], responses=SHEET)
    @extend_schema(methods=["POST"], request=serializers.NewDealSerializer, responses=SHEET)
    @action(detail=True, methods=["get", "post"])
    def deals(self, request: Request, code: str) -> Response:
        """The score sheet as it stands; one deal more."""
        return _deals(request, self._match(request, code))

    @extend_schema(request=serializers.SheetWishSerializer, responses=SHEET)
    @action(detail=True, methods=["post"], url_path="deals/back")
    def deals_back(self, request: Request, code: str) -> Response:
        """Take the last deal back."""
        return _back(request, self._match(request, code))

    @extend_schema(request=serializers.SendSlipSheetSerializer)
    @action(detail=True, methods=["post"], url_path="deals/send")
    def deals_send(self, request: Request, code: str) -> Response:
        """The match is over by its sheet: a side sends the result, the other agrees."""
        match, said = self._match(request, code), taken(serializers.SendSlipSheetSerializer, request)
        facts = {"version": said["version"], "order": said["side"], "now": timezone.now()}
        answer: Response = self._answer(attempt(lambda: writing.send_sheet(match=match, **facts)))
        return answer


class MatchSheets:
    """The sheet of a match; mixed into the matches."""

    get_object: Any
    get_serializer: Any

    @extend_schema(methods=["GET"], responses=SHEET)
    @extend_schema(methods=["POST"], request=serializers.NewDealSerializer, responses=SHEET)
    @action(detail=True, methods=["get", "post"])
    def deals(self, request: Request, public_id: str) -> Response:
        """The score sheet as it stands; one deal more (officials, and its players where they may report)."""
        match = self.get_object()
        if request.method == "POST":
            roles.require_report(request.user, match)
        return _deals(request, match, by=request.user)

    @extend_schema(request=serializers.SheetWishSerializer, responses=SHEET)
    @action(detail=True, methods=["post"], url_path="deals/back", permission_classes=SIGNED_IN)
    def deals_back(self, request: Request, public_id: str) -> Response:
        """Take the last deal back."""
        match = self.get_object()
        roles.require_report(request.user, match)
        return _back(request, match, by=request.user)

    @extend_schema(request=serializers.SendSheetSerializer)
    @action(detail=True, methods=["post"], url_path="deals/send", permission_classes=SIGNED_IN)
    def deals_send(self, request: Request, public_id: str) -> Response:
        """The match is over by its sheet: send the result; an official's is final, a player's waits."""
        match = self.get_object()
        roles.require_report(request.user, match)
        facts = {**taken(serializers.SendSheetSerializer, request), "by": request.user, "now": timezone.now()}
        is_final = roles.enters_finally(request.user, match)
        attempt(lambda: writing.send_sheet(match=match, is_final=is_final, **facts))
        return Response(self.get_serializer(self.get_object()).data)


def _deals(request: Request, match: Match, by: Any = None) -> Response:
    if not sheets.takes_deals(match):
        raise NotFound
    if request.method == "GET":
        return _shown(sheets.score_sheet(match))
    wish = serializers.NewDealSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    facts = {**wish.facts(), "by": by, "now": timezone.now()}
    return _shown(attempt(lambda: writing.enter_deal(match=match, **facts)))


def _back(request: Request, match: Match, by: Any = None) -> Response:
    facts = {**taken(serializers.SheetWishSerializer, request), "by": by, "now": timezone.now()}
    return _shown(attempt(lambda: writing.take_deal_back(match=match, **facts)))


def _shown(sheet: sheets.ScoreSheet) -> Response:
    return Response(SHEET(sheet).data, headers={"Cache-Control": "no-store"})
