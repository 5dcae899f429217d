"""Delete old rows of processes that once owned tables, every night."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.models import LiveProcess, Status, Table

OLD_PROCESSES = "games.old_processes"
OLD_PROCESSES_HOUR = 4
KEPT = timedelta(days=30)


def forget_old_processes(*, now: datetime) -> int:
    """Delete processes silent for 30 days, except those that a table under play names as its owner; returns how
    many."""
    theirs = Table.objects.filter(owner=OuterRef("name"), status=Status.PLAYING)
    return LiveProcess.objects.filter(~Exists(theirs), beat_at__lt=now - KEPT).delete()[0]
