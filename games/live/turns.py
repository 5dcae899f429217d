"""Tables that are played by days: who has to move, since when, and until when."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games.live.setup import terms as terms_of
from games.live.sitting import sitting
from games.live.store import loading
from games.models import BY_DAYS, Status, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A person has to move at a table: the version they move from, since when, and when their time is over."""

    table: Table
    user: User
    version: int
    since: datetime
    until: datetime


def by_days() -> QuerySet[Table]:
    """The tables that are being played by days."""
    found = Table.objects.filter(BY_DAYS, status=Status.PLAYING)
    return found.exclude(deadline_at=None).prefetch_related("seats__user").order_by("pk")


def turns(tables: Iterable[Table]) -> list[Turn]:
    """The people who have to move at these tables, which are played by days."""
    return [turn for table in tables for turn in _at(table)]


def whose_turn_is_it(tables: Iterable[Table], user: User) -> set[int]:
    """The keys of the tables, played by days, that wait for this person."""
    slow = [table for table in tables if table.settings.get("by_days")]
    return {turn.table.pk for turn in turns(slow) if turn.user == user}


def _at(table: Table) -> list[Turn]:
    fixed = terms_of.terms(table)
    now = loading.read(table, fixed)
    since, until = loading.began(table, fixed, now), table.deadline_at
    if since is None or until is None:
        return []
    users = {seat.seat: seat.user for seat in table.seats.all()}
    return [
        Turn(table=table, user=users[seat], version=now.version, since=since, until=until)
        for seat in sitting.movers(fixed, now)
    ]
