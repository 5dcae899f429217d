"""Tables of three and more over the API: reads, results, sheets, confirmations, missing players."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.event.selectors import pods as finding
from tournaments.event.serializers import RESULT_KINDS
from tournaments.models import Pod, PodSeat
from tournaments.pods import permissions
from tournaments.pods.selectors import sheets
from tournaments.pods.services import playing, recording, validation
from tournaments.pods.services import sheets as sheet_services
from tournaments.results.api.score_sheets import SheetDoors
from tournaments.results.serializers import SEEN, ConfirmSerializer

FIGURES = serializers.IntegerField


class PodSeatSerializer(serializers.ModelSerializer[PodSeat]):
    """A seat of a table; points are in the unit of the stage's table of points."""

    entry = serializers.CharField(source="seat.entry.public_id", read_only=True)
    name = serializers.CharField(source="seat.entry.name", read_only=True)

    class Meta:
        model = PodSeat
        fields = ("entry", "name", "place", "points", "score", "settlement", "deals_won", "is_absent")


class PodSerializer(serializers.ModelSerializer[Pod]):
    """A table of three and more, its seats in their order; the first deals first."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="round.stage.tournament.public_id", read_only=True)
    round = serializers.CharField(source="round.public_id", read_only=True)
    round_number = serializers.IntegerField(source="round.number", read_only=True)
    seats = PodSeatSerializer(source="pod_seats", many=True, read_only=True)
    live_table = serializers.CharField(source="table", read_only=True, help_text="Id of the live table, or empty.")

    class Meta:
        model = Pod
        fields = ("id", "tournament", "round", "round_number", "table_no", "is_live", "state", "result_kind",
                  "is_by_places", "deals", "is_unwitnessed", "live_table", "finished_at", "version",
                  "seats")  # fmt: skip


class SeatResultSerializer(serializers.Serializer[Any]):
    """The result of one player at the table: a score, or a place."""

    entry = serializers.CharField(help_text="Id of the entry.")
    score = serializers.IntegerField(required=False, allow_null=True, default=None)
    place = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    is_absent = serializers.BooleanField(default=False)


class PodResultSerializer(serializers.Serializer[Any]):
    """The result of a table: final scores of all seats in their order, or only the places; or `results` by player."""

    kind = serializers.ChoiceField(choices=RESULT_KINDS, default="played")
    scores = serializers.ListField(child=FIGURES(), required=False, allow_null=True, default=None, max_length=12)
    places = serializers.ListField(child=FIGURES(), required=False, allow_null=True, default=None, max_length=12)
    absent = serializers.ListField(
        child=FIGURES(min_value=0), required=False, default=list, max_length=12, help_text="Seats from 0."
    )
    results = SeatResultSerializer(many=True, required=False, default=list)
    deals = serializers.IntegerField(required=False, default=0, min_value=0)
    version = serializers.IntegerField(required=False, allow_null=True, default=None, help_text=SEEN)


class SeatMissingSerializer(serializers.Serializer[Any]):
    """A seat (from 0) that is missing, or has come after all."""

    seat = serializers.IntegerField(min_value=0)
    is_missing = serializers.BooleanField(default=True)


class PodDoors(SheetDoors, Reading):
    """Tables of three and more in published rounds."""

    played_as, may = "pod", permissions
    sheet_of, sheet_services = sheets, sheet_services
    serializer_class = PodSerializer

    def get_queryset(self) -> QuerySet[Pod]:
        return finding.pods().order_by("pk")

    @extend_schema(request=PodResultSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def result(self, request: Request, public_id: str) -> Response:
        """Enter the result: an official's is final, a player's waits for confirmation unless nobody confirms here."""
        pod = self.get_object()
        data = attempt(lambda: result_facts(pod, validated(PodResultSerializer, request)))
        is_final = permissions.enters_finally(request.user, pod)
        return self._act(request, recording.record_result, is_final=is_final, **data)

    @extend_schema(request=ConfirmSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def confirm(self, request: Request, public_id: str) -> Response:
        """Confirm the result that another seat reported; where only the desk confirms, officials do."""
        permissions.require_confirm(request.user, self.get_object())
        return self._act(request, recording.confirm_result, **validated(ConfirmSerializer, request))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def undo(self, request: Request, public_id: str) -> Response:
        """Take back the result that the caller entered in the last ten seconds."""
        return self._act(request, recording.undo_result)

    @extend_schema(request=SeatMissingSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def missing(self, request: Request, public_id: str) -> Response:
        """Flag a seat as missing, or as come after all, to the table and the director; this is not a forfeit."""
        data = validated(SeatMissingSerializer, request)
        act = playing.flag_missing if data["is_missing"] else playing.clear_missing
        return self._act(request, act, order=data["seat"])

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        pod = self.get_object()
        permissions.require_report(request.user, pod)
        attempt(lambda: service(pod=pod, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)


def result_facts(pod: Pod, data: dict[str, Any]) -> dict[str, Any]:
    """A result as the arguments of the services: `results` by player become figures in the order of the seats. Raises
    Invalid."""
    results = data.pop("results")
    if not results:
        return data
    for name, key in (("scores", "score"), ("places", "place")):
        if any(one[key] is not None for one in results):
            data[name] = list(validation.by_seat(pod, "results", [(one["entry"], one[key] or 0) for one in results]))
    flags = validation.by_seat(pod, "results", [(one["entry"], int(one["is_absent"])) for one in results])
    return data | {"absent": [order for order, is_absent in enumerate(flags) if is_absent]}
