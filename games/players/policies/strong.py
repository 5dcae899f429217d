"""The strong policy: it plays for gin, keeps the hand that the best live cards improve most, and gives little away.

The idea is that of MARJJ, winner of the EAAI 2021 challenge in gin rummy: one look ahead at the
cards that may still come, instead of sampled play.
"""

from heapq import nsmallest

from games.engine import best_spread, cards_of, deadwood, deadwood_after_discard, value
from games.players.policies.club import danger
from games.players.policies.policy import Sight

# Found by trial against the simple players; points of deadwood.
NEAR = 5  # a throw may cost so much more than the cheapest, and be so much lower than the highest
HOPES = 7  # so many of the best cards that may still come are looked at
HOPE, FADING = 7.0, 0.9  # how much the mean of these weighs in the first turn, and how that fades
DANGER = 2.0  # cost of a way in which the other seat may use the card
EARLY, DEARER = 2, 3  # turns in which it knocks with anything; so much more it must keep for each turn after them


class Strong:
    """Takes only into a meld; throws the card that leaves the best hopes and helps the opponent least; knocks early
    with a hand that is far from gin, else plays for gin."""

    def takes(self, sight: Sight, card: int) -> bool:
        """Takes a card that lies in a meld of the best spread and leaves less deadwood after the best throw."""
        eleven = sight.hand | 1 << card
        if deadwood_after_discard(eleven) >= deadwood(sight.hand):
            return False
        return any(meld >> card & 1 for meld in best_spread(eleven).melds)

    def throws(self, sight: Sight, cards: tuple[int, ...]) -> int:
        """Throws, among loose cards that are nearly the highest and leave nearly the least deadwood, the one that costs
        least."""
        left = {card: deadwood(sight.hand ^ 1 << card) for card in cards}
        least = min(left.values())
        loose = best_spread(sight.hand).loose
        open_to_throw = [card for card in cards if loose >> card & 1 and left[card] <= least + NEAR]
        open_to_throw = open_to_throw or [card for card in cards if left[card] == least]
        highest = max(map(value, open_to_throw))
        near = [card for card in open_to_throw if value(card) >= highest - NEAR]
        if len(near) == 1:
            return near[0]
        known, gone = sight.known, sight.memory.thrown
        weight = HOPE * FADING ** (turn(sight) - 1)
        live = tuple(cards_of(ALL & ~(sight.hand | gone | known)))

        def cost(card: int) -> tuple[float, int]:
            hope = weight * hopes(sight.hand ^ 1 << card, live) if live else 0.0
            risk = DANGER * danger(card, known, sight.refused, gone | sight.hand)
            return left[card] + hope + risk, -value(card)

        return min(near, key=cost)

    def knocks(self, sight: Sight, count: int) -> bool:
        """Knocks in its first turns, and in a few later ones with the costlier hands: the closer gin is, the sooner it
        is worth more than the knock (docs/analysis.md)."""
        return count >= DEARER * (turn(sight) - EARLY)


ALL = (1 << 52) - 1


def turn(sight: Sight) -> int:
    """The number of this turn of this seat, counted by the cards thrown."""
    return 1 + sight.memory.thrown.bit_count() // 2


def hopes(ten: int, live: tuple[int, ...]) -> float:
    """The mean deadwood of ten cards over the best of the cards that may still come, each after the best throw."""
    best = nsmallest(HOPES, (deadwood_after_discard(ten | 1 << card) for card in live))
    return sum(best) / len(best)
