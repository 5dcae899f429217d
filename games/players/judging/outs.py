"""The outs of ten cards: how much the next draw improves them, over the cards that can still come."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine import cards_of, deadwood
from games.engine import deadwood_after_discard as after_discard
from games.players.judging.chances import Draw

KNOCK = 10  # deadwood with which most variants let a player knock


class Hope(NamedTuple):
    """The outs of ten cards: their deadwood, the mean deadwood after the next draw and discard, and how many of the
    cards that can come leave none, or at most ten."""

    deadwood: int
    mean: float
    gins: int
    knocks: int


class Hopes:
    """Computes the outs of hands in one deal. Results are cached by hand, as the cards that can come only grow
    fewer."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._after: dict[int, dict[int, int]] = {}
        self._sums: dict[int, tuple[int, int, int]] = {}

    def after_draw(self, draw: Draw) -> Iterator[tuple[Hope, Hope]]:
        """For each card of the stock, if it came: the outs of the drawer after the best discard, and of the other hand,
        both over the cards that would be left. Among equal discards the one counts that leaves most cards for gin."""
        self._sums.clear()
        against = draw.against
        for card, least in zip(draw.stock, draw.could_be, strict=True):
            eleven = draw.hand | 1 << card
            tens = (ten for loose in cards_of(eleven) if deadwood(ten := eleven ^ 1 << loose) == least)
            own = (self._without(ten, least, card, draw.stock) for ten in tens)
            best = max(own, key=lambda hope: (hope.gins, -hope.mean))
            yield best, self._without(draw.other, against, card, draw.stock)

    def of(self, hand: int, count: int, cards: Sequence[int]) -> Hope:
        """The outs of a hand with this deadwood, over these cards."""
        total, gins, knocks = self._sum(hand, cards)
        return Hope(count, total / len(cards), gins, knocks)

    def _without(self, hand: int, count: int, card: int, cards: Sequence[int]) -> Hope:
        """The outs over these cards if one of them is missing."""
        total, gins, knocks = self._sum(hand, cards)
        left, own = len(cards) - 1, self._after[hand][card]
        mean = (total - own) / left if left else float(count)
        return Hope(count, mean, gins - (own == 0), knocks - (own <= KNOCK))

    def _sum(self, hand: int, cards: Sequence[int]) -> tuple[int, int, int]:
        found = self._sums.get(hand)
        if found is None:
            after = self._after.setdefault(hand, {})
            if not after.keys() >= set(cards):
                after |= {card: after_discard(hand | 1 << card) for card in cards}
            left = [after[card] for card in cards]
            found = self._sums[hand] = sum(left), left.count(0), sum(one <= KNOCK for one in left)
        return found
