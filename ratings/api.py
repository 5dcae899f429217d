"""Read ratings under /api/v1/. A rating is a fold over results, so nothing here writes."""

from math import isfinite
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from doors.api.paging import KeysetPagination
from ratings import serializers
from ratings.models import Correction, PlayerRating, Pool, RatingList, RatingRun
from ratings.selectors import certainty, corrections, leaders, matches, players, pools


class ByRating(KeysetPagination):
    """Order by rating, best first; equal ratings in the order of the players."""

    ordering = ("-rating", "player_id")

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The position where a page begins. Raises NotFound for a value that is not a rating."""
        cursor = super().decode_cursor(request)
        if cursor and cursor.position is not None and not _is_rating(str(cursor.position)):
            raise NotFound(self.invalid_cursor_message)
        return cursor


class ByAge(KeysetPagination):
    """Order by age: lists that were opened first come first."""

    ordering = "pk"


class PoolsMixin(generics.GenericAPIView[Pool]):
    """The shared part of the two pool views."""

    serializer_class = serializers.PoolSerializer

    def get_queryset(self) -> QuerySet[Pool]:
        return pools.pools()

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "parameters": pools.parameters}


class Pools(PoolsMixin, generics.ListAPIView[Pool]):
    """All rating lists."""

    pagination_class = ByAge


class PoolDetail(PoolsMixin, generics.RetrieveAPIView[Pool]):
    """One rating list."""

    lookup_field = "key"


@extend_schema(parameters=[serializers.LeaderboardQuery])
class Leaderboard(generics.ListAPIView[PlayerRating]):
    """The ranked people of a list, best first; with `provisional=true` the provisional ones, with `house=true` house
    players."""

    serializer_class = serializers.StandingSerializer
    pagination_class = ByRating

    def get_queryset(self) -> QuerySet[PlayerRating]:
        if getattr(self, "swagger_fake_view", False):
            return PlayerRating.objects.none()
        query = serializers.LeaderboardQuery(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        asked, pool = query.validated_data, _pool(self.kwargs["key"])
        return leaders.standings(pool, is_provisional=asked["provisional"], of_the_house=asked["house"])


class Expected(APIView):
    """The scores that two players can expect against each other by their ratings."""

    @extend_schema(parameters=[serializers.ExpectedQuery], responses=serializers.ExpectedSerializer)
    def get(self, request: Request, key: str) -> Response:
        query = serializers.ExpectedQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        pool = _pool(key)
        a, b = (_player(query.validated_data[side]) for side in "ab")
        body = {"a": pools.expected(pool, a, b), "b": pools.expected(pool, b, a)}
        return Response(serializers.ExpectedSerializer(body).data)


class CalibrationOfPool(APIView):
    """Expected compared with actual scores of a list, over all its rated matches, in bins of a tenth."""

    @extend_schema(responses=serializers.CalibrationSerializer)
    def get(self, request: Request, key: str) -> Response:
        return Response(serializers.CalibrationSerializer(certainty.calibration(_pool(key))).data)


class ByFold(KeysetPagination):
    """Order by run, latest first."""

    ordering = ("-folded_at", "-pk")


class Corrections(generics.ListAPIView[Correction]):
    """The effects of corrected results on a list, latest first: matches, reasons, and the players' changes."""

    serializer_class = serializers.AnnouncedSerializer
    pagination_class = ByFold

    def get_queryset(self) -> QuerySet[Correction]:
        if getattr(self, "swagger_fake_view", False):
            return Correction.objects.none()
        return corrections.corrections(_pool(self.kwargs["key"]))

    def paginate_queryset(self, queryset: Any) -> Any:
        return corrections.announced(super().paginate_queryset(queryset) or ())


class PlayerRatings(generics.ListAPIView[PlayerRating]):
    """A player's standing on each list."""

    serializer_class = serializers.StandingSerializer
    pagination_class = ByRating

    def get_queryset(self) -> QuerySet[PlayerRating]:
        if getattr(self, "swagger_fake_view", False):
            return PlayerRating.objects.none()
        player = _player(self.kwargs["public_id"])
        return players.ratings_of(player).select_related("player")


