"""Check every night, or by command, that the tables agree with their logs."""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import Q

from audit import services as audit
from duework import services as duework
from duework.models import DueWork
from games.live.store import packed, soundness
from games.models import PackedPlays, Status, Table

logger = logging.getLogger(__name__)
LOGS = "games.soundness"
LOGS_HOUR = 5
LOOKS_BACK = timedelta(days=2)  # a missed night is made up for by the next
AT_ONCE = 50  # tables between two looks at the lease
ROWS = 500  # packed rows in memory


def soundness_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `games.soundness`: check the tables under play and those that ended since the night before
    last. Faults go to the server's log and to the audit entries."""
    with duework.walk(LOGS, now=now) as walk:
        found = list(verify_archive(since=now - LOOKS_BACK, alive=lambda: duework.renew(work), walk=walk))
    with transaction.atomic():
        duework.hold(work)
        for table, fault in found:
            logger.error("table %s is not what its log says: %s", table, fault)
            audit.record(actor=None, action="table.unsound", target=f"table:{table}", now=now, reason=fault)


def verify_archive(
    *, since: datetime | None = None, alive: Callable[[], None] = lambda: None, walk: duework.Walk | None = None
) -> Iterator[tuple[str, str]]:
    """The faults of each table, by its public id; with `since`, only of tables under play or finished after that. A
    table that cannot be read is a fault as well. Changes nothing."""
    walk = walk or duework.Walk()
    rows = Table.objects.order_by("pk").prefetch_related("seats__user")
    if since is not None:
        rows = rows.filter(Q(status=Status.PLAYING) | Q(finished_at__gt=since))
    last = 0
    while some := list(rows.filter(pk__gt=last)[:AT_ONCE]):
        alive()
        for table in some:
            name, found = f"table {table.public_id}", list[str]()
            with walk.row(name):
                found = list(soundness.faults(table))
            found += [f"it cannot be read: {walk.skipped[name]}"] if name in walk.skipped else []
            yield from ((table.public_id, fault) for fault in found)
        last = some[-1].pk


def damaged_logs(*, alias: str = DEFAULT_DB_ALIAS, alive: Callable[[], None] = lambda: None) -> Iterator[str]:
    """A sentence for each table whose packed plays have changed since they were packed. Compares digests alone, which
    takes a thousandth of the time of `verify_archive`."""
    rows = PackedPlays.objects.using(alias).select_related("table").defer("table__snapshot").order_by("pk")
    for number, row in enumerate(rows.iterator(chunk_size=ROWS)):
        if number % ROWS == 0:
            alive()
        try:
            packed.checked(row)
        except packed.Damaged as error:
            yield f"Table {row.table.public_id}: {error}."
