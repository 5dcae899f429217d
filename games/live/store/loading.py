"""Load tables from the database and release them: claims, snapshots and replays, plays made elsewhere, beats. Runs in
the writer's thread."""

import uuid
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID
from zlib import crc32

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet

from games import engine
from games.live.audience.gallery import Gallery
from games.live.setup import terms
from games.live.setup.terms import Terms
from games.live.shuffle import dealing
from games.live.sitting import sitting, steps
from games.live.sitting.rows import Secret
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Happened, Step
from games.live.store import logbook, snapshots
from games.live.store.statements import SNAPSHOT_FORMAT
from games.models import DealSecret, Kind, LiveProcess, Play, Status, Table

REMEMBERED = 32
CHANCE = ("deal", "draw_for_deal")
SILENCE = timedelta(seconds=15)
Known = Mapping[tuple[int, int, int], DealSecret]  # secrets read already, by deal, attempt and board


class TableClosed(Exception):
    """The table was closed from outside the live floor: nobody plays there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A table as its actor starts with it. `acks` are the last commands and the versions they made, oldest first.
    `calls_in` is the seconds until time is called (below 0: overdue; None: never, or already done). `gallery` is set if
    watchers see the table with a delay. `met` are the seats that have played lately. `waited` is for how many seconds
    the present decision has been awaited at a table played by days; elsewhere it starts again, because nobody could
    play."""

    terms: Terms
    sitting: Sitting
    epoch: int
    acks: dict[UUID, int]
    calls_in: float | None = None
    gallery: Gallery | None = None
    met: frozenset[int] = frozenset()
    waited: float = 0.0


@dataclass(frozen=True, slots=True)
class Foreign:
    """A play made elsewhere, read from the log: what was done and when, the version that it made, and what happened."""

    sitting: Sitting
    events: Happened
    cmd_id: UUID | None  # None: of a play that is packed
    action: Step
    at: datetime | None = None


def shard_of(public_id: str) -> int:
    """The number of the shard whose process serves this table."""
    return crc32(public_id.encode()) % int(settings.LIVE_SHARDS)


def ws_path(public_id: str) -> str:
    """The path of a table's socket."""
    return f"/ws/t/{shard_of(public_id)}/{public_id}/"


def load(public_id: str, owner: str | None) -> Loaded:
    """Read one table as `load_all` does. Raises Table.DoesNotExist, TableClosed."""
    found = load_all([public_id], owner)[public_id]
    if isinstance(found, Exception):
        raise found
    return found


def load_all(public_ids: Sequence[str], owner: str | None) -> dict[str, Loaded | Exception]:
    """Read tables, and claim them for a process (None: only read). The queries are as many for all as for one, but for
    tables with a delay or fixed decks. What is wrong with a table stands in its place: Table.DoesNotExist, TableClosed,
    or what its log raised. Raises DatabaseError.

    An earlier owner of the same shard is dead, because the claimer holds the shard's lock. So is one without a beat for
    15 s: the number of shards has changed since.
    """
    if owner is not None:
        _claim(public_ids, owner)
    rows = {
        row.public_id: row for row in Table.objects.prefetch_related("seats__user").filter(public_id__in=public_ids)
    }
    logs = logbook.last({row.pk: row.version for row in rows.values() if row.status != Status.CLOSED}, REMEMBERED)
    found: dict[str, Loaded | Exception] = {}
    starts: dict[str, tuple[Terms, Sitting]] = {}
    for public_id in public_ids:
        try:
            row = rows.get(public_id)
            if row is None:
                raise Table.DoesNotExist(public_id)
            if row.status == Status.CLOSED:
                raise TableClosed(public_id)
            fixed = terms.terms(row)
            starts[public_id] = fixed, _start(row, fixed)
        except DatabaseError:
            raise
        except Exception as error:
            found[public_id] = error
    secrets = _secrets_of({fixed.table_id: now for fixed, now in starts.values()}, logs)
    for public_id, (fixed, start) in starts.items():
        row = rows[public_id]
        try:
            found[public_id] = _loaded(row, fixed, start, logs[row.pk], secrets.get(row.pk, {}), owner)
        except DatabaseError:
            raise
        except Exception as error:
            found[public_id] = error
    return found


def _claim(public_ids: Sequence[str], owner: str) -> None:
    """Write a process's name and a higher epoch into the rows that it may have. Locks them in the order of the
    writer."""
    free = Q(owner__startswith=f"{owner.split(':')[0]}:") | _free()
    rows = Table.objects.filter(free, public_id__in=public_ids, status=Status.PLAYING)
    with transaction.atomic():
        ids = list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
        Table.objects.filter(pk__in=ids).update(owner=owner, epoch=F("epoch") + 1)


