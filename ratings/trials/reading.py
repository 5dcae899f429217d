"""Read a file of results, plain or gzipped: `date,player_a,player_b,score_a[,margin,hands]`; other column names can be
mapped.

It is read line by line and kept in columns, since every system reads it many times: 36 bytes a match and its players'
names once, so that nothing but the limits here bounds a file.
"""

import csv
import gzip
import time
import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain
from math import isnan, nan
from pathlib import Path
from typing import IO, Any, overload

import numpy as np

from doors import texts
from ratings.systems import RatedMatch

NEEDED = ("date", "player_a", "player_b", "score_a")
OPTIONAL = ("margin", "hands")
SCORES = (0.0, 0.5, 1.0)
MAGIC = b"\x1f\x8b"
LONGEST = 65_536  # characters of a line
MOST_MATCHES = 40_000_000  # 1.4 GB
MOST_PLAYERS = 1_000_000
LARGEST = 1e9  # margin, either way
MOST_HANDS = 1_000_000  # deals of a match
AHEAD = 86_400.0  # seconds: in some time zone it is already tomorrow


class BadFile(ValueError):
    """The file cannot be read as results; the message names the line and what is allowed."""


class Matches(Sequence[RatedMatch]):
    """Matches stored in columns (line, seconds UTC, a, b, score, margin, hands); each is made when it is asked for."""

    KINDS = "IdIIfdI"  # of the columns; a score is exact in four bytes

    def __init__(self, columns: Sequence[Any]) -> None:
        self._columns: list[Any] = [memoryview(column) for column in columns]

    def __len__(self) -> int:
        return len(self._columns[0])

    def __iter__(self) -> Iterator[RatedMatch]:
        return map(RatedMatch, *self._columns, self._columns[-1])  # as many deals as expected

    @overload
    def __getitem__(self, place: int) -> RatedMatch: ...
    @overload
    def __getitem__(self, place: slice) -> "Matches": ...
    def __getitem__(self, place: int | slice) -> "RatedMatch | Matches":
        if isinstance(place, slice):
            return Matches([column[place] for column in self._columns])
        values = [column[place] for column in (*self._columns, self._columns[-1])]
        return RatedMatch(*values)


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
        return _read(path, names or {})
    except UnicodeDecodeError as error:
        try:
            found = _read(path, names or {}, texts.GUESS)
        except (BadFile, UnicodeDecodeError) as bad:
            if isinstance(bad, BadFile) and not str(bad).startswith("line 1:"):
                raise
            raise BadFile(f"{path}: {error}") from error  # no results at all, whatever the encoding
    return replace(found, notes=(f"no UTF-8: read as {texts.GUESSED}", *found.notes))


def _read(path: Path, names: Mapping[str, str], encoding: str = "") -> Table:
    found = _Reader(names)
    try:
        with _opened(path, encoding) as text:
            found.read(text)
    except (OSError, EOFError, zlib.error) as error:
        where = f", after line {found.line}" if found.line else ""
        raise BadFile(f"{path}{where}: {error}") from error
    return found.table()


def _opened(path: Path, encoding: str) -> IO[str]:
    with path.open("rb") as file:
        opened = gzip.open if file.read(len(MAGIC)) == MAGIC else open
    with opened(path, "rb") as file:
        encoding = encoding or texts.encoding_of(file.read(4)).replace("utf-8-sig", "utf-8")
    return opened(path, "rt", encoding="utf-8-sig" if encoding == "utf-8" else encoding, newline="")


