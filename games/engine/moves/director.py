"""Entries of a director (RULES.md §15). Each stays in the log for ever; `seat` None is the director or chance.

`board` is the team board meant where no player is named (PRT-1).
"""

from dataclasses import dataclass

from games.engine.moves.kinds import Amount, Board, Faces, Play, Points, Seat, Stock, Turn, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class DirRecord:
    """IRR-0: an irregularity seen at the table: the row of §14.2, and the details that the law needs.

    `cards` are those seen or named, `n` a number of cards, `stage` and `turn` when it came up, `words` for people.
    """

    irr: Words
    offender: Seat | None = None
    cards: Faces = ()
    n: Amount | None = None
    stage: Words = ""
    turn: Turn | None = None
    words: Words = ""
    seat: None = None
    board: Board = 0


@dataclass(frozen=True, slots=True)
class DirChoice:
    """IRR-0: the choice of a player at a physical table: `choice` is the command that the player would give online."""

    player: Seat
    choice: Words
    seat: None = None


@dataclass(frozen=True, slots=True)
class DirRedeal:
    """IRR-1..8: a new deal by `dealer`."""

    dealer: Seat
    seat: None = None


@dataclass(frozen=True, slots=True)
class DirAdjust:
    """IRR-35: corrects a scoring slip: `points` more or fewer for the player.

    `column` is the name of the column to correct on a sheet that has several, "" on every other sheet. `irr` is the law
    by which it is corrected: of partners IRR-34 too, a count given without showing that a partner acted on.
    """

    player: Seat
    points: Points
    reason: Words = ""
    column: Words = ""
    irr: Words = "IRR-35"
    seat: None = None


@dataclass(frozen=True, slots=True)
class DirSetSize:
    """IRR-6..12: the director has counted `n` cards in the player's hand; `stage` "end" when the deal is completed."""

    player: Seat
    n: Amount
    stage: Words = ""
    seat: None = None


@dataclass(frozen=True, slots=True)
class DirVoid:
    """IRR-33: the deal does not count; the same dealer deals again."""

    reason: Words = ""
    seat: None = None
    board: Board = 0


@dataclass(frozen=True, slots=True)
class DirWaive:
    """IRR-0: the side entitled to the remedy of this law waives it."""

    irr: Words
    seat: None = None
    board: Board = 0


@dataclass(frozen=True, slots=True)
class DirUndo:
    """IRR-0: takes the log back to before its action number `event` (from 0); only `replay` can do it."""

    event: Play
    seat: None = None


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """IRR-5: an action of chance: the undrawn stock in its new order, top first."""

    stock: Stock
    seat: None = None
    board: Board = 0


@dataclass(frozen=True, slots=True)
class LoseShuffle:
    """ONL-1: an action of chance: the player's browser has lost its part of the shuffle once too often, so the player
    loses the deal."""

    player: Seat
    seat: None = None


DirectorAction = (
    DirRecord | DirChoice | DirRedeal | DirAdjust | DirSetSize | DirVoid | DirWaive | DirUndo | Reshuffle | LoseShuffle
)
