"""The prizes of a tournament under /api/v1/tournaments/<id>/prizes/: what there is to win, and who gets it."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments.event import permissions
from tournaments.event.api import attempt, validated
from tournaments.models import PrizeList, Tournament, TournamentState
from tournaments.prizes import selectors, services


class PrizeSerializer(serializers.Serializer[Any]):
    """The prize of a place: an amount in hundredths of the currency, a thing in words, or both."""

    cents = serializers.IntegerField(default=0, min_value=0, max_value=services.MOST_CENTS)
    words = serializers.CharField(default="", allow_blank=True, max_length=80)


class PrizeCategorySerializer(serializers.Serializer[Any]):
    """A category: who is eligible, and its prizes, the best first."""

    name = serializers.CharField(max_length=60)
    kind = serializers.ChoiceField(
        choices=services.KINDS, default="all", help_text="all; rating: from `low` to `high`; club or label: `value`."
    )
    low = serializers.IntegerField(required=False, min_value=0, max_value=9_999)
    high = serializers.IntegerField(required=False, min_value=0, max_value=9_999)
    unrated = serializers.BooleanField(required=False, help_text="By rating: are those without one meant too?")
    value = serializers.CharField(required=False, allow_blank=True, max_length=60, help_text="The club or the label.")
    prizes = PrizeSerializer(many=True)


class PrizesSerializer(serializers.Serializer[Any]):
    """The prizes of a tournament. With `is_one_each` everybody gets at most one, the most valuable; with `is_shared`
    equal points share the money of their places, else it goes by the tie-breaks."""

    currency = serializers.CharField(default="", allow_blank=True, max_length=8)
    is_one_each = serializers.BooleanField(default=True)
    is_shared = serializers.BooleanField(default=True)
    categories = PrizeCategorySerializer(many=True)


class PrizeWinnerSerializer(serializers.Serializer[Any]):
    """A prize and who gets it, by the present standings."""

    category = serializers.CharField()
    place = serializers.CharField(help_text="Among those of the category; 2–3 where equals share.")
    entry = serializers.CharField(help_text="Id of the entry.")
    name = serializers.CharField()
    money = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())


class PrizesAndWinnersSerializer(PrizesSerializer):
    """The prizes, and who gets them."""

    winners = PrizeWinnerSerializer(many=True)


class PrizeDoors:
    """The prizes of a tournament; mixed into the tournaments' resource."""

    get_object: Callable[[], Tournament]

    @extend_schema(responses=PrizesAndWinnersSerializer, filters=False, operation_id="prizes")
    @action(detail=True, pagination_class=None)
    def prizes(self, request: Request, public_id: str) -> Response:
        """The prizes, and who gets them by the present standings. As on the pages, organisers always see them, others
        once the tournament is over; before that they are empty."""
        tournament = self.get_object()
        is_shown = tournament.state == TournamentState.FINISHED or permissions.may_organise(request.user, tournament)
        return Response(_told(selectors.prizes_of(tournament) if is_shown else None))

    @extend_schema(request=PrizesSerializer, responses=PrizesAndWinnersSerializer, operation_id="prizes_write")
    @prizes.mapping.put
    def write_prizes(self, request: Request, public_id: str) -> Response:
        """Replace the prizes (organisers); no categories: no prizes."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        facts = {**signed_in.asked(request), **validated(PrizesSerializer, request)}
        attempt(lambda: services.write_prizes(tournament=tournament, **facts))
        return Response(_told(selectors.prizes_of(tournament)))


def _told(held: PrizeList | None) -> dict[str, Any]:
    found = held or PrizeList()
    winners = [
        {"category": table.name, "entry": line.entry.public_id, "name": line.entry.name}
        | {"place": line.place, "money": line.money, "words": line.words}
        for table in (selectors.tables(held) if held else ())
        for line in table.lines
    ]
    facts = {
        "currency": found.currency,
        "is_one_each": found.is_one_each,
        "is_shared": found.is_shared,
        "categories": found.categories,
    }
    return dict(PrizesAndWinnersSerializer(facts | {"winners": winners}).data)
