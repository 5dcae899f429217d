"""Why one throw at gin is better than another: the facts that weigh most by the learned weights.

Each fact is about the cards that the seat sees. Nothing here knows the other hand.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from games.engine import cards_of, deadwood, deadwood_after_discard, value
from games.players.policies.club import PARTNERS
from games.players.policies.learned.features import gone, throw_features
from games.players.policies.learned.sums import weighed
from games.players.policies.learned.top_v1 import TopV1
from games.players.policies.policy import Sight
from games.players.policies.strong import ALL
from games.players.reasons.kinds import Reason, Why

MOST = 3  # throws that are compared
SAME = 0.05  # points of a deal: choices nearer than this are equal
SECOND = 0.4  # a second fact is named if it weighs so much of the first


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw: the card, the points of a deal by which it is behind the best (None: it is not near), and the reasons:
    of the best, why it is better than the second; of another, why the best is better."""

    card: int
    behind: float | None
    reasons: tuple[Reason, ...]


def throws(sight: Sight, cards: Sequence[int]) -> tuple[Throw, ...]:
    """The throws that are close to the best by the learned weights, the best first, each with its reasons. Where only
    one is close, the throw that leaves least deadwood of the others follows."""
    worth = TopV1().worths(sight, tuple(cards))
    order = sorted(worth, key=lambda card: (-worth[card], -value(card), -card))[:MOST]
    behind: dict[int, float | None] = {card: worth[order[0]] - worth[card] for card in order}
    if len(order) == 1 and (second := _second(sight, order[0], cards)) is not None:
        order.append(second)
        behind[second] = None
    best, rest = order[0], order[1:]
    found = [Throw(card, behind[card], why_rather(sight, best, card, behind[card])) for card in rest]
    return (Throw(best, 0.0, found[0].reasons if found else ()), *found)


def _second(sight: Sight, best: int, cards: Sequence[int]) -> int | None:
    others = [card for card in cards if card != best]
    return min(others, key=lambda card: (deadwood(sight.hand ^ 1 << card), -value(card), card), default=None)


def why_rather(sight: Sight, card: int, other: int, behind: float | None = None) -> tuple[Reason, ...]:
    """The one or two facts that most make a throw better than another by the learned weights; `behind` is the
    difference in points where it is known. Empty if no fact speaks for it."""
    if behind is not None and abs(behind) < SAME:
        return (Reason(Why.EQUAL, card=card, other=other),)
    shown, found = gone(sight), list[tuple[float, Reason]]()
    mine, theirs = (throw_features(sight, one, deadwood(sight.hand ^ 1 << one), shown) for one in (card, other))
    size = len(mine) // len(GROUP_OF)
    weights = TopV1().weights.throw
    weight = dict.fromkeys(GROUPS, 0.0)
    for at, group in enumerate(GROUP_OF):
        part = slice(at * size, (at + 1) * size)
        weight[group] += weighed(weights[part], mine[part]) - weighed(weights[part], theirs[part])
    facts = Facts(sight, card, other)
    for group in sorted(GROUPS, key=lambda one: -weight[one]):
        if found and weight[group] < SECOND * found[0][0]:
            break
        reason = next((one for one in (make(facts) for make in GROUPS[group]) if one), None)
        if reason:
            found.append((max(weight[group], 0.0), reason))
    return tuple(reason for _weight, reason in found[:2])


@dataclass(frozen=True, slots=True)
class Facts:
    """Two throws of a seat, beside each other."""

    sight: Sight
    card: int
    other: int

    def of(self, why: Why, number: int, than: int, cards: int = 0) -> Reason:
        """A reason of these two throws."""
        return Reason(why, cards, number, self.card, self.other, than)

    def after(self, card: int) -> int:
        """The ten cards that a throw leaves."""
        return self.sight.hand ^ 1 << card


def unseen(sight: Sight) -> int:
    """The cards that this seat has never seen, and that nobody is known to hold."""
    return ALL & ~(out(sight) | sight.known)


def out(sight: Sight) -> int:
    """The cards that no other hand can hold: the own ones, and those that lie on the pile. The first upcard lies there
    without having been thrown."""
    view, lying = sight.view, 0
    for card in (view.top, view.upcard):
        if card is not None:
            lying |= 1 << card
    return sight.hand | sight.memory.thrown | lying & ~sight.known


def _leaves(facts: Facts) -> Reason | None:
    mine, theirs = (deadwood(facts.after(card)) for card in (facts.card, facts.other))
    return facts.of(Why.LEAVES, mine, theirs) if mine < theirs else None


def _gin(facts: Facts) -> Reason | None:
    mine, theirs = (gins(facts.sight, facts.after(card)) for card in (facts.card, facts.other))
    return (
        facts.of(Why.GIN, mine.bit_count(), theirs.bit_count(), mine) if mine.bit_count() > theirs.bit_count() else None
    )


