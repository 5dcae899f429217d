"""The API of hall screens, opened by a screen's code without a sign-in."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, viewsets
from rest_framework.exceptions import APIException
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import Screen
from tournaments.paper import selectors as paper
from tournaments.paper.selectors import HallView


class HallPlaceSerializer(serializers.Serializer[Any]):
    """An entry's place in the round, or its kind of bye."""

    name = serializers.CharField()
    table = serializers.IntegerField(source="table_no", allow_null=True)
    opponent = serializers.CharField()
    bye = serializers.CharField(source="bye.kind", default="")


class HallStandingSerializer(serializers.Serializer[Any]):
    """A line of the standings."""

    place = serializers.IntegerField()
    name = serializers.CharField(source="entry.name")
    points = serializers.CharField(source="points_text")
    margin = serializers.IntegerField()


class HallRoundSerializer(serializers.Serializer[Any]):
    """The round of a hall and its clock."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True, help_text="When time was called.")


class HallSerializer(serializers.Serializer[HallView]):
    """The contents of a hall screen."""

    tournament = serializers.CharField(source="tournament.name")
    zone = serializers.CharField(source="tournament.timezone")
    announcement = serializers.SerializerMethodField()
    round = HallRoundSerializer(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="When time will be called; null: no time is set.")
    results = serializers.IntegerField(help_text="Matches of the round that have a result.")
    matches = serializers.IntegerField()
    open_tables = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.SerializerMethodField(help_text="The missing players.")
    pairings = HallPlaceSerializer(many=True, source="names")
    standings = HallStandingSerializer(many=True)

    def get_announcement(self, hall: HallView) -> str:
        """The organiser's announcement to the hall."""
        screen: Screen = self.context["screen"]
        return screen.announcement

    def get_missing(self, hall: HallView) -> list[str]:
        """The names of missing players."""
        return [entry.name for entry in hall.missing]


class Gone(APIException):
    """The address of a revoked screen."""

    status_code = 410
    default_code = "gone"


class Screens(viewsets.GenericViewSet[Any]):
    """The contents of hall screens, for anybody with the code in a screen's address."""

    permission_classes = [AllowAny]
    lookup_field = "code"
    lookup_value_regex = "[-a-zA-Z0-9_]+"
    serializer_class = HallSerializer
    pagination_class = None

    @extend_schema(responses={200: HallSerializer, 410: OpenApiResponse(description="It is revoked.")})
    def retrieve(self, request: Request, code: str) -> Response:
        """Clock, pairings, standings and missing players, as the screen shows them now; never drafts."""
        found = paper.screen_by_code(code)
        if found is None:
            raise Http404
        if found.revoked_at is not None:
            raise Gone(_("This screen is revoked. Ask the organiser for a new one."))
        return Response(HallSerializer(paper.hall(found), context={"screen": found}).data)
