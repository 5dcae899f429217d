"""Report finished tables to the apps above. What the receivers write happens exactly once, however often a process
crashes."""

import logging
from datetime import datetime, timedelta

from django.db import close_old_connections, transaction

from games.live.finished import deal_luck, tallies
from games.live.shuffle import chains
from games.models import Status, Table
from games.signals import table_over

logger = logging.getLogger(__name__)


def report(table_id: int, now: datetime, compute: deal_luck.Compute = deal_luck.here) -> bool:
    """Report one table: `compute` its luck, tally it, send `table_over` and mark it as reported, in one transaction. A
    table that is already reported is left alone. Locks the table. Its shuffles are linked before. Raises what a
    receiver raises; then nothing has changed."""
    chains.link()
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        if table.status != Status.OVER or table.reported_at is not None:
            return False
        deal_luck.keep(table, compute)
        tallies.keep(table)
        table_over.send(sender=Table, table=table)
        Table.objects.filter(pk=table_id).update(reported_at=now)
    return True


def untold(now: datetime, older_than: timedelta = timedelta(0)) -> list[int]:
    """Finished tables that have not been reported yet."""
    rows = Table.objects.filter(status=Status.OVER, reported_at=None, finished_at__lte=now - older_than)
    return list(rows.order_by("finished_at").values_list("pk", flat=True)[:100])


def report_safely(table_id: int, now: datetime, compute: deal_luck.Compute = deal_luck.here) -> None:
    """Call `report` in a worker thread: a failure is logged and left to the next sweep."""
    close_old_connections()
    try:
        report(table_id, now, compute)
    except Exception:
        logger.exception("table %s is over and could not be reported", table_id)


def sweep(now: datetime, compute: deal_luck.Compute = deal_luck.here) -> None:
    """Report tables that a crash or a failed receiver left unreported."""
    close_old_connections()
    for table_id in untold(now):
        report_safely(table_id, now, compute)
