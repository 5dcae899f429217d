"""Check a table against its log: fold the log again and compare the stored snapshot, deals and result."""

import logging
from collections.abc import Collection, Iterator
from dataclasses import asdict
from typing import Any

import orjson
from cryptography.exceptions import InvalidTag
from django.core.checks import Error
from django.db import DatabaseError

from games.live.setup import terms
from games.live.setup.terms import Terms
from games.live.shuffle import seal
from games.live.sitting import sitting
from games.live.sitting.sitting import Sitting
from games.live.store import loading, logbook, play_rows, snapshots
from games.live.store.packed import Damaged
from games.live.store.statements import SNAPSHOT_FORMAT
from games.models import DealSecret, Status, Table

logger = logging.getLogger(__name__)
LOOKED_AT = 5  # secrets: a single damaged one says nothing about the key
OF_A_DEAL = ("number", "dealer", "winner", "points", "type", "first_seq", "last_seq", "entry")


def faults(row: Table) -> Iterator[str]:
    """The faults of a table, a sentence for each; empty if replay, snapshot, deals and result agree. `row` comes with
    its seats and their users; plays of later versions do not count."""
    fixed = terms.terms(row)
    try:
        versions = [play.seq for play in logbook.plays(row.pk, until=row.version)]
    except Damaged as error:
        yield str(error)
        return
    if versions != list(range(1, row.version + 1)):
        yield f"{len(versions)} plays for {row.version} versions"
        return
    try:
        kept = _snapshot(row, fixed)
    except (InvalidTag, ValueError, KeyError):
        kept = None
        yield "the snapshot cannot be opened"
    last, deals = sitting.opening(fixed), []
    try:
        for play in loading.history(fixed, until=row.version) if row.version else ():
            ended = play_rows.ended(last, play.sitting)
            deals += [tuple(asdict(ended)[name] for name in OF_A_DEAL)] if ended else []
            last = play.sitting
            if kept is not None and kept.version == last.version and _plain(kept) != _plain(last):
                yield f"the snapshot of version {last.version} is not what the log says"
    except Exception as error:  # a changed row can raise any error in the rules
        logger.debug("table %s does not replay", row.public_id, exc_info=True)
        yield f"version {last.version + 1} does not follow: {error.__class__.__name__} {error}"
        return
    rows = row.deals.filter(last_seq__lte=row.version).order_by("last_seq", "number").values_list(*OF_A_DEAL)
    if list(rows) != deals:
        yield "the deals are not those of the log"
    yield from _ending(row, fixed, last)


def wrong_seal_key() -> str | None:
    """A sentence if the database was written with another seal key, because none of the latest deck secrets opens with
    this one. None if one opens, or if there are no secrets yet."""
    latest = list(DealSecret.objects.order_by("-pk").values_list("sealed", "ctx")[:LOOKED_AT])
    if not latest or any(_opens(bytes(sealed), ctx) for sealed, ctx in latest):
        return None
    return (
        "UNDERCUT_SEAL_KEY is not the key that this database was written with: no deal in play could go on, and no "
        "shuffle be proved. Set the key that was kept with the backup (data/seal.key or .env)."
    )


def seal_key_check(*, databases: Collection[str] | None = None, **_: Any) -> list[Error]:
    """Django's check of the seal key, for `manage.py check --database default`."""
    if not databases:
        return []
    try:
        wrong = wrong_seal_key()
    except DatabaseError:  # no database yet, or one before its first migration
        return []
    return [Error(wrong, id="games.E001")] if wrong else []


def _opens(sealed: bytes, ctx: str) -> bool:
    try:
        return bool(seal.unseal(sealed, ctx.encode("ascii")))
    except (InvalidTag, ValueError):
        return False


def _ending(row: Table, fixed: Terms, last: Sitting) -> Iterator[str]:
    if (row.status == Status.OVER) != (last.ending is not None):
        yield f"the table is {row.status}, by its log it is not"
    elif last.ending is not None and row.result != orjson.loads(orjson.dumps(sitting.result_of(fixed, last))):
        yield "the result is not what the log comes to"


def _snapshot(row: Table, fixed: Terms) -> Sitting | None:
    if row.snapshot is None or row.snapshot_format != SNAPSHOT_FORMAT:
        return None
    return snapshots.opened(fixed, bytes(row.snapshot))


def _plain(version: Sitting) -> Any:
    return orjson.loads(orjson.dumps(snapshots.to_snapshot(version)))
