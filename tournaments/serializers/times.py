"""What the API says and takes about the times of matches in a league."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Appointment, Proposal


class ProposalSerializer(serializers.ModelSerializer[Proposal]):
    """A proposed time: `order` is the side that proposed it, `turn` counts the times settled before."""

    id = serializers.CharField(source="public_id", read_only=True)

    class Meta:
        model = Proposal
        fields = ("id", "turn", "order", "number", "at", "state", "made_at", "ended_at")
        read_only_fields = fields


class AppointmentSerializer(serializers.ModelSerializer[Appointment]):
    """The window of a match, the time that holds, and all that was proposed."""

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
    """Which proposal is meant."""

    proposal = serializers.CharField(max_length=12, help_text="Id of a proposal of this match.")


class ForfeitSerializer(serializers.Serializer[Any]):
    """Who wins a match that is not played, 0 or 1; null where both lose."""

    winner = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=1)
    reason = serializers.CharField(max_length=500)
