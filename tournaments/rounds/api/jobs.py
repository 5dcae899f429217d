"""The pairing of a large field under /api/v1/pairing-jobs/: its progress, its outcome, cancelling it."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from accounts import signed_in
from tournaments.event.api import SIGNED_IN, attempt
from tournaments.event.selectors import finding
from tournaments.models import PairingJob, Round
from tournaments.rounds.api import serializers
from tournaments.rounds.services import jobs, pairing_requests

MADE_OR_PROMISED = {201: serializers.RoundSerializer, 202: serializers.PairingJobSerializer}
DONE_OR_PROMISED = {200: serializers.RoundSerializer, 202: serializers.PairingJobSerializer}


def made_or_promised(made: pairing_requests.Asked, request: Request, status: int = 201) -> Response:
    """The paired round, or 202 with the job that will pair it and the job's address."""
    if isinstance(made, Round):
        return Response(serializers.RoundSerializer(made).data, status=status)
    where = reverse("api:api-pairing-job-detail", args=[made.public_id], request=request)
    return Response(serializers.PairingJobSerializer(made).data, status=202, headers={"Location": where})


class PairingJobs(mixins.RetrieveModelMixin, viewsets.GenericViewSet[Any]):
    """Pairings of large fields, for the officials of their tournaments."""

    lookup_field = "public_id"
    permission_classes = SIGNED_IN
    serializer_class = serializers.PairingJobSerializer

    def get_queryset(self) -> QuerySet[PairingJob]:
        found = PairingJob.objects.select_related("stage__tournament", "round")
        return found.filter(stage__tournament__in=finding.directed_by(self.request.user).values("pk"))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, public_id: str) -> Response:
        """Cancel an open pairing; the tournament is unchanged."""
        job = attempt(lambda: jobs.cancel_pairing(job=self.get_object(), **signed_in.asked(request)))
        return Response(self.get_serializer(job).data)
