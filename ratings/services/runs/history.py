"""Write the changes of runs: one row for each player and match, by binary COPY or in one long INSERT."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import numpy as np
from django.db import connection

from ratings.models import Change, RatingRun
from ratings.services.binary import EPOCH, copying, packed
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
def writing(run: RatingRun, matches: int) -> Iterator[Callable[[], AbstractContextManager[Write]]]:
    """Open the history of a run that will write at least `matches` matches. Yields a function that opens it for one
    reading of inputs; while it is open the connection can do nothing else. That function yields another one, which
    takes the seq before a block, the block, and its figures (a row of FIGURES for each player). On PostgreSQL a large
    run gets its own part of the table, whose keys and indexes are built at the end; readers see it when the transaction
    ends."""
    if connection.vendor != "postgresql":
        yield lambda: nullcontext(lambda seq, block, figures: _insert(columns(run, seq, block, figures)))
        return
    part = f"{TABLE}_{run.pk}" if matches >= OWN_PART and not is_parted(run) else None
    if part:
        _execute(f"CREATE TABLE {part} (LIKE {TABLE} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
    yield lambda: _copying(run, part)
    if part:
        _execute(f"ALTER TABLE {part} ADD PRIMARY KEY (match_id, run_id, player_id)")
        _execute(f"CREATE INDEX ON {part} (run_id, player_id, seq) INCLUDE (after)")
        _execute(f"ALTER TABLE {TABLE} ATTACH PARTITION {part} FOR VALUES IN ({run.pk})")


def is_parted(run: RatingRun) -> bool:
    """Does the run have its own partition of the table?"""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [f"{TABLE}_{run.pk}"])
        return cursor.fetchone()[0] is not None


def forget(run: RatingRun) -> None:
    """Delete everything that the run has written."""
    if connection.vendor == "postgresql" and is_parted(run):
        _execute(f"DROP TABLE {TABLE}_{run.pk}")
    else:
        Change.objects.filter(run=run).delete()


def columns(run: RatingRun, seq: int, block: Block, figures: Array) -> dict[str, Array]:
    """The rows of a block by column, a's before b's in every match, or seat by seat. A missing deviation or luck is
    nan, a missing opponent is 0."""
    rows, sides = block.rows, block.sides()
    at, count = sides["at"], len(sides)
    values = {
        "run_id": np.full(count, run.pk),
        "match_id": rows["pk"][at],
        "player_id": sides["player"],
        "opponent_id": sides["opponent"],
        "seq": seq + 1 + at,
        "margin": sides["margin"],
        "luck": sides["luck"],
        "played_at": rows["at"][at],
    }
    return values | {name: figures[:, place] for place, name in enumerate(FIGURES)}


@contextmanager
def _copying(run: RatingRun, part: str | None) -> Iterator[Write]:
    with copying(part or TABLE, NAMES, frozen=part is not None) as copy:
        yield lambda seq, block, figures: _copy(copy, columns(run, seq, block, figures))


def _copy(copy: Callable[[bytes], None], values: dict[str, Array]) -> None:
    """Copy the rows, one kind after the other, because rows with and without an opponent or luck have different
    widths."""
    values["played_at"] = values["played_at"] - EPOCH
    certain = bool(np.isnan(values["deviation"]).all())
    kinds = 2 * (values["opponent_id"] != 0) + ~np.isnan(values["luck"])
    for kind in np.unique(kinds)[::-1].tolist():
        chosen = kinds == kind
        count = int(chosen.sum())
        every = count == len(chosen)
        these: dict[str, Array | None] = {name: column if every else column[chosen] for name, column in values.items()}
        these |= {"deviation": None} if certain else {}
        these |= {} if kind % 2 else {"luck": None}
        these |= {} if kind // 2 else {"opponent_id": None}
        copy(packed(COLUMNS, these, count))


def _insert(values: dict[str, Array]) -> None:
    lists = {name: values[name].tolist() for name in NAMES}
    for name in ("deviation", "luck"):
        lists[name] = [None if value != value else value for value in lists[name]]
    lists["opponent_id"] = [value or None for value in lists["opponent_id"]]
    lists["played_at"] = [connection.ops.adapt_datetimefield_value(moment(at)) for at in lists["played_at"]]
    marks = ", ".join(["%s"] * len(NAMES))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {TABLE} ({', '.join(NAMES)}) VALUES ({marks})", list(zip(*lists.values(), strict=True))
        )


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
