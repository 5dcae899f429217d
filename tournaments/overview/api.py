"""Tournaments over the API: create them, change their conditions, read their standings, copy them."""

from hashlib import sha256

import django_filters
from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import signed_in
from doors.api.etags import made_once
from doors.times import TimeFilter
from ratings.serializers import GainSerializer
from tournaments.entries.services import copying
from tournaments.event import permissions
from tournaments.event.api import SIGNED_IN, Reading, attempt, validated
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import finding
from tournaments.event.serializers import ConditionsSerializer, NewTournamentSerializer
from tournaments.event.services import creating
from tournaments.models import Tournament
from tournaments.overview.serializers import CopySerializer, SeriesSerializer, TournamentSerializer
from tournaments.stages.services import conditions
from tournaments.standings.selectors import standings, versions
from tournaments.standings.selectors.rating_changes import rating_gains
from tournaments.standings.serializers import PlaceSerializer


class TournamentFilter(django_filters.FilterSet):
    """By club (address), state, variant, place, and days."""

    club = django_filters.CharFilter(field_name="club__slug")
    place = django_filters.CharFilter(lookup_expr="icontains")
    starts_after = TimeFilter(field_name="starts_at", lookup_expr="gte")
    starts_before = TimeFilter(field_name="starts_at", lookup_expr="lte")

    class Meta:
        model = Tournament
        fields = ("club", "state", "variant", "mode", "place")


class Tournaments(Reading):
    """Tournaments of all clubs."""

    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return finding.tournaments().prefetch_related("stages")

    @extend_schema(request=NewTournamentSerializer, responses={201: TournamentSerializer})
    def create(self, request: Request) -> Response:
        """Create a tournament for a club of which the caller is an organiser."""
        data = validated(NewTournamentSerializer, request)
        club = get_object_or_404(finding.organised_by(request.user), slug=data.pop("club"))
        made = attempt(lambda: creating.create_tournament(club=club, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=ConditionsSerializer, responses=TournamentSerializer)
    def partial_update(self, request: Request, public_id: str) -> Response:
        """Change the conditions (organisers)."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        wish = ConditionsSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = {**signed_in.asked(request), **wish.conditions()}
        attempt(lambda: conditions.change_conditions(tournament=tournament, **facts))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(
        parameters=[OpenApiParameter("after", int, description="as they stood after this round")],
        responses=PlaceSerializer(many=True),
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, public_id: str) -> HttpResponseBase:
        """The standings with their tie-breaks in order."""
        text = request.query_params.get("after", "")
        after = whole_number(text)
        if text and after is None:
            raise ValidationError({"after": [_("A round number.")]})
        tournament = self.get_object()
        version = " ".join(versions.of_stage(stage, after) for stage in finding.stages(tournament))
        answer = lambda: Response(  # noqa: E731
            PlaceSerializer(standings.standings(tournament, after), many=True).data
        )
        return made_once(request, sha256(version.encode()).hexdigest()[:32], answer)

    @extend_schema(responses=GainSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None, url_path="rating-changes")
    def rating_changes(self, request: Request, public_id: str) -> Response:
        """The rating changes of the tournament's players, the largest gain first."""
        return Response(GainSerializer(rating_gains(self.get_object()), many=True).data)

    @extend_schema(request=CopySerializer, responses={201: TournamentSerializer})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN)
    def copy(self, request: Request, public_id: str) -> Response:
        """Create another tournament with the same conditions and stages (organisers)."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        data = validated(CopySerializer, request)
        made = attempt(lambda: copying.copy_tournament(tournament=tournament, **signed_in.asked(request), **data))
        return Response(self.get_serializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=SeriesSerializer, responses={201: TournamentSerializer(many=True)})
    @action(detail=True, methods=["post"], permission_classes=SIGNED_IN, pagination_class=None)
    def series(self, request: Request, public_id: str) -> Response:
        """Copy the tournament for every evening of a rule (organisers); evenings on which it already takes place are
        left out."""
        tournament = self.get_object()
        permissions.require_organiser(request.user, tournament)
        data = validated(SeriesSerializer, request)
        made = attempt(lambda: copying.copy_series(tournament=tournament, **signed_in.asked(request), **data))
        found = self.get_queryset().filter(pk__in=[one.pk for one in made]).order_by("starts_at")
        return Response(self.get_serializer(found, many=True).data, status=201)
