"""Actions: one frozen class for each command of RULES.md §15, and for each action of chance.

`letter` is how a game record writes it (docs/record.md), with the card that was seen where it `is_seen`; a command
without a letter is written by its name.
"""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.moves.director import DirectorAction
from games.engine.moves.kinds import Board, Card, DealerOfTwo, Deck, Seat, Spread, SpreadMeld
from games.engine.moves.law_actions import LawAction
from games.engine.moves.table_actions import TableAction


@dataclass(frozen=True, slots=True)
class DrawForDeal:
    """GIN-4: the pack from which the seats draw, in order, for the first deal; if the draw is level, they draw further
    cards."""

    deck: Deck
    seat: None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """GIN-6: the shuffled pack: deck[0] goes to the non-dealer, deck[20] is the upcard, the rest the stock.

    PRT-1: each board has its own; `board` None is the next one that waits for its cards. `dealer`: the dealer, if it is
    fixed in advance, as in duplicate, instead of by the draw or GIN-38; only at tables for two.
    """

    deck: Deck
    seat: None = None
    board: Board | None = None
    dealer: DealerOfTwo | None = None


@dataclass(frozen=True, slots=True)
class TakeUpcard:
    """GIN-8: takes the upcard of the deal."""

    letter: ClassVar = "u"
    is_seen: ClassVar = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class PassUpcard:
    """GIN-8: leaves the upcard of the deal."""

    letter: ClassVar = "p"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawStock:
    """GIN-10: draws the top card of the stock."""

    letter: ClassVar = "s"
    is_seen: ClassVar = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawDiscard:
    """GIN-10: draws the top card of the discard pile; 3P-13: or `card`, the latest discard of the other opponent."""

    letter: ClassVar = "u"
    is_seen: ClassVar = True
    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """GIN-11: throws one card on the discard pile."""

    letter: ClassVar = "-"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """GIN-16: throws a card and lays the other ten open; `melds` (masks) states the arrangement (None: the default
    one)."""

    letter: ClassVar = "k"
    seat: Seat
    card: Card
    melds: Spread | None = None


@dataclass(frozen=True, slots=True)
class Gin:
    """GIN-17: as Knock, but announces that there is no deadwood."""

    letter: ClassVar = "g"
    seat: Seat
    card: Card
    melds: Spread | None = None


@dataclass(frozen=True, slots=True)
class ShowHand:
    """GIN-20: the opponent of the knocker lays his hand open."""

    letter: ClassVar = "v"
    seat: Seat


@dataclass(frozen=True, slots=True)
class LayOff:
    """GIN-20: puts a card on the knocker's meld number `meld`, counted from 0; None is the first meld it fits."""

    letter: ClassVar = "+"
    seat: Seat
    card: Card
    meld: SpreadMeld | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """GIN-20: has laid off all that he wants to; the deal is scored."""

    letter: ClassVar = "."
    seat: Seat


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
