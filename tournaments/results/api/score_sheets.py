"""The score sheet of a match in person over the API, for officials and its players: of two, of partners at several
boards, of three and more."""

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
from doors.api.strict import KnownFields
from games import engine
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.results import permissions as results_permissions
from tournaments.results.selectors import score_sheets as sheets
from tournaments.results.services import score_sheets as score_sheets_services

MOST, MOST_SEATS = 9_999, 12
WAYS = ("knock", "gin", "big_gin", "declined", "dead", "out", "exhausted", "challenge", "drawn", "boards", "void")


class SeatsField(serializers.ListField):
    """A whole number for each seat: in a match first and second, at a table of three and more in the order of the
    seats."""

    def __init__(self, is_missing: bool = False, **facts: Any) -> None:
        child = serializers.IntegerField(min_value=-MOST, max_value=MOST, allow_null=is_missing)
        super().__init__(child=child, max_length=MOST_SEATS, required=False, **facts)


def seat_field(**facts: Any) -> serializers.IntegerField:
    """A seat from 0; of a match 0 is the first side, 1 the second."""
    return serializers.IntegerField(min_value=0, max_value=MOST_SEATS - 1, required=False, allow_null=True, **facts)


class DealOfBoardSerializer(KnownFields):
    """The entry of one deal; fields that the game does not need are left out. At a board of partners 0 plays for the
    first side, 1 for the second."""

    how = serializers.ChoiceField(choices=WAYS, help_text="void: dealt again, it counts for nothing.")
    seat = seat_field(help_text="Who knocked, went out, or offered the double that was declined.")
    counts = SeatsField(
        is_missing=True, allow_null=True, help_text="What each had left, after laying off; null for who sits out."
    )
    laid = SeatsField(allow_null=True, help_text="What both had laid, where that counts (COL-14).")
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
    fixes = SeatsField(help_text="Cards found too many (+) or too few (-) at the end (IRR-10 to 12).")
    no_bonus = seat_field(help_text="Who has lost gin and undercut bonus (IRR-23).")
    irr = serializers.CharField(required=False, max_length=8, help_text="The irregularity by its rule, such as IRR-22.")
    offender = seat_field()
    words = serializers.CharField(required=False, max_length=200)

    def validate_suits(self, text: str) -> str:
        """Check that suits are letters of CDHS, each once."""
        if set(text) - set(engine.SUITS) or len(set(text)) < len(text):
            raise serializers.ValidationError(_("Suits are letters of CDHS, each once."))
        return text


