"""Serializers of the API of webhooks."""

from typing import Any

from rest_framework import serializers

from webhooks import standard
from webhooks.models import Attempt, Delivery, Endpoint


class EndpointSerializer(serializers.ModelSerializer[Endpoint]):
    """An endpoint. `is_on` false with an `off_reason` says that it was turned off, and why."""

    id = serializers.CharField(source="public_id", read_only=True)
    kinds = serializers.ListField(child=serializers.CharField(), read_only=True)
    is_on = serializers.BooleanField(read_only=True)

    class Meta:
        model = Endpoint
        fields = ("id", "url", "kinds", "is_on", "off_reason", "off_at", "failing_since", "old_until", "created_at")
        read_only_fields = fields


class WithSecretSerializer(EndpointSerializer):
    """An endpoint with its secret, which is shown only this once."""

    secret = serializers.SerializerMethodField(help_text="`whsec_` and base64; told this once")

    class Meta:
        model = Endpoint
        fields = (*EndpointSerializer.Meta.fields, "secret")
        read_only_fields = fields

    def get_secret(self, endpoint: Endpoint) -> str:
        """The secret that was just made."""
        return str(self.context["secret"])


class NewEndpointSerializer(serializers.Serializer[Any]):
    """The address of an endpoint, and the events to send."""

    url = serializers.CharField(max_length=500)
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=standard.KINDS), allow_empty=False)


class ChangedEndpointSerializer(serializers.Serializer[Any]):
    """The changes of an endpoint; omitted fields stay."""

    url = serializers.CharField(max_length=500, required=False)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=standard.KINDS), allow_empty=False, required=False
    )
    is_on = serializers.BooleanField(required=False)


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    """One try: the `status` of the answer (null: no answer), the beginning of the `answer`, the `fault`."""

    class Meta:
        model = Attempt
        fields = ("at", "milliseconds", "status", "answer", "fault")
        read_only_fields = fields


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """A message to an endpoint, with its tries, the latest first."""

    id = serializers.CharField(source="public_id", read_only=True)
    message = serializers.CharField(source="message.public_id", read_only=True)
    kind = serializers.CharField(source="message.kind", read_only=True)
    created_at = serializers.DateTimeField(source="message.created_at", read_only=True)
    attempts = AttemptSerializer(many=True, read_only=True)

    class Meta:
        model = Delivery
        fields = ("id", "message", "kind", "created_at", "state", "due_at", "attempts")
        read_only_fields = fields
