"""Is a table what its log says? The log folded anew, beside what is kept of it: the snapshot, the deals, the result."""

import logging
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import orjson
from cryptography.exceptions import InvalidTag

from games.live import loading, plays, sitting, snapshots, terms
from games.live.sitting import Sitting
from games.live.statements import SNAPSHOT_FORMAT
from games.live.terms import Terms
from games.models import Status, Table

logger = logging.getLogger(__name__)
OF_A_DEAL = ("number", "dealer", "winner", "points", "type", "first_seq", "last_seq")


def faults(row: Table) -> Iterator[str]:
    """What is wrong with a table, a sentence for each fault; nothing where replay, snapshot, deals and result agree
    (live-tables.md §1.3, trust.md §3.3). `row` with its seats and their users; plays of later versions do not count."""
    fixed = terms.terms(row)
    versions = list(row.plays.filter(seq__lte=row.version).order_by("seq").values_list("seq", flat=True))
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
            ended = plays.ended(last, play.sitting)
            deals += [tuple(asdict(ended)[name] for name in OF_A_DEAL)] if ended else []
            last = play.sitting
            if kept is not None and kept.version == last.version and _plain(kept) != _plain(last):
                yield f"the snapshot of version {last.version} is not what the log says"
    except Exception as error:  # whatever a changed row makes the rules say
        logger.debug("table %s does not replay", row.public_id, exc_info=True)
        yield f"version {last.version + 1} does not follow: {error.__class__.__name__} {error}"
        return
    rows = row.deals.filter(last_seq__lte=row.version).order_by("last_seq", "number").values_list(*OF_A_DEAL)
    if list(rows) != deals:
        yield "the deals are not those of the log"
    yield from _ending(row, fixed, last)


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
