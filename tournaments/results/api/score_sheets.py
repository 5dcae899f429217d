"""The score sheet of a match in person over the API: by a slip's code, by officials and by its players."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from doors.api.scopes import Scope, needs
from games import engine
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.models import Match
from tournaments.results import permissions as results_permissions
from tournaments.results.selectors import score_sheets as score_sheets_selectors
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import score_sheets as score_sheets_services

MOST = 9_999
WAYS = ("knock", "gin", "big_gin", "declined", "dead", "out", "exhausted", "challenge", "drawn", "void")


class PairField(serializers.ListField):
    """Two whole numbers, of first and second."""

    def __init__(self, **facts: Any) -> None:
        child = serializers.IntegerField(min_value=-MOST, max_value=MOST)
        super().__init__(child=child, min_length=2, max_length=2, **facts)


def side(**facts: Any) -> serializers.IntegerField:
    """0 the first side, 1 the second."""
    return serializers.IntegerField(min_value=0, max_value=1, required=False, allow_null=True, **facts)


class DealEntrySerializer(serializers.Serializer[Any]):
    """The entry of one deal; fields that the game does not need are left out."""

    how = serializers.ChoiceField(choices=WAYS, help_text="void: dealt again, it counts for nothing.")
    seat = side(help_text="Who knocked, went out, or offered the double that was declined.")
    counts = PairField(required=False, allow_null=True, help_text="The counts of both hands, after laying off.")
    laid = PairField(required=False, allow_null=True, help_text="The values laid by both, where that counts (COL-14).")
    upcard = serializers.CharField(required=False, allow_null=True, max_length=3, help_text="Such as 7S (OKL-1, 3).")
    factor = serializers.IntegerField(required=False, min_value=1, max_value=1_024)
    suits = serializers.CharField(required=False, max_length=4, help_text="The knocker's suits, of CDHS (CGN-4).")
    points = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=-MOST,
        max_value=MOST,
        help_text="The players' own sum, for comparison.",
    )
    dealer = side(help_text="Who dealt; left out: whose deal it was. Another's stands by IRR-2.")
    fixes = PairField(required=False, help_text="Cards found too many (+) or too few (-) at the end (IRR-10 to 12).")
    no_bonus = side(help_text="The seats that have lost the gin and undercut bonus (IRR-23).")
    ruled = PairField(required=False, help_text="Points given (+) or taken (-) by ruling (IRR-35).")
    irr = serializers.CharField(required=False, max_length=8, help_text="The irregularity by its rule, such as IRR-22.")
    offender = side()
    words = serializers.CharField(required=False, max_length=200)

    def validate_suits(self, text: str) -> str:
        """Letters of CDHS, each once."""
        if set(text) - set(engine.SUITS) or len(set(text)) < len(text):
            raise serializers.ValidationError(_("Suits are letters of CDHS, each once."))
        return text

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """The deal, its upcard a card of the pack."""
        try:
            data["entry"] = sheets.entry_from_json({name: one for name, one in data.items() if one is not None})
        except engine.BadCard as bad:
            raise serializers.ValidationError({"upcard": [str(bad)]}) from bad
        return data


class SheetWishSerializer(serializers.Serializer[Any]):
    """The version of the sheet that the writer has seen, and a key for this line: a line sent again with its key is
    stored once."""

    version = serializers.IntegerField(
        min_value=0, max_value=9_999, help_text="The version of the sheet that was seen."
    )
    key = serializers.CharField(max_length=40)


class NewDealSerializer(SheetWishSerializer):
    """A deal to be entered."""

    deal = DealEntrySerializer()

    def facts(self) -> dict[str, Any]:
        """The arguments of `enter_deal`."""
        data = self.validated_data
        return {"version": data["version"], "key": data["key"], "entry": data["deal"]["entry"]}


class SendSheetSerializer(serializers.Serializer[Any]):
    """A request to send the result of a sheet that is over."""

    version = serializers.IntegerField(min_value=0, max_value=9_999)


class BookedDealSerializer(serializers.Serializer[engine.BookedDeal]):
    """A deal on the sheet."""

    number = serializers.IntegerField(allow_null=True, help_text="Its number on the sheet; null: dealt again.")
    dealer = serializers.IntegerField()
    type = serializers.CharField(source="result.type", help_text="The result: an undercut was entered as a knock.")
    winner = serializers.IntegerField(source="result.winner", allow_null=True)
    points = serializers.IntegerField(source="result.points")
    running = serializers.ListField(source="standing.points", child=serializers.IntegerField())
    entry = serializers.SerializerMethodField()

    def get_entry(self, deal: engine.BookedDeal) -> dict[str, Any]:
        """The deal's entry as it was made."""
        return sheets.entry_to_json(deal.entry)