def _secrets_of(starts: Mapping[int, Sitting], logs: Mapping[int, Sequence[Play]]) -> dict[int, Known]:
    """The secrets that the plays after these versions need, by table."""
    needed = Q()
    for table_id, start in starts.items():
        if any(play.seq > start.version and play.action["do"] in ("bind", *CHANCE) for play in logs[table_id]):
            needed |= Q(table_id=table_id, deal__gte=min(deal for deal, _ in start.numbers))
    found: dict[int, dict[tuple[int, int, int], DealSecret]] = {}
    for row in DealSecret.objects.filter(needed) if needed else ():
        found.setdefault(row.table_id, {})[row.deal, row.attempt, row.board] = row
    return dict(found)


def _loaded(
    row: Table, fixed: Terms, start: Sitting, last: Sequence[Play], secrets: Known, owner: str | None
) -> Loaded:
    acks = {play.cmd_id: play.seq for play in last if play.cmd_id}  # the oldest first: it is forgotten first
    met = frozenset(play.seat for play in last if play.seat is not None and play.kind == Kind.PLAYER)
    watched = gallery(row, fixed) if owner is not None else None
    now = watched.latest if watched else _read_on(row, fixed, start, last, secrets)
    calls_at = None if now.is_called else fixed.calls_at
    calls_in = (calls_at - datetime.now(UTC)).total_seconds() if calls_at else None
    since = began(row, fixed, now)
    return Loaded(
        terms=fixed, sitting=now, epoch=row.epoch, acks=acks, calls_in=calls_in, gallery=watched, met=met,
        waited=max(0.0, (datetime.now(UTC) - since).total_seconds()) if since else 0.0,
    )  # fmt: skip


def began(row: Table, fixed: Terms, now: Sitting) -> datetime | None:
    """When the present decision began, at a table played by days; None elsewhere, and where nobody has to decide."""
    control = fixed.control
    if control is None or control.move is None or not control.is_by_days:
        return None
    if row.deadline_at is None or not sitting.movers(fixed, now):
        return None
    return row.deadline_at - timedelta(milliseconds=control.move)


def _free() -> Q:
    """Tables that no living process owns."""
    return Q(owner=None) | ~Q(owner__in=living().values("name"))


def read(row: Table, fixed: Terms) -> Sitting:
    """Read the present version of a table: its snapshot and the plays since, or the whole log if there is no snapshot
    or an old one."""
    return _read_on(row, fixed, _start(row, fixed))


def _start(row: Table, fixed: Terms) -> Sitting:
    """The version of a table's snapshot; the opening if there is none or an old one."""
    if row.snapshot is not None and row.snapshot_format == SNAPSHOT_FORMAT:
        return snapshots.opened(fixed, bytes(row.snapshot))
    return sitting.opening(fixed)


def _read_on(
    row: Table, fixed: Terms, start: Sitting, last: Sequence[Play] = (), secrets: Known | None = None
) -> Sitting:
    """The present version of a table, from an earlier one on. `last` are the last plays, read already."""
    now, plays = start, [play for play in last if play.seq > start.version]
    if len(plays) < row.version - start.version:
        plays = logbook.plays(row.pk, above=start.version, until=row.version)
    for play in _fold(fixed, now, plays, secrets):
        now = play.sitting
    return now


def gallery(row: Table, fixed: Terms) -> Gallery | None:
    """What a table's watchers see now, folded from its whole log, with times in seconds from now; None without a delay,
    and after the end of the sitting."""
    if fixed.delay is None or row.status == Status.OVER:
        return None
    found, now = Gallery(fixed.delay, sitting.opening(fixed)), datetime.now(UTC)
    for play in history(fixed, until=row.version) if row.version else ():
        found.follow(play.sitting, play.events, play.action, (play.at - now).total_seconds() if play.at else 0.0)
    found.due(0.0)
    return found


def news(fixed: Terms, known: Sitting) -> tuple[int, list[Foreign]]:
    """The present epoch of a table, and the plays that others have committed since a version."""
    epoch = Table.objects.values_list("epoch", flat=True).get(pk=fixed.table_id)
    return epoch, list(_fold(fixed, known, logbook.plays(fixed.table_id, above=known.version)))


def history(fixed: Terms, *, until: int) -> Iterable[Foreign]:
    """Every play of a table from the first to the one that made version `until`, folded from the log."""
    secrets = {(one.deal, one.attempt, one.board): one for one in DealSecret.objects.filter(table_id=fixed.table_id)}
    yield from _fold(fixed, sitting.opening(fixed), logbook.plays(fixed.table_id, until=until), secrets)


def stepped(
    fixed: Terms, before: Sitting, action: Step, *, spent: int = 0, lag: int = 0, others: Sequence[int] = ()
) -> tuple[Sitting, Happened]:
    """Make the next version by `sitting.step`; the version that an undo goes back to is read from the log."""
    earlier = None
    if isinstance(action, engine.DirUndo) and action.event < before.version:
        earlier = at_version(fixed, action.event)
    return sitting.step(fixed, before, action, spent=spent, lag=lag, earlier=earlier, others=others)


def at_version(fixed: Terms, version: int) -> Sitting:
    """A version of a table, folded from its log: what a director's undo goes back to."""
    now = sitting.opening(fixed)
    for play in history(fixed, until=version) if version else ():
        now = play.sitting
    return now


