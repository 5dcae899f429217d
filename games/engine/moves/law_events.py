"""Events of the laws of irregularity and of a director; all of them are public."""

from dataclasses import dataclass

from games.engine.moves.kinds import Card, Faces, Seat


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling: the law's id, who offended (None: nobody), and the remedy in a few words."""

    irr: str
    offender: Seat | None
    remedy: str


@dataclass(frozen=True, slots=True)
class Chose:
    """The seat entitled to a remedy has chosen: `choice` is the command."""

    seat: Seat
    choice: str


@dataclass(frozen=True, slots=True)
class Exposed:
    """IRR-16: stock cards that the seat saw lie open beside the pile; a card nobody knows is -1."""

    seat: Seat
    cards: Faces


@dataclass(frozen=True, slots=True)
class ShowedCard:
    """IRR-30: showed a card of his own hand."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LookedBack:
    """IRR-29: looked through the discards, which lie open by agreement."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnLost:
    """IRR-28: the seat's turn passed without a draw and a discard."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Counted:
    """IRR-6..12: the director counted the cards in the seat's hand."""

    seat: Seat
    n: int


@dataclass(frozen=True, slots=True)
class Adjusted:
    """IRR-35: a scoring slip was put right by some points, in the named column where the sheet has several."""

    seat: Seat
    points: int
    column: str = ""


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """IRR-5: the undrawn cards of the stock were shuffled again."""

    cards: int


@dataclass(frozen=True, slots=True)
class Undone:
    """IRR-0: the log was taken back to before its action number `event`."""

    event: int


@dataclass(frozen=True, slots=True)
class ShuffleLost:
    """ONL-1: the seat has lost the deal before its first card; ONL-3: or the drawing, after which `dealer` deals."""

    seat: Seat
    dealer: Seat | None = None


LawEvent = (
    Ruled
    | Chose
    | Exposed
    | ShowedCard
    | LookedBack
    | TurnLost
    | Counted
    | Adjusted
    | Reshuffled
    | Undone
    | ShuffleLost
)
