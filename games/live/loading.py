"""Tables from the database and back: claim, snapshot or replay, plays made elsewhere, beats; in the writer's thread."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID
from zlib import crc32

import orjson
from django.db.models import F, Q

from games.live import dealing, seal, sitting, terms
from games.live.sitting import Sitting
from games.live.statements import SNAPSHOT_FORMAT
from games.live.terms import Terms
from games.models import DealSecret, LiveProcess, Play, Status, Table

SHARDS = 1
REMEMBERED = 32
SNAPSHOT_EVERY = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A table as its actor starts with it: `acks` are the last commands and the versions they made."""

    terms: Terms
    sitting: Sitting
    epoch: int
    acks: dict[UUID, int]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A play that another door committed."""

    sitting: Sitting
    events: tuple[Any, ...]
    cmd_id: UUID


def shard_of(public_id: str) -> int:
    """The shard whose process serves this table."""
    return crc32(public_id.encode()) % SHARDS


def ws_path(public_id: str) -> str:
    """The path of a table's socket."""
    return f"/ws/t/{shard_of(public_id)}/{public_id}/"


def load(public_id: str, owner: str | None) -> Loaded:
    """Claim a table for a process (None: only look) and read it. Raises Table.DoesNotExist.

    An owner of the same shard is dead: whoever claims holds the shard's lock.
    """
    if owner is not None:
        shard = owner.split(":")[0]
        free = Q(owner=None) | Q(owner__startswith=f"{shard}:")
        Table.objects.filter(free, public_id=public_id, status=Status.PLAYING).update(owner=owner, epoch=F("epoch") + 1)
    row = Table.objects.prefetch_related("seats__user").get(public_id=public_id)
    fixed = terms.terms(row)
    last = row.plays.order_by("-seq").values_list("cmd_id", "seq")[:REMEMBERED]
    return Loaded(terms=fixed, sitting=read(row, fixed), epoch=row.epoch, acks=dict(last))


def read(row: Table, fixed: Terms) -> Sitting:
    """The present version of a table: its snapshot and the plays since; the whole log when there is none, or an old
    one."""
    now = sitting.opening(fixed)
    if row.snapshot is not None and row.snapshot_format == SNAPSHOT_FORMAT:
        now = _opened(fixed, bytes(row.snapshot))
    for play in _fold(fixed, now, _plays(fixed, now.version, row.version)):
        now = play.sitting
    return now


def news(fixed: Terms, known: Sitting) -> tuple[int, list[Foreign]]:
    """The epoch of a table now, and the plays committed elsewhere since a version."""
    epoch = Table.objects.values_list("epoch", flat=True).get(pk=fixed.table_id)
    return epoch, list(_fold(fixed, known, _plays(fixed, known.version)))


def history(fixed: Terms, *, until: int) -> Iterable[Foreign]:
    """Every play of a table from its first to the one that made version `until`, folded from the log."""
    secrets = {one.deal: one for one in DealSecret.objects.filter(table_id=fixed.table_id).order_by("attempt")}
    for play in _fold(fixed, sitting.opening(fixed), _plays(fixed, 0), secrets):
        yield play
        if play.sitting.version >= until:
            return


def version_of(table_id: int, cmd_id: UUID) -> int | None:
    """The version that a command made, None when it made none."""
    return Play.objects.filter(table_id=table_id, cmd_id=cmd_id).values_list("seq", flat=True).first()


def _plays(fixed: Terms, above: int, until: int | None = None) -> Iterable[Mapping[str, Any]]:
    """Plays of the log above a version, up to another; none without a query when that is the same."""
    fields = ("seq", "cmd_id", "seat", "action", "spent_ms", "lag_ms")
    rows = Play.objects.filter(table_id=fixed.table_id, seq__gt=above).order_by("seq").values(*fields)
    if until is None:
        return rows
    return rows.filter(seq__lte=until) if until > above else ()


def _fold(
    fixed: Terms, start: Sitting, plays: Iterable[Mapping[str, Any]], secrets: Mapping[int, DealSecret] | None = None
) -> Iterable[Foreign]:
    now = start
    for play in plays:
        secret = secret_for(fixed, now, play["action"]["do"], secrets)
        deck = deck_of(secret) if secret else None
        action = sitting.action_from_log(play["action"], play["seat"], deck)
        now, events = sitting.step(fixed, now, action, spent=play["spent_ms"], lag=play["lag_ms"])
        if secret:
            now = replace(now, commitment=secret.commitment)
        yield Foreign(now, events, play["cmd_id"])


def secret_for(
    fixed: Terms, before: Sitting, do: str, known: Mapping[int, DealSecret] | None = None
) -> DealSecret | None:
    """The secret behind a chance action of the log, None for any other action; `known` are those read already."""
    if do not in ("deal", "draw_for_deal"):
        return None
    deal = before.state.rest.deal + 1 if do == "deal" else 0
    if known is not None and deal in known:
        return known[deal]
    return DealSecret.objects.filter(table_id=fixed.table_id, deal=deal).latest("attempt")


def deck_of(secret: DealSecret) -> tuple[int, ...]:
    """The deck that a stored secret gives."""
    return dealing.deck_of(secret.ctx, bytes(secret.sealed))


def snapshot(fixed: Terms, version: Sitting) -> bytes | None:
    """A version, sealed, behind four bytes of its number: every 16th and the last; of the others the log says all that
    is missing, and sealing each would cost a sixth of a move."""
    if version.version % SNAPSHOT_EVERY and not version.ending:
        return None
    plain = orjson.dumps(sitting.to_snapshot(version))
    return version.version.to_bytes(4, "big") + seal.seal(plain, seal.table_data(fixed.public_id, version.version))


def _opened(fixed: Terms, snapshot: bytes) -> Sitting:
    version = int.from_bytes(snapshot[:4], "big")
    plain = seal.unseal(snapshot[4:], seal.table_data(fixed.public_id, version))
    return sitting.from_snapshot(fixed, orjson.loads(plain), version)


def due(shard: int, now: datetime) -> list[str]:
    """Tables of a shard without an owner that must move by themselves."""
    rows = Table.objects.filter(status=Status.PLAYING, owner=None, deadline_at__lte=now).order_by("deadline_at")
    return [public_id for public_id in rows.values_list("public_id", flat=True)[:256] if shard_of(public_id) == shard]


def unfinished(shard: int) -> list[str]:
    """Tables of a shard that a process must have in memory at its start: time runs at them, or was running."""
    rows = Table.objects.filter(status=Status.PLAYING).exclude(deadline_at=None).order_by("pk")
    return [public_id for public_id in rows.values_list("public_id", flat=True) if shard_of(public_id) == shard]


def owned(owner: str) -> dict[int, tuple[int, int]]:
    """Version and epoch of every table that a process owns, by id."""
    rows = Table.objects.filter(owner=owner).values_list("pk", "version", "epoch")
    return {pk: (version, epoch) for pk, version, epoch in rows}


def release(owner: str, table_ids: Iterable[int] | None = None) -> None:
    """Give tables up, all of them without `table_ids`."""
    rows = Table.objects.filter(owner=owner)
    (rows if table_ids is None else rows.filter(pk__in=list(table_ids))).update(owner=None)


def up(name: str, now: datetime) -> None:
    """A process begins."""
    LiveProcess.objects.create(name=name, started_at=now, beat_at=now)


def beat(name: str, now: datetime, *, down: bool = False) -> None:
    """A process lives, or stops cleanly."""
    LiveProcess.objects.filter(name=name).update(beat_at=now, **({"down_at": now} if down else {}))
