"""The cards of a position as a player sees them, counted by trying everything. A card is a pair: rank (ace 1), suit."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

RANKS = {"A": 1, "T": 10, "10": 10, "J": 11, "Q": 12, "K": 13} | {str(n): n for n in range(2, 10)}
SUITS = "CDHS♣♦♥♠"


class Card(NamedTuple):
    """A card: its rank from 1 to 13, and its suit from 0 to 3."""

    rank: int
    suit: int

    @property
    def value(self) -> int:
        """An ace counts 1, a court card 10."""
        return min(self.rank, 10)


Cards = frozenset[Card]


def card(text: str) -> Card:
    """A card from its text: TD, 10♦, 7♥."""
    return Card(RANKS[text[:-1]], SUITS.index(text[-1]) % 4)


def cards(texts: Iterable[str]) -> Cards:
    """Cards from their texts."""
    return frozenset(map(card, texts))


class Position:
    """What a seat sees: each field of the plain position, read."""

    def __init__(self, plain: Mapping[str, Any]) -> None:
        """Read a plain position (`games.live.lessons.positions`)."""
        self.plain = plain
        self.game, self.ace = str(plain["game"]), int(plain["ace"])
        self.order = [n for n in range(1, 14) if self.game != "conquian" or not 8 <= n <= 10]
        if self.game == "colonel":  # the ace is high
            self.order = [*self.order[1:], 1]
        self.hand, self.thrown, self.known, self.refused = (
            cards(plain[key]) for key in ("hand", "thrown", "known", "refused")
        )
        self.may_throw = self.hand - cards(plain["barred"])
        self.top = card(plain["top"]) if plain["top"] else None
        self.table = [(cards(lying["cards"]), bool(lying["mine"])) for lying in plain["table"]]
        pack = {Card(rank, suit) for rank in self.order for suit in range(4)}
        self.unseen = frozenset(pack - self.hand - self.thrown - self.known)

    def place(self, one: Card) -> int:
        """Where a rank stands in its suit: in Conquian the jack follows the seven."""
        return self.order.index(one.rank)

    def counts(self, some: Iterable[Card]) -> int:
        """What cards count together, melds or not; an ace counts what the game says."""
        return sum(self.ace if one.rank == 1 else one.value for one in some)

    def is_meld(self, some: Iterable[Card]) -> bool:
        """Are these three or more of a rank, or in order in a suit?"""
        found = sorted(some, key=self.place)
        if len(found) < 3:
            return False
        if len({one.rank for one in found}) == 1:
            return len(found) <= 4
        steps = [self.place(one) for one in found]
        return len({one.suit for one in found}) == 1 and steps == list(range(steps[0], steps[0] + len(steps)))

    def melds_with(self, one: Card, others: Iterable[Card]) -> Iterator[frozenset[Card]]:
        """The pairs of these others that make a meld of three with a card."""
        near = [
            other
            for other in others
            if other != one
            and (other.rank == one.rank or (other.suit == one.suit and abs(self.place(other) - self.place(one)) <= 2))
        ]
        return (frozenset(pair) for pair in combinations(near, 2) if self.is_meld((one, *pair)))

    def waits(self, one: Card) -> Cards:
        """The unseen cards that would make a meld with a card and one other of the hand."""
        others = self.hand - {one}
        return frozenset(came for came in self.unseen if any(self.is_meld((one, came, mate)) for mate in others))

    def ways(self, one: Card) -> list[frozenset[Card]]:
        """The pairs with which another hand could meld a card, as far as the seat knows."""
        return list(self.melds_with(one, self.unseen | self.known))

    def links(self, one: Card, others: Cards) -> int:
        """Cards of the same rank, or at most two away in the suit."""
        return sum(
            other != one
            and (other.rank == one.rank or (other.suit == one.suit and abs(self.place(other) - self.place(one)) <= 2))
            for other in others
        )

    def grows(self, meld: Cards, one: Card) -> bool:
        """Does a card fit a meld?"""
        return one not in meld and self.is_meld([*meld, one])


@lru_cache(maxsize=200_000)
def deadwood(hand: Cards) -> int:
    """The least deadwood of a hand at gin, over every way to meld it."""
    return min(count for count, _melds in arrangements(hand))


@lru_cache(maxsize=50_000)
def arrangements(hand: Cards) -> tuple[tuple[int, tuple[Cards, ...]], ...]:
    """Every way to meld a hand at gin: the deadwood that is left, and the melds."""
    found = [(sum(one.value for one in hand), ())]
    melds = _melds(hand)
    stack: list[tuple[int, Cards, tuple[Cards, ...]]] = [(0, hand, ())]
    while stack:
        at, left, taken = stack.pop()
        for number in range(at, len(melds)):
            meld = melds[number]
            if meld <= left:
                rest, more = left - meld, (*taken, meld)
                found.append((sum(one.value for one in rest), more))  # type: ignore[arg-type]  # grows from empty
                stack.append((number + 1, rest, more))
    return tuple(found)


def _melds(hand: Cards) -> list[Cards]:
    found: list[Cards] = []
    for rank in range(1, 14):
        same = [one for one in hand if one.rank == rank]
        found += [frozenset(some) for size in (3, 4) for some in combinations(same, size)]
    for suit in range(4):
        ranks = {one.rank for one in hand if one.suit == suit}
        for low in ranks:
            high = low + 1
            while high in ranks:
                if high - low >= 2:
                    found.append(frozenset(Card(rank, suit) for rank in range(low, high + 1)))
                high += 1
    return found


def after_throw(eleven: Cards, but: Card | None = None) -> int:
    """The least deadwood after a throw; of any card but one that may not be thrown."""
    return min(deadwood(eleven - {one}) for one in eleven if one != but)
