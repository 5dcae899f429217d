"""A reason names what makes the difference to the next best choice; tests of what it claims are in test_hints_check."""

from random import Random

import pytest

from games import engine
from games.engine import cards_of, deadwood
from games.players import Sight
from games.players.policies.learned.top_v1 import TopV1
from games.players.reasons.choice import why
from games.players.reasons.kinds import Why
from games.players.reasons.throws import throws, why_rather
from games.players.reasons.turns import why_end, why_leave
from tests.games.players.test_top_v1 import sights


@pytest.mark.parametrize("seed", range(6))
def test_the_throws_are_compared_with_the_best_of_them(seed: int) -> None:
    for sight in sights(seed):
        found = throws(sight, cards_of(sight.hand))
        assert found[0].behind == 0
        assert found[0].card == TopV1().throws(sight, tuple(cards_of(sight.hand)))
        behind = [one.behind for one in found if one.behind is not None]
        assert behind == sorted(behind)
        assert len({one.card for one in found}) == len(found) <= 3
        assert found[0].reasons == found[1].reasons


@pytest.mark.parametrize("seed", range(6))
def test_a_reason_speaks_for_the_throw_and_never_against_it(seed: int) -> None:
    more = {Why.GIN, Why.IMPROVES, Why.WAITS, Why.OPEN, Why.WANTED, Why.REFUSED, Why.THREW}
    for sight in sights(seed):
        best, *others = throws(sight, cards_of(sight.hand))
        for other in others:
            for reason in why_rather(sight, best.card, other.card):
                assert (reason.card, reason.other) == (best.card, other.card)
                assert reason.number > reason.than if reason.why in more else reason.number < reason.than


def test_throws_of_equal_worth_are_called_equal() -> None:
    sight = sights(1)[0]
    card, other = cards_of(sight.hand)[:2]
    assert [one.why for one in why_rather(sight, card, other, 0.0)] == [Why.EQUAL]


def test_a_learner_hears_of_the_own_cards_alone() -> None:
    for sight in sights(2):
        bare = Sight(sight.view, sight.hand, type(sight.memory)(), Random(0))
        least = min(cards_of(sight.hand), key=lambda card: deadwood(sight.hand ^ 1 << card))
        found = why(bare, engine.Discard(sight.seat, least), learner=True)
        assert {one.why for one in found} <= {Why.LEAVES, Why.EQUAL}


def test_a_knock_and_playing_on_have_facts_of_their_own() -> None:
    seen = [sight for seed in range(8) for sight in sights(seed) if engine.deadwood_after_discard(sight.hand) <= 10]
    assert seen
    for sight in seen:
        for knocks in (True, False):
            assert 1 <= len(why_end(sight, knocks)) <= 2


def test_a_card_that_makes_no_meld_is_left_for_that() -> None:
    sight = sights(3)[0]
    ten = sight.hand ^ 1 << cards_of(sight.hand)[0]
    look = Sight(sight.view, ten, sight.memory, sight.chance)
    for card in [card for card in range(52) if not ten >> card & 1]:
        first = why_leave(look, card)[0].why
        melds = any(meld >> card & 1 for meld in engine.best_spread(ten | 1 << card).melds)
        assert first is not Why.NO_MELD or not melds
