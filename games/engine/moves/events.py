"""Events, named in the past tense: `apply` returns them. They are public except for the face of a card from the
stock."""

from dataclasses import dataclass

from games.engine.moves.kinds import Card, Cards, Faces, Seat, Spread
from games.engine.moves.law_events import LawEvent
from games.engine.moves.result import DealResult
from games.engine.moves.table_events import TableEvent


@dataclass(frozen=True, slots=True)
class DrewForDeal:
    """GIN-4: the card that each seat drew; `dealer` is None if they were level and further cards follow."""

    cards: Faces
    dealer: Seat | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """GIN-6: deal number `deal` (from 1) of the sitting was dealt."""

    deal: int
    dealer: Seat
    upcard: Card | None


@dataclass(frozen=True, slots=True)
class Passed:
    """GIN-8: left the upcard."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TookUpcard:
    """GIN-8: took the upcard."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Drew:
    """GIN-10: drew from the "stock" or the "pile"; `card` is None for viewers who may not see it."""

    seat: Seat
    source: str
    card: Card | None


@dataclass(frozen=True, slots=True)
class Discarded:
    """GIN-11: threw a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Knocked:
    """GIN-16: ended the deal as "knock", "gin" or "big_gin": melds and deadwood (masks), what that counts.

    `card` is the one thrown, None where none was; `how` is "declined" when a refused offer to double ended it (DBL-3).
    """

    seat: Seat
    card: Card | None
    how: str
    melds: Spread
    deadwood: Cards
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Showed:
    """GIN-20: the opponent's hand as it lies at the end: melds and deadwood as masks, what that counts."""

    seat: Seat
    melds: Spread
    deadwood: Cards
    count: int


@dataclass(frozen=True, slots=True)
class LaidOff:
    """GIN-20: a card went on the knocker's meld number `meld`."""

    seat: Seat
    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class LeftLast:
    """GIN-31: did not take the last discard."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferedDouble:
    """DBL-1: offered to double; `factor` is what the deal would count then."""

    seat: Seat
    factor: int


@dataclass(frozen=True, slots=True)
class AcceptedDouble:
    """DBL-2: plays on; the deal counts `factor` times."""

    seat: Seat
    factor: int


@dataclass(frozen=True, slots=True)
class DeclinedDouble:
    """DBL-3: gave the deal up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored:
    """The deal is over and entered on the sheet."""

    result: DealResult


@dataclass(frozen=True, slots=True)
class BoardScored:
    """PRT-3: one of a team's boards is finished; the deal is scored when all are."""

    board: int
    result: DealResult


@dataclass(frozen=True, slots=True)
class GameWon:
    """GIN-32..37: the game is over; totals with all bonuses, `net` the signed difference seen from each seat.

    `seat` is None where nobody won it (COL-16, CGN-11: level totals).
    """

    seat: Seat | None
    totals: tuple[int, ...]
    net: tuple[int, ...]


Event = (
    DrewForDeal
    | Dealt
    | Passed
    | TookUpcard
    | Drew
    | Discarded
    | Knocked
    | Showed
    | LaidOff
    | LeftLast
    | OfferedDouble
    | AcceptedDouble
    | DeclinedDouble
    | DealScored
    | BoardScored
    | GameWon
    | LawEvent
    | TableEvent
)