def _improves(facts: Facts) -> Reason | None:
    mine, theirs = (improving(facts.sight, facts.after(card)) for card in (facts.card, facts.other))
    return facts.of(Why.IMPROVES, mine, theirs) if mine > theirs else None


def _waits(facts: Facts) -> Reason | None:
    """What the kept card waits for beside what the thrown one does; a run open on both sides is named."""
    sight, kept = facts.sight, facts.other
    mine, theirs = (waits(sight, card).bit_count() for card in (kept, facts.card))
    if mine <= theirs:
        return None
    live = unseen(sight)
    for mate in (kept - 1, kept + 1):
        low, high = min(kept, mate), max(kept, mate)
        same_suit = low // 13 == high // 13 and low >= 0 and low % 13 > 0 and high % 13 < 12
        if same_suit and facts.after(facts.card) >> mate & 1 and live >> (low - 1) & live >> (high + 1) & 1:
            return facts.of(Why.OPEN, mine, theirs, 1 << low | 1 << high)
    return facts.of(Why.WAITS, mine, theirs)


def _ways(facts: Facts) -> Reason | None:
    mine, theirs = (len(ways(facts.sight, card)) for card in (facts.card, facts.other))
    if mine >= theirs:
        return None
    return facts.of(Why.WAYS if mine else Why.USELESS, mine, theirs)


def _wanted(facts: Facts) -> Reason | None:
    mine, theirs = (wanted(facts.sight, card) for card in (facts.card, facts.other))
    return facts.of(Why.WANTED, theirs.bit_count(), mine.bit_count(), theirs) if theirs and not mine else None


def _refused(facts: Facts) -> Reason | None:
    return _beside(facts, Why.REFUSED, facts.sight.refused)


def _threw(facts: Facts) -> Reason | None:
    sight = facts.sight
    theirs = [card for seat, cards in sight.memory.thrown_by.items() if seat != sight.seat for card in cards]
    return _beside(facts, Why.THREW, reduce(or_, (1 << card for card in theirs), 0))


def _beside(facts: Facts, why: Why, cards: int) -> Reason | None:
    """More of these cards go with the thrown card than with the other one."""
    mine, theirs = (cards & ~facts.sight.hand & _near(card) for card in (facts.card, facts.other))
    found = mine.bit_count() > theirs.bit_count()
    return facts.of(why, mine.bit_count(), theirs.bit_count(), mine) if found else None


def _near(card: int) -> int:
    return reduce(or_, PARTNERS[card])


def waits(sight: Sight, card: int) -> int:
    """The unseen cards that would make a meld with this card and one other of the hand."""
    others = sight.hand & ~(1 << card)
    found = 0
    for pair in PARTNERS[card]:
        missing = pair & ~others
        if missing.bit_count() == 1:
            found |= missing
    return found & unseen(sight)


def ways(sight: Sight, card: int) -> list[int]:
    """The pairs (masks) with which another hand could meld this card, as far as this seat knows."""
    gone_now = out(sight)
    return [pair for pair in PARTNERS[card] if not pair & gone_now]


def wanted(sight: Sight, card: int) -> int:
    """The cards that the other seat took and may still meld with this one."""
    return sight.known & reduce(or_, ways(sight, card), 0)


def gins(sight: Sight, ten: int) -> int:
    """The unseen cards that give these ten cards gin."""
    return sum(1 << card for card in cards_of(unseen(sight)) if deadwood_after_discard(ten | 1 << card) == 0)


def improving(sight: Sight, ten: int) -> int:
    """The number of unseen cards that lower the deadwood of these ten cards."""
    count = deadwood(ten)
    return sum(deadwood_after_discard(ten | 1 << card) < count for card in cards_of(unseen(sight)))


Make = Callable[[Facts], Reason | None]
# The features of a throw (`throw_features`), by what they are about; and the facts that may be named for each.
GROUP_OF = (
    "own", "hopes", "own", "ways", "ways", "ways", "known", "known", "gin", "hopes", "hopes", "own",
)  # fmt: skip
GROUPS: Mapping[str, Sequence[Make]] = {
    "own": (_leaves,),
    "hopes": (_waits, _improves),
    "gin": (_gin,),
    "known": (_wanted,),
    "ways": (_ways, _threw, _refused),
}


def why_least(sight: Sight, card: int, cards: Sequence[int]) -> tuple[Reason, ...]:
    """Why a learner throws this card: it leaves least, or is the highest of those that do. It needs no memory."""
    other = _second(sight, card, cards)
    if other is None:
        return ()
    facts = Facts(sight, card, other)
    found = _leaves(facts)
    return (found,) if found else (Reason(Why.EQUAL, card=card, other=other),)
