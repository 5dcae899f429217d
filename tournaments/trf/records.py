"""The lines of a report file as values, with one class for each kind of line. Columns are those of TRF16 and TRF26
(FIDE C.02.03, annexure A), and of the XX and BB lines that pairing programs add. Points are whole tenths everywhere."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.trf.errors import TrfError

MOST_PLAYERS = 9_999
MOST_ROUNDS = 255
BLANK = " "


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player: the opponent's start number (0 for none, written 0000; None for a blank), colour, result.

    A forfeited match names the opponent and the colour that were due.
    """

    opponent: int | None = None
    colour: str = BLANK
    result: str = BLANK

    @property
    def is_blank(self) -> bool:
        """Does the file say nothing about this round?"""
        return self.opponent is None and self.colour == BLANK and self.result == BLANK

    @property
    def was_paired(self) -> bool:
        """Did the player take part in a pairing: a match, a forfeit or the PAB?"""
        return bool(self.opponent) or self.result in "U+"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A 001 line. `points` (tenths) are checked, `rank` is only read; blank ones are None."""

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: int | None = None
    rank: int | None = None
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Rounds:
    """142 or XXR: the number of rounds in all."""

    code: str
    rounds: int


@dataclass(frozen=True, slots=True)
class InitialColour:
    """152 (W, B) or XXC (white1, black1): the colour of the first participating number; "" if the line does not say it.
    `by_place`: XXC has the word `rank`, and players are paired in the order of their lines."""

    code: str
    colour: str
    by_place: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """162, XXS or one of the BB lines: the points of results, in tenths, by symbol: W win, D tie, L loss, A absence and
    forfeit loss, P PAB, X unknown; Z absence alone and F forfeit loss alone (BB lines only). XXS has W, D, L and the
    symbols of `worth.CODES`."""

    code: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class System:
    """192 (or 092, as older programs write it): the encoded type of tournament."""

    code: str
    type: str

    @property
    def is_baku(self) -> bool:
        """Does the type ask for Baku acceleration?"""
        return self.type.endswith("_BAKU")


@dataclass(frozen=True, slots=True)
class TieBreaks:
    """202 (inside equal points) or 212 (points among them): tie-breaks by key, in order."""

    code: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Byes:
    """240: byes asked for in a round, F, H or Z."""

    kind: str
    round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Absent:
    """XXZ: the players who are not to be paired in the next round."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Acceleration:
    """250: virtual points (tenths) of a range of players in a range of rounds, both ends included."""

    points: int
    first_round: int
    last_round: int
    first_number: int
    last_number: int


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """XXA: the virtual points (tenths) of one player round by round."""

    number: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """299 without a letter: points (tenths) that these players have in a round besides those of their results."""

    points: int
    round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forbidden:
    """260 (in a range of rounds) or XXP (always, rounds 0 to 0): no two of these players may meet."""

    code: str
    numbers: tuple[int, ...]
    first_round: int = 0
    last_round: int = 0


@dataclass(frozen=True, slots=True)
class Other:
    """A line that does not matter for pairing; it is kept unchanged."""

    text: str

    @property
    def code(self) -> str:
        """The first three characters, in capitals."""
        return self.text[:3].upper()


Record = (
    Player
    | Rounds
    | InitialColour
    | Points
    | System
    | TieBreaks
    | Byes
    | Absent
    | Acceleration
    | VirtualPoints
    | Adjustment
    | Forbidden
    | Other
)


class Unread(StrEnum):
    """Why something in a report is not used although it is not wrong."""

    CODE = "a code that is not known here"
    STRAY = "characters between two fields"
    BEYOND = "characters behind the last field"
    RANK = "a rank that is no whole number"
    PEOPLE = "said for people, and used by no pairing"
    TEAMS = "about teams: the players are taken one by one"
    USUAL = "totals with a win as 1.0 and a tie as 0.5: the results count as the line of points says"
    SYSTEM = "a system that is not used here: the Dutch one pairs"
    TIE_BREAKS = "tie-breaks that are not known here"


@dataclass(frozen=True, slots=True)
class Note:
    """Something in a report that was not used: its line and column (from 1), the reason, and the text itself."""

    line: int
    column: int
    why: Unread
    text: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}: not used: {self.why}"


@dataclass(frozen=True, slots=True)
class Report:
    """A report file: its lines in order. `lines` are their line numbers in the file, for messages; `notes` are about
    what was not used; `faults` are the lines that could not be read, and `doubtful` the start numbers on such lines."""

    records: tuple[Record, ...]
    lines: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    faults: tuple[TrfError, ...] = ()
    doubtful: frozenset[int] = frozenset()

    @property
    def players(self) -> tuple[Player, ...]:
        """The players by start number."""
        found = [one for one in self.records if isinstance(one, Player)]
        return tuple(sorted(found, key=lambda one: one.number))

    def line_of(self, record: Record) -> int:
        """The line number of a record; 0 if it came from no line."""
        at = next((n for n, one in enumerate(self.records) if one is record), -1)
        return self.lines[at] if 0 <= at < len(self.lines) else 0
