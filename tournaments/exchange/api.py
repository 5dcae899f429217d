"""Import and export under /api/v1/: lists as rows, pairings and results from a list, and dumps of a tournament."""

from collections.abc import Iterable
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from clubs import selectors as clubs
from doors.api.scopes import Scope, needs
from tournaments.entries.services.roster import Problem
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import codes, finding
from tournaments.exchange.selectors import dump, exports
from tournaments.exchange.selectors import reports as reports_selectors
from tournaments.exchange.services import loading
from tournaments.exchange.services import reports as reports_services
from tournaments.exchange.services.afterwards import entering as evening_entering
from tournaments.exchange.services.lists import own_pairings
from tournaments.exchange.services.lists import results as result_lists
from tournaments.models import Round

NO_COPY = {"Cache-Control": "private, no-store"}  # for files with addresses


class ListOutSerializer(serializers.Serializer[Any]):
    """A list as columns and rows."""

    name = serializers.CharField()
    columns = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField())


class ListInSerializer(serializers.Serializer[Any]):
    """Pairings (table, first, second, bye) or results (table, first, second, result) as CSV text. For tables of three
    and more: one line a seat (table, seat, player, bye), and results (table, players, seat1, seat2 …, deals; or
    result)."""

    what = serializers.ChoiceField(choices=["pairings", "results"])
    text = serializers.CharField(trim_whitespace=False)
    dry_run = serializers.BooleanField(default=True)
    seen = serializers.CharField(required=False, default="", allow_blank=True, help_text="Digest of the dry run.")
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class ListReportSerializer(serializers.Serializer[Any]):
    """The report on a list, as a preview or after the import."""

    is_done = serializers.BooleanField()
    digest = serializers.CharField()
    lines = serializers.ListField(child=serializers.DictField())
    problems = serializers.ListField(child=serializers.DictField())
    warnings = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.DictField(), help_text="What was left out: `line` and `text`.")


class LoadSerializer(serializers.Serializer[Any]):
    """A dump to load into a club."""

    club = serializers.SlugField(help_text="The club's address.")
    text = serializers.CharField(trim_whitespace=False, help_text="The dump as it was handed out.")
    dry_run = serializers.BooleanField(default=True)
    seen = serializers.CharField(required=False, default="", allow_blank=True, help_text="Digest of the dry run.")


class LoadFileSerializer(LoadSerializer):
    """A report file to load, and whether its matches are to be rated."""

    text = serializers.CharField(trim_whitespace=False, help_text="The report file.")
    rated = serializers.BooleanField(
        default=False, help_text="Hand its matches to the ratings: as played now, without margins."
    )


class LoadReportSerializer(serializers.Serializer[Any]):
    """The contents of a dump."""

    name = serializers.CharField()
    digest = serializers.CharField()
    new_people = serializers.IntegerField()
    elsewhere = serializers.IntegerField(
        help_text="Matches at live tables: their deals stay on the site where they were played."
    )
    counts = serializers.DictField(child=serializers.IntegerField())
    tournament = serializers.CharField(allow_null=True, help_text="Id of the loaded tournament; null after a dry run.")


class ReportOutSerializer(serializers.Serializer[Any]):
    """A report file."""

    text = serializers.CharField()


class ReportInSerializer(serializers.Serializer[Any]):
    """The contents of a report file."""

    name = serializers.CharField()
    players = serializers.IntegerField()
    rounds_done = serializers.IntegerField()
    rounds = serializers.IntegerField()
    system = serializers.CharField()
    matches = serializers.IntegerField(help_text="Matches that were played, and so could be rated.")
    rated = serializers.BooleanField(help_text="Whether they are, or were, handed to the ratings.")
    digest = serializers.CharField()
    problems = serializers.ListField(child=serializers.DictField())
    notes = serializers.ListField(
        child=serializers.DictField(), help_text="What was not used of the file: `line` and `text`."
    )
    tournament = serializers.CharField(allow_null=True, help_text="Id of the new tournament; null after a dry run.")


