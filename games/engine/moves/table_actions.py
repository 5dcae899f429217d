"""Commands of the games with melds on the table: Colonel (COL) and Conquian (CNQ)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meld:
    """COL-6: lays these cards (a mask) on the table as a new meld."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Add:
    """COL-7: adds a card to the table's meld number `meld`, counted from 0; None is the first meld it fits."""

    seat: int
    card: int
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """COL-15: offers to end the deal and count whole hands."""

    seat: int


@dataclass(frozen=True, slots=True)
class AcceptChallenge:
    """COL-15: both hands are counted."""

    seat: int


@dataclass(frozen=True, slots=True)
class RefuseChallenge:
    """COL-15: play goes on."""

    seat: int


@dataclass(frozen=True, slots=True)
class CqTurn:
    """CNQ-6: turns the top card of the stock; `card` names its face where nobody has entered it."""

    seat: int
    card: int | None = None


@dataclass(frozen=True, slots=True)
class CqUse:
    """CNQ-8, 10: uses the centre card; `table` is the whole new table of the seat (masks), then throws a card."""

    seat: int
    table: tuple[int, ...]
    discard: int | None = None


@dataclass(frozen=True, slots=True)
class CqHand:
    """CNQ-23: lays hand cards alone; `table` is the whole new table of the seat (masks)."""

    seat: int
    table: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CqPass:
    """CNQ-6, 7: leaves the card he has turned to the opponent."""

    seat: int


@dataclass(frozen=True, slots=True)
class CqReject:
    """CNQ-7: turns the card on offer face down and turns the next card of the stock."""

    seat: int


@dataclass(frozen=True, slots=True)
class CqForce:
    """CNQ-12: requires the opponent to use the card that he has declined."""

    seat: int


@dataclass(frozen=True, slots=True)
class CqWaive:
    """CNQ-14: does not force."""

    seat: int


@dataclass(frozen=True, slots=True)
class CqFold:
    """CNQ-20: rejects, turns and passes for the rest of the deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class CqPick:
    """IRR-43: says which of two cards turned at once is in play."""

    seat: int
    card: int


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