def version_of(table_id: int, cmd_id: UUID) -> int | None:
    """The version that a command made; None if it made none."""
    play = logbook.by_command(table_id, cmd_id)
    return None if play is None else play.seq


def _fold(fixed: Terms, start: Sitting, plays: Iterable[Play], secrets: Known | None = None) -> Iterable[Foreign]:
    now = start
    for play in plays:
        secret, action = _done(fixed, now, play, secrets)
        others = play.action.get(steps.OTHERS, ())
        now, events = stepped(fixed, now, action, spent=play.spent_ms, lag=play.lag_ms, others=others)
        if secret:
            now = sitting.bound(fixed, now, secret)
        yield Foreign(now, events, play.cmd_id, action, play.at)


def _done(fixed: Terms, before: Sitting, play: Play, known: Known | None) -> tuple[Secret | None, Step]:
    """The action in a row of the log, with its secret if it is an action of chance."""
    logged = play.action
    do = logged["do"]
    if do == "bind":
        bound = secret_of(_row(fixed, logged["deal"], logged["attempt"], known, logged.get("board", 0)))
        return bound, dealing.bind_of(bound)
    secret: Secret | None = None
    deck: tuple[int, ...] | None = None
    if do in CHANCE:
        board = logged.get("board", 0)
        attempt = next((one for one in before.attempts if one.board == board), None)
        if attempt is not None:
            secret, deck = dealing.secret_of(attempt), dealing.mixed(attempt)
        else:
            deal, number = dealing.numbered(before, board if do == "deal" else None)
            row = _row(fixed, deal, number, known, board)
            secret, deck = secret_of(row), dealing.deck_of(row.ctx, bytes(row.sealed), row.suits)
    return secret, steps.action_from_log(fixed, logged, play.seat, deck)


def _row(fixed: Terms, deal: int, attempt: int, known: Known | None, board: int = 0) -> DealSecret:
    if known is not None and (deal, attempt, board) in known:
        return known[deal, attempt, board]
    return DealSecret.objects.get(table_id=fixed.table_id, deal=deal, attempt=attempt, board=board)


def secret_of(row: DealSecret) -> Secret:
    """Read a stored secret as a value."""
    return Secret(
        deal=row.deal, attempt=row.attempt, ctx=row.ctx, sealed=bytes(row.sealed), commitment=row.commitment,
        is_kept=True, board=row.board,
    )  # fmt: skip


def due(owner: str, shard: int, now: datetime, without: Container[str]) -> list[str]:
    """The tables of a shard that must move by themselves and that no process owns, except those in `without`. A table
    that this process gave up while the database was away still bears its name."""
    free = Q(owner=owner) | _free()
    rows = Table.objects.filter(free, status=Status.PLAYING, deadline_at__lte=now).order_by("deadline_at")
    ids = rows.values_list("public_id", flat=True)
    return [public_id for public_id in ids if shard_of(public_id) == shard and public_id not in without][:256]


def unfinished(shard: int) -> list[str]:
    """The tables of a shard that a process must load at its start: their clocks run, or were running."""
    rows = Table.objects.filter(status=Status.PLAYING).exclude(deadline_at=None).order_by("pk")
    return [public_id for public_id in rows.values_list("public_id", flat=True) if shard_of(public_id) == shard]


def owned(owners: Sequence[str], table_ids: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Version and epoch, by id, of the tables (of those given) that these owners have. It asks only for these, because
    every table that ended here still bears its name."""
    rows = Table.objects.filter(pk__in=list(table_ids), owner__in=owners).values_list("pk", "version", "epoch")
    return {pk: (version, epoch) for pk, version, epoch in rows}


def release(owner: str, table_ids: Iterable[int] | None = None) -> None:
    """Release tables; without `table_ids`, all tables under play."""
    rows = Table.objects.filter(owner=owner, status=Status.PLAYING)
    (rows if table_ids is None else rows.filter(pk__in=list(table_ids))).update(owner=None)


def owner_name(shard: int) -> str:
    """A new name for a process that has a shard: the owner of its tables."""
    return f"live-{shard}:{uuid.uuid4().hex[:12]}"


def up(name: str, now: datetime) -> None:
    """Record that a process has a shard, and that those which had it before, by other names, have it no more: it holds
    the shard's lock."""
    LiveProcess.objects.filter(name__startswith=f"{name.split(':')[0]}:", down_at=None).update(down_at=now)
    LiveProcess.objects.create(name=name, started_at=now, beat_at=now)


def beat(name: str, now: datetime, gone: Mapping[str, Mapping[str, float]]) -> None:
    """Record that a process lives, and which players have lost their connection to its tables."""
    LiveProcess.objects.filter(name=name).update(beat_at=now, gone=gone)


def down(name: str, now: datetime) -> None:
    """Record that a process has stopped cleanly."""
    LiveProcess.objects.filter(name=name).update(beat_at=now, down_at=now)


def living() -> "QuerySet[LiveProcess]":
    """The processes that have beaten within 15 s and have not stopped."""
    return LiveProcess.objects.filter(beat_at__gt=datetime.now(UTC) - SILENCE, down_at=None)
