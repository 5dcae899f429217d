"""The stages of a tournament under /api/v1/tournaments/<id>/stages/: standings, brackets, who goes on."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions as roles
from tournaments import selectors, serializers, services
from tournaments.api.answers import SIGNED_IN, attempt, taken
from tournaments.models import Entry, Stage, Tournament
from tournaments.selectors import sign_ups
from tournaments.serializers import stages as packed

NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The number of the stage, from 1.")
ONE = r"stages/(?P<number>[0-9]{1,3})"


def _sign_up(**facts: Any) -> Entry:
    if facts["entry"] is None and not facts["name"].strip():
        raise services.Invalid("entry", _("The id of an entry, or the name of somebody new."))
    try:
        return services.sign_up(**facts)
    except ValueError as bad:
        raise services.Invalid("name", str(bad)) from bad


class StageDoors:
    """What can be asked of a tournament's stages and done with them; mixed into the tournaments' resource."""

    get_object: Callable[[], Tournament]

    @extend_schema(responses=packed.StageSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def stages(self, request: Request, public_id: str) -> Response:
        """The stages in order."""
        found = self.get_object().stages.select_related("source").order_by("number")
        return Response(packed.StageSerializer(found, many=True).data)

    @extend_schema(
        methods=["get"], parameters=[NUMBER], responses=packed.StageSerializer, filters=False, operation_id="stage"
    )
    @extend_schema(
        methods=["patch"],
        parameters=[NUMBER],
        request=packed.StageChangeSerializer,
        responses=packed.StageSerializer,
        operation_id="stage_change",
    )
    @action(detail=True, methods=["get", "patch"], url_path=ONE)
    def stage(self, request: Request, public_id: str, number: str) -> Response:
        """One stage; organisers change its settings until its first round is published."""
        stage = self._stage(number)
        if request.method == "PATCH":
            roles.require_organiser(request.user, stage.tournament)
            data = taken(packed.StageChangeSerializer, request)
            stage = attempt(lambda: services.change_stage(stage=stage, by=request.user, now=timezone.now(), **data))
        return Response(packed.StageSerializer(stage).data)

    @extend_schema(parameters=[NUMBER], responses=serializers.GroupTableSerializer(many=True), filters=False)
    @action(detail=True, url_path=ONE + "/standings", url_name="stage-standings", pagination_class=None)
    def stage_standings(self, request: Request, public_id: str, number: str) -> Response:
        """The standings of a stage, a table for each group, and one for a consolation or last chance."""
        tables = selectors.stage_tables(self._stage(number))
        return Response(serializers.GroupTableSerializer(tables, many=True).data)

    @extend_schema(parameters=[NUMBER], responses=packed.PlaceInBracketSerializer(many=True), filters=False)
    @action(detail=True, url_path=ONE + "/bracket", url_name="stage-bracket", pagination_class=None)
    def bracket(self, request: Request, public_id: str, number: str) -> Response:
        """Every place of the bracket of a stage; empty where it has none."""
        parts = selectors.bracket_parts(self._stage(number))
        cells = [cell for part in parts for column in part.columns for cell in column.cells]
        return Response(packed.PlaceInBracketSerializer(cells, many=True).data)

    @extend_schema(
        methods=["get"],
        parameters=[NUMBER],
        responses=packed.CutPreviewSerializer,
        filters=False,
        operation_id="cut_preview",
    )
    @extend_schema(
        methods=["post"],
        parameters=[NUMBER],
        request=packed.CutSerializer,
        responses=packed.StageSerializer,
        operation_id="cut",
    )
    @action(detail=True, methods=["get", "post"], url_path=ONE + "/cut", url_name="stage-cut")
    def cut(self, request: Request, public_id: str, number: str) -> Response:
        """Who would go on to this stage; confirm it by its digest (officials)."""
        stage = self._directed_stage(request, number)
        if request.method == "GET":
            return Response(packed.CutPreviewSerializer(attempt(lambda: services.preview_cut(stage=stage))).data)
        data = taken(packed.CutSerializer, request)
        known = stage.tournament.entries
        data["decided"] = [[get_object_or_404(known, public_id=one) for one in order] for order in data["decided"]]
        return self._done(request, stage, services.cut_stage, **data)

    @extend_schema(parameters=[NUMBER], request=serializers.ReasonSerializer, responses=packed.StageSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=ONE + "/undo-cut",
        url_name="stage-undo-cut",
        permission_classes=SIGNED_IN,
    )
    def undo_cut(self, request: Request, public_id: str, number: str) -> Response:
        """Take back who plays, until the first round of the stage is published (officials)."""
        stage = self._directed_stage(request, number)
        return self._done(request, stage, services.undo_cut, **taken(serializers.ReasonSerializer, request))

    @extend_schema(parameters=[NUMBER], request=serializers.ReasonSerializer, responses=packed.StageSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=ONE + "/leave-out",
        url_name="stage-leave-out",
        permission_classes=SIGNED_IN,
    )
    def leave_out(self, request: Request, public_id: str, number: str) -> Response:
        """Do without a stage that is next (officials)."""
        stage = self._directed_stage(request, number)
        return self._done(request, stage, services.skip_stage, **taken(serializers.ReasonSerializer, request))

    @extend_schema(parameters=[NUMBER], request=serializers.StatedSerializer, responses=packed.StageSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=ONE + "/settle-field",
        url_name="stage-settle-field",
        permission_classes=SIGNED_IN,
    )
    def settle_field(self, request: Request, public_id: str, number: str) -> Response:
        """Let the field of a stage stand that had begun when a correction changed who goes on (officials)."""
        stage = self._directed_stage(request, number)
        return self._done(request, stage, services.settle_field, **taken(serializers.StatedSerializer, request))

    @extend_schema(
        methods=["get"],
        parameters=[NUMBER],
        responses=packed.SignUpOfferSerializer(many=True),
        filters=False,
        operation_id="sign_ups",
    )
    @extend_schema(
        methods=["post"],
        parameters=[NUMBER],
        request=packed.SignUpSerializer,
        responses={201: serializers.EntrySerializer},
        operation_id="sign_up",
    )
    @action(
        detail=True,
        methods=["get", "post"],
        url_path=ONE + "/sign-up",
        url_name="stage-sign-up",
        pagination_class=None,
    )
    def sign_up(self, request: Request, public_id: str, number: str) -> Response:
        """The side contests of a bracket that take others than its losers; put somebody in (officials)."""
        stage = self._stage(number)
        if request.method == "GET":
            return Response(packed.SignUpOfferSerializer(sign_ups.open_sign_ups(stage), many=True).data)
        stage = self._directed_stage(request, number)
        data = taken(packed.SignUpSerializer, request)
        if data["entry"]:
            data["entry"] = get_object_or_404(stage.tournament.entries, public_id=data["entry"])
        facts = {"by": request.user, "now": timezone.now(), **data, "entry": data["entry"] or None}
        return Response(serializers.EntrySerializer(attempt(lambda: _sign_up(stage=stage, **facts))).data, status=201)

    def _stage(self, number: str) -> Stage:
        found = self.get_object().stages.select_related("source", "tournament__club")
        return get_object_or_404(found, number=number)

    def _directed_stage(self, request: Request, number: str) -> Stage:
        stage = self._stage(number)
        roles.require_director(request.user, stage.tournament)
        return stage

    def _done(self, request: Request, stage: Stage, service: Callable[..., Any], **facts: Any) -> Response:
        done = attempt(lambda: service(stage=stage, by=request.user, now=timezone.now(), **facts))
        return Response(packed.StageSerializer(done).data)