class EveningSerializer(serializers.Serializer[Any]):
    """An evening that was played without the site, one line for each table."""

    club = serializers.SlugField(help_text="The club's address.")
    name = serializers.CharField(max_length=120)
    variant = serializers.CharField()
    text = serializers.CharField(
        trim_whitespace=False,
        help_text="`Ana 120, Bo 85, Cy 40` a table, `/7` after it the deals; places as `1.`; partners as `Ana + Bo`.",
    )
    held_at = serializers.DateTimeField(required=False, help_text="When it was played; now unless said.")
    table_points = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="What a table of three and more gives: `5-3-1` …"
    )
    rated = serializers.BooleanField(default=False, help_text="Hand its results to the ratings, as played now.")
    dry_run = serializers.BooleanField(default=True)
    seen = serializers.CharField(required=False, default="", allow_blank=True, help_text="Digest of the dry run.")
    once_more = serializers.BooleanField(default=False, help_text="Enter it although the same evening is `entered`.")


class EveningReportSerializer(serializers.Serializer[Any]):
    """What an evening contains, or the tournament it became."""

    rounds = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.DictField())
    problems = serializers.ListField(child=serializers.DictField())
    new_people = serializers.ListField(child=serializers.CharField())
    digest = serializers.CharField()
    tournament = serializers.CharField(allow_null=True, help_text="Id of the new tournament; null after a dry run.")
    entered = serializers.CharField(allow_null=True, help_text="The tournament that holds the same evening already.")


class SlipSerializer(serializers.Serializer[Any]):
    """The result slip of one side of a match, or of one seat of a table of three and more."""

    match = serializers.CharField(help_text="Id of the match, or of the table of three and more.")
    table_no = serializers.IntegerField()
    side = serializers.IntegerField(help_text="Who gets it: 0 the first side or seat, 1 the second, and so on.")
    code = serializers.CharField(help_text="Opens /s/<code>/.")
    letters = serializers.CharField(help_text="For typing, beside the table number.")


