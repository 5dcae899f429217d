"""What the learned player of gin looks at, in whole numbers: of the open card, of playing on, and of each throw.

All comes from the Sight: the own hand, what lies and lay open, what the other seat took, left and threw. The numbers
are whole, so that every machine comes to the same move; `tools/top_trainer/look.h` has the same in the same order.
"""

from dataclasses import dataclass
from functools import reduce
from itertools import combinations_with_replacement, pairwise
from operator import or_

from games.engine import Phase, best_spread, cards_of, deadwood, deadwood_after_discard, value, values
from games.players.policies.club import NEAR, PARTNERS, potential
from games.players.policies.learned.features import Gone, ways_of
from games.players.policies.policy import Sight
from games.players.policies.strong import ALL, turn

Numbers = tuple[int, ...]
ACES = 1 << 0 | 1 << 13 | 1 << 26 | 1 << 39  # one rank in all suits
KINGS = ACES << 12
SUIT = (1 << 13) - 1
LOW, FEW, COURT = 5, 3, 10  # values
TURNS, LATE = (1, 2, 3, 4, 5), 6  # turns that have a number of their own; cards in the stock


@dataclass(frozen=True, slots=True)
class Look:
    """The basis of one judgement: what is the same for all choices, and the cards that may still come."""

    sight: Sight
    common: Numbers
    known: int  # cards of the other seat
    live: int
    buried: int  # the upcard that both left lying


@dataclass(frozen=True, slots=True)
class Choice:
    """The numbers of one choice: its own, and their products, which only count by themselves."""

    own: Numbers
    products: Numbers = ()


@dataclass(frozen=True, slots=True)
class Hopes:
    """What the cards that may still come make of ten cards: how many give gin, less than a count, a knock; the least
    that one leaves, and the means of the best three, of the best seven and of all, in quarters of a point."""

    gins: int = 0
    better: int = 0
    knocks: int = 0
    best: int = 0
    three: int = 0
    seven: int = 0
    mean: int = 0


def look_at(sight: Sight) -> Look:
    """Look at the table: 27 numbers about the stage of the deal and about what kind of player the other seat is."""
    memory, known, refused = sight.memory, sight.known, sight.refused
    upcard = 0 if sight.view.upcard is None else 1 << sight.view.upcard
    threw = [card for seat, cards in memory.thrown_by.items() if seat != sight.seat for card in cards]
    taken = sum(count for seat, count in memory.takes.items() if seat != sight.seat)
    points = [value(card) for card in threw]
    now, held = min(12, turn(sight)), cards_of(known)
    ups = [later % 13 > earlier % 13 for earlier, later in pairwise(threw)]
    before = [reduce(or_, (1 << card for card in threw[:at]), 0) for at in range(len(threw))]
    common = (
        now,
        len(held),
        sum(points[-2:]) if len(points) > 1 else 2 * points[0] if points else 20,
        sight.view.stock,
        taken,
        memory.takes.get(sight.seat, 0),
        8 * sum(points) // len(points) if points else 80,
        memory.held.get(sight.seat, 0).bit_count(),
        sum(any(not pair & ~known for pair in PARTNERS[card]) for card in held),
        points[-1] if points else 10,
        sum(one <= LOW for one in points),
        *(int(now == one) for one in TURNS),
        int(sight.view.stock <= LATE),
        points.count(COURT),
        sum(ups),
        sum(bool(NEAR[card] & earlier) for card, earlier in zip(threw, before, strict=True)),
        sum(value(card) <= LOW for card in cards_of(refused)),
        refused.bit_count(),
        int(bool(known & upcard)),
        sum(not NEAR[card] & known for card in held),
        sum(value(card) <= FEW for card in held),
        int(bool(ups and ups[-1])),
        int(taken > len(held)),
    )
    live = ALL & ~(sight.hand | memory.thrown | known | upcard)
    return Look(sight, common, known, live, upcard & ~known)


def take(look: Look, card: int) -> Choice:
    """The numbers of taking the open card rather than leaving it."""
    sight = look.sight
    hand, eleven, live = sight.hand, sight.hand | 1 << card, look.live & ~(1 << card)
    now, then = deadwood(hand), deadwood_after_discard(eleven)
    melds = not best_spread(eleven).loose >> card & 1
    as_strong = int(then < now and melds)
    hopes = hopes_of(hand, live, then, sight.view.limit)
    out = min(cards_of(hand), key=lambda one: (deadwood(eleven ^ 1 << one), -value(one)))
    left = deadwood(eleven ^ 1 << out)
    taken = hopes_of(eleven ^ 1 << out, live, left, sight.view.limit)
    own = (
        as_strong,
        now - then,
        then,
        int(melds),
        int(then == 0),
        int(then <= sight.view.limit),
        value(card),
        sum((pair & hand).bit_count() == 1 and not pair & ~(hand | live) for pair in PARTNERS[card]),
        hopes.better,
        hopes.mean,
        hopes.seven,
        hopes.gins,
        now,
        int(then < now),
        taken.mean,
        taken.seven,
        taken.three,
        taken.gins,
        taken.knocks,
        value(out),
        int(sight.view.phase is Phase.UPCARD),
        (NEAR[card] & sight.memory.thrown).bit_count(),
        as_strong * look.common[0],
        as_strong * hopes.gins,
        left,
    )
    return Choice(own)


