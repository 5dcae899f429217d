"""The features of `top-v1`, the first learned policy of gin, as numbers of about one: of a knock, and of each card that
it might throw.

Everything comes from the Sight: the own hand, what lies and lay open, what the other seat took, left and threw.
"""

from dataclasses import dataclass
from functools import reduce
from heapq import nsmallest
from itertools import combinations_with_replacement
from operator import or_

from games.engine import best_spread, cards_of, deadwood, deadwood_after_discard, hand_of, value
from games.players.policies.club import NEAR, PARTNERS, potential
from games.players.policies.learned.sums import Numbers
from games.players.policies.policy import Sight
from games.players.policies.strong import ALL, HOPES, turn


def knock_features(sight: Sight, card: int, count: int) -> Numbers:
    """The features of a knock that throws `card` and keeps `count` points of deadwood: 1, nine numbers, and their
    products."""
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


@dataclass(frozen=True, slots=True)
class Gone:
    """What the other seat reveals by the cards it threw and left: `pairs` (masks) that it cannot have had, because it
    would have melded them, and the cards `near` to what it threw."""

    pairs: frozenset[int]
    near: int


def gone(sight: Sight) -> Gone:
    """Compute `Gone`. It is the same for every card that may be thrown."""
    theirs = [one for seat, cards in sight.memory.thrown_by.items() if seat != sight.seat for one in cards]
    pairs = frozenset(pair for one in (*theirs, *cards_of(sight.refused)) for pair in PARTNERS[one])
    return Gone(pairs, reduce(or_, (NEAR[one] for one in theirs), 0))


def throw_features(sight: Sight, card: int, left: int, shown: Gone) -> Numbers:
    """The features of throwing `card` and keeping `left` points: twelve numbers, each by itself and times turn, cards
    taken, and throws of the other seat."""
    ten = sight.hand ^ 1 << card
    live = _live(sight)
    after = [deadwood_after_discard(ten | 1 << one) for one in live]
    known = sight.known
    best = nsmallest(HOPES, after)
    far, close, no, one, two = ways_of(card, sight.memory.thrown | sight.hand, known, shown)
    base = (
        left / 10,
        sum(best) / max(1, len(best)) / 10,
        value(card) / 10,
        far / 4,
        close / 4,
        no / 4,
        float(one),
        float(two),
        after.count(0) / 10,
        sum(least < left for least in after) / 20,
        potential(ten, sight.memory.thrown | known | 1 << card) / 50,
        float(left <= sight.view.limit),
    )
    by = (1.0, _turn(sight) / 10, known.bit_count() / 5, _last_throws(sight) / 10)
    return tuple(one * other for one in base for other in by)


def take_features(sight: Sight, card: int) -> Numbers:
    """The features of taking `card` rather than leaving it: eleven numbers, each by itself and times turn, deadwood and
    stock."""
    now, eleven = deadwood(sight.hand), sight.hand | 1 << card
    then = deadwood_after_discard(eleven)
    live = _live(sight)
    mates = sum(
        1
        for pair in PARTNERS[card]
        if (pair & sight.hand).bit_count() == 1 and not pair & ~(sight.hand | hand_of(live))
    )
    after = [deadwood_after_discard(sight.hand | 1 << one) for one in live]
    base = (
        1.0,
        (now - then) / 10,
        then / 10,
        float(any(meld >> card & 1 for meld in best_spread(eleven).melds)),
        float(then == 0),
        float(then <= sight.view.limit),
        value(card) / 10,
        mates / 3,
        sum(one < then for one in after) / 20,  # cards of the stock that would do better
        sum(after) / max(1, len(after)) / 20,
        sight.known.bit_count() / 5,
    )
    by = (1.0, _turn(sight) / 10, now / 50, sight.view.stock / 31)
    return tuple(one * other for one in base for other in by)


def ways_of(card: int, seen: int, known: int, shown: Gone) -> tuple[int, int, int, int, int]:
    """The numbers of pairs with which the other seat could meld `card`: unseen pairs far from what it threw, and near
    to it; pairs that it cannot have had when it threw or left another card; and pairs of which it holds one card, or
    both."""
    far = close = no = one = two = 0
    for pair in PARTNERS[card]:
        if pair & seen:
            continue
        sure = (pair & known).bit_count()
        if sure:
            one, two = one + (sure == 1), two + (sure == 2)
        elif pair in shown.pairs:
            no += 1
        elif pair & shown.near:
            close += 1
        else:
            far += 1
    return far, close, no, one, two


def _live(sight: Sight) -> tuple[int, ...]:
    """The cards that may still come."""
    return tuple(cards_of(ALL & ~(sight.hand | sight.memory.thrown | sight.known)))


def _turn(sight: Sight) -> int:
    """The number of this turn of this seat; at most 12."""
    return min(12, turn(sight))


def _last_throws(sight: Sight) -> float:
    """The mean value of the last two cards that others threw; 10 before there are any."""
    thrown = [card for seat, cards in sight.memory.thrown_by.items() if seat != sight.seat for card in cards[-2:]]
    return sum(map(value, thrown)) / len(thrown) if thrown else 10.0
