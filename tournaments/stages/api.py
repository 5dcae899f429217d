"""The stages of a tournament under /api/v1/tournaments/<id>/stages/: standings, brackets, who qualifies."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from tournaments import errors
from tournaments.entries.serializers import EntrySerializer
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, attempt, validated
from tournaments.event.selectors import words
from tournaments.event.serializers import OptionsSerializer, ReasonSerializer
from tournaments.event.services import creating
from tournaments.formats import FEED, FORMATS
from tournaments.models import Entry, Stage, Tournament
from tournaments.stages import selectors as stages_selectors
from tournaments.stages.services import knockouts, progression, sign_ups
from tournaments.standings.selectors import standings
from tournaments.standings.serializers import GroupTableSerializer


class StageOptions(OptionsSerializer):
    """The options of a stage."""

    several = [form.settings for form in FORMATS.values()]


class FeedOptions(OptionsSerializer):
    """The rule by which a stage takes entries from the stage before."""

    several = [FEED]


class StageSerializer(serializers.ModelSerializer[Stage]):
    """A stage of a tournament; `source` is the number of the stage that feeds it, `feed` the rule by which it takes
    entries from there."""

    name = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField(help_text="How it is played, in words.")
    source = serializers.IntegerField(  # type: ignore[assignment]  # a field's name, which the class gives up
        source="source.number", read_only=True, allow_null=True, default=None
    )
    settings = StageOptions(read_only=True)
    feed = FeedOptions(read_only=True)
    disputed = serializers.DictField(
        read_only=True, help_text="Since a correction: ids of entries who should be `in` its field, and `out` of it."
    )

    class Meta:
        model = Stage
        fields = ("number", "name", "text", "format", "state", "settings", "source", "feed", "disputed", "seed")

    def get_name(self, stage: Stage) -> str:
        return words.stage_name(stage)

    def get_text(self, stage: Stage) -> str:
        return words.stage_sentence(stage)


class StageChangeSerializer(serializers.Serializer[Any]):
    """Changes of a stage's settings and of the rule by which it takes entries; an omitted field stays. A bad one is
    refused by name."""

    settings = StageOptions(default=dict)
    feed = FeedOptions(required=False, allow_null=True, default=None)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class KnockoutSerializer(serializers.Serializer[Any]):
    """The number of entries, from the top of the standings, that play on."""

    players = serializers.IntegerField(min_value=knockouts.LEAST, max_value=knockouts.MOST)


class EntrySidesSerializer(serializers.Serializer[Any]):
    """One side of a place in a bracket; `entry` is empty until it is known, and `text` says who will come."""

    entry = serializers.SerializerMethodField()
    text = serializers.CharField()
    seed = serializers.IntegerField()
    points = serializers.CharField()
    is_winner = serializers.BooleanField()

    def get_entry(self, side: stages_selectors.BracketSide) -> str:
        return side.entry.public_id if side.entry else ""


class PlaceInBracketSerializer(serializers.Serializer[Any]):
    """One place of a bracket. `match` is the id of its match once that is paired."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field's name, which the class gives up
    part = serializers.SerializerMethodField()
    state = serializers.CharField(help_text="waiting, ready, over, or void where nobody plays.")
    match = serializers.SerializerMethodField()
    sides = EntrySidesSerializer(many=True)

    def get_part(self, cell: stages_selectors.BracketCell) -> str:
        return cell.part

    def get_match(self, cell: stages_selectors.BracketCell) -> str:
        return cell.match.public_id if cell.match else ""


class CutLineSerializer(serializers.Serializer[Any]):
    """An entry that qualifies."""

    seed = serializers.IntegerField()
    entry = serializers.CharField(source="entry.public_id")
    name = serializers.CharField(source="entry.name")
    place = serializers.IntegerField(help_text="The place in the stage before.")
    group = serializers.CharField()
    carried = serializers.IntegerField(help_text="Points taken along, in the unit of the points table.")


class PlayOffSerializer(serializers.Serializer[Any]):
    """The entries that are equal at the cut, and how many of them qualify."""

    entries = serializers.SerializerMethodField()
    places = serializers.IntegerField()

    def get_entries(self, line: stages_selectors.PlayOffLine) -> list[str]:
        return [entry.public_id for entry in line.entries]


class CutPreviewSerializer(serializers.Serializer[Any]):
    """The entries that would qualify; the digest confirms exactly this preview."""

    digest = serializers.CharField()
    lines = CutLineSerializer(many=True)
    play_offs = PlayOffSerializer(many=True)
    out = serializers.SerializerMethodField(help_text="Ids of the entries that do not go on.")

    def get_out(self, found: stages_selectors.CutPreview) -> list[str]:
        return [entry.public_id for entry in found.out]


