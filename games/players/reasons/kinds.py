"""The kinds of reasons: facts that a player can count in the cards, with the other choice's number beside them."""

from dataclasses import dataclass
from enum import StrEnum


class Why(StrEnum):
    """What a reason says of the choice and of the other: `number` is the choice's, `than` the other's."""

    MELDS = "melds"  # the card makes these cards a meld
    LEAVES = "leaves"  # the deadwood that is left
    GIN = "gin"  # unseen cards that give gin
    IMPROVES = "improves"  # unseen cards that lower the deadwood
    USELESS = "useless"  # whatever the other seat holds, the thrown card makes no meld there
    REFUSED = "refused"  # the other seat left these cards lying, which go with the thrown one
    THREW = "threw"  # the other seat threw these cards, which go with the thrown one
    WANTED = "wanted"  # the other seat took these cards, which may still become a meld with the other throw
    ALONE = "alone"  # no other card of the hand is near the thrown one (said by earlier versions)
    WAITS = "waits"  # unseen cards that would make a meld of a card with one of the hand: of the kept, of the thrown
    OPEN = "open"  # the kept card and another are a run open on both sides
    WAYS = "ways"  # pairs with which the other seat may meld the thrown card, and the other one
    EQUAL = "equal"  # the other choice is worth the same
    TAKEN = "taken"  # cards as good: unseen cards, and of how many, that would leave as little as the open card
    NO_MELD = "no_meld"  # the open card makes no meld with the hand
    COMES = "comes"  # unseen cards, and of how many, that would make a meld with two of the hand
    NO_GAIN = "no_gain"  # the open card would leave so much deadwood; there is so much now
    LEFT_OVER = "left_over"  # the open card would be in no meld of the best ones
    LONG = "long"  # both took discards so often in a row
    TURN = "turn"  # the number of this turn
    COUNT = "count"  # the deadwood that a knock keeps
    HOPE = "hope"  # unseen cards that give gin if play goes on
    FITS = "fits"  # unseen cards that could be laid off on the melds
    THROWS = "throws"  # the last cards that the other seat threw
    HOLDS = "holds"  # cards that the other seat took and holds
    STOCK = "stock"  # cards in the stock
    LOWERS = "lowers"  # unseen cards that lower the deadwood if play goes on
    CAUGHT = "caught"  # what is caught after a card is laid off, and before
    ENOUGH = "enough"  # what is caught if no more is laid off, which nothing lowers
    DOUBLE = "double"  # the deadwood, and the most with which a double is accepted
    DEAR = "dear"  # what a card counts
    MATES = "mates"  # cards of the hand of the same rank, or at most two away in the suit
    LAST = "last"  # the last card of the hand
    FITS_ON = "fits_on"  # the card fits this meld on the table
    PILE = "pile"  # cards in the pile
    NO_PLACE = "no_place"  # the card makes no meld, and fits none on the table
    HELD = "held"  # what the hand counts after cards are laid, and before
    COUNTED = "counted"  # what the hand counts; `card` cards of the other hand; ten times what each may count
    THEIRS = "theirs"  # cards that the other seat has down
    NO_USE = "no_use"  # the card on offer cannot be laid down
    DOWN = "down"  # cards that this seat has down after the act, and before
    GIFT = "gift"  # the other throw would fit this meld of the other seat


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: its kind, the cards (a mask) that it names, its number; the card that the choice throws and the one
    that the other choice throws; the other's number."""

    why: Why
    cards: int = 0
    number: int = 0
    card: int = -1
    other: int = -1
    than: int = 0