class ColumnSerializer(serializers.Serializer[engine.Column]):
    """A column of Hollywood (1 to 3), or a colour (C D H S)."""

    name = serializers.CharField()
    points = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True)


class GameSheetSerializer(serializers.Serializer[engine.BookedSheet]):
    """One game; pairs are of first and second."""

    over = serializers.BooleanField(source="standing.over")
    winner = serializers.IntegerField(source="standing.winner", allow_null=True)
    points = serializers.ListField(source="standing.points", child=serializers.IntegerField())
    boxes = serializers.ListField(source="standing.boxes", child=serializers.IntegerField())
    totals = serializers.ListField(source="standing.totals", child=serializers.IntegerField())
    columns = ColumnSerializer(source="standing.columns", many=True)
    deals = BookedDealSerializer(many=True)


class ScoreSheetSerializer(serializers.Serializer[sheets.ScoreSheet]):
    """The present sheet of a match."""

    version = serializers.IntegerField(help_text="Send it back to show which version was seen.")
    rules = serializers.CharField(source="rules.key")
    is_over = serializers.BooleanField(help_text="The match is over by its sheet: the result can be sent.")
    leader = serializers.IntegerField(source="book.verdict.leader", allow_null=True)
    credits = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="What first and second have been credited in a match to points (GIN-39); null in any other.",
    )
    next_dealer = serializers.IntegerField(source="book.next_dealer", allow_null=True)
    sheets = GameSheetSerializer(source="book.sheets", many=True, help_text="One for each game.")


SHEET = ScoreSheetSerializer


class MatchSheets:
    """The sheet of a match; mixed into the matches."""

    get_object: Any
    get_serializer: Any

    @extend_schema(methods=["GET"], responses=SHEET)
    @extend_schema(methods=["POST"], request=NewDealSerializer, responses=SHEET)
    @action(detail=True, methods=["get", "post"])
    @needs(Scope.RESULTS)
    def deals(self, request: Request, public_id: str) -> Response:
        """The present score sheet; POST adds a deal (officials, and its players where they may report)."""
        match = self.get_object()
        if request.method == "POST":
            results_permissions.require_report(request.user, match)
        return _deals(request, match, by=request.user)

    @extend_schema(request=SheetWishSerializer, responses=SHEET)
    @action(detail=True, methods=["post"], url_path="deals/back", permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def deals_back(self, request: Request, public_id: str) -> Response:
        """Take the last deal back."""
        match = self.get_object()
        results_permissions.require_report(request.user, match)
        return _back(request, match, by=request.user)

    @extend_schema(request=SendSheetSerializer)
    @action(detail=True, methods=["post"], url_path="deals/send", permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def deals_send(self, request: Request, public_id: str) -> Response:
        """Send the result of a match that is over by its sheet; an official's is final, a player's waits for
        confirmation."""
        match = self.get_object()
        results_permissions.require_report(request.user, match)
        facts = {**validated(SendSheetSerializer, request), **signed_in.asked(request)}
        is_final = results_permissions.enters_finally(request.user, match)
        attempt(lambda: score_sheets_services.send_sheet(match=match, is_final=is_final, **facts))
        return Response(self.get_serializer(self.get_object()).data)


def _deals(request: Request, match: Match, by: Any = None) -> Response:
    if not score_sheets_selectors.takes_deals(match):
        raise NotFound
    if request.method == "GET":
        return _shown(score_sheets_selectors.score_sheet(match))
    wish = NewDealSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    facts = {**wish.facts(), "by": by, "now": timezone.now()}
    return _shown(attempt(lambda: score_sheets_services.enter_deal(match=match, **facts)))


def _back(request: Request, match: Match, by: Any = None) -> Response:
    facts = {**validated(SheetWishSerializer, request), "by": by, "now": timezone.now()}
    return _shown(attempt(lambda: score_sheets_services.take_deal_back(match=match, **facts)))


def _shown(sheet: score_sheets_selectors.ScoreSheet) -> Response:
    return Response(SHEET(sheet).data, headers={"Cache-Control": "no-store"})
