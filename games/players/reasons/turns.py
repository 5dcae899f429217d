"""Why a seat of gin takes or leaves a card, knocks or plays on, lays off, accepts a double: facts about its cards."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from games.engine import (
    EXTENSIONS,
    AcceptDouble,
    Action,
    DeclineDouble,
    Finish,
    Knock,
    LayOff,
    Spread,
    best_answer,
    best_spread,
    cards_of,
    deadwood,
    deadwood_after_discard,
    hand_of,
    value,
)
from games.players.policies.club import PARTNERS
from games.players.policies.house import DEAR_HAND
from games.players.policies.learned.features import knock_features
from games.players.policies.learned.sums import Numbers, weighed
from games.players.policies.learned.top_v1 import TopV1
from games.players.policies.policy import Sight
from games.players.reasons.kinds import Reason, Why
from games.players.reasons.throws import SECOND, gins, improving, unseen


def why_take(sight: Sight, card: int, *, remembers: bool = True) -> tuple[Reason, ...]:
    """What the open card does: the meld that it makes, the deadwood then and now, and how many unseen cards would do
    as well."""
    left = least_with(sight.hand, card)
    melds = [meld for meld in best_spread(sight.hand | 1 << card).melds if meld >> card & 1]
    found = [Reason(Why.MELDS, melds[0], card=card)] if melds else []
    found.append(Reason(Why.LEAVES, number=left, than=deadwood(sight.hand), card=card))
    if remembers:
        live = cards_of(unseen(sight))
        good = sum(deadwood_after_discard(sight.hand | 1 << one) <= left for one in live)
        found.append(Reason(Why.TAKEN, number=good, than=len(live), card=card))
    return tuple(found)


def why_leave(sight: Sight, card: int, *, remembers: bool = True) -> tuple[Reason, ...]:
    """Why the open card is left: it makes no meld, or leaves no less; and how many unseen cards would make one."""
    found = [Reason(Why.NO_MELD, card=card)]
    if any(not pair & ~sight.hand for pair in PARTNERS[card]):
        now, then = deadwood(sight.hand), least_with(sight.hand, card)
        gains = then < now
        found = [Reason(Why.LEFT_OVER, card=card) if gains else Reason(Why.NO_GAIN, number=then, than=now, card=card)]
    if remembers:
        live = cards_of(unseen(sight))
        made = sum(any(not pair & ~sight.hand for pair in PARTNERS[one]) for one in live)
        found.append(Reason(Why.COMES, number=made, than=len(live), card=card))
    return tuple(found)


def least_with(ten: int, card: int) -> int:
    """The least deadwood with an open card taken, which may not be thrown again (GIN-11)."""
    return min(deadwood((ten | 1 << card) & ~(1 << out)) for out in cards_of(ten))


class Usual(NamedTuple):
    """A number of `knock_features`: what it usually is when a knock is possible, and the fact that says it."""

    usual: float
    why: Why


# The means of 400 deals between top and club (`knock_features`), in the order of those numbers.
USUALLY = (
    Usual(0.771, Why.TURN), Usual(0.536, Why.STOCK), Usual(0.569, Why.COUNT),
    Usual(0.166, Why.HOPE), Usual(0.407, Why.LOWERS), Usual(0.345, Why.HOLDS),
    Usual(0.707, Why.THROWS), Usual(0.519, Why.COUNT), Usual(0.504, Why.FITS),
)  # fmt: skip


def why_end(sight: Sight, knocks: bool) -> tuple[Reason, ...]:
    """The one or two facts that most speak for the knock, or for playing on: those without which, were they as usual,
    the learned weights would say it least."""
    card = best_knock(sight)
    count = deadwood(sight.hand ^ 1 << card)
    base = knock_features(sight, card, count)[1 : 1 + len(USUALLY)]
    now = _plays_on(base)
    gains = []
    for at, one in enumerate(USUALLY):
        other = _plays_on((*base[:at], one.usual, *base[at + 1 :]))
        gains.append(((other - now if knocks else now - other), one.why))
    gains.sort(key=lambda gain: -gain[0])
    first = gains[0][0]
    named = list(dict.fromkeys(why for gain, why in gains if gain > 0 and gain >= SECOND * first))[:2] or [Why.COUNT]
    return tuple(ENDING[why](sight, card, count) for why in named)


def best_knock(sight: Sight) -> int:
    """The card that the best knock throws: it leaves least, and is the highest of such. A card that was taken from the
    pile in this turn may not be thrown (GIN-11). Where no knock is lawful, the best throw."""
    lawful = [one.card for one in sight.view.actions or () if isinstance(one, Knock)] or list(cards_of(sight.hand))
    return min(lawful, key=lambda card: (deadwood(sight.hand ^ 1 << card), -value(card), card))


def _plays_on(base: Numbers) -> float:
    products = tuple(one * other for at, one in enumerate(base) for other in base[at:])
    return weighed(TopV1().weights.knock, (1.0, *base, *products))


def _last_thrown(sight: Sight) -> Reason:
    last = [card for seat, cards in sight.memory.thrown_by.items() if seat != sight.seat for card in cards[-2:]]
    return Reason(Why.THROWS, sum(1 << card for card in last), len(last))


def _fits(sight: Sight, ten: int) -> int:
    return (reduce(or_, (EXTENSIONS[meld] for meld in best_spread(ten).melds), 0) & unseen(sight)).bit_count()


ENDING: Mapping[Why, Callable[[Sight, int, int], Reason]] = {
    Why.TURN: lambda sight, _card, _count: Reason(Why.TURN, number=1 + len(sight.memory.thrown_by.get(sight.seat, ()))),
    Why.STOCK: lambda sight, _card, _count: Reason(Why.STOCK, number=sight.view.stock),
    Why.COUNT: lambda _sight, _card, count: Reason(Why.COUNT, number=count),
    Why.HOPE: lambda sight, card, _count: Reason(Why.HOPE, number=gins(sight, sight.hand ^ 1 << card).bit_count()),
    Why.LOWERS: lambda sight, card, _count: Reason(Why.LOWERS, number=improving(sight, sight.hand ^ 1 << card)),
    Why.HOLDS: lambda sight, _card, _count: Reason(Why.HOLDS, sight.known, sight.known.bit_count()),
    Why.THROWS: lambda sight, _card, _count: _last_thrown(sight),
    Why.FITS: lambda sight, card, _count: Reason(Why.FITS, number=_fits(sight, sight.hand ^ 1 << card)),
}


def why_answer(sight: Sight, action: Action) -> tuple[Reason, ...]:
    """What the best answer to a knock leaves caught, and without it; or the hand that accepts a double or gives up."""
    shown, laid = sight.view.spread, sight.view.laid
    hand = sight.hand & ~(hand_of(card for card, _meld in laid.laid_off) if laid else 0)
    now = deadwood(hand)
    if isinstance(action, LayOff) and shown is not None:
        best = best_answer(hand, Spread(shown.melds, shown.deadwood, shown.count))
        return (Reason(Why.CAUGHT, number=best.count, than=now, card=action.card),)
    if isinstance(action, AcceptDouble | DeclineDouble):
        return (Reason(Why.DOUBLE, number=now, than=DEAR_HAND),)
    lays = any(isinstance(one, LayOff) for one in sight.view.actions or ())
    return (Reason(Why.ENOUGH, number=now),) if isinstance(action, Finish) and lays else ()
