"""Filters that pages and API share."""

import django_filters

from doors.times import TimeFilter
from tournaments.models import Entry, Match, Round, Tournament


class TournamentFilter(django_filters.FilterSet):
    """By club (address), state, variant, place, and days."""

    club = django_filters.CharFilter(field_name="club__slug")
    place = django_filters.CharFilter(lookup_expr="icontains")
    starts_after = TimeFilter(field_name="starts_at", lookup_expr="gte")
    starts_before = TimeFilter(field_name="starts_at", lookup_expr="lte")

    class Meta:
        model = Tournament
        fields = ("club", "state", "variant", "mode", "place")


class EntryFilter(django_filters.FilterSet):
    """By tournament, status and player (public ids)."""

    tournament = django_filters.CharFilter(field_name="tournament__public_id")
    player = django_filters.CharFilter(field_name="members__user__public_id")

    class Meta:
        model = Entry
        fields = ("tournament", "status", "player")


class RoundFilter(django_filters.FilterSet):
    """By tournament and state."""

    tournament = django_filters.CharFilter(field_name="stage__tournament__public_id")

    class Meta:
        model = Round
        fields = ("tournament", "state", "number")


class MatchFilter(django_filters.FilterSet):
    """By tournament, round, player (public ids), table and state."""

    tournament = django_filters.CharFilter(field_name="round__stage__tournament__public_id")
    round = django_filters.CharFilter(field_name="round__public_id")
    player = django_filters.CharFilter(field_name="sides__seat__entry__members__user__public_id")
    table = django_filters.NumberFilter(field_name="table_no")

    class Meta:
        model = Match
        fields = ("tournament", "round", "player", "table", "state")
