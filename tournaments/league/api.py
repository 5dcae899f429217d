"""The times of matches in a league: players propose, accept, decline and withdraw them; directors set them or rule."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from doors.api.strict import KnownFields
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.league.services import appointments
from tournaments.models import Appointment, Proposal


class ProposalSerializer(serializers.ModelSerializer[Proposal]):
    """A proposed time: `order` is the side that proposed it, `turn` is the number of times agreed before."""

    id = serializers.CharField(source="public_id", read_only=True)

    class Meta:
        model = Proposal
        fields = ("id", "turn", "order", "number", "at", "state", "made_at", "ended_at")
        read_only_fields = fields


class AppointmentSerializer(serializers.ModelSerializer[Appointment]):
    """The window of a match, the time that holds, and all proposals."""

    match = serializers.CharField(source="match.public_id", read_only=True)
    proposals = ProposalSerializer(many=True, read_only=True)

    class Meta:
        model = Appointment
        fields = ("match", "state", "at", "is_default", "turn", "open_from", "settle_by", "default_at", "due_by",
                  "notice_hours", "proposals")  # fmt: skip
        read_only_fields = fields


class TimeSerializer(serializers.Serializer[Any]):
    """A moment, with its zone."""

    at = serializers.DateTimeField()


class SetTimeSerializer(TimeSerializer):
    """The time that the director sets."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class AnswerSerializer(serializers.Serializer[Any]):
    """The proposal that is answered."""

    proposal = serializers.CharField(max_length=12, help_text="Id of a proposal of this match.")


class ForfeitSerializer(KnownFields):
    """The winner of a match that is not played, 0 or 1; null if both lose."""

    winner = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=1)
    reason = serializers.CharField(max_length=500)


class MatchTimes:
    """Agree on a time; mixed into the matches."""

    get_object: Any
    get_serializer: Any

    @extend_schema(responses=AppointmentSerializer)
    @action(detail=True)
    def appointment(self, request: Request, public_id: str) -> Response:
        """The window of a match and its time; 404 if its round has a start."""
        rows = Appointment.objects.select_related("match").prefetch_related("proposals")
        return Response(AppointmentSerializer(get_object_or_404(rows, match=self.get_object())).data)

    @extend_schema(request=TimeSerializer, responses=AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="propose-time", permission_classes=SIGNED_IN)
    def propose_time(self, request: Request, public_id: str) -> Response:
        """Propose a time, up to three in a turn (players)."""
        return self._settle(request, appointments.propose_time, TimeSerializer)

    @extend_schema(request=AnswerSerializer, responses=AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="accept-time", permission_classes=SIGNED_IN)
    def accept_time(self, request: Request, public_id: str) -> Response:
        """Accept a time proposed by the other side, which then holds (players)."""
        return self._settle(request, appointments.accept_time, AnswerSerializer)

    @extend_schema(request=AnswerSerializer, responses=AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="decline-time", permission_classes=SIGNED_IN)
    def decline_time(self, request: Request, public_id: str) -> Response:
        """Decline a time proposed by the other side (players)."""
        return self._settle(request, appointments.decline_time, AnswerSerializer)

    @extend_schema(request=AnswerSerializer, responses=AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="withdraw-time", permission_classes=SIGNED_IN)
    def withdraw_time(self, request: Request, public_id: str) -> Response:
        """Withdraw one's own proposal (players)."""
        return self._settle(request, appointments.withdraw_time, AnswerSerializer)

    @extend_schema(request=SetTimeSerializer, responses=AppointmentSerializer)
    @action(detail=True, methods=["post"], url_path="set-time", permission_classes=SIGNED_IN)
    def set_time(self, request: Request, public_id: str) -> Response:
        """Set the time of a match (directors)."""
        permissions.require_director(request.user, self.get_object().round.stage.tournament)
        return self._settle(request, appointments.set_time, SetTimeSerializer)

    @extend_schema(request=ForfeitSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def forfeit(self, request: Request, public_id: str) -> Response:
        """Decide a match of a league that is not played, for a stated reason (directors)."""
        match = self.get_object()
        permissions.require_director(request.user, match.round.stage.tournament)
        data = validated(ForfeitSerializer, request)
        attempt(lambda: appointments.forfeit_match(match=match, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    def _settle(self, request: Request, service: Callable[..., Appointment], body: Any) -> Response:
        data = validated(body, request)
        row = attempt(lambda: service(match=self.get_object(), **signed_in.asked(request), **data))
        return Response(AppointmentSerializer(row).data)