class PlayerHistory(APIView):
    """A player's rating after each match on a list, oldest first, thinned so that the curve keeps its shape."""

    @extend_schema(parameters=[serializers.HistoryQuery], responses=serializers.PointSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        query = serializers.HistoryQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        player, pool = _player(public_id), _pool(asked.pop("pool"))
        points = players.history(player, pool, **asked)
        return Response(serializers.PointSerializer(points, many=True).data)


class HeadToHeadOfPlayers(APIView):
    """The matches of two players against each other, summed."""

    @extend_schema(parameters=[serializers.VersusQuery], responses=serializers.HeadToHeadSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        query = serializers.VersusQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = matches.head_to_head(_player(public_id), _player(query.validated_data["vs"]))
        return Response(serializers.HeadToHeadSerializer(found).data)


class RatingChange(APIView):
    """How a match changed ratings: the formula with its numbers."""

    @extend_schema(responses=serializers.RatingChangeSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        match = matches.match(public_id)
        if match is None:
            raise NotFound("No rated match has this id.")
        body = {
            "match": match.public_id,
            "pool": match.pool.key,
            "finished_at": match.finished_at,
            "margin": match.margin,
            "luck": match.luck,
            "deals": match.deals,
            "waits": matches.waits(match),
            "annulled": match.annulled,
            "seats": match.seats.all(),
            "changes": matches.explanations(match),
            "beside": [{"pool": pool.key, "changes": changes} for pool, changes in matches.beside(match)],
        }
        return Response(serializers.RatingChangeSerializer(body).data)


class ByPublication(KeysetPagination):
    """Order by publication, latest first."""

    ordering = ("-as_of", "-pk")


class RunDetail(generics.RetrieveAPIView[RatingRun]):
    """One run: its matches, its system, and the digest of its inputs."""

    serializer_class = serializers.RunSerializer
    queryset = RatingRun.objects.select_related("pool")


class Lists(generics.ListAPIView[RatingList]):
    """The published lists of a pool, latest first."""

    serializer_class = serializers.ListSerializer
    pagination_class = ByPublication

    def get_queryset(self) -> QuerySet[RatingList]:
        if getattr(self, "swagger_fake_view", False):
            return RatingList.objects.none()
        return leaders.lists(_pool(self.kwargs["key"]))


class ListDetail(APIView):
    """A published list with all of its players: frozen, with everything needed to recompute it."""

    @extend_schema(responses=serializers.WholeListSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        made = _published(public_id)
        context = {"rows": leaders.rows_of}
        return Response(serializers.WholeListSerializer(made, context=context).data)


@extend_schema(responses={(200, "text/csv"): str})
class ListRanks(APIView):
    """The players of a published list as CSV: the `digest` of the list is the SHA-256 of this file."""

    def get(self, request: Request, public_id: str) -> HttpResponse:
        made = _published(public_id)
        return _csv(made, leaders.ranks_file(made).encode(), "ranks")


@extend_schema(responses={(200, "text/csv"): str})
class ListMatches(APIView):
    """The matches of a published list as CSV: its `matches_digest` is the SHA-256 of this file."""

    def get(self, request: Request, public_id: str) -> HttpResponse:
        made = _published(public_id)
        return _csv(made, leaders.matches_file(made), "matches")


def _pool(key: str) -> Pool:
    found = Pool.objects.select_related("run").filter(key=key).first()
    if found is None:
        raise NotFound(f"No rating list has the key {key[:40]!r}; there are: {', '.join(pools.pool_keys()) or 'none'}.")
    return found


def _player(public_id: str) -> User:
    found = User.objects.filter(public_id=public_id).first()
    if found is None:
        raise NotFound(f"No player has the id {public_id[:40]!r}.")
    return found


def _published(public_id: str) -> RatingList:
    made = leaders.published_list(public_id)
    if made is None:
        raise NotFound("No published list has this id.")
    return made


def _csv(made: RatingList, body: bytes, what: str) -> HttpResponse:
    answer = HttpResponse(body, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{made.pool.key}-{made.public_id}-{what}.csv"'
    return answer


def _is_rating(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False
