"""Check times from callers: are they within the range of the calendar?"""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import django_filters
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django_filters.fields import IsoDateTimeField

PLANNABLE = range(2000, 2100)  # years


def in_utc(moment: datetime) -> datetime | None:
    """An aware time in UTC, as every database can compare it: PostgreSQL knows no zone of sixteen hours and more. None
    if it has no date there, which is so for a few hours of the years 1 and 9999."""
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return None


def is_plannable(moment: datetime) -> bool:
    """Can something be planned for this time? Times computed from it must stay in the calendar in any zone."""
    return moment.year in PLANNABLE


def clock_change(moment: datetime) -> str:
    """How the clocks of its zone treat a time as people write it: "skipped" if they never show it, because they are put
    forward then; "twice" if they show it twice and the time does not say which is meant; else empty. A time without
    such a zone is always clear."""
    if not isinstance(moment.tzinfo, ZoneInfo) or moment.fold:
        return ""
    if moment.utcoffset() == moment.replace(fold=1).utcoffset():
        return ""
    shown = moment.astimezone(UTC).astimezone(moment.tzinfo)
    return "twice" if shown.replace(tzinfo=None) == moment.replace(tzinfo=None) else "skipped"


class _TimeField(IsoDateTimeField):
    def to_python(self, value: Any) -> Any:
        given = super().to_python(value)
        moment = given and in_utc(given)
        if given and moment is None:
            raise ValidationError(_("This time is outside the calendar: a year from 1 to 9999, in UTC."))
        return moment


class TimeFilter(django_filters.IsoDateTimeFilter):
    """A filter by an ISO time; it refuses one that has no date in UTC."""

    field_class = _TimeField
