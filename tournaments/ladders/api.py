"""Ladders: read one, challenge, answer (players); place and annul (directors)."""

from collections.abc import Callable
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.event.selectors import finding
from tournaments.ladders import selectors
from tournaments.ladders.services import challenges as ladders_challenges
from tournaments.ladders.services import rulings
from tournaments.models import Challenge


class ChallengeFilter(django_filters.FilterSet):
    """Filter by tournament, challenger, challenged (public ids of entries), and state."""

    tournament = django_filters.CharFilter(field_name="stage__tournament__public_id")
    by = django_filters.CharFilter(field_name="by__public_id")
    to = django_filters.CharFilter(field_name="to__public_id")

    class Meta:
        model = Challenge
        fields = ("tournament", "by", "to", "state")


class ChallengeSerializer(serializers.ModelSerializer[Challenge]):
    """A challenge: who (`by`) challenged whom (`to`), the deadlines for answer and play, how it ended, and its
    match."""

    id = serializers.CharField(source="public_id", read_only=True)
    tournament = serializers.CharField(source="stage.tournament.public_id", read_only=True)
    by = serializers.CharField(source="by.public_id", read_only=True)
    to = serializers.CharField(source="to.public_id", read_only=True)
    match = serializers.CharField(source="match.public_id", read_only=True, allow_null=True, default=None)

    class Meta:
        model = Challenge
        fields = ("id", "tournament", "by", "to", "state", "made_at", "answer_by", "play_by", "ended_at", "match")
        read_only_fields = fields


class RungSerializer(serializers.Serializer[Any]):
    """One place of a ladder; `may_challenge` and `why_not` are for the caller."""

    place = serializers.IntegerField()
    entry = serializers.CharField(source="entry.public_id")
    name = serializers.CharField(source="entry.name")
    is_away = serializers.BooleanField()
    is_mine = serializers.BooleanField()
    may_challenge = serializers.BooleanField(source="may")
    why_not = serializers.CharField()


class MoveSerializer(serializers.Serializer[Any]):
    """An event of the ladder in words, the latest first."""

    at = serializers.DateTimeField()
    words = serializers.CharField()
    reason = serializers.CharField()


class LadderSerializer(serializers.Serializer[Any]):
    """A ladder from the top, its open challenges, its rules in words, and the latest events."""

    places = RungSerializer(source="rungs", many=True)
    challenges = ChallengeSerializer(source="open", many=True)
    rules = serializers.ListField(child=serializers.CharField())
    moves = MoveSerializer(many=True)


class NewChallengeSerializer(serializers.Serializer[Any]):
    """The entry to challenge; directors may name the challenger."""

    challenged = serializers.CharField(max_length=12, help_text="Id of an entry of this tournament.")
    challenger = serializers.CharField(
        max_length=12, required=False, default="", help_text="Id of an entry; one's own unless said (directors)."
    )


class StatedReasonSerializer(serializers.Serializer[Any]):
    """The reason, which is public."""

    reason = serializers.CharField(max_length=500)


class NewPlaceSerializer(StatedReasonSerializer):
    """The place, from the top, for an entry."""

    place = serializers.IntegerField(min_value=1)


class LadderDoors:
    """The ladder of a tournament; mixed into the tournaments."""

    get_object: Any

    @extend_schema(responses=LadderSerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def ladder(self, request: Request, public_id: str) -> Response:
        """The ladder: places, whom the caller may challenge, open challenges, latest events; 404 for other formats."""
        stage = finding.ladder_stage(self.get_object())
        if stage is None:
            raise Http404
        found = selectors.ladder_page(stage, request.user, timezone.now())
        said = {name: getattr(found, name) for name in ("rungs", "open", "moves")}
        return Response(LadderSerializer({**said, "rules": selectors.rule_sentences(stage)}).data)

    @extend_schema(request=NewChallengeSerializer, responses={201: ChallengeSerializer})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def challenge(self, request: Request, public_id: str) -> Response:
        """Challenge somebody above; a repeat changes nothing."""
        tournament = self.get_object()
        data = validated(NewChallengeSerializer, request)
        challenged = get_object_or_404(tournament.entries, public_id=data["challenged"])
        challenger = (
            get_object_or_404(tournament.entries, public_id=data["challenger"])
            if data["challenger"]
            else finding.entry_of(request.user, tournament)
        )
        if challenger is None:
            raise Http404
        permissions.require_own(request.user, challenger)
        facts = {"challenger": challenger, "challenged": challenged, **signed_in.asked(request)}
        made = attempt(lambda: ladders_challenges.make_challenge(**facts))
        return Response(ChallengeSerializer(made).data, status=201)


class PlaceDoors:
    """Put an entry on a place of its ladder; mixed into the entries."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=NewPlaceSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def place(self, request: Request, public_id: str) -> Response:
        """Put an entry on a place of its ladder, for a stated reason (directors)."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        data = validated(NewPlaceSerializer, request)
        attempt(lambda: rulings.place_entry(entry=entry, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)


class Challenges(Reading):
    """Challenges on ladders."""

    serializer_class = ChallengeSerializer
    filterset_class = ChallengeFilter

    def get_queryset(self) -> QuerySet[Challenge]:
        return finding.challenges()

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def accept(self, request: Request, public_id: str) -> Response:
        """The challenged player accepts, and a match has to be played; accepting again changes nothing."""
        return self._answer(request, ladders_challenges.accept_challenge, "to")

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def decline(self, request: Request, public_id: str) -> Response:
        """The challenged player declines: by the ladder's rule the place is lost, or nothing moves."""
        return self._answer(request, ladders_challenges.decline_challenge, "to")

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="take-back", permission_classes=SIGNED_IN)
    def take_back(self, request: Request, public_id: str) -> Response:
        """The challenger takes the challenge back before it is answered."""
        return self._answer(request, ladders_challenges.take_back_challenge, "by")

    def _answer(self, request: Request, service: Callable[..., Any], side: str) -> Response:
        one = self.get_object()
        permissions.require_own(request.user, getattr(one, side))
        attempt(lambda: service(challenge=one, **signed_in.asked(request)))
        return Response(self.get_serializer(self.get_object()).data)
