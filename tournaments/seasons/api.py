"""Seasons under /api/v1/: the list, one season, and its table."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from doors.api.etags import made_once
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.models import Season, Trophy
from tournaments.overview.serializers import TournamentSerializer
from tournaments.seasons.selectors import reading, reopened, season_tables, words
from tournaments.seasons.selectors.reopened import Reopening
from tournaments.seasons.selectors.season_tables import Table
from tournaments.stages.services import reopening


class ReopeningSerializer(serializers.Serializer[Reopening]):
    """The effects of reopening a finished tournament, as sentences; `seen` is the end that it undoes."""

    seen = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())


class ReopenSerializer(serializers.Serializer[Any]):
    """The reason for reopening a tournament, and the end that was `seen` (empty: any)."""

    reason = serializers.CharField(max_length=200)
    seen = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)


class ReopeningDoors:
    """Reopen a finished tournament; mixed into the tournaments."""

    get_object: Any
    get_serializer: Any

    @extend_schema(methods=["GET"], responses=ReopeningSerializer, filters=False)
    @extend_schema(methods=["POST"], request=ReopenSerializer, responses=TournamentSerializer)
    @action(detail=True, methods=["get", "post"], permission_classes=SIGNED_IN, pagination_class=None)
    def reopen(self, request: Request, public_id: str) -> Response:
        """Show the effects of reopening a finished tournament (directors); reopen it, for a stated reason."""
        tournament = self.get_object()
        permissions.require_director(request.user, tournament)
        if request.method == "GET":
            return Response(ReopeningSerializer(reopened.reopening(tournament)).data)
        said = validated(ReopenSerializer, request)
        attempt(lambda: reopening.reopen(tournament=tournament, **signed_in.asked(request), **said))
        return Response(self.get_serializer(self.get_object()).data)


class SeasonFilter(django_filters.FilterSet):
    """Filter by club (address), closed or not, and a day within the season."""

    club = django_filters.CharFilter(field_name="club__slug")
    closed = django_filters.BooleanFilter(field_name="closed_at", lookup_expr="isnull", exclude=True)
    on = django_filters.DateFilter(method="covering", label="a day of the season")

    class Meta:
        model = Season
        fields = ("club", "closed", "on")

    def covering(self, found: QuerySet[Season], name: str, day: Any) -> QuerySet[Season]:
        """The seasons that include this day."""
        return found.filter(since__lte=day, until__gte=day)


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season: its club, its days, the series whose evenings count (empty: all), its scoring as data, when it was
    closed, and its final night."""

    id = serializers.CharField(source="public_id", read_only=True)
    club = serializers.CharField(source="club.slug", read_only=True)
    final = serializers.CharField(source="final.public_id", read_only=True, allow_null=True, default=None)
    scoring = serializers.JSONField(read_only=True)

    class Meta:
        model = Season
        fields = ("id", "club", "name", "since", "until", "series", "scoring", "closed_at", "final")
        read_only_fields = fields


class SeasonEveningSerializer(serializers.Serializer[Any]):
    """An evening that counts, and the number of persons who played."""

    tournament = serializers.CharField(source="tournament.public_id")
    name = serializers.CharField(source="tournament.name")
    day = serializers.DateField()
    players = serializers.IntegerField()


class SeasonCellSerializer(serializers.Serializer[Any]):
    """What an evening earned: its place, its points and what they are for, and whether it is dropped for better
    ones."""

    tournament = serializers.CharField()
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    points = serializers.FloatField()
    for_place = serializers.FloatField()
    wins = serializers.IntegerField()
    gain = serializers.IntegerField()
    is_dropped = serializers.BooleanField()


class SeasonRowSerializer(serializers.Serializer[Any]):
    """A line of the table; `player` is the public id of the person. There is no cell for an evening that the person
    missed. `decided`: the tie-breaks that part this line from others with as many points, in words."""

    place = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    points = serializers.FloatField()
    bonus = serializers.FloatField()
    attended = serializers.IntegerField()
    wins = serializers.IntegerField()
    firsts = serializers.IntegerField()
    decided = serializers.CharField()
    evenings = SeasonCellSerializer(many=True)


class TrophySerializer(serializers.ModelSerializer[Trophy]):
    """A trophy of a closed season: a place of the first three with its points, or the best attendance with its
    evenings."""

    player = serializers.CharField(source="user.public_id", read_only=True)
    name = serializers.CharField(source="user", read_only=True)

    class Meta:
        model = Trophy
        fields = ("kind", "place", "figure", "player", "name")
        read_only_fields = fields


class SeasonTableSerializer(serializers.Serializer[Any]):
    """The table of a season with its evenings, the sources of points and the tie-breaks in words, and its trophies.
    `is_stale`: it is closed, and later corrections would change it."""

    season = SeasonSerializer()
    evenings = SeasonEveningSerializer(many=True)
    rows = SeasonRowSerializer(many=True)
    rules = serializers.ListField(child=serializers.CharField())
    tiebreaks = serializers.ListField(child=serializers.CharField())
    trophies = TrophySerializer(many=True)
    is_stale = serializers.BooleanField()


class Seasons(Reading):
    """Seasons of all clubs, the latest first."""

    serializer_class = SeasonSerializer
    filterset_class = SeasonFilter

    def get_queryset(self) -> QuerySet[Season]:
        return reading.seasons()

    @extend_schema(responses=SeasonTableSerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def table(self, request: Request, public_id: str) -> HttpResponseBase:
        """The points table: every person with every evening."""
        season = self.get_object()
        found = season_tables.table_of(season)
        version = f"{found.version}{found.is_stale}{season.closed_at}{season.final_id}{request.LANGUAGE_CODE}"
        return made_once(request, version, lambda: Response(SeasonTableSerializer(_plain(found)).data))


def _plain(table: Table) -> dict[str, Any]:
    """A table in the form that the serializer takes."""
    keys = [one.tournament.public_id for one in table.evenings]
    rows = [
        {
            "place": row.place,
            "player": row.user.public_id,
            "name": str(row.user),
            **{name: getattr(row.line, name) for name in ("points", "bonus", "attended", "wins", "firsts")},
            "decided": row.decided,
            "evenings": [
                {"tournament": key, **{name: getattr(cell, name) for name in cell.__slots__}}
                for key, cell in zip(keys, row.cells, strict=True)
                if cell is not None
            ],
        }
        for row in table.rows
    ]
    return {
        "season": table.season,
        "evenings": table.evenings,
        "rows": rows,
        "rules": words.sentences(table.scoring),
        "tiebreaks": [f"{one.name}: {one.text}" for one in words.tiebreaks(table.scoring)],
        "trophies": reading.trophies_in(table.season),
        "is_stale": table.is_stale,
    }
