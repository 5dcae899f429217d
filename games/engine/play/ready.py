"""Actions and events that are made once and used again at every turn, because making them again would cost most of a
move."""

from games.engine.cards.cards import SUIT_BITS
from games.engine.moves.actions import Discard, DrawDiscard, DrawStock
from games.engine.moves.events import Discarded, Drew, Event
from games.engine.play.state import UNKNOWN

SEATS = 3
MOST_SEATS = 16  # two teams of eight
CARDS = 4 * SUIT_BITS
BIT = tuple(1 << card for card in range(CARDS))
ALONE = tuple((card,) for card in range(CARDS))  # a pile and ALONE[card] make the next pile in one copy

DRAW_STOCK = tuple((DrawStock(seat),) for seat in range(SEATS))
DRAW_DISCARD = tuple((DrawDiscard(seat),) for seat in range(SEATS))
DRAW_EITHER = tuple((DrawStock(seat), DrawDiscard(seat)) for seat in range(SEATS))
DISCARD = tuple(tuple(Discard(seat, card) for card in range(CARDS)) for seat in range(MOST_SEATS))

Ready = tuple[Event, ...]

# The last entry, number UNKNOWN, is a stock card whose face nobody has entered.
DREW_STOCK: tuple[tuple[Ready, ...], ...] = tuple(
    tuple((Drew(seat, "stock", card if card != UNKNOWN else None),) for card in (*range(CARDS), UNKNOWN))
    for seat in range(SEATS)
)
DREW_PILE: tuple[tuple[Ready, ...], ...] = tuple(
    tuple((Drew(seat, "pile", card),) for card in range(CARDS)) for seat in range(SEATS)
)
DISCARDED: tuple[tuple[Ready, ...], ...] = tuple(
    tuple((Discarded(seat, card),) for card in range(CARDS)) for seat in range(SEATS)
)


def _discards_of_suit(seat: int, suit: int) -> list[tuple[Discard, ...]]:
    """For each of the 8,192 words of a suit, the discards of its cards in ascending order."""
    ready: list[tuple[Discard, ...]] = [()]
    for word in range(1, 1 << SUIT_BITS):
        top = word.bit_length() - 1
        ready.append((*ready[word ^ 1 << top], DISCARD[seat][SUIT_BITS * suit + top]))
    return ready


# DISCARDS[seat] holds the four suits' look-ups: suit word -> ready tuple of actions.
DISCARDS = tuple(tuple(_discards_of_suit(seat, suit) for suit in range(4)) for seat in range(SEATS))


def throws(turn: int, hand: int) -> tuple[Discard, ...]:
    """The discards of these cards, in ascending order."""
    clubs, diamonds, hearts, spades = DISCARDS[turn]
    low = hand & 67108863
    high = hand >> 26
    return clubs[low & 8191] + diamonds[low >> 13] + hearts[high & 8191] + spades[high >> 13]
