"""Filters for the API's lists of tables and deals."""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet

from doors.times import TimeFilter
from games import selectors
from games.models import RECORDS, Deal, Tally


class Ranges(forms.Form):
    """A form that refuses a range which ends before it begins."""

    def clean(self) -> dict[str, Any]:
        """Report such an error at the end of the range, with the values that are allowed."""
        data = super().clean() or {}
        for low, high in (("finished_after", "finished_before"), ("shortest", "longest")):
            least, most = data.get(low), data.get(high)
            if least is not None and most is not None and least > most:
                self.add_error(high, f"not below {low}")
        return data


class DealFilter(django_filters.FilterSet):
    """Filter by players (public ids; `versus` is another one at the same table), table, rules, ending, time, points,
    length in plays, and whether there was a ruling."""

    player = django_filters.CharFilter(field_name="table__seats__user__public_id")
    versus = django_filters.CharFilter(field_name="table__seats__user__public_id")
    table = django_filters.CharFilter(field_name="table__public_id")
    rules = django_filters.CharFilter(field_name="table__rules")
    finished_after = TimeFilter(field_name="finished_at", lookup_expr="gte")
    finished_before = TimeFilter(field_name="finished_at", lookup_expr="lt")
    points_min = django_filters.NumberFilter(field_name="points", lookup_expr="gte", min_value=0, max_value=99_999)
    shortest = django_filters.NumberFilter(method="of_length", min_value=0, max_value=99_999)
    longest = django_filters.NumberFilter(method="of_length", min_value=0, max_value=99_999)
    ruled = django_filters.BooleanFilter(method="with_a_ruling")

    class Meta:
        model = Deal
        form = Ranges
        fields = ("type",)

    def of_length(self, found: QuerySet[Deal], name: str, value: int) -> QuerySet[Deal]:
        """Keep deals with at least, or at most, this number of plays."""
        return selectors.of_length(found, **{name: int(value)})

    def with_a_ruling(self, found: QuerySet[Deal], name: str, value: bool) -> QuerySet[Deal]:
        """Keep deals with a director's entry in their log, or without one."""
        return selectors.ruled(found, value)


class TallyFilter(django_filters.FilterSet):
    """Filter by player (public id) and rules; `by` names the record to order by, the best first."""

    player = django_filters.CharFilter(field_name="player__public_id")
    by = django_filters.ChoiceFilter(choices=[(kind, kind) for kind in RECORDS], method="with_any")

    class Meta:
        model = Tally
        fields = ("rules",)

    def with_any(self, found: QuerySet[Tally], name: str, value: str) -> QuerySet[Tally]:
        """Keep only players whose value of this record is not zero; the pages sort them."""
        return found.filter(**{f"{value}__gt": 0})
