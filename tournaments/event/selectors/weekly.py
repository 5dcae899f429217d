"""Work out evenings that recur: on the same weekday, at the same local time."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)


def same_evening(before: datetime, now: datetime, zone: ZoneInfo) -> datetime:
    """The first moment after both `now` and `before` on the weekday and at the hour of `before`, by the clocks of the
    zone."""
    local = before.astimezone(zone).replace(tzinfo=None) + WEEK
    while local.replace(tzinfo=zone) <= now:
        local += WEEK
    return local.replace(tzinfo=zone)


def evenings(*, since: date, until: date, weekday: int, at: time, every: int, zone: ZoneInfo) -> list[datetime]:
    """The evenings from `since` to `until`, both included, on a weekday (0 is Monday), every so many weeks."""
    day = since + timedelta(days=(weekday - since.weekday()) % 7)
    found = []
    while day <= until:
        found.append(datetime.combine(day, at, zone))
        day += every * WEEK
    return found
