"""What the code of a hall screen opens over the API, without a sign-in."""

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
    """Where somebody sits, or the kind of bye."""

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
    """What a hall screen shows."""

    tournament = serializers.CharField(source="tournament.name")
    zone = serializers.CharField(source="tournament.timezone")
    announcement = serializers.SerializerMethodField()
    round = HallRoundSerializer(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="When time will be called; null: no time is set.")
    results = serializers.IntegerField(help_text="Matches of the round that have a result.")
    matches = serializers.IntegerField()
    open_tables = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.SerializerMethodField(help_text="Who should be here and is not.")
    pairings = HallPlaceSerializer(many=True, source="names")
    standings = HallStandingSerializer(many=True)

    def get_announcement(self, hall: HallView) -> str:
        """What the organiser says to the hall."""
        screen: Screen = self.context["screen"]
        return screen.announcement

    def get_missing(self, hall: HallView) -> list[str]:
        """By name."""
        return [entry.name for entry in hall.missing]


class Gone(APIException):
    """An address that was good and is so no more."""

    status_code = 410
    default_code = "gone"


class Screens(viewsets.GenericViewSet[Any]):
    """What the screens of a hall show, for whoever has the code in a screen's address."""

    permission_classes = [AllowAny]
    lookup_field = "code"
    lookup_value_regex = "[-a-zA-Z0-9_]+"
    serializer_class = HallSerializer
    pagination_class = None

    @extend_schema(responses={200: HallSerializer, 410: OpenApiResponse(description="It is revoked.")})
    def retrieve(self, request: Request, code: str) -> Response:
        """Clock, pairings, standings and who is missing, as the screen shows them now; drafts are never shown."""
        found = paper.screen_by_code(code)
        if found is None:
            raise Http404
        if found.revoked_at is not None:
            raise Gone(_("This screen is revoked. Ask the organiser for a new one."))
        return Response(HallSerializer(paper.hall(found), context={"screen": found}).data)
