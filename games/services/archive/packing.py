"""Pack the logs of tables that have been over for days: their plays become one row each, which takes a twentieth of
the room. What reads a log reads the same as before (`games.live.store.logbook`)."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from duework import services as duework
from duework.models import DueWork
from games.live.store import logbook, packed
from games.models import PackedPlays, Play, Status, Table

PACKING = "games.packing"
PACKING_HOUR = 2  # after the backup of the night
MOST = 5_000  # tables a night; those left over wait for the next
AT_ONCE = 200  # tables between two looks at the lease


class CannotPack(Exception):
    """The log of a table is not whole, or would not be read as it was; says which."""


def packing_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `games.packing`: pack what has been over for `PACK_AFTER_DAYS`, table by table, each in a
    transaction of its own, so that a killed run loses nothing and the next goes on."""
    left, last = MOST, 0
    with duework.walk(PACKING, now=now) as walk:
        while some := list(_to_pack(now).filter(pk__gt=last)[: min(AT_ONCE, left)]):
            duework.renew(work)
            for table in some:
                with walk.row(f"table {table.public_id}"):
                    pack(table)
            last, left = some[-1].pk, left - len(some)


def _to_pack(now: datetime) -> QuerySet[Table]:
    """The tables whose logs are to be packed now, the oldest first; none where the setting is 0."""
    if not settings.PACK_AFTER_DAYS:
        return Table.objects.none()
    before = now - timedelta(days=settings.PACK_AFTER_DAYS)
    return _over().filter(finished_at__lt=before, packed=None, version__gt=0).order_by("pk")


def _over() -> QuerySet[Table]:
    """The tables that are over for everybody: the end is reported, and nobody else plays their decks."""
    return Table.objects.filter(status=Status.OVER, is_held=False, reported_at__isnull=False)


@transaction.atomic
def pack(table: Table) -> bool:
    """Pack the plays of a table that is over, but for those that stay rows: one row is added and compared with what it
    was made of, and theirs are deleted. Returns whether anything was packed; a second time nothing is. Locks the table.
    Raises CannotPack, and then nothing has changed."""
    row = _over().select_for_update(of=("self",)).filter(pk=table.pk).first()
    if row is None or PackedPlays.objects.filter(pk=row.pk).exists():
        return False
    log, users = list(Play.objects.filter(table=row).order_by("seq")), logbook.users_of(row.pk)
    if [play.seq for play in log] != list(range(1, row.version + 1)):
        raise CannotPack(f"{len(log)} plays for {row.version} versions")
    kept = [play for play in log if packed.stays(play, users)]
    plays = [play for play in log if not packed.stays(play, users)]
    if not plays:
        return False
    packed.packed(row.pk, plays).save(force_insert=True)
    back = packed.unpacked(PackedPlays.objects.get(pk=row.pk), users)
    if [_told(play) for play in back] != [_told(play) for play in plays]:
        raise CannotPack("the packed plays are not those of the rows")
    deleted, _of = Play.objects.filter(table=row).exclude(pk__in=[play.pk for play in kept]).delete()
    if deleted != len(plays):
        raise CannotPack(f"{deleted} of {len(plays)} rows could be deleted")
    return True


FIELDS = ("table_id", "seq", "board", "seat", "kind", "action", "by_id", "at", "spent_ms", "lag_ms")


def _told(play: Play) -> tuple[object, ...]:
    """All that a play says, but for its command id."""
    return tuple(getattr(play, name) for name in FIELDS)
