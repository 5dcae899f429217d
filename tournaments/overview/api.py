"""Copy tournaments over the API: once, or for a series of evenings."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments.entries.services import copying
from tournaments.event import permissions, serializers
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.overview.serializers import TournamentSerializer


class TournamentCopies:
    """Copies of a tournament; a mixin of the viewset of tournaments."""

    get_object: Any
    get_queryset: Any
    get_serializer: Any

    @extend_schema(request=serializers.CopySerializer, responses={201: TournamentSerializer})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def copy(self, request: Request, public_id: str) -> Response:
        """Make one more tournament with the same conditions and stages (organisers)."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        data = validated(serializers.CopySerializer, request)
        made = attempt(lambda: copying.copy_tournament(tournament=tournament, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=serializers.SeriesSerializer, responses={201: TournamentSerializer(many=True)})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN, pagination_class=None)
    def series(self, request: Request, public_id: str) -> Response:
        """Copy the tournament for every evening of a rule (organisers); evenings that have it already are left out."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        data = validated(serializers.SeriesSerializer, request)
        made = attempt(lambda: copying.copy_series(tournament=tournament, **signed_in.asked(request), **data))
        found = self.get_queryset().filter(pk__in=[one.pk for one in made]).order_by("starts_at")
        return Response(self.get_serializer(found, many=True).data, status=201)
