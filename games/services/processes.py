"""Delete old rows of processes that once owned tables, every night."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from duework import services as duework
from duework.models import DueWork
from games.models import LiveProcess, Status, Table

OLD_PROCESSES = "games.old_processes"
OLD_PROCESSES_HOUR = 4
KEPT = timedelta(days=30)


def old_processes_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `games.old_processes`."""
    with transaction.atomic():
        duework.hold(work)
        forget_old_processes(now=now)


def forget_old_processes(*, now: datetime) -> int:
    """Delete processes silent for 30 days, except those that a table under play names as its owner; returns how
    many."""
    theirs = Table.objects.filter(owner=OuterRef("name"), status=Status.PLAYING)
    return LiveProcess.objects.filter(~Exists(theirs), beat_at__lt=now - KEPT).delete()[0]
