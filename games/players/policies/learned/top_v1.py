"""The first top policy (`top-v1`): it takes as strong does, and has learned by self-play when to knock and what it
throws.

Each judgement is a sum of features by frozen weights, in points of a deal: what playing on is worth more than a knock,
and what one throw is worth more than another (`tools/fit_sums.py`, docs/house-players.md). The analysis, the daily
problems and the hints rest on these points. Weights for takes may be given: what the open card is worth more than one
that nobody has seen.
"""

from games.engine import best_spread, cards_of, deadwood, value
from games.players.policies.learned.features import gone, knock_features, take_features, throw_features
from games.players.policies.learned.sums import weighed
from games.players.policies.learned.weights import TOP, Weights
from games.players.policies.policy import Sight
from games.players.policies.strong import Strong

DEARER = 8  # a throw may cost so much more deadwood than the cheapest
LOOKED_AT = 5  # throws


class TopV1(Strong):
    """Plays as strong does, with a learned knock and learned throws."""

    def __init__(self, weights: Weights = TOP) -> None:
        self.weights = weights

    def takes(self, sight: Sight, card: int) -> bool:
        """Takes as strong does; or by weights, if the card is worth more than an unseen one."""
        if not self.weights.take:
            return super().takes(sight, card)
        return weighed(self.weights.take, take_features(sight, card)) > 0

    def throws(self, sight: Sight, cards: tuple[int, ...]) -> int:
        """Throws the candidate with the highest value; among equals the higher card."""
        if not self.weights.throw:
            return super().throws(sight, cards)
        worth = self.worths(sight, cards)
        return max(worth, key=lambda card: (worth[card], value(card), card))

    def knocks(self, sight: Sight, count: int) -> bool:
        """Knocks if playing on is worth less than the knock."""
        if not self.weights.knock:
            return super().knocks(sight, count)
        return self.plays_on(sight, count) < 0

    def worths(self, sight: Sight, cards: tuple[int, ...]) -> dict[int, float]:
        """The value of each of these throws in points of the deal; only their differences count."""
        near = candidates(sight, cards)
        if len(near) == 1:
            return {near[0][0]: 0.0}
        shown = gone(sight)
        return {card: weighed(self.weights.throw, throw_features(sight, card, left, shown)) for card, left in near}

    def plays_on(self, sight: Sight, count: int) -> float:
        """The points of the deal by which playing on is worth more than a knock that keeps `count`."""
        return weighed(self.weights.knock, knock_features(sight, cheapest(sight.hand, count), count))


def cheapest(hand: int, count: int) -> int:
    """The highest card whose throw leaves `count` points of deadwood."""
    return max((card for card in cards_of(hand) if deadwood(hand ^ 1 << card) == count), key=value)


def candidates(sight: Sight, cards: tuple[int, ...]) -> list[tuple[int, int]]:
    """The throws that are considered, each with the deadwood that it leaves: loose cards near the cheapest, and the
    throws that leave the least."""
    loose = best_spread(sight.hand).loose
    left = {card: deadwood(sight.hand ^ 1 << card) for card in cards}
    least = min(left.values())
    near = [card for card in cards if left[card] <= least + DEARER and loose >> card & 1]
    near = near or [card for card in cards if left[card] == least]
    near.sort(key=lambda card: (left[card], -value(card), card))
    return [(card, left[card]) for card in near[:LOOKED_AT]]
