"""Read a report from text, line by line; what cannot be read is refused with line and column."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from tournaments.trf.errors import TooBig, TrfError, raise_all
from tournaments.trf.fields import Line
from tournaments.trf.records import (
    BLANK,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Absent,
    Acceleration,
    Adjustment,
    Byes,
    Cell,
    Forbidden,
    InitialColour,
    Note,
    Other,
    Player,
    Points,
    Record,
    Report,
    Rounds,
    System,
    TieBreaks,
    Unread,
    VirtualPoints,
)
from tournaments.trf.worth import CODES

RESULTS = "1=0+-WDLHFUZ "
PLAYED = "1=0WDL"
BYES = "HFUZ"
SYMBOLS = "WDLAPX"
BB_SYMBOLS = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "Z", "BBF": "F", "BBU": "P"}
XXS_SYMBOLS = (*CODES, "W", "D", "L")
FIRST_CELL = 90
SHOWN = 40  # characters of a line in a note
T = TypeVar("T")
# What is read as text alone: the name of the tournament, and remarks.
USED = ("012", "###")
PEOPLE = dict.fromkeys(
    ("022", "032", "042", "052", "062", "072", "102", "112", "122", "132", "172", "182", "222"), Unread.PEOPLE
) | dict.fromkeys(("013", "082", "300", "310", "320", "330", "352", "362", "801", "802"), Unread.TEAMS)
# Between the fields of a line: columns that hold nothing; and its last column, 0 where it has no end.
COLUMNS: dict[str, tuple[tuple[int, ...], int]] = {
    "001": ((4, 9, 14, 48, 53, 57, 69, 80, 85), 0),
    "152": ((4,), 0),
    "162": ((4, 5), 0),
    "240": ((4, 6, 10), 0),
    "250": ((4, 9, 14, 18, 22, 27), 31),
    "260": ((4, 8, 12), 0),
    "XXA": ((4, 9), 0),
}


def read(text: str, *, keep_faults: bool = False) -> Report:
    """Read a report from its text (TRF16, TRF26, XX and BB lines). Raises TrfError or TooBig with every bad line; with
    `keep_faults` they are stored in the report, and `position` finds what else is wrong."""
    found = _Lines()
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, raw in enumerate(lines, 1):
        if raw.strip():
            found.take(Line(number, raw.rstrip()))
    if not keep_faults:
        raise_all(found.faults)
    return found.report()


class _Lines:
    """The lines of a report while they are read one after the other."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.lines: list[int] = []
        self.notes: list[Note] = []
        self.faults: list[TrfError] = []
        self.doubtful: set[int] = set()
        self.seen: dict[int, int] = {}

    def report(self) -> Report:
        return Report(
            tuple(self.records), tuple(self.lines), tuple(self.notes), tuple(self.faults), frozenset(self.doubtful)
        )

    def take(self, line: Line) -> None:
        code = line.code
        try:
            record = self._player(line) if code == "001" else READERS.get(code, _other)(line)
        except TrfError as fault:
            self.faults.append(fault)
            return
        self.records.append(record)
        self.lines.append(line.number)
        self._note(line, record)

    def _note(self, line: Line, record: Record) -> None:
        if isinstance(record, Other) and record.code not in USED:
            why = PEOPLE.get(line.code) or (Unread.PEOPLE if line.code == "092" else Unread.CODE)
            self.notes.append(Note(line.number, 1, why, line.text[:SHOWN]))
        columns = COLUMNS.get(line.code)
        if columns:
            between, last = columns
            stray = [at for at in between if line.word(at, at)]
            if stray:
                text = "".join(line.cut(at, at) for at in stray)
                self.notes.append(Note(line.number, stray[0], Unread.STRAY, text))
            if last and line.word(last + 1, len(line.text)):
                text = line.word(last + 1, len(line.text))[:SHOWN]
                self.notes.append(Note(line.number, last + 1, Unread.BEYOND, text))

    def _player(self, line: Line) -> Player:
        """Read a whole 001 line; every wrong field is a separate fault."""
        line.check_columns()
        number = line.number_at(5)
        if number in self.seen:
            raise line.refuse(5, "start number", f"{number} stands on line {self.seen[number]} already")
        self.seen[number] = line.number
        points, rating, rank = line.word(81, 84), line.word(49, 52), line.word(86, 89)
        before = len(self.faults)
        player = Player(
            number=number,
            sex=line.word(10, 10),
            title=line.word(11, 13),
            name=line.word(15, 47),
            rating=self._tried(lambda: _rating(line, rating), None) if rating else None,
            federation=line.word(54, 56),
            fide_id=line.word(58, 68),
            birth=line.word(70, 79),
            points=self._tried(lambda: line.tenths(81, 84, "points"), None) if points else None,
            rank=self._rank(line, rank),
            cells=self._cells(line, number),
        )
        if len(self.faults) > before:
            self.doubtful.add(number)
        return player

    def _tried(self, reader: Callable[[], T], instead: T) -> T:
        try:
            return reader()
        except TrfError as fault:
            self.faults.append(fault)
            return instead

    def _rank(self, line: Line, word: str) -> int | None:
        """Read a rank such as 3 or 3.; None where a program writes 0."""
        bare = word.removesuffix(".")
        if bare and not (bare.isascii() and bare.isdecimal()):
            self.notes.append(Note(line.number, 86, Unread.RANK, word))
            return None
        return int(bare or 0) or None

    def _cells(self, line: Line, own: int) -> tuple[Cell, ...]:
        starts = range(FIRST_CELL, len(line.text) + 1, 10)
        if len(starts) > MOST_ROUNDS:
            self.faults.append(TooBig(line.number, FIRST_CELL, "rounds", f"at most {MOST_ROUNDS}, not {len(starts)}"))
            return ()
        cells = [self._tried(partial(_cell, line, start, own), Cell()) for start in starts]
        while cells and cells[-1].is_blank:
            cells.pop()
        return tuple(cells)


