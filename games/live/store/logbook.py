"""The logs of tables. Whoever reads the plays of a table reads them here, so that nobody has to know how they are
stored (tests/games/live/store/test_logbook.py)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet

from games.live.store import packed
from games.models import Kind, PackedPlays, Play, Seat

SHUFFLING = ("commit", "cut", "reveal", "lost")  # what players do before there are cards


class Mover(NamedTuple):
    """Somebody who has made plays at a table: its key and public id, their seat, and the key of the user (None: the
    table did it for the seat)."""

    table: int
    public_id: str
    seat: int | None
    by: int | None


def plays(
    table_id: int, *, above: int = 0, until: int | None = None, named: Collection[str] | None = None
) -> list[Play]:
    """The plays of a table's log after version `above` and up to `until` (None: to its end), in order; with `named`
    only those whose actions have these names. Those that are packed have no command id. Raises packed.Damaged."""
    if until is not None and until <= above:
        return []
    rows = Play.objects.filter(table_id=table_id, seq__gt=above).order_by("seq")
    rows = rows if until is None else rows.filter(seq__lte=until)
    loose = list(rows if named is None else rows.filter(action__do__in=named))
    if until is not None and len(loose) == until - above:
        return loose
    # after the rows: what is packed meanwhile is then found twice, and not missed
    row = PackedPlays.objects.filter(table_id=table_id).first()
    if row is None:
        return loose

    def is_wanted(seq: int, action: Mapping[str, Any]) -> bool:
        return above < seq and (until is None or seq <= until) and (named is None or action["do"] in named)

    both = {play.seq: play for play in (*packed.unpacked(row, users_of(table_id), is_wanted), *loose)}
    return [both[seq] for seq in sorted(both)]


def last(versions: Mapping[int, int], count: int) -> dict[int, list[Play]]:
    """The last `count` plays of tables, up to these versions (by table), in order. One query for all whose plays are
    rows. Raises packed.Damaged."""
    found: dict[int, list[Play]] = {table_id: [] for table_id in versions}
    rows = Play.objects.filter(table_id__in=list(versions), seq__gt=F("table__version") - count).order_by("seq")
    for play in rows:
        if versions[play.table_id] - count < play.seq <= versions[play.table_id]:
            found[play.table_id].append(play)
    for table_id, version in versions.items():
        above = max(0, version - count)
        if len(found[table_id]) < version - above:  # they are packed, or the table has gone on meanwhile
            found[table_id] = plays(table_id, above=above, until=version)
    return found


def users_of(table_id: int) -> dict[int, int]:
    """The keys of the users who sit at a table, by seat."""
    return dict(Seat.objects.filter(table_id=table_id).values_list("seat", "user_id"))


def by_command(table_id: int, cmd_id: UUID) -> Play | None:
    """The play that a command made; None if it made none, or if the table has been over for so long that its plays are
    packed. A director's play is always found."""
    return Play.objects.filter(table_id=table_id, cmd_id=cmd_id).first()


def rulings() -> QuerySet[Play]:
    """The plays of directors, at all tables; they are never packed."""
    return Play.objects.filter(kind=Kind.DIRECTOR)


def lost_entropy() -> QuerySet[Play]:
    """The plays that say that a browser had lost its entropy (ONL-1), at all tables; they are never packed."""
    return Play.objects.filter(action__do="lost")


def movers(public_ids: Iterable[str], *, but: Collection[str] = ()) -> set[Mover]:
    """Who has made plays at these tables, as a player; actions named in `but` do not count."""
    ids = list(public_ids)
    rows = Play.objects.filter(table__public_id__in=ids, kind=Kind.PLAYER).exclude(action__do__in=but)
    found = rows.values_list("table_id", "table__public_id", "seat", "by_id").order_by().distinct()
    long_over = PackedPlays.objects.filter(table__public_id__in=ids).select_related("table")
    return {Mover(*one) for one in found} | {
        Mover(play.table_id, one.table.public_id, play.seat, play.by_id)
        for one in long_over
        for play in packed.unpacked(one, users_of(one.table_id))
        if play.kind == Kind.PLAYER and play.action["do"] not in but
    }


def has_begun(public_ids: Iterable[str]) -> bool:
    """Has somebody made a move at one of these tables, or a director entered something? The shuffle before the first
    card is not a move."""
    ids = list(public_ids)
    return bool(movers(ids, but=SHUFFLING)) or rulings().filter(table__public_id__in=ids).exists()
