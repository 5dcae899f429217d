"""Duplicate rounds under /api/v1/: their decks, and what every table made of each."""

from collections.abc import Callable

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from games.live import shared
from tournaments import permissions as roles
from tournaments import services
from tournaments.api.answers import attempt
from tournaments.models import Match, Round
from tournaments.selectors import duplicate as reading
from tournaments.serializers import duplicate as packed


class DeckDoors:
    """The decks of a round; mixed into the rounds' resource."""

    get_object: Callable[[], Round]

    @extend_schema(responses=packed.RoundDeckSerializer(many=True), filters=False)
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
                **packed.open_facts(reading.deck_page(rnd, deck.number)),
            }
            for deck in reading.kept_decks(rnd)
        ]
        return Response(packed.RoundDeckSerializer(rows, many=True).data)


class DeckScoreDoors:
    """The deal scores of a match; mixed into the matches' resource."""

    get_object: Callable[[], Match]

    @extend_schema(methods=["GET"], responses=packed.DeckScoreSerializer(many=True), filters=False)
    @extend_schema(
        methods=["POST"],
        request=packed.DeckScoresSerializer,
        responses=packed.DeckScoreSerializer(many=True),
        filters=False,
    )
    @action(detail=True, methods=["get", "post"], pagination_class=None, permission_classes=[IsAuthenticatedOrReadOnly])
    def decks(self, request: Request, public_id: str) -> Response:
        """What a table made of each deck of a duplicate match. POST enters scores of decks that were played in person,
        or corrects those of a live table that is over (directors)."""
        match = self.get_object()
        if request.method == "POST":
            roles.require_director(request.user, match.round.stage.tournament)
            given = packed.DeckScoresSerializer(data=request.data)
            given.is_valid(raise_exception=True)
            facts = {"by": request.user, "now": timezone.now()}
            attempt(lambda: services.record_decks(match=match, deals=given.deals(), **facts))
            match = self.get_object()
        if not reading.is_duplicate(match.round.stage):
            return Response([])
        lines = reading.deck_lines(match, with_points=roles.may_see_deck_scores(request.user, match))
        return Response(packed.DeckScoreSerializer(lines, many=True).data)
