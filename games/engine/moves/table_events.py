"""Events of the games with melds on the table; all of them are public."""

from dataclasses import dataclass

from games.engine.moves.kinds import Card, Cards, Faces, Seat, Table


@dataclass(frozen=True, slots=True)
class Melded:
    """COL-6: laid these cards (a mask) as the table's meld number `meld`."""

    seat: Seat
    cards: Cards
    meld: int


@dataclass(frozen=True, slots=True)
class Added:
    """COL-7: put a card on the table's meld number `meld`."""

    seat: Seat
    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class TookPile:
    """COL-5: took the whole pile; `cards` lie bottom first."""

    seat: Seat
    cards: Faces


@dataclass(frozen=True, slots=True)
class ChallengeMade:
    """COL-15: offered to end the deal and count whole hands."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChallengeAnswered:
    """COL-15: accepted the challenge, or played on."""

    seat: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class Turned:
    """CNQ-6: turned a card of the stock; None is a card whose face nobody has entered."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Used:
    """CNQ-8, 11: used the centre card with `cards` (a mask) of his hand; `table` (masks) is his table now."""

    seat: Seat
    card: Card
    cards: Cards
    table: Table


@dataclass(frozen=True, slots=True)
class LaidFromHand:
    """CNQ-23: laid `cards` (a mask) of his hand alone; `table` (masks) is his table now."""

    seat: Seat
    cards: Cards
    table: Table


@dataclass(frozen=True, slots=True)
class PassedOn:
    """CNQ-7: left the card he had turned to the opponent."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Rejected:
    """CNQ-7: did not want the card on offer; it goes face down to the waste."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Forced:
    """CNQ-12: `seat` must use the card that he declined; `by` is None where the rules force by themselves."""

    seat: Seat
    card: Card
    by: Seat | None


@dataclass(frozen=True, slots=True)
class Waived:
    """CNQ-14: did not force."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Folded:
    """CNQ-20: rejects, turns and passes from now on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Picked:
    """IRR-43: chose the card in play; `back` lies on the stock again."""

    seat: Seat
    card: Card
    back: Card


TableEvent = (
    Melded
    | Added
    | TookPile
    | ChallengeMade
    | ChallengeAnswered
    | Turned
    | Used
    | LaidFromHand
    | PassedOn
    | Rejected
    | Forced
    | Waived
    | Folded
    | Picked
)
