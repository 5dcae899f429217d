"""A file of results: `date,player_a,player_b,score_a[,margin,hands]`, also gzipped; its own names can be mapped."""

import csv
import gzip
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from ratings.systems import RatedMatch

NEEDED = ("date", "player_a", "player_b", "score_a")
OPTIONAL = ("margin", "hands")
SCORES = (0.0, 0.5, 1.0)
MAGIC = b"\x1f\x8b"


class BadFile(ValueError):
    """The file cannot be read as results; the message names the line and what is allowed."""


@dataclass(frozen=True, slots=True)
class Table:
    """Matches in order of date and line, the number of players, and what a reader should know about the file."""

    matches: Sequence[RatedMatch]
    players: int
    has_margins: bool = True
    notes: tuple[str, ...] = field(default=())


def read(path: Path, names: Mapping[str, str] | None = None) -> Table:
    """The matches of a CSV file, gzipped or not. `names` maps our column names to the file's. Raises BadFile."""
    try:
        content = path.read_bytes()
        text = (gzip.decompress(content) if content.startswith(MAGIC) else content).decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: {error}") from error
    return table(io.StringIO(text, newline=""), names or {})


def table(lines: Iterable[str], names: Mapping[str, str]) -> Table:
    """The matches of CSV lines with a heading. Raises BadFile."""
    if unknown := sorted(set(names) - {*NEEDED, *OPTIONAL}):
        raise BadFile(f"no column {unknown[0]!r} can be mapped; there are {', '.join((*NEEDED, *OPTIONAL))}")
    rows = csv.DictReader(lines)
    heading = rows.fieldnames or []
    columns = {name: names.get(name, name) for name in (*NEEDED, *OPTIONAL)}
    missing = [columns[name] for name in (*NEEDED, *names) if columns[name] not in heading]
    if missing:
        raise BadFile(f"line 1: no column {', '.join(dict.fromkeys(missing))}; there are {', '.join(heading)}")
    try:
        found = [_row(rows.line_num, row, columns) for row in rows]
    except csv.Error as error:
        raise BadFile(f"line {rows.line_num}: {error}") from error
    if not found:
        raise BadFile("there is no match in the file")
    found.sort(key=lambda one: (one.seconds, one.line))
    return _matches(found)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    seconds: float
    a: str
    b: str
    score: float
    margin: float | None
    hands: int


def _row(line: int, row: Mapping[str, str | None], columns: Mapping[str, str]) -> _Row:
    values = {name: (row.get(column) or "").strip() for name, column in columns.items()}
    if not values["player_a"] or not values["player_b"]:
        raise BadFile(f"line {line}: {columns['player_a']} and {columns['player_b']} need a name")
    if values["player_a"] == values["player_b"]:
        raise BadFile(f"line {line}: {values['player_a']} plays against themselves")
    score = _number(line, columns["score_a"], values["score_a"])
    if score not in SCORES:
        raise BadFile(f"line {line}: {columns['score_a']} is 1, 0.5 or 0, not {values['score_a']!r}")
    margin = _number(line, columns["margin"], values["margin"]) if values["margin"] else None
    hands = _number(line, columns["hands"], values["hands"]) if values["hands"] else 1.0
    if hands < 1 or hands != int(hands):
        raise BadFile(f"line {line}: {columns['hands']} is a whole number from 1, not {values['hands']!r}")
    date = _seconds(line, columns["date"], values["date"])
    return _Row(line, date, values["player_a"], values["player_b"], score, margin, int(hands))


def _number(line: int, column: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise BadFile(f"line {line}: {column} is a number, not {text!r}") from None
    if not abs(value) < 1e9:
        raise BadFile(f"line {line}: {column} is a number, not {text!r}")
    return value


def _seconds(line: int, column: str, text: str) -> float:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadFile(f"line {line}: {column} is a date like 2026-11-20, not {text!r}") from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _matches(rows: Sequence[_Row]) -> Table:
    known = [abs(row.margin) for row in rows if row.margin is not None]
    usual = sum(known) / len(known) if known else 1.0
    notes: tuple[str, ...] = ()
    if not known:
        notes = ("no margins: the margin of every match is taken as 1 for its winner",)
    elif len(known) < len(rows):
        notes = (
            f"{len(rows) - len(known)} matches have no margin: the mean of the others, {usual:.4g}, for the winner",
        )
    numbers: dict[str, int] = {}
    matches = tuple(
        RatedMatch(
            id=row.line,
            finished_at=row.seconds,
            a=numbers.setdefault(row.a, len(numbers)),
            b=numbers.setdefault(row.b, len(numbers)),
            score_a=row.score,
            margin=usual * (2.0 * row.score - 1.0) if row.margin is None else row.margin,
            deals=row.hands,
            expected_deals=row.hands,
        )
        for row in rows
    )
    return Table(matches, len(numbers), bool(known), notes)
