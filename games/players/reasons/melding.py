"""Reasons in the games with melds on the table: what the plain player weighs, as data.

It decides by a few numbers (`policies/colonel.py`, `policies/conquian.py`), so the reason is the number that differs.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from games.engine import (
    AcceptChallenge,
    Action,
    Add,
    Challenge,
    CqForce,
    CqHand,
    CqPass,
    CqReject,
    CqUse,
    CqWaive,
    Discard,
    DrawDiscard,
    DrawStock,
    Meld,
    RefuseChallenge,
    can_lay_off,
    held_melds,
    values,
)
from games.players.policies.colonel import LONG_PILE, MEAN_CARD, OPEN_DRAWS, SURE, links
from games.players.policies.conquian import worth
from games.players.policies.policy import Sight
from games.players.reasons.kinds import Reason, Why


def why_melding(sight: Sight, action: Action, lawful: Sequence[Action]) -> tuple[Reason, ...]:
    """The facts that made the plain player of Colonel or Conquian choose this action; empty where nothing else could be
    done."""
    if isinstance(action, Discard):
        return _why_throw(sight, action.card, [one.card for one in lawful if isinstance(one, Discard)])
    if isinstance(action, DrawDiscard | DrawStock):
        return _why_draw(sight, isinstance(action, DrawDiscard), lawful)
    if isinstance(action, Meld | Add):
        laid = action.cards if isinstance(action, Meld) else 1 << action.card
        return (_held(sight, laid),)
    if isinstance(action, Challenge | AcceptChallenge | RefuseChallenge):
        return (_count(sight, SURE if isinstance(action, Challenge) else MEAN_CARD),)
    if isinstance(action, CqUse):
        return _why_use(sight, action, [one for one in lawful if isinstance(one, CqUse)])
    if isinstance(action, CqHand):
        return (_down(sight, action.table),)
    if isinstance(action, CqForce | CqWaive):
        theirs = _laid(sight, 1 - sight.seat)
        return (Reason(Why.THEIRS, theirs, theirs.bit_count()),)
    uses = any(isinstance(one, CqUse) for one in lawful)
    return () if uses or not isinstance(action, CqPass | CqReject) else (Reason(Why.NO_USE),)


def _why_throw(sight: Sight, card: int, cards: Sequence[int]) -> tuple[Reason, ...]:
    """COL-8: the thrown card counts more than the next best, or goes with fewer cards of the hand."""
    points = sight.view.pack.values
    if len(cards) == 1:
        return (Reason(Why.LAST, card=card),) if sight.hand.bit_count() == 1 else ()

    def worth_of(one: int) -> int:
        return points[one] - 3 * links(one, sight.hand)

    other = max((one for one in cards if one != card), key=lambda one: (worth_of(one), points[one], -one))
    if worth_of(card) == worth_of(other):
        return (Reason(Why.EQUAL, card=card, other=other),)
    more = Reason(Why.DEAR, number=points[card], card=card, other=other, than=points[other])
    mates = Reason(Why.MATES, number=links(card, sight.hand), card=card, other=other, than=links(other, sight.hand))
    gains = [(more.number - more.than, more), (3 * (mates.than - mates.number), mates)]
    return tuple(reason for gain, reason in sorted(gains, key=lambda one: -one[0]) if gain > 0)


def _why_draw(sight: Sight, takes: bool, lawful: Sequence[Action]) -> tuple[Reason, ...]:
    view, top = sight.view, sight.view.top
    if top is None or not {DrawDiscard, DrawStock} <= {type(one) for one in lawful}:
        return ()
    melds = [meld for meld in held_melds(sight.hand | 1 << top, view.pack) if meld >> top & 1]
    lying = [one.cards for one in view.table if can_lay_off(top, (one.cards,))]
    if takes:
        return (Reason(Why.MELDS, melds[0], card=top) if melds else Reason(Why.FITS_ON, lying[0], card=top),)
    if sight.memory.open_draws >= OPEN_DRAWS:
        return (Reason(Why.LONG, number=sight.memory.open_draws),)
    if view.pile_cards is not None and view.pile > LONG_PILE:
        return (Reason(Why.PILE, number=view.pile),)
    return (Reason(Why.NO_PLACE, card=top),)


def _held(sight: Sight, laid: int) -> Reason:
    pack = sight.view.pack
    return Reason(Why.HELD, number=values(sight.hand & ~laid, pack), than=values(sight.hand, pack))


def _count(sight: Sight, mean: float) -> Reason:
    """COL-14, 15: what this seat counts, and what the other hand would with so much a card; with what lies where that
    counts, too."""
    cards = sight.view.counts[1 - sight.seat]
    return Reason(Why.COUNTED, number=values(sight.hand, sight.view.pack), card=cards, than=int(10 * mean))


def _laid(sight: Sight, seat: int) -> int:
    return reduce(or_, (lying.cards for lying in sight.view.table if lying.laid[seat]), 0)


def _down(sight: Sight, table: Sequence[int]) -> Reason:
    return Reason(Why.DOWN, number=sum(table).bit_count(), than=_laid(sight, sight.seat).bit_count())


def _why_use(sight: Sight, use: CqUse, uses: Sequence[CqUse]) -> tuple[Reason, ...]:
    """CNQ-5, 15: the cards that are then down; and of the next best throw with the same melds, what it goes with."""
    found = _down(sight, use.table)
    if use.discard is None:
        return (found,)
    same = [one for one in uses if one.table == use.table and one.discard not in (use.discard, None)]
    if not same:
        return (found,)
    rest = max(same, key=lambda one: (worth(sight, one)[:2], -(one.discard or 0)))
    assert rest.discard is not None
    kept = (sight.hand | 1 << (sight.view.centre or 0)) & ~(1 << use.discard)
    theirs = [lying.cards for lying in sight.view.table if lying.laid[1 - sight.seat]]
    gifts = [one for one in theirs if can_lay_off(rest.discard, (one,))]
    if gifts and not any(can_lay_off(use.discard, (one,)) for one in theirs):
        return found, Reason(Why.GIFT, gifts[0], card=use.discard, other=rest.discard)
    every = kept | sum(use.table) | 1 << use.discard
    mine, other = (links(one, every) for one in (use.discard, rest.discard))
    if mine < other:
        return found, Reason(Why.MATES, number=mine, card=use.discard, other=rest.discard, than=other)
    if mine == other:
        return found, Reason(Why.EQUAL, card=use.discard, other=rest.discard)
    return (found,)
