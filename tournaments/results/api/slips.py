"""What the code of a slip opens over the API, without a sign-in."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from doors import tries
from tournaments.event.api import attempt, validated
from tournaments.event.selectors import codes, finding
from tournaments.matches import services as matches_services
from tournaments.results.api.score_sheets import SlipSheets
from tournaments.results.selectors import slips as slips_selectors
from tournaments.results.serializers import GamesField, require_points
from tournaments.results.services import slips as slips_services

STAGES = ("early", "live", "open", "reported", "differs", "over", "closed")


class SlipSideSerializer(serializers.Serializer[Any]):
    """A side of the match, 0 the first and 1 the second."""

    side = serializers.IntegerField(source="order")
    name = serializers.CharField(source="entry.name")
    points = serializers.IntegerField(source="game_points", allow_null=True, help_text="Game points as they stand.")
    games = serializers.IntegerField(source="games_won", allow_null=True, help_text="Games won, where they are noted.")


class SlipReportSerializer(serializers.Serializer[Any]):
    """What one side has entered."""

    side = serializers.IntegerField(source="order")
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    games = GamesField(read_only=True)
    deals = serializers.IntegerField()


class SlipStateSerializer(serializers.Serializer[Any]):
    """A match as its slip shows it."""

    tournament = serializers.CharField(source="match.round.stage.tournament.name")
    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table_no")
    state = serializers.ChoiceField(
        choices=STAGES, source="state.stage", help_text="differs: both sides have entered something, and not the same."
    )
    side = serializers.IntegerField(source="order", help_text="Whose slip it is: 0 the first side, 1 the second.")
    confirmation = serializers.ChoiceField(
        choices=matches_services.CONFIRMATIONS, help_text="Who confirms what a side enters."
    )
    version = serializers.IntegerField(source="match.version", help_text="Sent back, it says what was seen.")
    sides = SlipSideSerializer(many=True)
    reports = SlipReportSerializer(many=True, source="state.reports")
    reporter = serializers.IntegerField(
        source="state.reporter", allow_null=True, help_text="The side whose word waits for the other."
    )


class SlipResultSerializer(serializers.Serializer[Any]):
    """What the side with the slip enters: the game points of first and second, which may be left out where games are
    said."""

    first = serializers.IntegerField(min_value=0, max_value=9_999, required=False)
    second = serializers.IntegerField(min_value=0, max_value=9_999, required=False)
    games = GamesField()
    deals = serializers.IntegerField(min_value=0, max_value=999, default=0)
    version = serializers.IntegerField(required=False, default=None, allow_null=True)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Points of both sides, unless the games say who won."""
        require_points(data, "first", "second")
        return data

    def report(self) -> dict[str, Any]:
        """What `slips.report` takes."""
        data = self.validated_data
        said = {"points": (data.get("first", 0), data.get("second", 0)), "games": data["games"]}
        return {**said, "deals": data["deals"], "version": data["version"]}


class SlipAgreementSerializer(serializers.Serializer[Any]):
    """The side with the slip says that what the other has entered is right."""

    version = serializers.IntegerField(required=False, default=None, allow_null=True)


class SlipLettersSerializer(serializers.Serializer[Any]):
    """What stands on a slip for typing."""

    table = serializers.IntegerField(min_value=1, max_value=9_999)
    letters = serializers.CharField(max_length=12)

    def validate_letters(self, text: str) -> str:
        """Small letters without blanks."""
        return "".join(text.lower().split())


class SlipCodeSerializer(serializers.Serializer[Any]):
    """The code of a slip, as in its address."""

    code = serializers.CharField()


TRIES = "slip"  # counted together with those of the pages


class Slips(SlipSheets, viewsets.GenericViewSet[Any]):
    """The players' own entry of a result by the code of their side's slip. Wrong codes and letters are counted."""

    permission_classes = [AllowAny]
    lookup_field = "code"
    lookup_value_regex = "[-a-zA-Z0-9_]+"
    serializer_class = SlipStateSerializer
    pagination_class = None

    @extend_schema(responses=SlipStateSerializer)
    def retrieve(self, request: Request, code: str) -> Response:
        """How the match of a slip stands."""
        return self._answer(self._slip(request, code))

    @extend_schema(request=SlipResultSerializer, responses=SlipStateSerializer)
    @action(detail=True, methods=["post"])
    def result(self, request: Request, code: str) -> Response:
        """The side with the slip enters the result. It stands when both say the same, or as the tournament says."""
        slip = self._slip(request, code)
        wish = SlipResultSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = {"match": slip.match, "order": slip.order, "now": timezone.now(), **wish.report()}
        attempt(lambda: slips_services.report(**facts))
        return self._answer(slip)

    @extend_schema(request=SlipAgreementSerializer, responses=SlipStateSerializer)
    @action(detail=True, methods=["post"])
    def agree(self, request: Request, code: str) -> Response:
        """The side with the slip says that what the other has entered is right."""
        slip = self._slip(request, code)
        said = validated(SlipAgreementSerializer, request)
        facts = {"match": slip.match, "order": slip.order, "now": timezone.now(), **said}
        attempt(lambda: slips_services.agree(**facts))
        return self._answer(slip)

    @extend_schema(request=SlipLettersSerializer, responses=SlipCodeSerializer)
    @action(detail=False, methods=["post"])
    def open(self, request: Request) -> Response:
        """The code of the slip with this table and these six letters, while its round is played."""
        said = validated(SlipLettersSerializer, request)
        table = str(said["table"])
        self._guard(request, table)
        found = slips_selectors.by_letters(said["table"], said["letters"])
        if found is None:
            tries.note_wrong(request._request, TRIES, table)
            raise NotFound(_("No open match has this table and these letters. Look at your slip again."))
        return Response({"code": found.code})

    def _guard(self, request: Request, thing: str) -> None:
        if tries.are_too_many(request._request, TRIES, thing):
            raise Throttled(wait=tries.WINDOW)

    def _slip(self, request: Request, code: str) -> slips_selectors.Slip:
        """The slip with this code. A right one always opens: nobody guesses 80 bits, so only wrong ones are counted."""
        found = slips_selectors.by_code(code)
        if found is None:
            thing = codes.identity(code)
            self._guard(request, thing)
            tries.note_wrong(request._request, TRIES, thing)
            raise NotFound(_("The code is not right, or the pairing was changed after this slip was printed."))
        return found

    def _answer(self, slip: slips_selectors.Slip) -> Response:
        match = finding.matches().get(pk=slip.match.pk)
        shown = {
            "match": match,
            "order": slip.order,
            "state": slips_selectors.slip_state(match),
            "sides": list(match.sides.all()),
            "confirmation": matches_services.confirmation(match),
        }
        return Response(SlipStateSerializer(shown).data, headers={"Cache-Control": "no-store"})