class CutSerializer(serializers.Serializer[Any]):
    """Confirm a cut: the digest of the preview, and for play-offs their orders (ids) with how they were decided."""

    digest = serializers.CharField()
    decided = serializers.ListField(child=serializers.ListField(child=serializers.CharField()), default=list)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class BeginSerializer(serializers.Serializer[Any]):
    """The way in which a tournament begins."""

    automatic = serializers.BooleanField(default=None, allow_null=True, help_text="Do rounds come by themselves?")


class SignUpOfferSerializer(serializers.Serializer[Any]):
    """A side contest that still accepts entries besides its losers."""

    contest = serializers.CharField(help_text="consolation or last_chance")
    lines = serializers.IntegerField(help_text="Places kept for late sign-up.")
    taken = serializers.IntegerField()
    closes = serializers.IntegerField(help_text="The wave (counted in the stage) whose pairing closes it.")


class SignUpSerializer(serializers.Serializer[Any]):
    """Who signs up: an entry of the tournament by its id, or somebody new by name."""

    contest = serializers.CharField()
    entry = serializers.CharField(required=False, default="", allow_blank=True)
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=120)
    rating = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=9999)


NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The number of the stage, from 1.")
ONE = r"stages/(?P<number>[0-9]{1,3})"


def _sign_up(**facts: Any) -> Entry:
    if facts["entry"] is None and not facts["name"].strip():
        raise errors.Invalid("entry", _("The id of an entry, or the name of somebody new."))
    try:
        return sign_ups.sign_up(**facts)
    except ValueError as bad:
        raise errors.Invalid("name", str(bad)) from bad


