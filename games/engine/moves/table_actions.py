"""Commands of the games with melds on the table: Colonel (COL) and Conquian (CNQ)."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.moves.kinds import Card, Cards, Seat, Table, TableMeld


@dataclass(frozen=True, slots=True)
class Meld:
    """COL-6: lays these cards (a mask) on the table as a new meld."""

    letter: ClassVar = "m"
    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Add:
    """COL-7: adds a card to the table's meld number `meld`, counted from 0; None is the first meld it fits."""

    letter: ClassVar = "+"
    seat: Seat
    card: Card
    meld: TableMeld | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """COL-15: offers to end the deal and count whole hands."""

    letter: ClassVar = "c"
    seat: Seat


@dataclass(frozen=True, slots=True)
class AcceptChallenge:
    """COL-15: both hands are counted."""

    letter: ClassVar = "c+"
    seat: Seat


@dataclass(frozen=True, slots=True)
class RefuseChallenge:
    """COL-15: play goes on."""

    letter: ClassVar = "c-"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CqTurn:
    """CNQ-6: turns the top card of the stock; `card` names its face where nobody has entered it."""

    letter: ClassVar = "t"
    is_seen: ClassVar = True
    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CqUse:
    """CNQ-8, 10: uses the centre card; `table` is the whole new table of the seat (masks), then throws a card."""

    letter: ClassVar = "*"
    seat: Seat
    table: Table
    discard: Card | None = None


@dataclass(frozen=True, slots=True)
class CqHand:
    """CNQ-23: lays hand cards alone; `table` is the whole new table of the seat (masks)."""

    letter: ClassVar = "h"
    seat: Seat
    table: Table


@dataclass(frozen=True, slots=True)
class CqPass:
    """CNQ-6, 7: leaves the card he has turned to the opponent."""

    letter: ClassVar = "p"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CqReject:
    """CNQ-7: turns the card on offer face down and turns the next card of the stock."""

    letter: ClassVar = "r"
    is_seen: ClassVar = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class CqForce:
    """CNQ-12: requires the opponent to use the card that he has declined."""

    letter: ClassVar = "f"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CqWaive:
    """CNQ-14: does not force."""

    letter: ClassVar = "w"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CqFold:
    """CNQ-20: rejects, turns and passes for the rest of the deal."""

    letter: ClassVar = "x"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CqPick:
    """IRR-43: says which of two cards turned at once is in play."""

    letter: ClassVar = "y"
    seat: Seat
    card: Card


TableAction = (
    Meld
    | Add
    | Challenge
    | AcceptChallenge
    | RefuseChallenge
    | CqTurn
    | CqUse
    | CqHand
    | CqPass
    | CqReject
    | CqForce
    | CqWaive
    | CqFold
    | CqPick
)
