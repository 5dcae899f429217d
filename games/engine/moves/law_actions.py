"""Commands of RULES.md §15 that other variants and modes know: a rule set without a row for them answers E_OPTION."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BigGin:
    """GIN-18: all eleven cards melded, no discard."""

    seat: int
    melds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class DeclineLast:
    """GIN-31: leaves the last discard."""

    seat: int


@dataclass(frozen=True, slots=True)
class Double:
    """DBL-1: offers to double."""

    seat: int


@dataclass(frozen=True, slots=True)
class AcceptDouble:
    """DBL-2: plays on for double."""

    seat: int


@dataclass(frozen=True, slots=True)
class DeclineDouble:
    """DBL-3: gives the deal up instead."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawExposed:
    """IRR-18: takes a card of the exposed row."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class PeekStock:
    """IRR-16, 17: sees `n` stock cards that are not his."""

    seat: int
    n: int


@dataclass(frozen=True, slots=True)
class LookDiscards:
    """IRR-28: looks at covered discards."""

    seat: int


@dataclass(frozen=True, slots=True)
class Object:
    """IRR-21..24, 32: says that the last act was against the law."""

    seat: int


@dataclass(frozen=True, slots=True)
class Admit:
    """IRR-0: admits his own irregularity."""

    seat: int


@dataclass(frozen=True, slots=True)
class RejectKnock:
    """IRR-21: has the illegal knock taken off."""

    seat: int


@dataclass(frozen=True, slots=True)
class AcceptKnock:
    """IRR-22: lets the illegal knock stand."""

    seat: int


@dataclass(frozen=True, slots=True)
class ForceExposed:
    """IRR-23: has the knocker play on with his hand face up."""

    seat: int


@dataclass(frozen=True, slots=True)
class PermitPickup:
    """IRR-23: lets the knocker pick his hand up without his bonuses."""

    seat: int


@dataclass(frozen=True, slots=True)
class StopDeal:
    """IRR-1: stops a deal by the wrong player."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseRedeal:
    """IRR-8: asks for a new deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseContinue:
    """IRR-8: lets the deal go on."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShowCard:
    """IRR-30: shows a card of his own hand."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class TouchStock:
    """IRR-42: touches the top of the stock."""

    seat: int


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
