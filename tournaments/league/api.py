"""The times of matches in a league: players propose, accept, decline, take back; directors set them or rule."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions as roles
from tournaments import services
from tournaments.api.answers import SIGNED_IN, attempt, taken
from tournaments.models import Appointment
from tournaments.serializers import times as serializers


class MatchTimes:
    """Settling on a time; mixed into the matches."""

    get_object: Any
    get_serializer: Any

    @extend_schema(responses=serializers.AppointmentSerializer)
    @action(detail=True)
    def appointment(self, request: Request, public_id: str) -> Response:
        """The window of a match and its time; 404 where its round has a start."""
        rows = Appointment.objects.select_related("match").prefetch_related("proposals")
        return Response(serializers.AppointmentSerializer(get_object_or_404(rows, match=self.get_object())).data)

    @extend_schema(request=serializers.TimeSerializer, responses=serializers.AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="propose-time", permission_classes=SIGNED_IN)
    def propose_time(self, request: Request, public_id: str) -> Response:
        """Propose a time, up to three in a turn (players)."""
        return self._settle(request, services.propose_time, serializers.TimeSerializer)

    @extend_schema(request=serializers.AnswerSerializer, responses=serializers.AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="accept-time", permission_classes=SIGNED_IN)
    def accept_time(self, request: Request, public_id: str) -> Response:
        """Accept a time of the other side: it holds (players)."""
        return self._settle(request, services.accept_time, serializers.AnswerSerializer)

    @extend_schema(request=serializers.AnswerSerializer, responses=serializers.AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="decline-time", permission_classes=SIGNED_IN)
    def decline_time(self, request: Request, public_id: str) -> Response:
        """Decline a time of the other side (players)."""
        return self._settle(request, services.decline_time, serializers.AnswerSerializer)

    @extend_schema(request=serializers.AnswerSerializer, responses=serializers.AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="withdraw-time", permission_classes=SIGNED_IN)
    def withdraw_time(self, request: Request, public_id: str) -> Response:
        """Take the own proposal back (players)."""
        return self._settle(request, services.withdraw_time, serializers.AnswerSerializer)

    @extend_schema(request=serializers.SetTimeSerializer, responses=serializers.AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="set-time", permission_classes=SIGNED_IN)
    def set_time(self, request: Request, public_id: str) -> Response:
        """Set the time of a match (directors)."""
        roles.require_director(request.user, self.get_object().round.stage.tournament)
        return self._settle(request, services.set_time, serializers.SetTimeSerializer)

    @extend_schema(request=serializers.ForfeitSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def forfeit(self, request: Request, public_id: str) -> Response:
        """Decide a match of a league that is not played, for a reason (directors)."""
        match = self.get_object()
        roles.require_director(request.user, match.round.stage.tournament)
        data = taken(serializers.ForfeitSerializer, request)
        attempt(lambda: services.forfeit_match(match=match, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(self.get_object()).data)

    def _settle(self, request: Request, service: Callable[..., Appointment], body: Any) -> Response:
        data = taken(body, request)
        row = attempt(lambda: service(match=self.get_object(), by=request.user, now=timezone.now(), **data))
        return Response(serializers.AppointmentSerializer(row).data)
