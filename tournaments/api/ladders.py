"""Ladders: see one, challenge, answer (players); place and annul (directors)."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import filters, selectors, services
from tournaments import permissions as roles
from tournaments.api.answers import SIGNED_IN, Reading, attempt, taken
from tournaments.models import Challenge
from tournaments.serializers import EntrySerializer
from tournaments.serializers import ladders as serializers


class LadderDoors:
    """The ladder of a tournament; mixed into the tournaments."""

    get_object: Any

    @extend_schema(responses=serializers.LadderSerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def ladder(self, request: Request, public_id: str) -> Response:
        """Who stands where, whom one may challenge, what is open, what happened; 404 where it is no ladder."""
        stage = selectors.ladder_stage(self.get_object())
        if stage is None:
            raise Http404
        found = selectors.ladder_page(stage, request.user, timezone.now())
        said = {name: getattr(found, name) for name in ("rungs", "open", "moves")}
        return Response(serializers.LadderSerializer({**said, "rules": selectors.rule_sentences(stage)}).data)

    @extend_schema(request=serializers.NewChallengeSerializer, responses={201: serializers.ChallengeSerializer})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def challenge(self, request: Request, public_id: str) -> Response:
        """Challenge somebody above; the same challenge again changes nothing."""
        tournament = self.get_object()
        data = taken(serializers.NewChallengeSerializer, request)
        challenged = get_object_or_404(tournament.entries, public_id=data["challenged"])
        challenger = (
            get_object_or_404(tournament.entries, public_id=data["challenger"])
            if data["challenger"]
            else selectors.entry_of(request.user, tournament)
        )
        if challenger is None:
            raise Http404
        roles.require_own(request.user, challenger)
        facts = {"challenger": challenger, "challenged": challenged, "by": request.user, "now": timezone.now()}
        made = attempt(lambda: services.make_challenge(**facts))
        return Response(serializers.ChallengeSerializer(made).data, status=201)


class PlaceDoors:
    """Putting an entry on a place of its ladder; mixed into the entries."""

    get_object: Any

    @extend_schema(request=serializers.NewPlaceSerializer, responses=EntrySerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def place(self, request: Request, public_id: str) -> Response:
        """Put an entry on a place of its ladder, for a reason (directors)."""
        entry = self.get_object()
        roles.require_director(request.user, entry.tournament)
        data = taken(serializers.NewPlaceSerializer, request)
        attempt(lambda: services.place_entry(entry=entry, by=request.user, now=timezone.now(), **data))
        return Response(EntrySerializer(self.get_object()).data)


class Challenges(Reading):
    """Challenges on ladders."""

    serializer_class = serializers.ChallengeSerializer
    filterset_class = filters.ChallengeFilter

    def get_queryset(self) -> QuerySet[Challenge]:
        return selectors.challenges()

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def accept(self, request: Request, public_id: str) -> Response:
        """The challenged accepts: there is a match to be played; accepting again changes nothing."""
        return self._answer(request, services.accept_challenge, "to")

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def decline(self, request: Request, public_id: str) -> Response:
        """The challenged declines: by the ladder's rule the place is lost, or nothing moves."""
        return self._answer(request, services.decline_challenge, "to")

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="take-back", permission_classes=SIGNED_IN)
    def take_back(self, request: Request, public_id: str) -> Response:
        """The challenger takes it back before it is answered."""
        return self._answer(request, services.take_back_challenge, "by")

    @extend_schema(request=serializers.StatedReasonSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def annul(self, request: Request, public_id: str) -> Response:
        """Annul a challenge with all that came of it, for a reason (directors)."""
        one = self.get_object()
        roles.require_director(request.user, one.stage.tournament)
        data = taken(serializers.StatedReasonSerializer, request)
        attempt(lambda: services.annul_challenge(challenge=one, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(self.get_object()).data)

    def _answer(self, request: Request, service: Callable[..., Any], side: str) -> Response:
        one = self.get_object()
        roles.require_own(request.user, getattr(one, side))
        attempt(lambda: service(challenge=one, by=request.user, now=timezone.now()))
        return Response(self.get_serializer(self.get_object()).data)
