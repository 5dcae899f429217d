"""Receivers of signals of the apps below."""

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from games.models import Table
from games.signals import table_over
from tournaments.open_events.services import arenas
from tournaments.results.services import from_tables


@receiver(table_over, dispatch_uid="tournaments.table_over")
def record_table(sender: type[Table], table: Table, **_: Any) -> None:
    """Record the result of a live table that has ended, in the transaction that marks it as reported."""
    from_tables.table_over(table=table, now=timezone.now())
    if table.settings.get("event"):
        arenas.table_over(table=table)
