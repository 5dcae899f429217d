"""Delete what nobody needs any more, every night: guests who never sat down to a game, names that guests chose, and
processes that once owned tables."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError

from accounts import services as accounts
from accounts.models import User
from duework import services as duework
from games.models import Gathering, LiveProcess, Seat, Status, Table
from games.services.tables import rename_at_tables

OLD_GUESTS = "games.old_guests"
OLD_GUESTS_HOUR = 5
OLD_PROCESSES = "games.old_processes"
OLD_PROCESSES_HOUR = 4
KEPT = timedelta(days=30)
AT_ONCE = 500


def forget_old_guests(*, now: datetime) -> int:
    """Delete old guests who neither sat at a table nor opened one where others sit, and return their number. A guest
    whom another row refers to stays, but gets a number as a name again."""
    sat = Exists(Seat.objects.filter(user=OuterRef("pk")))
    opened = Exists(Gathering.objects.filter(by=OuterRef("pk"), table__isnull=False))
    old = User.objects.filter(is_guest=True, date_joined__lt=now - timedelta(days=settings.KEEP_GUESTS))
    deleted = 0
    with duework.walk(OLD_GUESTS, now=now) as walk:
        for guest in old.exclude(sat).exclude(opened).order_by("pk")[:AT_ONCE]:
            with walk.row(f"guest {guest.public_id}"):
                deleted += _delete(guest)
        for guest in old.filter(name__endswith=accounts.OF_A_GUEST).order_by("pk")[:AT_ONCE]:
            with walk.row(f"guest {guest.public_id}"):
                accounts.number_guest(user=guest)
                rename_at_tables(user=guest)
    return deleted


def _delete(guest: User) -> int:
    try:
        with transaction.atomic():
            guest.delete()
    except ProtectedError:
        return 0
    return 1


def forget_old_processes(*, now: datetime) -> int:
    """Delete processes that have been silent for 30 days, except those that a table under play names as its owner.
    Returns their number."""
    theirs = Table.objects.filter(owner=OuterRef("name"), status=Status.PLAYING)
    return LiveProcess.objects.filter(~Exists(theirs), beat_at__lt=now - KEPT).delete()[0]
