"""Every reason of a hint is true of the cards, counted again without the tables that made it."""

from itertools import combinations

import pytest

from games.engine import cards_of, deadwood, hand_of, meld_kind
from games.players import Sight
from games.players.judging.reasons import Reason, Why, throws, why_take, why_throw
from tests.games.players.test_top_v1 import sights

ALL = range(52)


def melds_with(card: int, others: int) -> bool:
    """Do any two or three of these cards make a meld with this one?"""
    mates = cards_of(others)
    return any(meld_kind(hand_of(some) | 1 << card) for n in (2, 3) for some in combinations(mates, n))


def is_true(reason: Reason, sight: Sight, card: int) -> bool:
    """Does a reason to throw this card hold?"""
    ten, thrown = sight.hand & ~(1 << card), sight.memory.thrown
    unseen = hand_of(one for one in ALL if not (sight.hand | thrown | sight.known) >> one & 1)
    out_there = unseen | sight.known
    match reason.why:
        case Why.LEAVES:
            return reason.number == deadwood(ten)
        case Why.ALONE:
            return not any(one % 13 == card % 13 for one in cards_of(ten)) and not any(
                one // 13 == card // 13 and abs(one - card) <= 2 for one in cards_of(ten)
            )
        case Why.USELESS:
            return not melds_with(card, out_there)
        case Why.WANTED:
            trios = [(one, 1 << card | 1 << one | 1 << third) for one in cards_of(reason.cards)
                     for third in cards_of(out_there & ~(1 << one))]  # fmt: skip
            may_meld = {one for one, trio in trios if meld_kind(trio)}
            return reason.cards & sight.known == reason.cards and may_meld == set(cards_of(reason.cards))
        case Why.REFUSED:
            return bool(reason.cards) and reason.cards & sight.refused == reason.cards
        case Why.IMPROVES:
            better = [one for one in cards_of(unseen) if least(ten | 1 << one) < deadwood(ten)]
            return reason.number == len(better) > 0
        case Why.GIN:
            return reason.cards == hand_of(one for one in cards_of(unseen) if least(ten | 1 << one) == 0)
    return False


def least(eleven: int) -> int:
    """The least deadwood after a throw, by trying every card."""
    return min(deadwood(eleven ^ 1 << card) for card in cards_of(eleven))


@pytest.mark.parametrize("seed", range(10))
def test_every_reason_to_throw_a_card_is_true(seed: int) -> None:
    for sight in sights(seed):
        for card in cards_of(sight.hand):
            said = why_throw(sight, card)
            assert all(is_true(reason, sight, card) for reason in said), (card, said)
            assert len({reason.why for reason in said}) == len(said)


@pytest.mark.parametrize("seed", range(10))
def test_the_throws_are_compared_with_the_best_of_them(seed: int) -> None:
    for sight in sights(seed):
        found = throws(sight, tuple(cards_of(sight.hand)))
        assert found[0].behind == 0
        assert [one.behind for one in found] == sorted(one.behind for one in found)
        assert len({one.card for one in found}) == len(found) <= 3


@pytest.mark.parametrize("seed", range(10))
def test_a_card_is_taken_for_the_meld_that_it_makes(seed: int) -> None:
    for sight in sights(seed):
        ten = sight.hand ^ 1 << cards_of(sight.hand)[0]
        look = Sight(sight.view, ten, sight.memory, sight.chance)
        for card in [card for card in ALL if not ten >> card & 1]:
            for reason in why_take(look, card):
                if reason.why is Why.MELDS:
                    assert reason.cards >> card & 1
                    assert meld_kind(reason.cards)
                    assert not reason.cards & ~(ten | 1 << card)
                else:
                    assert reason.number == least(ten | 1 << card)