def _other(line: Line) -> Other:
    return Other(line.text)


def _rating(line: Line, word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise line.refuse(49, "rating", f"a whole number of at most four digits, not {word!r}")
    return int(word)


def _cell(line: Line, start: int, own: int) -> Cell:
    word = line.word(start, start + 5)
    colour, result = line.cut(start + 7, start + 7).lower(), line.cut(start + 9, start + 9).upper()
    if line.cut(start + 6, start + 6) != BLANK or line.cut(start + 8, start + 8) != BLANK:
        raise line.refuse(start, "round", "two blanks, opponent, blank, colour, blank, result")
    if colour not in "wb- ":
        raise line.refuse(start + 7, "colour", f"w, b, - or a blank, not {colour!r}")
    if result not in RESULTS:
        raise line.refuse(start + 9, "result", f"one of {RESULTS.strip()} or a blank, not {result!r}")
    opponent = None if not word else 0 if word == "0000" else line.whole_word(word, start + 2, "opponent", MOST_PLAYERS)
    if opponent == own:
        raise line.refuse(start + 2, "opponent", "somebody else than the player")
    _check_cell(line, start, Cell(opponent, colour, result))
    return Cell(opponent, colour, result)


def _check_cell(line: Line, start: int, cell: Cell) -> None:
    """Check that opponent, colour and result fit: a match, a forfeit or a bye. Older programs write a bye as +, = or -
    against nobody (TRF06)."""
    if cell.opponent:
        if cell.result in PLAYED and cell.colour not in "wb":
            raise line.refuse(start + 7, "colour", f"w or b in a match that was played, not {cell.colour!r}")
        if cell.result not in f"{PLAYED}+-":
            raise line.refuse(start + 9, "result", f"one of {PLAYED}+- against an opponent, not {cell.result!r}")
    elif cell.result == "=" and cell.colour in "- ":
        return
    elif cell.result in PLAYED or (cell.colour in "wb" and cell.result not in "+-"):
        raise line.refuse(start + 2, "opponent", f"a start number where the result is {cell.result!r}")


def _rounds(line: Line) -> Rounds:
    return Rounds(line.code, line.whole(4, len(line.text), "number of rounds", MOST_ROUNDS))


def _initial_152(line: Line) -> InitialColour:
    colour = line.word(5, len(line.text)).upper()
    if colour not in {"W", "B"}:
        raise line.refuse(5, "initial colour", f"W or B, not {colour!r}")
    return InitialColour("152", colour)


def _initial_xxc(line: Line) -> InitialColour:
    colour, by_place = "", False
    for word, column in line.words(4):
        if word.lower() in ("white1", "black1"):
            colour = word[0].upper()
        elif word.lower() == "rank":
            by_place = True
        else:
            raise line.refuse(column, "initial colour", f"white1, black1 or rank, not {word!r}")
    if not (colour or by_place):
        raise line.refuse(5, "initial colour", "white1, black1 or rank")
    return InitialColour("XXC", colour, by_place)


def _points_162(line: Line) -> Points:
    line.check_columns()
    values = []
    for at in range(6, len(line.text) + 1, 9):
        symbol = line.cut(at, at).upper()
        if symbol not in SYMBOLS:
            raise line.refuse(at, "symbol", f"one of {SYMBOLS}, not {symbol!r}")
        values.append((symbol, line.tenths(at + 1, at + 4, "points")))
    if not values:
        raise line.refuse(6, "symbol", f"one of {SYMBOLS}")
    return Points("162", tuple(values))


def _points_bb(line: Line) -> Points:
    code = line.code
    return Points(code, ((BB_SYMBOLS[code], line.tenths(5, len(line.text), "points")),))


def _points_xxs(line: Line) -> Points:
    values = []
    for word, column in line.words(4):
        symbol, equals, value = word.upper().partition("=")
        if not equals or symbol not in XXS_SYMBOLS:
            raise line.refuse(column, "points", f"such as W=1.0, of {', '.join(XXS_SYMBOLS)}; not {word!r}")
        values.append((symbol, line.tenths_word(value, column + len(symbol) + 1, "points")))
    if not values:
        raise line.refuse(5, "points", f"such as W=1.0, of {', '.join(XXS_SYMBOLS)}")
    return Points("XXS", tuple(values))


def _system(line: Line) -> Record:
    """Read a system: 092 is free text unless it names one; 192 always does."""
    code, name = line.code, line.word(5, len(line.text)).upper()
    if code == "092" and not name.startswith("FIDE_DUTCH"):
        return Other(line.text)
    if not name or " " in name:
        raise line.refuse(5, "type of tournament", f"one word such as FIDE_DUTCH, not {name!r}")
    return System(code, name)


def _tie_breaks(line: Line) -> TieBreaks:
    keys = tuple(key.strip() for key in line.word(5, len(line.text)).split(","))
    if not all(keys):
        raise line.refuse(5, "tie-breaks", "keys with commas between them")
    return TieBreaks(line.code, keys)


def _byes(line: Line) -> Byes:
    line.check_columns()
    kind = line.cut(5, 5).upper()
    if kind not in {"F", "H", "Z"}:
        raise line.refuse(5, "kind of bye", f"F, H or Z, not {kind!r}")
    return Byes(kind, line.round_at(7), line.fours(11))


def _absent(line: Line) -> Absent:
    return Absent(_numbers(line))


def _numbers(line: Line) -> tuple[int, ...]:
    return tuple(line.whole_word(word, column, "start number", MOST_PLAYERS) for word, column in line.words(4))


def _acceleration(line: Line) -> Acceleration:
    line.check_columns()
    if line.word(5, 8) and line.tenths(5, 8, "match points"):
        raise line.refuse(5, "match points", "blank or 0.0: teams are not read")
    found = Acceleration(
        line.tenths(10, 13, "points"),
        line.round_at(15, "first round"),
        line.round_at(19, "last round"),
        line.number_at(23, "first player"),
        line.number_at(28, "last player"),
    )
    if found.first_round > found.last_round:
        raise line.refuse(19, "last round", f"not before round {found.first_round}")
    if found.first_number > found.last_number:
        raise line.refuse(28, "last player", f"not before player {found.first_number}")
    return found


def _virtual(line: Line) -> VirtualPoints:
    line.check_columns()
    end = len(line.text)
    points = [line.tenths(at, at + 3, "points") if line.word(at, at + 3) else 0 for at in range(10, end + 1, 5)]
    return VirtualPoints(line.number_at(5), tuple(points))


def _adjustment(line: Line) -> Adjustment:
    """Read points besides those of the results; those with a letter, or for teams or all rounds, cannot be counted
    here."""
    word, round_ = line.word(12, 17), line.word(20, 22)
    if line.word(4, 11) or not word or not round_.isdecimal() or not int(round_):
        raise line.refuse(1, "299", "no letter, no match points, points in columns 14-17, a round in 20-22")
    points = line.tenths_word(word.removeprefix("-"), 14, "points")
    return Adjustment(-points if word.startswith("-") else points, line.round_at(20), line.fours(24))


def _forbidden_260(line: Line) -> Forbidden:
    line.check_columns()
    first, last = line.round_at(5, "first round"), line.round_at(9, "last round")
    if first > last:
        raise line.refuse(9, "last round", f"not before round {first}")
    return _together(line, Forbidden("260", line.fours(13), first, last))


def _forbidden_xxp(line: Line) -> Forbidden:
    return _together(line, Forbidden("XXP", _numbers(line)))


def _together(line: Line, found: Forbidden) -> Forbidden:
    if len(set(found.numbers)) < 2:
        raise line.refuse(5, "forbidden pair", "two different start numbers or more")
    return found


READERS: dict[str, Callable[[Line], Record]] = {
    "142": _rounds,
    "XXR": _rounds,
    "152": _initial_152,
    "XXC": _initial_xxc,
    "162": _points_162,
    "XXS": _points_xxs,
    **dict.fromkeys(BB_SYMBOLS, _points_bb),
    "092": _system,
    "192": _system,
    "202": _tie_breaks,
    "212": _tie_breaks,
    "240": _byes,
    "XXZ": _absent,
    "250": _acceleration,
    "XXA": _virtual,
    "260": _forbidden_260,
    "299": _adjustment,
    "XXP": _forbidden_xxp,
}
