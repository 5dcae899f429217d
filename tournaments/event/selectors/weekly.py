"""Compute evenings that recur on the same weekday, every few weeks or once a month, at the same local time."""

from calendar import monthrange
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)
LAST = -1  # the week of the month that has its last such weekday
WEEKS_OF_MONTH = (LAST, 1, 2, 3, 4)


def same_evening(before: datetime, now: datetime, zone: ZoneInfo) -> datetime:
    """The first moment after both `now` and `before` on the weekday and at the hour of `before`, by the clocks of the
    zone."""
    local = before.astimezone(zone).replace(tzinfo=None) + WEEK
    while local.replace(tzinfo=zone) <= now:
        local += WEEK
    return local.replace(tzinfo=zone)


def evenings(*, since: date, until: date, weekday: int, at: time, every: int, zone: ZoneInfo) -> list[datetime]:
    """The evenings from `since` to `until`, both included, on a weekday (0 is Monday), every `every` weeks."""
    day = since + timedelta(days=(weekday - since.weekday()) % 7)
    found = []
    while day <= until:
        found.append(datetime.combine(day, at, zone))
        day += every * WEEK
    return found


def monthly(*, since: date, until: date, weekday: int, week: int, at: time, zone: ZoneInfo) -> list[datetime]:
    """The evenings from `since` to `until`, both included, on the first (1) to fourth, or on the last (-1) such weekday
    of each month."""
    found, month = [], since.replace(day=1)
    while month <= until:
        day = _in_month(month, weekday, week)
        if since <= day <= until:
            found.append(datetime.combine(day, at, zone))
        month += timedelta(days=monthrange(month.year, month.month)[1])
    return found


def week_of(day: date) -> int:
    """The week of the month in which this weekday falls, in the form of `monthly`: a fifth one is the last."""
    week = (day.day - 1) // 7 + 1
    return week if week in WEEKS_OF_MONTH else LAST


def _in_month(first: date, weekday: int, week: int) -> date:
    if week != LAST:
        return first + timedelta(days=(weekday - first.weekday()) % 7) + (week - 1) * WEEK
    last = first.replace(day=monthrange(first.year, first.month)[1])
    return last - timedelta(days=(last.weekday() - weekday) % 7)
