"""Ratings under /api/v1/, to read: a rating is a fold over results, so nothing here writes."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from doors.paging import KeysetPagination
from ratings import selectors, serializers
from ratings.models import PlayerRating, Pool


class ByRating(KeysetPagination):
    """Best first; equals in the order of the players."""

    ordering = ("-rating", "player_id")


class ByAge(KeysetPagination):
    """In the order in which the lists were opened."""

    ordering = "pk"


class PoolsMixin:
    """What the two doors to pools share."""

    serializer_class = serializers.PoolSerializer

    def get_queryset(self) -> QuerySet[Pool]:
        return selectors.pools()

    def get_serializer_context(self) -> dict[str, Any]:
        return super().get_serializer_context() | {"parameters": selectors.parameters}  # type: ignore[misc]


class Pools(PoolsMixin, generics.ListAPIView[Pool]):
    """All rating lists."""

    pagination_class = ByAge


class PoolDetail(PoolsMixin, generics.RetrieveAPIView[Pool]):
    """One rating list."""

    lookup_field = "key"


class Leaderboard(generics.ListAPIView[PlayerRating]):
    """The players of a list, best first. Its ETag follows from the run that stands."""

    serializer_class = serializers.StandingSerializer
    pagination_class = ByRating

    def get_queryset(self) -> QuerySet[PlayerRating]:
        if getattr(self, "swagger_fake_view", False):
            return PlayerRating.objects.none()
        return selectors.standings(get_object_or_404(Pool, key=self.kwargs["key"]))

    def list(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        pool = get_object_or_404(Pool.objects.select_related("run"), key=kwargs["key"])
        etag = quote_etag(selectors.version(pool))
        answer = super().list(request, *args, **kwargs)
        answer["ETag"], answer["Cache-Control"] = etag, "no-cache"
        return get_conditional_response(request._request, etag=etag, response=answer) or answer


class Expected(APIView):
    """What two players may expect against each other by their standings."""

    @extend_schema(parameters=[serializers.ExpectedQuery], responses=serializers.ExpectedSerializer)
    def get(self, request: Request, key: str) -> Response:
        query = serializers.ExpectedQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        pool = get_object_or_404(Pool, key=key)
        a, b = (get_object_or_404(User, public_id=query.validated_data[side]) for side in "ab")
        body = {"a": selectors.expected(pool, a, b), "b": selectors.expected(pool, b, a)}
        return Response(serializers.ExpectedSerializer(body).data)


class PlayerRatings(generics.ListAPIView[PlayerRating]):
    """Where a player stands, list by list."""

    serializer_class = serializers.StandingSerializer
    pagination_class = ByRating

    def get_queryset(self) -> QuerySet[PlayerRating]:
        if getattr(self, "swagger_fake_view", False):
            return PlayerRating.objects.none()
        player = get_object_or_404(User, public_id=self.kwargs["public_id"])
        return selectors.ratings_of(player).select_related("player")


class PlayerHistory(APIView):
    """A player's rating after each match on a list, oldest first, thinned without losing its shape."""

    @extend_schema(parameters=[serializers.HistoryQuery], responses=serializers.PointSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        query = serializers.HistoryQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        player = get_object_or_404(User, public_id=public_id)
        pool = get_object_or_404(Pool.objects.select_related("run"), key=asked.pop("pool"))
        return Response(serializers.PointSerializer(selectors.history(player, pool, **asked), many=True).data)


class RatingChange(APIView):
    """Why a match changed two ratings: the formula with its numbers."""

    @extend_schema(responses=serializers.RatingChangeSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        match = selectors.match(public_id)
        if match is None:
            raise NotFound("No rated match has this id.")
        body = {
            "match": match.public_id,
            "pool": match.pool.key,
            "finished_at": match.finished_at,
            "margin": match.margin,
            "deals": match.deals,
            "waits": selectors.waits(match),
            "annulled": match.annulled,
            "changes": selectors.explanations(match),
        }
        return Response(serializers.RatingChangeSerializer(body).data)