class _Reader:
    """Reads lines into columns, one after the other."""

    def __init__(self, names: Mapping[str, str]) -> None:
        if unknown := sorted(set(names) - {*NEEDED, *OPTIONAL}):
            raise BadFile(f"no column {unknown[0]!r} can be mapped; there are {', '.join((*NEEDED, *OPTIONAL))}")
        self.names = {name: names.get(name, name) for name in (*NEEDED, *OPTIONAL)}
        self.wanted = (*NEEDED, *names)
        self.line = 0
        self._columns: list[array[Any]] = [array(kind) for kind in Matches.KINDS]
        self._players: dict[str, int] = {}
        self._latest = time.time() + AHEAD

    def read(self, text: IO[str]) -> None:
        """Read all lines; BadFile names the first that is wrong."""
        lines = self._lines(text)
        first = next(lines, "")
        parted = next((sign for sign in ",;\t" if sign in first), ",")
        rows = csv.reader(chain([first], lines), delimiter=parted)
        try:
            places = self._places(next(rows, []))
            for row in rows:
                if row:
                    self._row([row[at].strip() if 0 <= at < len(row) else "" for at in places])
        except csv.Error as error:
            raise BadFile(f"line {self.line}: {error}") from error
        if not self._columns[0]:
            raise BadFile("there is no match in the file")

    def table(self) -> Table:
        """The matches, in order of date and line."""
        arrays = [np.frombuffer(column, column.typecode) for column in self._columns]
        seconds, scores, margins = arrays[1], arrays[4], arrays[5]
        missing = np.isnan(margins)
        count = int(missing.sum())
        has_margins, usual = count < len(margins), 1.0
        if count:
            usual = float(np.abs(margins[~missing]).mean()) if has_margins else usual
            margins[missing] = usual * (2.0 * scores[missing] - 1.0)
        if not (seconds[1:] >= seconds[:-1]).all():
            order = np.argsort(seconds, kind="stable")
            for at, column in enumerate(arrays):
                arrays[at] = column[order]
        notes: tuple[str, ...] = ()
        if not has_margins:
            notes = ("no margins: the margin of every match is taken as 1 for its winner",)
        elif count:
            notes = (f"{count} matches have no margin: the mean of the others, {usual:.4g}, for the winner",)
        return Table(Matches(arrays), len(self._players), has_margins, notes)

    def _lines(self, text: IO[str]) -> Iterator[str]:
        while line := text.readline(LONGEST + 1):
            self.line += 1
            if len(line) > LONGEST:
                raise BadFile(f"line {self.line}: longer than {LONGEST} characters")
            yield line

    def _places(self, heading: Sequence[str]) -> list[int]:
        """The positions of our columns in a line; -1 for a missing one."""
        columns = [name.strip() for name in heading]
        missing = [self.names[name] for name in self.wanted if self.names[name] not in columns]
        if missing:
            there = ", ".join(columns)[:500] or "none"
            raise BadFile(f"line 1: no column {', '.join(dict.fromkeys(missing))}; there are {there}")
        if twice := [name for name in self.names.values() if columns.count(name) > 1]:
            raise BadFile(f"line 1: column {twice[0]} stands there twice")
        return [columns.index(name) if name in columns else -1 for name in self.names.values()]

    def _row(self, values: Sequence[str]) -> None:
        date, a, b, score, margin, hands = values
        if not a or not b:
            raise self._bad("player_a", f"and {self.names['player_b']} need a name")
        if a == b:
            raise BadFile(f"line {self.line}: {a} plays against themselves")
        numbers = (
            *(self.line, self._seconds(date), self._player(a), self._player(b), self._score(score)),
            *(self._margin(margin), self._hands(hands)),
        )
        if len(self._columns[0]) >= MOST_MATCHES:
            raise BadFile(f"line {self.line}: more than {MOST_MATCHES} matches; split the file")
        for column, number in zip(self._columns, numbers, strict=True):
            column.append(number)

    def _bad(self, column: str, allowed: str) -> BadFile:
        return BadFile(f"line {self.line}: {self.names[column]} {allowed}")

    def _player(self, name: str) -> int:
        number = self._players.setdefault(name, len(self._players))
        if number >= MOST_PLAYERS:
            raise BadFile(f"line {self.line}: more than {MOST_PLAYERS} players; are these columns names?")
        return number

    def _score(self, text: str) -> float:
        score = _number(text)
        if score not in SCORES:
            raise self._bad("score_a", f"is 1, 0.5 or 0, not {text[:60]!r}")
        return score

    def _margin(self, text: str) -> float:
        margin = _number(text) if text else nan
        if text and not abs(margin) < LARGEST:
            raise self._bad("margin", f"is a number between -{LARGEST:.0e} and {LARGEST:.0e}, not {text[:60]!r}")
        return margin

    def _hands(self, text: str) -> int:
        hands = _number(text) if text else 1.0
        if isnan(hands) or not 1 <= hands <= MOST_HANDS or hands != int(hands):
            raise self._bad("hands", f"is a whole number from 1 to {MOST_HANDS}, not {text[:60]!r}")
        return int(hands)

    def _seconds(self, text: str) -> float:
        try:
            moment = datetime.fromisoformat(text)
            seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            raise self._bad("date", f"is a date like 2026-11-20, not {text[:60]!r}") from None
        if seconds > self._latest:
            raise self._bad("date", f"is not in the future, as {text[:60]!r} is")
        return seconds


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return nan
