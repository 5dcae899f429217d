"""Matches over the API: enter a result, confirm it, take it back."""

from collections.abc import Callable
from typing import Any

import django_filters
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from doors.api.scopes import Scope, needs
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.event.selectors import finding
from tournaments.matches.serializers import MatchSerializer
from tournaments.models import Match
from tournaments.results import permissions
from tournaments.results.serializers import ConfirmSerializer, ResultSerializer
from tournaments.results.services import recording


class MatchFilter(django_filters.FilterSet):
    """By tournament, round, player (public ids), table and state."""

    tournament = django_filters.CharFilter(field_name="round__stage__tournament__public_id")
    round = django_filters.CharFilter(field_name="round__public_id")
    player = django_filters.CharFilter(field_name="sides__seat__entry__members__user__public_id")
    table = django_filters.NumberFilter(field_name="table_no")

    class Meta:
        model = Match
        fields = ("tournament", "round", "player", "table", "state")


class Matches(Reading):
    """Matches of published rounds."""

    serializer_class = MatchSerializer
    filterset_class = MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        return finding.listed_matches() if self.action == "list" else finding.matches()

    @extend_schema(request=ResultSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def result(self, request: Request, public_id: str) -> Response:
        """Enter the result: an official's is final, a player's waits for confirmation unless nobody confirms here."""
        match, wish = self.get_object(), ResultSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        data = attempt(lambda: wish.facts(match))
        is_final = permissions.enters_finally(request.user, match)
        return self._act(request, recording.record_result, is_final=is_final, **data)

    @extend_schema(request=ConfirmSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def confirm(self, request: Request, public_id: str) -> Response:
        """Confirm the result that another side reported; where only the desk confirms, officials do."""
        permissions.require_confirm(request.user, self.get_object())
        return self._act(request, recording.confirm_result, **validated(ConfirmSerializer, request))

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS)
    def undo(self, request: Request, public_id: str) -> Response:
        """Take back the result that the caller entered in the last ten seconds."""
        return self._act(request, recording.undo_result)

    def _act(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        match = self.get_object()
        permissions.require_report(request.user, match)
        attempt(lambda: service(match=match, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)
