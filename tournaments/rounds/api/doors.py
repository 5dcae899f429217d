"""Rounds over the API: pair, publish, start and close them; their matches and byes."""

from collections.abc import Callable
from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.event.selectors import finding
from tournaments.matches.serializers import MatchSerializer
from tournaments.models import Round, RoundState
from tournaments.rounds.api import serializers
from tournaments.rounds.api.jobs import MADE_OR_PROMISED, made_or_promised
from tournaments.rounds.services import editing, pairing_requests, running


class RoundFilter(django_filters.FilterSet):
    """By tournament and state."""

    tournament = django_filters.CharFilter(field_name="stage__tournament__public_id")

    class Meta:
        model = Round
        fields = ("tournament", "state", "number")


class Rounds(Reading):
    """Published rounds; officials see their drafts too."""

    serializer_class = serializers.RoundSerializer
    filterset_class = RoundFilter

    def get_queryset(self) -> QuerySet[Round]:
        found = Round.objects.select_related("stage__tournament__club")
        mine = finding.directed_by(self.request.user).values("pk")
        return found.exclude(~Q(stage__tournament__in=mine), state=RoundState.DRAFT)

    @extend_schema(responses=MatchSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def matches(self, request: Request, public_id: str) -> Response:
        """The matches of a round by table."""
        found = finding.round_matches(self.get_object(), with_people=True)
        return Response(MatchSerializer(found, many=True).data)

    @extend_schema(responses=serializers.ByeSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def byes(self, request: Request, public_id: str) -> Response:
        """The byes of a round."""
        return Response(serializers.ByeSerializer(finding.round_byes(self.get_object()), many=True).data)

    @extend_schema(request=serializers.SwapSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def swap(self, request: Request, public_id: str) -> Response:
        """Let two entries of a draft change places; with warnings it needs a reason."""
        data = validated(serializers.SwapSerializer, request)
        rnd = self.get_object()
        entries = rnd.stage.tournament.entries
        pair = tuple(get_object_or_404(entries, public_id=data.pop(end)) for end in ("first", "second"))
        return self._act(request, rnd, editing.edit_draft, swap=pair, **data)

    @extend_schema(request=serializers.SeenSerializer, responses=MADE_OR_PROMISED)
    @action(detail=True, methods=["post"], url_path="pair-again", permission_classes=SIGNED_IN)
    def pair_again(self, request: Request, public_id: str) -> Response:
        """Discard a draft and pair again; the answer is another round with another id, or for a large field a job, and
        then the old draft stays until the new one is ready."""
        rnd = self.get_object()
        permissions.require_director(request.user, rnd.stage.tournament)
        data = validated(serializers.SeenSerializer, request)
        again = lambda: pairing_requests.pair_again(rnd=rnd, **signed_in.asked(request), **data)  # noqa: E731
        return made_or_promised(attempt(again), request)

    @extend_schema(request=serializers.PublishSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def publish(self, request: Request, public_id: str) -> Response:
        """Publish a draft; the round starts at its set time, or at once. Where results on which it rests have come in
        since it was paired, it needs a reason (`results_since`): else pair it again."""
        data = validated(serializers.PublishSerializer, request)
        return self._act(request, self.get_object(), editing.publish_round, **data)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def start(self, request: Request, public_id: str) -> Response:
        """Begin a published round."""
        return self._act(request, self.get_object(), running.start_round)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def close(self, request: Request, public_id: str) -> Response:
        """Close a round whose results are all entered."""
        return self._act(request, self.get_object(), running.close_round)

    def _act(self, request: Request, rnd: Round, service: Callable[..., Any], **facts: Any) -> Response:
        permissions.require_director(request.user, rnd.stage.tournament)
        attempt(lambda: service(rnd=rnd, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)
