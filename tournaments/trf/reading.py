"""Text to a report, line by line; what cannot be read is refused with line and column."""

from collections.abc import Callable

from tournaments.trf.errors import TooBig
from tournaments.trf.fields import Line
from tournaments.trf.records import (
    BLANK,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Acceleration,
    Byes,
    Cell,
    Forbidden,
    InitialColour,
    Other,
    Player,
    Points,
    Record,
    Report,
    Rounds,
    System,
    TieBreaks,
    VirtualPoints,
)

RESULTS = "1=0+-WDLHFUZ "
PLAYED = "1=0WDL"
BYES = "HFUZ"
SYMBOLS = "WDLAPX"
BB_SYMBOLS = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "Z", "BBF": "F", "BBU": "P"}
FIRST_CELL = 90


def read(text: str) -> Report:
    """A report from its text (TRF16, TRF26, XX and BB lines). Raises TrfError or TooBig at the first line that is
    wrong."""
    records: list[Record] = []
    lines: list[int] = []
    seen: dict[int, int] = {}
    for number, raw in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if not raw.strip():
            continue
        line = Line(number, raw.rstrip())
        record = READERS.get(raw[:3], _other)(line)
        if isinstance(record, Player):
            if record.number in seen:
                raise line.refuse(5, "start number", f"{record.number} stands on line {seen[record.number]} already")
            seen[record.number] = number
        records.append(record)
        lines.append(number)
    return Report(tuple(records), tuple(lines))


def _other(line: Line) -> Other:
    return Other(line.text)


def _player(line: Line) -> Player:
    rating, rank = line.word(49, 52), line.word(86, 89)
    number = line.number_at(5)
    return Player(
        number=number,
        sex=line.word(10, 10),
        title=line.word(11, 13),
        name=line.word(15, 47),
        rating=_rating(line, rating) if rating else None,
        federation=line.word(54, 56),
        fide_id=line.word(58, 68),
        birth=line.word(70, 79),
        points=line.tenths(81, 84, "points"),
        rank=line.whole(86, 89, "rank", MOST_PLAYERS) if rank else None,
        cells=_cells(line, number),
    )


def _rating(line: Line, word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise line.refuse(49, "rating", f"a whole number of at most four digits, not {word!r}")
    return int(word)


def _cells(line: Line, own: int) -> tuple[Cell, ...]:
    starts = range(FIRST_CELL, len(line.text) + 1, 10)
    if len(starts) > MOST_ROUNDS:
        raise TooBig(line.number, FIRST_CELL, "rounds", f"at most {MOST_ROUNDS}, not {len(starts)}")
    cells = [_cell(line, start, own) for start in starts]
    while cells and cells[-1].is_blank:
        cells.pop()
    return tuple(cells)


def _cell(line: Line, start: int, own: int) -> Cell:
    word = line.word(start, start + 5)
    colour, result = line.cut(start + 7, start + 7), line.cut(start + 9, start + 9).upper()
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
    """Opponent, colour and result must say the same: a match, a forfeit or a bye."""
    if cell.opponent:
        if cell.result in PLAYED and cell.colour not in "wb":
            raise line.refuse(start + 7, "colour", f"w or b in a match that was played, not {cell.colour!r}")
        if cell.result not in f"{PLAYED}+-":
            raise line.refuse(start + 9, "result", f"one of {PLAYED}+- against an opponent, not {cell.result!r}")
    elif cell.result in PLAYED or cell.colour in "wb":
        raise line.refuse(start + 2, "opponent", f"a start number where the result is {cell.result!r}")


def _rounds(line: Line) -> Rounds:
    return Rounds(line.text[:3], line.whole(4, len(line.text), "number of rounds", MOST_ROUNDS))


def _initial_152(line: Line) -> InitialColour:
    colour = line.word(5, len(line.text)).upper()
    if colour not in {"W", "B"}:
        raise line.refuse(5, "initial colour", f"W or B, not {colour!r}")
    return InitialColour("152", colour)


def _initial_xxc(line: Line) -> InitialColour:
    colour = line.word(4, len(line.text))
    if colour not in {"white1", "black1"}:
        raise line.refuse(5, "initial colour", f"white1 or black1, not {colour!r}")
    return InitialColour("XXC", colour[0].upper())


def _points_162(line: Line) -> Points:
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
    code = line.text[:3]
    return Points(code, ((BB_SYMBOLS[code], line.tenths(5, len(line.text), "points")),))


def _system(line: Line) -> Record:
    """092 is free text unless it names a system; 192 always does."""
    code, name = line.text[:3], line.word(5, len(line.text))
    if code == "092" and not name.startswith("FIDE_DUTCH"):
        return Other(line.text)
    if not name or " " in name:
        raise line.refuse(5, "type of tournament", f"one word such as FIDE_DUTCH, not {name!r}")
    return System(code, name)


def _tie_breaks(line: Line) -> TieBreaks:
    keys = tuple(key.strip() for key in line.word(5, len(line.text)).split(","))
    if not all(keys):
        raise line.refuse(5, "tie-breaks", "keys with commas between them")
    return TieBreaks(line.text[:3], keys)


def _byes(line: Line) -> Byes:
    kind = line.cut(5, 5).upper()
    if kind not in {"F", "H", "Z"}:
        raise line.refuse(5, "kind of bye", f"F, H or Z, not {kind!r}")
    return Byes(kind, line.round_at(7), line.fours(11))


def _acceleration(line: Line) -> Acceleration:
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
    end = len(line.text)
    points = [line.tenths(at, at + 3, "points") if line.word(at, at + 3) else 0 for at in range(10, end + 1, 5)]
    return VirtualPoints(line.number_at(5), tuple(points))


def _forbidden_260(line: Line) -> Forbidden:
    first, last = line.round_at(5, "first round"), line.round_at(9, "last round")
    if first > last:
        raise line.refuse(9, "last round", f"not before round {first}")
    return _together(line, Forbidden("260", line.fours(13), first, last))


def _forbidden_xxp(line: Line) -> Forbidden:
    numbers = tuple(line.whole_word(word, column, "start number", MOST_PLAYERS) for word, column in line.words(4))
    return _together(line, Forbidden("XXP", numbers))


def _together(line: Line, found: Forbidden) -> Forbidden:
    if len(set(found.numbers)) < 2:
        raise line.refuse(5, "forbidden pair", "two different start numbers or more")
    return found


READERS: dict[str, Callable[[Line], Record]] = {
    "001": _player,
    "142": _rounds,
    "XXR": _rounds,
    "152": _initial_152,
    "XXC": _initial_xxc,
    "162": _points_162,
    **dict.fromkeys(BB_SYMBOLS, _points_bb),
    "092": _system,
    "192": _system,
    "202": _tie_breaks,
    "212": _tie_breaks,
    "240": _byes,
    "250": _acceleration,
    "XXA": _virtual,
    "260": _forbidden_260,
    "XXP": _forbidden_xxp,
}