class TournamentExchange:
    """Export lists; dump and load tournaments."""

    @extend_schema(
        parameters=[
            OpenApiParameter("name", str, required=True, enum=list(exports.NAMES)),
            OpenApiParameter("round", int, description="for pairings and results"),
        ],
        responses=ListOutSerializer,
        filters=False,
    )
    @action(detail=True, pagination_class=None, url_path="lists")
    def lists_out(self, request: Request, public_id: str) -> Response:
        """A list as rows; officials also get drafts and addresses."""
        tournament = self.get_object()  # type: ignore[attr-defined]  # of the view that it is mixed into
        name, number = request.query_params.get("name", ""), whole_number(request.query_params.get("round", ""))
        if name not in exports.NAMES:
            said = {"names": ", ".join(exports.NAMES)}
            raise ValidationError({"name": [_("One of: %(names)s.") % said]})
        is_official = permissions.may_direct(request.user, tournament)
        found = exports.readable(tournament, name, number, is_official=is_official)
        if found is None:
            raise NotFound(_("This round is not published."))
        headers = NO_COPY if is_official else {}
        return Response({"name": found.name, "columns": found.columns, "rows": found.rows}, headers=headers)

    @extend_schema(responses=OpenApiTypes.OBJECT, filters=False)
    @action(detail=True, pagination_class=None, permission_classes=SIGNED_IN)
    def dump(self, request: Request, public_id: str) -> Response:
        """The tournament with everything in it (organisers), including cases and people's words, but no e-mail
        addresses."""
        tournament = self.get_object()  # type: ignore[attr-defined]  # of the view that it is mixed into
        permissions.require_organiser(request.user, tournament)
        return Response(dump.dump(tournament), headers=NO_COPY)

    @extend_schema(responses=ReportOutSerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def report(self, request: Request, public_id: str) -> Response:
        """The closed rounds as a report file (TRF26); not for a bracket, nor for tables of three and more."""
        tournament = self.get_object()  # type: ignore[attr-defined]  # of the view that it is mixed into
        if not reports_selectors.can_report(tournament):
            raise NotFound(reports_selectors.why_none())
        return Response({"text": reports_selectors.report_text(tournament)})

    @extend_schema(request=LoadFileSerializer, responses=ReportInSerializer)
    @action(detail=False, methods=["post"], url_path="load-report", permission_classes=SIGNED_IN)
    def load_report(self, request: Request) -> Response:
        """Load a report file (TRF16, TRF26), all of it or nothing; a dry run by default."""
        data = validated(LoadFileSerializer, request)
        club = get_object_or_404(finding.organised_by(request.user), slug=data.pop("club"))
        text = data.pop("text")
        found = attempt(lambda: reports_services.load_report(data=text, club=club, **signed_in.asked(request), **data))
        names = ("name", "players", "rounds_done", "rounds", "system", "matches", "digest")
        facts = {"rated": data["rated"], **{key: getattr(found, key) for key in names}}
        told = {key: _plain(getattr(found, key)) for key in ("problems", "notes")}
        made = found.tournament.public_id if found.tournament else None
        return Response({**facts, **told, "tournament": made})

    @extend_schema(request=EveningSerializer, responses=EveningReportSerializer)
    @action(detail=False, methods=["post"], url_path="enter-evening", permission_classes=SIGNED_IN)
    def enter_evening(self, request: Request) -> Response:
        """Make a finished tournament from the tables of an evening (organisers), all of it or nothing; a dry run by
        default. 409 `entered_already` for the same club, day, tables and scores a second time."""
        data = validated(EveningSerializer, request)
        club = get_object_or_404(finding.organised_by(request.user), slug=data.pop("club"))
        text = data.pop("text")
        found = attempt(
            lambda: evening_entering.enter_evening(data=text, club=club, **signed_in.asked(request), **data)
        )
        lines = [
            {"line": one.line, "round": one.round, "table_no": one.table_no, "text": one.text} for one in found.lines
        ]
        return Response(
            {
                "rounds": found.rounds,
                "lines": lines,
                "problems": _plain(found.problems),
                "new_people": found.new_people,
                "digest": found.digest,
                "tournament": found.tournament.public_id if found.tournament else None,
                "entered": found.entered.public_id if found.entered else None,
            }
        )

    @extend_schema(request=LoadSerializer, responses=LoadReportSerializer)
    @action(detail=False, methods=["post"], permission_classes=SIGNED_IN)
    def load(self, request: Request) -> Response:
        """Load a dump (`text` is JSON; site staff), all of it or nothing; a dry run by default."""
        loading.require_staff(signed_in.user(request))
        data = validated(LoadSerializer, request)
        club = get_object_or_404(clubs.clubs(), slug=data.pop("club"))
        text = data.pop("text")
        report = attempt(lambda: loading.load_tournament(data=text, club=club, **signed_in.asked(request), **data))
        made = report.tournament.public_id if report.tournament and not data["dry_run"] else None
        facts = {key: getattr(report, key) for key in ("name", "digest", "new_people", "elsewhere")}
        return Response({**facts, "counts": dict(report.counts), "tournament": made})


def _plain(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [{"line": one.line, "text": one.text} for one in problems]


class RoundExchange:
    """Import lists into rounds, and export their slips."""

    @extend_schema(request=ListInSerializer, responses=ListReportSerializer)
    @action(detail=True, methods=["post"], url_path="import", permission_classes=SIGNED_IN)
    def list_in(self, request: Request, public_id: str) -> Response:
        """Import pairings into a draft, or results into a running round, all or nothing; a dry run by default."""
        rnd = self._official_round(request)
        data = validated(ListInSerializer, request)
        what, reason = data.pop("what"), data.pop("reason")
        service = result_lists.import_results if what == "results" else own_pairings.import_pairings
        more = {"reason": reason} if what == "pairings" else {}
        report = attempt(lambda: service(rnd=rnd, **signed_in.asked(request), **data, **more))
        return Response(
            {
                "is_done": report.is_done,
                "digest": report.digest,
                "lines": [{"line": one.line, "status": one.status, "text": one.text} for one in report.lines],
                "problems": _plain(report.problems),
                "warnings": report.warnings,
                "notes": _plain(report.notes),
            }
        )

    @extend_schema(responses=SlipSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, permission_classes=SIGNED_IN)
    @needs(Scope.RESULTS, to_read=Scope.RESULTS)
    def slips(self, request: Request, public_id: str) -> Response:
        """The codes of the result slips of a round, one for each side of a match (officials). Whoever has a code
        reports by it."""
        rnd = self._official_round(request)
        matches = [match for match in finding.round_matches(rnd) if not match.table]
        return Response(
            [
                {
                    "match": match.public_id,
                    "table_no": match.table_no,
                    "side": side.order,
                    "code": codes.slip_code(match, side.order),
                    "letters": codes.slip_letters(match, side.order),
                }
                for match in matches
                for side in match.sides.all()
            ]
        )

    def _official_round(self, request: Request) -> Round:
        rnd: Round = self.get_object()  # type: ignore[attr-defined]  # of the view that it is mixed into
        permissions.require_director(request.user, rnd.stage.tournament)
        return rnd
