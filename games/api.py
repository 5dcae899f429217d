"""Tables and deals under /api/v1/: read them; act at a table where one sits, with a login session."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import generics
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from doors.paging import KeysetPagination
from doors.problems import Refused
from games import selectors, serializers, services
from games.live import archive
from games.models import Deal, Play, Status, Table


class ByAge(KeysetPagination):
    """In the order of the log."""

    ordering = "seq"


class Tables(generics.ListAPIView[Table]):
    """All tables, the newest first; POST sits the caller down against a house player."""

    serializer_class = serializers.TableSerializer
    filterset_fields = ("status", "rules")
    permission_classes = (IsAuthenticatedOrReadOnly,)

    def get_queryset(self) -> QuerySet[Table]:
        return selectors.tables()

    @extend_schema(request=serializers.PracticeSerializer, responses={201: serializers.TableSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        given = serializers.PracticeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wish = given.validated_data
        opened = services.open_practice(
            user=request.user,
            rules_key=wish["rules"],
            level=wish["level"],
            pace=wish["pace"],
            now=timezone.now(),
        )
        return Response(serializers.TableSerializer(selectors.tables().get(pk=opened.pk)).data, status=201)


class TableDetail(generics.RetrieveAPIView[Table]):
    """One table, its public part."""

    serializer_class = serializers.TableSerializer
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[Table]:
        return selectors.tables()


class TableLog(generics.ListAPIView[Play]):
    """The log of a table that is over."""

    serializer_class = serializers.PlaySerializer
    pagination_class = ByAge

    def get_queryset(self) -> QuerySet[Play]:
        if getattr(self, "swagger_fake_view", False):
            return Play.objects.none()
        return selectors.log(get_object_or_404(Table, public_id=self.kwargs["public_id"], status=Status.OVER))


class RefusedAtTable(Refused):
    """The table said no: the code of the wire or the engine as `type`, and the version now."""

    def __init__(self, refused: services.Refused) -> None:
        rule = f", {refused.rule}" if refused.rule else ""
        super().__init__(f"refused: {refused.code}{rule}; the table is at version {refused.version}")
        self.code = refused.code


class TableActions(APIView):
    """Act at a table where one sits. Only a login session plays; a token never does."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [IsAuthenticated]

    @extend_schema(request=serializers.CommandSerializer, responses=serializers.AckSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        given = serializers.CommandSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wish: dict[str, Any] = given.validated_data
        table = get_object_or_404(Table, public_id=public_id)
        try:
            ack = services.act(table=table, cmd_id=wish["id"], seen=wish["v"], action=wish["action"],
                               by=request.user, now=timezone.now())  # fmt: skip
        except services.Refused as refused:
            raise RefusedAtTable(refused) from refused
        return Response({"v": ack.version})


class Deals(generics.ListAPIView[Deal]):
    """Finished deals of sittings that are over, the latest first."""

    serializer_class = serializers.DealSerializer
    filterset_fields = {"table__rules": ["exact"], "type": ["exact"], "table__public_id": ["exact"]}

    def get_queryset(self) -> QuerySet[Deal]:
        return selectors.deals()


class DealDetail(APIView):
    """The record of a finished deal; 404 until its sitting is over."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, public_id: str) -> Response:
        found = selectors.final_deal(public_id)
        record = archive.deal_record(found) if found else None
        if record is None:
            raise NotFound
        return Response(record)