class StageDoors:
    """Reads and acts of a tournament's stages; mixed into the tournaments' resource."""

    get_object: Callable[[], Tournament]
    get_serializer: Any

    @extend_schema(request=BeginSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def begin(self, request: Request, public_id: str) -> Response:
        """Close the entries and begin the tournament."""
        return self._as_a_whole(request, progression.begin, **validated(BeginSerializer, request))

    @extend_schema(request=ReasonSerializer)
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def finish(self, request: Request, public_id: str) -> Response:
        """End the tournament after its last closed round, once every case is closed; while an appeal is undecided, only
        for a stated reason."""
        return self._as_a_whole(request, progression.finish, **validated(ReasonSerializer, request))

    @extend_schema(responses=StageSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def stages(self, request: Request, public_id: str) -> Response:
        """The stages in order."""
        found = self.get_object().stages.select_related("source").order_by("number")
        return Response(StageSerializer(found, many=True).data)

    @extend_schema(request=KnockoutSerializer, responses={201: StageSerializer}, operation_id="knockout_add")
    @stages.mapping.post
    def add_knockout(self, request: Request, public_id: str) -> Response:
        """Add a knockout for the best entries to a tournament of one stage, which may have begun (organisers); for
        tables of three and more, a last table. It begins when the stage before is over."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        facts = {**signed_in.asked(request), **validated(KnockoutSerializer, request)}
        made = attempt(lambda: knockouts.add_knockout(tournament=tournament, **facts))
        return Response(StageSerializer(made).data, status=201)

    @extend_schema(methods=["get"], parameters=[NUMBER], responses=StageSerializer, filters=False, operation_id="stage")
    @extend_schema(
        methods=["patch"],
        parameters=[NUMBER],
        request=StageChangeSerializer,
        responses=StageSerializer,
        operation_id="stage_change",
    )
    @action(detail=True, methods=["get", "patch"], url_path=ONE)
    def stage(self, request: Request, public_id: str, number: str) -> Response:
        """One stage; organisers change its settings until its first round is published."""
        stage = self._stage(number)
        if request.method == "PATCH":
            permissions.require_organiser(request.user, stage.tournament)
            data = validated(StageChangeSerializer, request)
            stage = attempt(lambda: creating.change_stage(stage=stage, **signed_in.asked(request), **data))
        return Response(StageSerializer(stage).data)

    @extend_schema(parameters=[NUMBER], request=None, responses={204: None}, operation_id="knockout_remove")
    @stage.mapping.delete
    def remove_knockout(self, request: Request, public_id: str, number: str) -> Response:
        """Remove a last stage for which no entry has qualified yet (organisers)."""
        stage = self._stage(number)
        permissions.require_organiser(request.user, stage.tournament)
        attempt(lambda: knockouts.remove_knockout(stage=stage, **signed_in.asked(request)))
        return Response(status=204)

    @extend_schema(parameters=[NUMBER], responses=GroupTableSerializer(many=True), filters=False)
    @action(detail=True, url_path=ONE + "/standings", url_name="stage-standings", pagination_class=None)
    def stage_standings(self, request: Request, public_id: str, number: str) -> Response:
        """The standings of a stage, a table for each group, and one for a consolation or last chance."""
        tables = standings.stage_tables(self._stage(number))
        return Response(GroupTableSerializer(tables, many=True).data)

    @extend_schema(parameters=[NUMBER], responses=PlaceInBracketSerializer(many=True), filters=False)
    @action(detail=True, url_path=ONE + "/bracket", url_name="stage-bracket", pagination_class=None)
    def bracket(self, request: Request, public_id: str, number: str) -> Response:
        """Every place in the bracket of a stage; empty if it has none."""
        parts = stages_selectors.bracket_parts(self._stage(number))
        cells = [cell for part in parts for column in part.columns for cell in column.cells]
        return Response(PlaceInBracketSerializer(cells, many=True).data)

    @extend_schema(
        methods=["get"],
        parameters=[NUMBER],
        responses=CutPreviewSerializer,
        filters=False,
        operation_id="cut_preview",
    )
    @extend_schema(
        methods=["post"],
        parameters=[NUMBER],
        request=CutSerializer,
        responses=StageSerializer,
        operation_id="cut",
    )
    @action(detail=True, methods=["get", "post"], url_path=ONE + "/cut", url_name="stage-cut")
    def cut(self, request: Request, public_id: str, number: str) -> Response:
        """Preview which entries would qualify for this stage; POST confirms the preview by its digest (officials)."""
        stage = self._directed_stage(request, number)
        if request.method == "GET":
            return Response(CutPreviewSerializer(attempt(lambda: progression.preview_cut(stage=stage))).data)
        data = validated(CutSerializer, request)
        known = stage.tournament.entries
        data["decided"] = [[get_object_or_404(known, public_id=one) for one in order] for order in data["decided"]]
        return self._done(request, stage, progression.cut_stage, **data)

    @extend_schema(parameters=[NUMBER], request=ReasonSerializer, responses=StageSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=ONE + "/undo-cut",
        url_name="stage-undo-cut",
        permission_classes=SIGNED_IN,
    )
    def undo_cut(self, request: Request, public_id: str, number: str) -> Response:
        """Undo a confirmed cut, until the first round of the stage is published (officials)."""
        stage = self._directed_stage(request, number)
        return self._done(request, stage, progression.undo_cut, **validated(ReasonSerializer, request))

    @extend_schema(parameters=[NUMBER], request=ReasonSerializer, responses=StageSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=ONE + "/leave-out",
        url_name="stage-leave-out",
        permission_classes=SIGNED_IN,
    )
    def leave_out(self, request: Request, public_id: str, number: str) -> Response:
        """Skip the stage that comes next (officials)."""
        stage = self._directed_stage(request, number)
        return self._done(request, stage, progression.skip_stage, **validated(ReasonSerializer, request))

    @extend_schema(
        methods=["get"],
        parameters=[NUMBER],
        responses=SignUpOfferSerializer(many=True),
        filters=False,
        operation_id="sign_ups",
    )
    @extend_schema(
        methods=["post"],
        parameters=[NUMBER],
        request=SignUpSerializer,
        responses={201: EntrySerializer},
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
        """The side contests of a bracket that accept entries besides its losers; POST adds an entry (officials)."""
        stage = self._stage(number)
        if request.method == "GET":
            return Response(SignUpOfferSerializer(stages_selectors.open_sign_ups(stage), many=True).data)
        stage = self._directed_stage(request, number)
        data = validated(SignUpSerializer, request)
        if data["entry"]:
            data["entry"] = get_object_or_404(stage.tournament.entries, public_id=data["entry"])
        facts = {**signed_in.asked(request), **data, "entry": data["entry"] or None}
        return Response(EntrySerializer(attempt(lambda: _sign_up(stage=stage, **facts))).data, status=201)

    def _stage(self, number: str) -> Stage:
        found = self.get_object().stages.select_related("source", "tournament__club")
        return get_object_or_404(found, number=number)

    def _directed_stage(self, request: Request, number: str) -> Stage:
        stage = self._stage(number)
        permissions.require_director(request.user, stage.tournament)
        return stage

    def _done(self, request: Request, stage: Stage, service: Callable[..., Any], **facts: Any) -> Response:
        done = attempt(lambda: service(stage=stage, **signed_in.asked(request), **facts))
        return Response(StageSerializer(done).data)

    def _as_a_whole(self, request: Request, service: Callable[..., Any], **facts: Any) -> Response:
        tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        attempt(lambda: service(tournament=tournament, **signed_in.asked(request), **facts))
        return Response(self.get_serializer(self.get_object()).data)
