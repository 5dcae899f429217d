"""Duplicate rounds under /api/v1/: their decks, and every table's score for each."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from doors.api.scopes import Scope, needs
from doors.api.strict import KnownFields
from games.live.shuffle import shared
from tournaments.duplicate import permissions as duplicate_permissions
from tournaments.duplicate import selectors, services
from tournaments.duplicate.selectors import DeckPage
from tournaments.event import permissions
from tournaments.event.api import attempt
from tournaments.models import Match, Round


class TableScoreSerializer(serializers.Serializer[Any]):
    """One table's score for a deck."""

    match = serializers.CharField(source="match.public_id", help_text="A match's id.")
    table_no = serializers.IntegerField(source="match.table_no")
    play = serializers.IntegerField(help_text="0: the first side has the first seat; 1: the second side has it.")
    points = serializers.IntegerField(allow_null=True, help_text="As the first seat sees them; null: a void deal.")
    worth = serializers.FloatField(allow_null=True, help_text="For the first side, by the scoring of the stage.")


class RoundDeckSerializer(serializers.Serializer[Any]):
    """A deck of a duplicate round. Before the round is closed there is its number, who deals it, what it is
    bound to and the commitment; the rest is null."""

    number = serializers.IntegerField()
    dealer = serializers.IntegerField(help_text="The seat that deals it: 0 the first, 1 the second.")
    ctx = serializers.CharField(help_text="The canonical JSON that the commitment binds (undercut-shuffle/1).")
    commitment = serializers.CharField(help_text="Published with the pairings.")
    secret = serializers.CharField(allow_null=True)
    hands = serializers.ListField(child=serializers.CharField(), allow_null=True, help_text="First seat, second seat.")
    upcard = serializers.CharField(allow_null=True)
    stock = serializers.CharField(allow_null=True, help_text="The top card first.")
    mean = serializers.FloatField(allow_null=True, help_text="Of the first seats, where the field is compared.")
    scores = TableScoreSerializer(many=True, allow_null=True)


class DeckScoreSerializer(serializers.Serializer[Any]):
    """A deck of a match, once for each time that the match plays it. Points are shown to its players and to officials,
    to others when the round is over."""

    deck = serializers.IntegerField()
    play = serializers.IntegerField(help_text="0: the first side has the first seat; 1: the second side has it.")
    is_in = serializers.BooleanField(help_text="Is the score known?")
    points = serializers.IntegerField(allow_null=True, help_text="As the first seat sees them; null: void, or hidden.")


class NewDeckScoreSerializer(KnownFields):
    """The points of one deal as its first seat sees them (lost points below 0), null for a void deal."""

    deck = serializers.IntegerField(min_value=1, max_value=99)
    play = serializers.IntegerField(min_value=0, max_value=1, default=0)
    points = serializers.IntegerField(allow_null=True, min_value=-9_999, max_value=9_999)


class DeckScoresSerializer(KnownFields):
    """A table's scores for some of its decks."""

    scores = NewDeckScoreSerializer(many=True, allow_empty=False)

    def deals(self) -> dict[tuple[int, int], int | None]:
        """The scores by deck and play, as the service takes them."""
        return {(one["deck"], one["play"]): one["points"] for one in self.validated_data["scores"]}


def open_facts(page: DeckPage | None) -> dict[str, Any]:
    """The facts of a deck that are public once its round is over; empty before."""
    if page is None:
        return dict.fromkeys(("secret", "hands", "upcard", "stock", "mean", "scores"))
    sheet = page.sheet
    cards = {"hands": sheet.hands, "upcard": sheet.upcard, "stock": sheet.stock}
    return {"secret": page.secret, "mean": page.mean, "scores": page.scores, **cards}


class DeckDoors:
    """The decks of a round; mixed into the rounds' resource."""

    get_object: Callable[[], Round]

    @extend_schema(responses=RoundDeckSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def decks(self, request: Request, public_id: str) -> Response:
        """The decks of a duplicate round with their commitments; cards, secrets and all tables once it is closed. None
        of another round."""
        rnd = self.get_object()
        rows = [
            {
                "number": deck.number,
                "dealer": shared.dealer_of(deck.number),
                "ctx": deck.ctx,
                "commitment": deck.commitment,
                **open_facts(selectors.deck_page(rnd, deck.number)),
            }
            for deck in selectors.kept_decks(rnd)
        ]
        return Response(RoundDeckSerializer(rows, many=True).data)


class DeckScoreDoors:
    """The deal scores of a match; mixed into the matches' resource."""

    get_object: Callable[[], Match]

    @extend_schema(methods=["GET"], responses=DeckScoreSerializer(many=True), filters=False)
    @extend_schema(
        methods=["POST"],
        request=DeckScoresSerializer,
        responses=DeckScoreSerializer(many=True),
        filters=False,
    )
    @action(detail=True, methods=["get", "post"], pagination_class=None, permission_classes=[IsAuthenticatedOrReadOnly])
    @needs(Scope.RESULTS)
    def decks(self, request: Request, public_id: str) -> Response:
        """A table's score for each deck of a duplicate match. POST enters scores of decks that were played in person,
        or corrects those of a live table that is over (directors)."""
        match = self.get_object()
        if request.method == "POST":
            permissions.require_director(request.user, match.round.stage.tournament)
            given = DeckScoresSerializer(data=request.data)
            given.is_valid(raise_exception=True)
            attempt(lambda: services.record_decks(match=match, deals=given.deals(), **signed_in.asked(request)))
            match = self.get_object()
        if not selectors.is_duplicate(match.round.stage):
            return Response([])
        lines = selectors.deck_lines(match, with_points=duplicate_permissions.may_see_deck_scores(request.user, match))
        return Response(DeckScoreSerializer(lines, many=True).data)
