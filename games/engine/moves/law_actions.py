"""Commands of RULES.md §15 that only some variants and modes have; a rule set without a row for one refuses it with
E_OPTION."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.moves.kinds import Card, Seat, Several, Spread


@dataclass(frozen=True, slots=True)
class BigGin:
    """GIN-18: all eleven cards melded, no discard."""

    letter: ClassVar = "b"
    seat: Seat
    melds: Spread | None = None


@dataclass(frozen=True, slots=True)
class DeclineLast:
    """GIN-31: leaves the last discard."""

    letter: ClassVar = "n"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Double:
    """DBL-1: offers to double."""

    letter: ClassVar = "d"
    seat: Seat


@dataclass(frozen=True, slots=True)
class AcceptDouble:
    """DBL-2: accepts the double and plays on."""

    letter: ClassVar = "d+"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DeclineDouble:
    """DBL-3: gives the deal up instead."""

    letter: ClassVar = "d-"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawExposed:
    """IRR-18: takes a card of the exposed row."""

    letter: ClassVar = "e"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class PeekStock:
    """IRR-16, 17: sees `n` stock cards that are not the player's."""

    seat: Seat
    n: Several


@dataclass(frozen=True, slots=True)
class LookDiscards:
    """IRR-28: looks at covered discards."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Object:
    """IRR-21..24, 32: objects that the last act was against the law."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Admit:
    """IRR-0: admits his own irregularity."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RejectKnock:
    """IRR-21: rejects the illegal knock."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AcceptKnock:
    """IRR-22: lets the illegal knock stand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ForceExposed:
    """IRR-23: makes the knocker play on with his hand face up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PermitPickup:
    """IRR-23: lets the knocker pick up his hand without his bonuses."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StopDeal:
    """IRR-1: stops a deal by the wrong player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseRedeal:
    """IRR-8: asks for a new deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseContinue:
    """IRR-8: lets the deal go on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShowCard:
    """IRR-30: shows a card of his own hand."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TouchStock:
    """IRR-42: touches the top of the stock."""

    seat: Seat


LawAction = (
    BigGin
    | DeclineLast
    | Double
    | AcceptDouble
    | DeclineDouble
    | DrawExposed
    | PeekStock
    | LookDiscards
    | Object
    | Admit
    | RejectKnock
    | AcceptKnock
    | ForceExposed
    | PermitPickup
    | StopDeal
    | ChooseRedeal
    | ChooseContinue
    | ShowCard
    | TouchStock
)
