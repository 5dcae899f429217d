"""What a code opens over the API, without a sign-in: the slip of a match, the screen of a hall."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import APIException, NotFound, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from doors import tries
from tournaments.api.answers import attempt, taken
from tournaments.api.score_sheets import SlipSheets
from tournaments.models import Match
from tournaments.selectors import codes, screens, slips
from tournaments.serializers import codes as serializers
from tournaments.services import slips as entering

TRIES = "slip"  # counted together with those of the pages


class Gone(APIException):
    """An address that was good and is so no more."""

    status_code = 410
    default_code = "gone"


class Slips(SlipSheets, viewsets.GenericViewSet[Any]):
    """The players' own entry of a result by the code of their slip. Wrong codes are counted: ten in ten minutes."""

    permission_classes = [AllowAny]
    lookup_field = "code"
    lookup_value_regex = "[-a-zA-Z0-9_]+"
    serializer_class = serializers.SlipStateSerializer
    pagination_class = None

    @extend_schema(responses=serializers.SlipStateSerializer)
    def retrieve(self, request: Request, code: str) -> Response:
        """How the match of a slip stands."""
        return self._answer(self._match(request, code))

    @extend_schema(request=serializers.SlipResultSerializer, responses=serializers.SlipStateSerializer)
    @action(detail=True, methods=["post"])
    def result(self, request: Request, code: str) -> Response:
        """A side enters the result. It stands when both have entered the same, or as the tournament says."""
        match = self._match(request, code)
        wish = serializers.SlipResultSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        return self._answer(attempt(lambda: entering.report(match=match, now=timezone.now(), **wish.report())))

    @extend_schema(request=serializers.SlipAgreementSerializer, responses=serializers.SlipStateSerializer)
    @action(detail=True, methods=["post"])
    def agree(self, request: Request, code: str) -> Response:
        """The other side says that the entered result is right."""
        match = self._match(request, code)
        said = taken(serializers.SlipAgreementSerializer, request)
        facts = {"order": said["side"], "version": said["version"], "now": timezone.now()}
        return self._answer(attempt(lambda: entering.agree(match=match, **facts)))

    @extend_schema(request=serializers.SlipLettersSerializer, responses=serializers.SlipCodeSerializer)
    @action(detail=False, methods=["post"])
    def open(self, request: Request) -> Response:
        """The code of the slip with this table and these six letters, while its round is played."""
        self._guard(request)
        found = slips.by_letters(**_keys(taken(serializers.SlipLettersSerializer, request)))
        if found is None:
            tries.note_wrong(request._request, TRIES)
            raise NotFound(_("No open match has this table and these letters. Look at your slip again."))
        return Response({"code": codes.slip_code(found)})

    def _guard(self, request: Request) -> None:
        if tries.are_too_many(request._request, TRIES):
            raise Throttled(wait=tries.WINDOW)

    def _match(self, request: Request, code: str) -> Match:
        self._guard(request)
        match = slips.by_code(code)
        if match is None:
            tries.note_wrong(request._request, TRIES)
            raise NotFound(_("The code is not right, or the pairing was changed after this slip was printed."))
        return match

    def _answer(self, match: Match) -> Response:
        match = slips.matches().get(pk=match.pk)
        shown = {
            "match": match,
            "state": slips.slip_state(match),
            "sides": list(match.sides.all()),
            "confirmation": entering.confirmation(match.round.stage.tournament),
        }
        return Response(serializers.SlipStateSerializer(shown).data, headers={"Cache-Control": "no-store"})


class Screens(viewsets.GenericViewSet[Any]):
    """What the screens of a hall show, for whoever has the code in a screen's address."""

    permission_classes = [AllowAny]
    lookup_field = "code"
    lookup_value_regex = "[-a-zA-Z0-9_]+"
    serializer_class = serializers.HallSerializer
    pagination_class = None

    @extend_schema(responses={200: serializers.HallSerializer, 410: OpenApiResponse(description="It is revoked.")})
    def retrieve(self, request: Request, code: str) -> Response:
        """Clock, pairings, standings and who is missing, as the screen shows them now; drafts are never shown."""
        found = screens.screen_by_code(code)
        if found is None:
            raise Http404
        if found.revoked_at is not None:
            raise Gone(_("This screen is revoked. Ask the organiser for a new one."))
        return Response(serializers.HallSerializer(screens.hall(found), context={"screen": found}).data)


def _keys(said: dict[str, Any]) -> dict[str, Any]:
    return {"table_no": said["table"], "letters": said["letters"]}
