"""What officials do beyond the ordinary course: change a draft, reopen a round, correct a result or decide it."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions as roles
from tournaments import selectors, serializers, services
from tournaments.api.answers import SIGNED_IN, attempt, taken


class RoundControl:
    """Changing a draft, reopening a sealed round; mixed into the rounds."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.EditSerializer, responses=serializers.EditedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def edit(self, request: Request, public_id: str) -> Response:
        """Change a draft by hand: swap two entries, make two meet, give a bye, set a table. With warnings it needs a
        reason; `dry_run` only says what it would do."""
        rnd = self.get_object()
        roles.require_director(request.user, rnd.stage.tournament)
        data = taken(serializers.EditSerializer, request)
        entries = rnd.stage.tournament.entries
        first = get_object_or_404(entries, public_id=data["first"])
        other = {"bye": data.get("kind"), "table": data.get("table")}.get(data["edit"])
        if other is None:
            other = get_object_or_404(entries, public_id=data["second"])
        change = {data["edit"]: (first, other)}
        preview = attempt(lambda: services.preview_edit(rnd=rnd, **change))
        facts = {"version": data["version"], "reason": data["reason"], "by": request.user, "now": timezone.now()}
        if not data["dry_run"]:
            rnd = attempt(lambda: services.edit_draft(rnd=rnd, **facts, **change))
        said = {"is_done": not data["dry_run"], "version": rnd.version, **asdict(preview)}
        return Response(serializers.EditedSerializer(said).data)

    @extend_schema(request=serializers.StatedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def reopen(self, request: Request, public_id: str) -> Response:
        """Open the correction window of a sealed round again (organisers), for a reason."""
        rnd = self.get_object()
        roles.require_organiser(request.user, rnd.stage.tournament)
        data = taken(serializers.StatedSerializer, request)
        attempt(lambda: services.reopen_round(rnd=rnd, by=request.user, now=timezone.now(), **data))
        return Response(self.get_serializer(self.get_object()).data)


class MatchControl:
    """Correcting a result, or deciding it; mixed into the matches."""

    get_object: Any
    get_serializer: Any

    @extend_schema(request=serializers.CorrectionSerializer, responses=serializers.CorrectedSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def correction(self, request: Request, public_id: str) -> Response:
        """Correct the result of a closed round, or decide it by ruling (directors). Without a digest it is only shown
        what would change; the digest of that answer, sent back with a reason, applies it."""
        match = self.get_object()
        roles.require_director(request.user, match.round.stage.tournament)
        data = taken(serializers.CorrectionSerializer, request)
        act = {key: data.pop(key) for key in ("digest", "reason", "rule", "is_rated", "repair")}
        result = {**data, "points": tuple(data["points"]), "ruling": tuple(data["ruling"]) if data["ruling"] else None}
        seen = attempt(lambda: services.preview_correction(match=match, **result))
        if act["digest"]:
            facts = {"by": request.user, "now": timezone.now(), **act, **result}
            attempt(lambda: services.apply_correction(match=match, **facts))
        said = serializers.CorrectedSerializer(selectors.correction_words(seen.effect))
        return Response({**said.data, "is_done": bool(act["digest"]), "digest": seen.digest, "points": seen.points})
