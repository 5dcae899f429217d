"""The club policy: it takes as the greedy one does, keeps cards that may still meld, avoids dangerous throws, and
knocks with little."""

from functools import reduce
from itertools import combinations
from operator import or_

from games.engine import deadwood, deadwood_after_discard, hand_of, meld_kind, value
from games.players.policies.policy import Sight

# Found by trial against the simple players; points of deadwood.
SLACK = 5  # how much more deadwood than the least a throw may leave
POTENTIAL = 0.04  # worth of a point that one live card could still save
DANGER = 0.4  # cost of a way in which the other seat may use the card
KNOWN_ONE, KNOWN_PAIR, LEFT_LYING = 4.0, 20.0, -0.3  # ways that rest on cards known to be there, or refused
LOW_KNOCK = 2  # knocks with at most this much deadwood …
EARLY_STOCK = 22  # … or with any, while so many cards lie in the stock


def _partners(card: int) -> tuple[int, ...]:
    """The pairs (masks) that make a meld of three with `card`."""
    mates = [other for other in range(52) if other != card and (other % 13 == card % 13 or abs(other - card) <= 2)]
    pairs = map(hand_of, combinations(mates, 2))
    return tuple(pair for pair in pairs if meld_kind(pair | 1 << card))


PARTNERS = tuple(_partners(card) for card in range(52))
# By card: the cards that can lie in one meld with it, as a mask.
NEAR = tuple(reduce(or_, pairs) for pairs in PARTNERS)


class Club:
    """Throws, among the cards that leave nearly the least deadwood, by deadwood + danger - potential; knocks early or
    low."""

    def takes(self, sight: Sight, card: int) -> bool:
        """Takes a card that leaves less deadwood after the best throw than there is now."""
        return deadwood_after_discard(sight.hand | 1 << card) < deadwood(sight.hand)

    def throws(self, sight: Sight, cards: tuple[int, ...]) -> int:
        """Throws the card that costs least; among equals the higher one, then by chance."""
        left = {card: deadwood(sight.hand ^ 1 << card) for card in cards}
        near = min(left.values()) + SLACK
        known, out = sight.known, sight.memory.thrown

        def cost(card: int) -> tuple[float, int, float]:
            worth = POTENTIAL * potential(sight.hand ^ 1 << card, out | known | 1 << card)
            risk = DANGER * danger(card, known, sight.refused, out | sight.hand)
            return left[card] + risk - worth, -value(card), sight.chance.random()

        return min((card for card in cards if left[card] <= near), key=cost)

    def knocks(self, sight: Sight, count: int) -> bool:
        """Knocks while the other hand is still poor, or with little deadwood; else it plays on towards gin."""
        return count <= LOW_KNOCK or sight.view.stock >= EARLY_STOCK


def danger(card: int, known: int, refused: int, gone: int) -> float:
    """The number of ways in which the other seat may use `card`: pairs that would make a meld with it and are not
    `gone`.

    A pair weighs more by each card `known` to be in that hand, and less when a card of it was `refused`.
    """
    ways = 0.0
    for pair in PARTNERS[card]:
        if pair & gone:
            continue
        sure = (pair & known).bit_count()
        ways += (1.0, KNOWN_ONE, KNOWN_PAIR)[sure]
        if not sure and pair & refused:
            ways += LEFT_LYING
    return ways


def potential(hand: int, out: int) -> int:
    """The points of a hand that one live card could turn into a meld, summed over such cards and pairs.

    `out` are the cards that cannot come any more.
    """
    points = 0
    gone = out | hand
    for card in range(52):
        if hand >> card & 1:
            for pair in PARTNERS[card]:
                missing = pair & ~hand
                if missing and missing != pair and not missing & gone:
                    points += value(card)
    return points
