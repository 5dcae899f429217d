"""Writing what runs did: one row a player and match, by binary COPY or in one long INSERT."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from django.db import connection

from ratings.models import Change, RatingRun
from ratings.services.binary import EPOCH, copy_in, packed
from ratings.services.inputs import Block, moment
from ratings.systems import FIGURES

Array = np.ndarray[Any, np.dtype[Any]]
OWN_PART = 5000  # matches; a run that writes so many gets a part of the table of its own
TABLE = Change._meta.db_table
COLUMNS = (
    *(("run_id", ">i8"), ("match_id", ">i8"), ("player_id", ">i8"), ("opponent_id", ">i8"), ("seq", ">i4")),
    *(("before", ">f8"), ("after", ">f8"), ("deviation", ">f8"), ("expected", ">f8"), ("score", ">f8"), ("k", ">f8")),
    *(("margin", ">i4"), ("luck", ">f8"), ("played_at", ">i8")),
)
NAMES = [name for name, _ in COLUMNS]
Write = Callable[[int, Block, Array], None]


@contextmanager
def writing(run: RatingRun, matches: int) -> Iterator[Write]:
    """Opens the history of a run that will write about so many matches; give what comes out the seq before a block, the
    block, and its figures (match, side, FIGURES). On PostgreSQL a large run gets its part of the table, whose keys and
    indexes are built at the end; readers see it when the transaction ends."""
    if connection.vendor != "postgresql":
        yield lambda seq, block, figures: _insert(columns(run, seq, block, figures))
        return
    part = f"{TABLE}_{run.pk}" if matches >= OWN_PART and not is_parted(run) else None
    if part:
        _execute(f"CREATE TABLE {part} (LIKE {TABLE} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
    yield lambda seq, block, figures: _copy(part or TABLE, columns(run, seq, block, figures))
    if part:
        _execute(f"ALTER TABLE {part} ADD PRIMARY KEY (match_id, run_id, player_id)")
        _execute(f"CREATE INDEX ON {part} (run_id, player_id, seq)")
        _execute(f"ALTER TABLE {TABLE} ATTACH PARTITION {part} FOR VALUES IN ({run.pk})")


def is_parted(run: RatingRun) -> bool:
    """Has the run a part of the table of its own?"""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [f"{TABLE}_{run.pk}"])
        return cursor.fetchone()[0] is not None


def forget(run: RatingRun) -> None:
    """Take away all that the run has written."""
    if connection.vendor == "postgresql" and is_parted(run):
        _execute(f"DROP TABLE {TABLE}_{run.pk}")
    else:
        Change.objects.filter(run=run).delete()


def columns(run: RatingRun, seq: int, block: Block, figures: Array) -> dict[str, Array]:
    """The rows of a block by column, a's before b's in every match; no deviation and no luck are nan."""
    rows, count = block.rows, len(block)
    sides = np.array([1, -1])
    values = {
        "run_id": np.full(2 * count, run.pk),
        "match_id": np.repeat(rows["pk"], 2),
        "player_id": np.stack([rows["a"], rows["b"]], axis=1).ravel(),
        "opponent_id": np.stack([rows["b"], rows["a"]], axis=1).ravel(),
        "seq": np.repeat(np.arange(seq + 1, seq + 1 + count), 2),
        "margin": np.outer(rows["margin"], sides).ravel(),
        "luck": np.outer(rows["luck"], sides).ravel(),
        "played_at": np.repeat(rows["at"], 2),
    }
    return values | {name: figures[:, :, place].ravel() for place, name in enumerate(FIGURES)}


def _copy(table: str, values: dict[str, Array]) -> None:
    """One statement a block, so that inputs can be read in between. Rows with luck and rows without are of different
    widths, so they go one after the other."""
    values["played_at"] = values["played_at"] - EPOCH
    certain = bool(np.isnan(values["deviation"]).all())
    for has_luck in (True, False):
        chosen = np.isnan(values["luck"]) != has_luck
        if chosen.any():
            these: dict[str, Array | None] = {name: column[chosen] for name, column in values.items()}
            these |= {"deviation": None} if certain else {}
            these |= {} if has_luck else {"luck": None}
            copy_in(table, NAMES, packed(COLUMNS, these, int(chosen.sum())))


def _insert(values: dict[str, Array]) -> None:
    lists = {name: values[name].tolist() for name in NAMES}
    for name in ("deviation", "luck"):
        lists[name] = [None if value != value else value for value in lists[name]]
    lists["played_at"] = [connection.ops.adapt_datetimefield_value(moment(at)) for at in lists["played_at"]]
    marks = ", ".join(["%s"] * len(NAMES))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {TABLE} ({', '.join(NAMES)}) VALUES ({marks})", list(zip(*lists.values(), strict=True))
        )


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