def play_on(look: Look, card: int, count: int) -> Choice:
    """The numbers of playing on rather than knocking with `card` thrown and `count` points kept."""
    sight, common = look.sight, look.common
    ten = sight.hand ^ 1 << card
    loose = best_spread(ten).loose
    hopes = hopes_of(ten, look.live, count, sight.view.limit)
    fits = sum(deadwood(ten | 1 << one) <= count for one in cards_of(look.live & completing(ten)))
    own = (
        count,
        hopes.gins,
        hopes.better,
        loose.bit_count(),
        fits,
        hopes.mean,
        hopes.seven,
        hopes.three,
        fitting(loose, look.known),
        (NEAR[card] & look.known).bit_count(),
        int(hopes.gins > 0),
        int(hopes.gins == 1),
        int(hopes.gins == 2),
        look.live.bit_count(),
        hopes.best,
        max(map(value, cards_of(loose)), default=0),
        potential(ten, sight.memory.thrown | look.known | 1 << card),
    )
    base = (common[0], common[3], *own[:3], common[1], common[2], *own[3:5])
    return Choice(own, tuple(one * other for one, other in combinations_with_replacement(base, 2)))


def throw(look: Look, card: int, left: int, shown: Gone, loose_before: int) -> Choice:
    """The numbers of throwing `card`, which leaves `left` points; `loose_before` are the loose cards of the hand."""
    sight, known, thrown, refused = look.sight, look.known, look.sight.memory.thrown, look.sight.refused
    ten, mates = sight.hand ^ 1 << card, (ACES << card % 13) & ~(1 << card)
    beside = NEAR[card] & ~mates
    threw = [one for seat, cards in sight.memory.thrown_by.items() if seat != sight.seat for one in cards]
    theirs = reduce(or_, (1 << one for one in threw), 0)
    loose = best_spread(ten).loose
    hopes = hopes_of(ten, look.live, left, sight.view.limit)
    ways = ways_of(card, thrown | sight.hand | look.buried, known, shown)
    drawn = sight.view.taken.card if sight.view.taken else None
    base = (
        left,
        hopes.seven,
        value(card),
        *ways,
        hopes.gins,
        hopes.better,
        potential(ten, thrown | known | 1 << card),
        int(left <= sight.view.limit),
    )
    own = (
        *base,
        hopes.mean,
        hopes.three,
        hopes.knocks,
        (ten & ~loose).bit_count(),
        sight.memory.held.get(sight.seat, 0) >> card & 1,
        loose.bit_count(),
        max(map(value, cards_of(loose)), default=0),
        fitting(loose, known),
        (mates & thrown).bit_count(),
        (beside & thrown).bit_count(),
        card % 13,
        int(drawn == card),
        (mates & theirs).bit_count(),
        (beside & theirs).bit_count(),
        (mates & refused).bit_count(),
        (beside & refused).bit_count(),
        (NEAR[card] & ten).bit_count(),
        NEAR[card] >> threw[-1] & 1 if threw else 0,
        (completing(ten) & look.live).bit_count(),
        int(not any(ways)),
        hopes.best,
        1 - (loose_before >> card & 1),
    )
    return Choice(own, tuple(one * other for one in base for other in look.common[:3]))


def hopes_of(ten: int, live: int, count: int, limit: int) -> Hopes:
    """What each live card makes of the ten. A card that completes no three is thrown again, or another one is."""
    melds, kept, nine = completing(ten), deadwood(ten), deadwood_after_discard(ten)
    after = [deadwood_after_discard(ten | 1 << one) for one in cards_of(live & melds)]
    after += [min(kept, nine + value(one)) for one in cards_of(live & ~melds)]
    if not after:
        return Hopes()
    after.sort()
    three, seven = after[:3], after[:7]
    return Hopes(
        gins=after.count(0),
        better=sum(one < count for one in after),
        knocks=sum(one <= limit for one in after),
        best=after[0],
        three=4 * sum(three) // len(three),
        seven=4 * sum(seven) // len(seven),
        mean=4 * sum(after) // len(after),
    )


def completing(cards: int) -> int:
    """The cards that complete a three with two of these."""
    up, down = cards << 1 & ~ACES, cards >> 1 & ~KINGS
    runs = up & (up << 1 & ~ACES) | down & (down >> 1 & ~KINGS) | up & down
    c, d, h, s = (cards >> shift & SUIT for shift in (0, 13, 26, 39))
    twos = c & d | (c | d) & (h | s) | h & s
    return (runs | twos * ACES) & ALL


def fitting(cards: int, known: int) -> int:
    """The points of these cards that complete a three with two cards that the other seat is known to hold."""
    return values(cards & completing(known)) if known else 0
