"""What the learned policy looks at, as numbers of about one: before a knock, and for each card that it might throw.

Everything comes from the Sight: the own hand, what lies and lay open, what the other seat took, left and threw.
"""

from collections.abc import Sequence
from heapq import nsmallest
from itertools import combinations_with_replacement

from games.engine import best_spread, cards_of, deadwood, deadwood_after_discard, value
from games.players.policies.club import PARTNERS, potential
from games.players.policies.policy import Sight
from games.players.policies.strong import ALL, HOPES, turn

Numbers = tuple[float, ...]


def knock_features(sight: Sight, card: int, count: int) -> Numbers:
    """A knock by throwing `card` and keeping `count` points of deadwood: 1, nine numbers, and their products."""
    ten = sight.hand ^ 1 << card
    live = _live(sight)
    after = [deadwood_after_discard(ten | 1 << one) for one in live]
    melds = best_spread(ten)
    fits = sum(1 for one in live if deadwood(ten | 1 << one) <= count)
    base = (
        _turn(sight) / 10,
        sight.view.stock / 31,
        count / 10,
        after.count(0) / 10,  # cards that make gin
        sum(left < count for left in after) / 20,  # cards that lower the deadwood
        sight.known.bit_count() / 5,
        _last_throws(sight) / 10,
        melds.loose.bit_count() / 5,
        fits / 8,  # cards that would be laid off on these melds
    )
    return (1.0, *base, *(one * other for one, other in combinations_with_replacement(base, 2)))


def throw_features(sight: Sight, card: int, left: int) -> Numbers:
    """To throw `card` and keep `left` points: eleven numbers, each by itself and times turn, cards taken and throws of
    the other seat."""
    ten = sight.hand ^ 1 << card
    live = _live(sight)
    after = [deadwood_after_discard(ten | 1 << one) for one in live]
    known, gone = sight.known, sight.memory.thrown
    best = nsmallest(HOPES, after)
    base = (
        left / 10,
        sum(best) / max(1, len(best)) / 10,
        value(card) / 10,
        *_ways(card, known, sight.refused, gone | sight.hand),
        after.count(0) / 10,
        sum(one < left for one in after) / 20,
        potential(ten, gone | known | 1 << card) / 50,
        float(left <= sight.view.limit),
    )
    by = (1.0, _turn(sight) / 10, known.bit_count() / 5, _last_throws(sight) / 10)
    return tuple(one * other for one in base for other in by)


def weighed(weights: Sequence[float], features: Numbers) -> float:
    """The sum of the features by their weights, always in the same order."""
    return sum(w * f for w, f in zip(weights, features, strict=True))


def _ways(card: int, known: int, refused: int, gone: int) -> Numbers:
    """The pairs with which the other seat could meld `card`: of unseen cards, with one that it left lying, with one and
    with two that it is known to hold."""
    unseen = left_lying = one = two = 0
    for pair in PARTNERS[card]:
        if pair & gone:
            continue
        sure = (pair & known).bit_count()
        if sure:
            one, two = one + (sure == 1), two + (sure == 2)
        elif pair & refused:
            left_lying += 1
        else:
            unseen += 1
    return unseen / 4, left_lying / 4, float(one), float(two)


def _live(sight: Sight) -> tuple[int, ...]:
    """The cards that may still come."""
    return tuple(cards_of(ALL & ~(sight.hand | sight.memory.thrown | sight.known)))


def _turn(sight: Sight) -> int:
    """Which turn of this seat it is; at most 12."""
    return min(12, turn(sight))


def _last_throws(sight: Sight) -> float:
    """What the last two cards that others threw count in the mean; 10 before there are any."""
    thrown = [card for seat, cards in sight.memory.thrown_by.items() if seat != sight.seat for card in cards[-2:]]
    return sum(map(value, thrown)) / len(thrown) if thrown else 10.0
