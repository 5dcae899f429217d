"""Cards, packs and hands: a card is 13 * suit + place, a hand is one integer with a bit for every card."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

SUITS = "CDHS"
SUIT_BITS = 13
SUIT_MASK = (1 << SUIT_BITS) - 1


class BadCard(ValueError):
    """A text names no card of the pack; the message says what is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A pack as data: its ranks in the game's own order, so that a run is a row of set bits in every game.

    `ranks` names each place, `points` its value, `longest_run` the most cards that one run may have.
    """

    ranks: str
    points: tuple[int, ...]
    longest_run: int
    values: tuple[int, ...] = field(init=False)
    cards: tuple[int, ...] = field(init=False)
    whole: frozenset[int] = field(init=False, repr=False, compare=False)
    texts: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.ranks) != len(self.points) or len(self.ranks) > SUIT_BITS:
            raise ValueError("a pack needs one value for each of at most 13 ranks")
        padded = self.points + (0,) * (SUIT_BITS - len(self.points))
        object.__setattr__(self, "values", padded * len(SUITS))
        places = range(len(self.ranks))
        object.__setattr__(self, "cards", tuple(SUIT_BITS * suit + p for suit in range(len(SUITS)) for p in places))
        object.__setattr__(self, "whole", frozenset(self.cards))
        names = [rank + suit for suit in SUITS for rank in self.ranks.ljust(SUIT_BITS)]
        object.__setattr__(self, "texts", tuple(names))

    @property
    def full(self) -> int:
        """All cards of the pack as a hand."""
        return hand_of(self.cards)


# GIN-1..3: 52 cards, A low to K, no wrap; A 1, pips 2-10, courts 10.
GIN_PACK = Pack(ranks="A23456789TJQK", points=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), longest_run=13)
# COL-1, 10: 2 low to A high, A-2-3 is no run; the ace counts 10.
COLONEL_PACK = Pack(ranks="23456789TJQKA", points=(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10), longest_run=13)
# CNQ-1, 2, 4: 40 cards, A low to 7, then J Q K: 7 and J are neighbours; a run has at most eight cards.
CONQUIAN_PACK = Pack(ranks="A234567JQK", points=(1, 2, 3, 4, 5, 6, 7, 10, 10, 10), longest_run=8)
# Foster's pack (§3, conquian-foster): A to 10, no courts.
FOSTER_PACK = Pack(ranks="A23456789T", points=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), longest_run=8)

_CARD = re.compile(r"(10|[0-9A-Z])([CDHS])")


def parse_card(text: str, pack: Pack = GIN_PACK) -> int:
    """The card that `text` names ("KD", "kd", "TD" or "10D"); raises BadCard."""
    match = _CARD.fullmatch(text.strip().upper())
    place = pack.ranks.find(_rank(match)) if match else -1
    if match is None or place < 0:
        shown = text[:20]
        raise BadCard(f"{shown!r} is no card: a rank of {pack.ranks} (or 10) and a suit of {SUITS}, such as KD")
    return SUIT_BITS * SUITS.index(match[2]) + place


def parse_hand(text: str, pack: Pack = GIN_PACK) -> int:
    """The hand that `text` names, blanks between the cards or none ("AC 2D 10H", "AC2DTH"); raises BadCard."""
    packed = "".join(text.split()).upper()
    hand = at = 0
    while at < len(packed):
        match = _CARD.match(packed, at)
        card = parse_card(match[0] if match else packed[at : at + 3], pack)
        if hand >> card & 1:
            raise BadCard(f"{card_text(card, pack)} is named twice; a hand holds each card once")
        hand |= 1 << card
        at += len(match[0]) if match else 3
    return hand


def card_text(card: int, pack: Pack = GIN_PACK) -> str:
    """The two letters of a card: rank, then suit ("TD")."""
    return pack.texts[card]


def hand_text(hand: int, pack: Pack = GIN_PACK) -> str:
    """The cards of a hand in ascending order, a blank between them."""
    return " ".join(card_text(card, pack) for card in cards_of(hand))


def cards_of(hand: int) -> tuple[int, ...]:
    """The cards of a hand in ascending order."""
    cards = []
    while hand:
        low = hand & -hand
        cards.append(low.bit_length() - 1)
        hand ^= low
    return tuple(cards)


def hand_of(cards: Iterable[int]) -> int:
    """The hand that holds these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def value(card: int, pack: Pack = GIN_PACK) -> int:
    """GIN-3: the count of a card that lies in no meld."""
    return pack.values[card]


def values(hand: int, pack: Pack = GIN_PACK) -> int:
    """The values of all cards of a hand together, melds or not."""
    points = pack.values
    return sum(points[card] for card in cards_of(hand))


def _rank(match: re.Match[str]) -> str:
    return "T" if match[1] == "10" else match[1]