class DealEntrySerializer(DealOfBoardSerializer):
    """A deal of the sitting. Partners: `how` is boards, with an entry in `boards` for each, and `points`, `ruled` and
    `dealer` are those of the two sides."""

    dealer = seat_field(help_text="Who dealt; left out: whose deal it was. Another's stands by IRR-2.")
    ruled = SeatsField(help_text="Points given (+) or taken (-) by ruling (IRR-35).")
    order = SeatsField(help_text="With the first deal at cutthroat and chouette: the seats as they drew (3P-1, 3P-7).")
    boards = serializers.ListField(child=DealOfBoardSerializer(), required=False, max_length=MOST_SEATS)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Make the entry of the deal. Its upcard must be a card of the pack."""
        try:
            data["entry"] = sheets.entry_from_json(_said(data))
        except engine.BadCard as bad:
            raise serializers.ValidationError({"upcard": [str(bad)]}) from bad
        return data


def _said(data: Any) -> dict[str, Any]:
    """The fields of a deal that were sent."""
    kept = {name: one for name, one in data.items() if one is not None}
    return {**kept, "boards": [_said(one) for one in kept["boards"]]} if "boards" in kept else kept


class SheetWishSerializer(KnownFields):
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


class DealtBoardSerializer(serializers.Serializer[engine.DealResult]):
    """The result of one board of a deal of partners."""

    type = serializers.CharField()
    winner = serializers.IntegerField(allow_null=True, help_text="The seat at the table, from 0.")
    points = serializers.IntegerField()


class BookedDealSerializer(serializers.Serializer[engine.BookedDeal]):
    """A deal on the sheet."""

    number = serializers.IntegerField(allow_null=True, help_text="Its number on the sheet; null: dealt again.")
    dealer = serializers.IntegerField()
    type = serializers.CharField(source="result.type", help_text="The result: an undercut was entered as a knock.")
    winner = serializers.IntegerField(source="result.winner", allow_null=True)
    points = serializers.IntegerField(source="result.points")
    running = serializers.ListField(source="standing.points", child=serializers.IntegerField())
    waiting = serializers.ListField(
        source="places.waiting", child=serializers.IntegerField(), help_text="The seats that sat it out."
    )
    box = serializers.IntegerField(source="places.box", allow_null=True, help_text="Who was alone in a chouette.")
    boards = DealtBoardSerializer(many=True, help_text="Of partners.")
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
    """One game; figures are by side, of three and more by seat."""

    over = serializers.BooleanField(source="standing.over")
    winner = serializers.IntegerField(source="standing.winner", allow_null=True)
    points = serializers.ListField(source="standing.points", child=serializers.IntegerField())
    boxes = serializers.ListField(source="standing.boxes", child=serializers.IntegerField())
    totals = serializers.ListField(source="standing.totals", child=serializers.IntegerField())
    columns = ColumnSerializer(source="standing.columns", many=True)
    deals = BookedDealSerializer(many=True)


class ScoreSheetSerializer(serializers.Serializer[sheets.ScoreSheet]):
    """The present sheet of a sitting."""

    names = serializers.ListField(child=serializers.CharField(), help_text="The sides, or who sits at each seat.")
    sitters = serializers.ListField(child=serializers.CharField(), help_text="Who sits at each seat, partners too.")
    version = serializers.IntegerField(help_text="Sent back, it says what was seen.")
    rules = serializers.CharField(source="rules.key")
    is_over = serializers.BooleanField(help_text="It is over by its sheet: the result can be sent.")
    leader = serializers.IntegerField(source="book.verdict.leader", allow_null=True)
    credits = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="What first and second have been credited in a match to points (GIN-39); null in any other.",
    )
    next_dealer = serializers.IntegerField(source="book.next_dealer", allow_null=True)
    next_boards = serializers.ListField(
        source="book.boards",
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The seats that play the next deal, by board; empty where everybody plays at one.",
    )
    settled = serializers.ListField(
        source="book.final.net", child=serializers.IntegerField(), help_text="What it settles so far, by side or seat."
    )
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
        if not sheets.takes_deals(match):
            raise NotFound
        if request.method == "GET":
            return _shown(sheets.score_sheet(match))
        wish = NewDealSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        return self._write(request, score_sheets_services.enter_deal, wish.facts())

    @extend_schema(request=SheetWishSerializer, responses=SHEET)
    @action(detail=True, methods=["post"], url_path="deals/back", permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def deals_back(self, request: Request, public_id: str) -> Response:
        """Remove the last deal."""
        results_permissions.require_report(request.user, self.get_object())
        return self._write(request, score_sheets_services.take_deal_back, validated(SheetWishSerializer, request))

    @extend_schema(request=SendSheetSerializer)
    @action(detail=True, methods=["post"], url_path="deals/send", permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def deals_send(self, request: Request, public_id: str) -> Response:
        """Send the result of a sheet that is over; an official's is final, a player's waits for confirmation."""
        match = self.get_object()
        results_permissions.require_report(request.user, match)
        facts = {**validated(SendSheetSerializer, request), **signed_in.asked(request)}
        facts |= {"match": match, "is_final": results_permissions.enters_finally(request.user, match)}
        attempt(lambda: score_sheets_services.send_sheet(**facts))
        return Response(self.get_serializer(self.get_object()).data)

    def _write(self, request: Request, service: Any, said: Any) -> Response:
        facts = {"match": self.get_object(), "by": request.user, "now": timezone.now(), **said}
        return _shown(attempt(lambda: service(**facts)))


def _shown(sheet: sheets.ScoreSheet) -> Response:
    return Response(SHEET(sheet).data, headers={"Cache-Control": "no-store"})
