"""What can be done: one frozen class for each command of RULES.md §15, and chance, which is an action too."""

from dataclasses import dataclass

from games.engine.director import DirectorAction
from games.engine.law_actions import LawAction
from games.engine.table_actions import TableAction


@dataclass(frozen=True, slots=True)
class DrawForDeal:
    """GIN-4: the pack from which the seats draw, in order, for the first deal; further cards when the draw is level."""

    deck: tuple[int, ...]
    seat: None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """GIN-6: the shuffled pack: deck[0] goes to the non-dealer, deck[20] is the upcard, the rest the stock.

    PRT-1: each board has its own; `board` None is the next one that waits for its cards. `dealer`: who deals where that
    is fixed beforehand, as in duplicate, and neither drawn for nor by GIN-38; only at tables for two.
    """

    deck: tuple[int, ...]
    seat: None = None
    board: int | None = None
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class TakeUpcard:
    """GIN-8: takes the upcard of the deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class PassUpcard:
    """GIN-8: leaves the upcard of the deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawStock:
    """GIN-10: draws the top card of the stock."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawDiscard:
    """GIN-10: draws the top card of the discard pile; 3P-13: or `card`, the latest discard of the other opponent."""

    seat: int
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """GIN-11: throws one card on the discard pile."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Knock:
    """GIN-16: throws a card, lays the other ten open; `melds` (masks) states the arrangement, None leaves it."""

    seat: int
    card: int
    melds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Gin:
    """GIN-17: as Knock, called with no deadwood."""

    seat: int
    card: int
    melds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShowHand:
    """GIN-20: the opponent of the knocker lays his hand open."""

    seat: int


@dataclass(frozen=True, slots=True)
class LayOff:
    """GIN-20: puts a card on the knocker's meld number `meld`, counted from 0; None is the first meld it fits."""

    seat: int
    card: int
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """GIN-20: has laid off all that he wants to; the deal is scored."""

    seat: int


Action = (
    DrawForDeal
    | Deal
    | TakeUpcard
    | PassUpcard
    | DrawStock
    | DrawDiscard
    | Discard
    | Knock
    | Gin
    | ShowHand
    | LayOff
    | Finish
    | LawAction
    | TableAction
    | DirectorAction
)
