"""Reasons why a seat of gin should do something: facts about the cards it sees, each of which a player can verify.

A hint is what a policy would do, what the near throws are worth beside each other, and reasons. Nothing here knows the
other hand.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import or_

from games.engine import best_spread, cards_of, deadwood, deadwood_after_discard
from games.players.policies.club import NEAR, PARTNERS
from games.players.policies.learned.top_v1 import TopV1
from games.players.policies.policy import Sight
from games.players.policies.strong import ALL

MOST = 3  # throws that are compared
NAMED = 4  # so many cards are named, more are counted


class Why(StrEnum):
    """What a reason says, with its cards and its number."""

    MELDS = "melds"  # the card makes these cards a meld
    LEAVES = "leaves"  # the deadwood that is left
    ALONE = "alone"  # no other card of the hand is near the thrown one
    USELESS = "useless"  # whatever the other seat holds, the thrown card makes no meld there
    REFUSED = "refused"  # the other seat left these cards lying, which go with the thrown one
    WANTED = "wanted"  # the other seat took these cards, which may still become a meld with the thrown one
    IMPROVES = "improves"  # so many unseen cards lower the deadwood
    GIN = "gin"  # these unseen cards give gin


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: its kind, the cards (a mask) that it names, its number."""

    why: Why
    cards: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw: the card, the points of a deal by which it is behind the best, and its reasons."""

    card: int
    behind: float
    reasons: tuple[Reason, ...]


def throws(sight: Sight, cards: tuple[int, ...]) -> tuple[Throw, ...]:
    """The throws that are close to the best by the learned weights, the best first, each with its reasons."""
    worth = TopV1().worths(sight, cards)
    order = sorted(worth, key=lambda card: -worth[card])[:MOST]
    return tuple(Throw(card, worth[order[0]] - worth[card], why_throw(sight, card)) for card in order)


def why_throw(sight: Sight, card: int) -> tuple[Reason, ...]:
    """The reasons for and against throwing a card: first what it does to one's own hand, then what it gives the
    opponent."""
    ten = sight.hand ^ 1 << card
    found = [Reason(Why.LEAVES, number=deadwood(ten))]
    if not NEAR[card] & ten:
        found.append(Reason(Why.ALONE))
    found += _gives(sight, card)
    return (*found, *hopes(sight, ten))


def why_take(sight: Sight, card: int) -> tuple[Reason, ...]:
    """What the open card does for the hand: the meld that it joins after the best throw, and the deadwood then."""
    eleven = sight.hand | 1 << card
    left = deadwood_after_discard(eleven)
    melds = [meld for meld in best_spread(eleven).melds if meld >> card & 1]
    found = [Reason(Why.MELDS, cards=melds[0])] if melds else []
    return (*found, Reason(Why.LEAVES, number=left))


def hopes(sight: Sight, ten: int) -> tuple[Reason, ...]:
    """The cards that may still come and give these ten gin, and the number of cards that lower their deadwood."""
    live = ALL & ~(sight.hand | ten | sight.memory.thrown | sight.known)
    left = {card: deadwood_after_discard(ten | 1 << card) for card in cards_of(live)}
    gin = sum(1 << card for card, least in left.items() if least == 0)
    better = sum(least < deadwood(ten) for least in left.values())
    found = [Reason(Why.GIN, cards=gin, number=gin.bit_count())] if gin else []
    return (*found, *([Reason(Why.IMPROVES, number=better)] if better else []))


def _gives(sight: Sight, card: int) -> list[Reason]:
    """What the other seat could do with the card, as far as is known."""
    gone = sight.hand | sight.memory.thrown
    there = [pair for pair in PARTNERS[card] if not pair & gone]
    if not there:
        return [Reason(Why.USELESS)]
    wanted = sight.known & reduce(or_, there)
    if wanted:
        return [Reason(Why.WANTED, cards=wanted)]
    refused = sight.refused & NEAR[card]
    return [Reason(Why.REFUSED, cards=refused)] if refused else []
