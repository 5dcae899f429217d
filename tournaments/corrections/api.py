"""Corrections and rulings over the API: a preview first, then the change with the digest of that preview."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments.corrections import serializers
from tournaments.corrections.selectors import corrections as selectors
from tournaments.corrections.selectors import misplaced
from tournaments.corrections.services import cancelling, challenges, margins, places
from tournaments.corrections.services import corrections as services
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.ladders.api import StatedReasonSerializer
from tournaments.models import Match
from tournaments.stages.api import NUMBER, ONE, StageSerializer


class TournamentCorrections:
    """Rulings that a correction makes necessary, such as those on matches begun by the wrong players; mixed into the
    tournaments."""

    get_object: Any

    @extend_schema(responses=serializers.MisplacedSerializer(many=True), filters=False)
    @action(detail=True, permission_classes=SIGNED_IN, pagination_class=None)
    def misplaced(self, request: Request, public_id: str) -> Response:
        """The matches of brackets that wait for a ruling after a correction (directors)."""
        tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        found = [one for stage in tournament.stages.order_by("number") for one in misplaced.misplaced_in(stage)]
        return Response(serializers.MisplacedSerializer(found, many=True).data)

    @extend_schema(parameters=[NUMBER], request=serializers.StatedSerializer, responses=StageSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=ONE + "/settle-field",
        url_name="stage-settle-field",
        permission_classes=SIGNED_IN,
    )
    def settle_field(self, request: Request, public_id: str, number: str) -> Response:
        """Let the field of a stage stand that had begun before a correction changed who qualifies for it
        (officials)."""
        stage = get_object_or_404(self.get_object().stages.select_related("source", "tournament__club"), number=number)
        permissions.require_director(request.user, stage.tournament)
        said = validated(serializers.StatedSerializer, request)
        done = attempt(lambda: places.settle_field(stage=stage, **signed_in.asked(request), **said))
        return Response(StageSerializer(done).data)

    @extend_schema(methods=["GET"], responses=serializers.ConcernedSerializer, filters=False)
    @extend_schema(methods=["POST"], request=serializers.CancelSerializer, responses={204: None})
    @action(detail=True, methods=["get", "post"], permission_classes=SIGNED_IN, pagination_class=None)
    def cancel(self, request: Request, public_id: str) -> Response:
        """Show what a cancellation would affect (organisers); POST cancels the tournament, which stays visible."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        if request.method == "GET":
            return Response(serializers.ConcernedSerializer(cancelling.concerned(tournament)).data)
        data = validated(serializers.CancelSerializer, request)
        attempt(lambda: cancelling.cancel_tournament(tournament=tournament, **signed_in.asked(request), **data))
        return Response(status=204)

    @extend_schema(request=serializers.DeleteSerializer, responses={204: None})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def delete(self, request: Request, public_id: str) -> Response:
        """Delete a tournament in which nothing has a result (organisers)."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        data = validated(serializers.DeleteSerializer, request)
        attempt(lambda: cancelling.delete_tournament(tournament=tournament, **signed_in.asked(request), **data))
        return Response(status=204)


class EntryCorrections:
    """Correcting the margin of an entry; mixed into the entries."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.MarginSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def margin(self, request: Request, public_id: str) -> Response:
        """The director corrects the entry's margin; 0 takes the correction back. With a digest only the change that was
        previewed is applied."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        data = validated(serializers.MarginSerializer, request)
        attempt(lambda: margins.correct_margin(entry=entry, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.MarginLookSerializer, responses=serializers.MarginSeenSerializer)
    @action(detail=True, methods=["post"], url_path="margin/preview", permission_classes=SIGNED_IN)
    def margin_preview(self, request: Request, public_id: str) -> Response:
        """Preview a correction of the margin (directors), with its digest."""
        entry = self.get_object()
        permissions.require_director(request.user, entry.tournament)
        data = validated(serializers.MarginLookSerializer, request)
        seen = attempt(lambda: margins.preview_margin(entry=entry, **data))
        words = selectors.margin_words(seen.standings, seen.fed)
        return Response(serializers.MarginSeenSerializer({"changes": words, "digest": seen.digest}).data)


class RoundCorrections:
    """Opening the correction window of a round again; mixed into the rounds."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.StatedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def reopen(self, request: Request, public_id: str) -> Response:
        """Open the correction window of a sealed round again (organisers), for a reason."""
        rnd = self.get_object()
        permissions.require_organiser(request.user, rnd.stage.tournament)
        data = validated(serializers.StatedSerializer, request)
        attempt(lambda: services.reopen_round(rnd=rnd, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)


class MatchCorrections:
    """Correcting the result of a match, or deciding it; mixed into the matches."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.PlaceRulingSerializer)
    @action(detail=True, methods=["post"], url_path="place-ruling", permission_classes=SIGNED_IN)
    def place_ruling(self, request: Request, public_id: str) -> Response:
        """Rule on a match of a bracket that, as a correction has shown, was begun by the wrong players (directors): let
        it stand, have it played again, or annul it."""
        match = self.get_object()
        permissions.require_director(request.user, match.round.stage.tournament)
        data = validated(serializers.PlaceRulingSerializer, request)
        attempt(lambda: places.rule_place(match=match, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=serializers.CorrectionSerializer, responses=serializers.CorrectedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def correction(self, request: Request, public_id: str) -> Response:
        """Correct the result of a closed round, or decide it by ruling (directors). Without a digest it is only shown
        what would change; the digest of that answer, sent back with a reason, applies it."""
        match = self.get_object()
        permissions.require_director(request.user, match.round.stage.tournament)
        return corrected(request, match)


class ChallengeCorrections:
    """Annulling a challenge; mixed into the challenges."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=StatedReasonSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def annul(self, request: Request, public_id: str) -> Response:
        """Annul a challenge with its consequences, for a reason (directors)."""
        one = self.get_object()
        permissions.require_director(request.user, one.stage.tournament)
        data = validated(StatedReasonSerializer, request)
        attempt(lambda: challenges.annul_challenge(challenge=one, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_object()).data)


class BoardCorrections:
    """Correcting the result of a board; mixed into the boards."""

    get_object: Any

    @extend_schema(request=serializers.CorrectionSerializer, responses=serializers.CorrectedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def correction(self, request: Request, public_id: str) -> Response:
        """Correct the result of a board in a closed round (directors): without a digest the effects are only shown;
        with the digest of that answer and a reason the correction is applied."""
        board = self.get_object()
        permissions.require_director(request.user, board.round.stage.tournament)
        return corrected(request, board)


def corrected(request: Request, match: Match) -> Response:
    """Preview the correction of a match or a board, or apply it when its digest is given."""
    wish = serializers.CorrectionSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    data = attempt(lambda: wish.facts(match.whole))
    act = {key: data.pop(key) for key in ("digest", "reason", "rule", "is_rated", "repair")}
    what = {"match": match, **data}
    seen = attempt(lambda: services.preview_correction(**what))
    if act["digest"]:
        attempt(lambda: services.apply_correction(**signed_in.asked(request), **act, **what))
    said = serializers.CorrectedSerializer(selectors.correction_words(seen.effect))
    return Response({**said.data, "is_done": bool(act["digest"]), "digest": seen.digest, "points": seen.points,
                     "games_before": seen.games[0], "games": seen.games[1]})  # fmt: skip
