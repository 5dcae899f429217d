"""Problems: in a position of a finished deal one throw is clearly best, measured from what its seat could know."""

from dataclasses import replace

import pytest

from games.engine import Discard, Phase, cards_of, legal_actions, rule_set
from games.players import TOP_V1, make_player
from games.players.judging import problems
from games.players.judging.analysis import Question, decisions
from games.players.judging.problems import Hunt, find
from games.players.playing import seeded_deal

FEW = Hunt(deals=(), seed="b", tried=1, own=20, choosing=6, measuring=30)


@pytest.fixture(scope="module")
def found():
    """A problem that is measured in few worlds; the best throw may lead by chance, but it leads."""
    wanted = find(FEW)
    assert wanted is not None
    return wanted


def test_every_lawful_throw_has_its_worth_and_the_best_comes_first(found):
    cards = {one.card for one in found.answers}
    assert cards <= {*cards_of(found.seen.hand)}
    assert len(cards) >= 10, "all but a card that was just taken from the pile"
    assert found.answers[0].behind == 0
    assert all(one.reasons for one in found.answers)
    assert found.lead > 0


def test_the_same_hunt_finds_the_same(found):
    assert find(FEW) == found


def test_only_a_throw_is_asked_for_and_weaker_players_miss_it():
    rules = rule_set(problems.RULES)
    actions = seeded_deal(rules, [make_player("club", 1), make_player("club", 2)], 11)
    for one in problems._worth(rules, decisions(rules, actions, 1)):
        assert one.state.phase is Phase.DISCARD
        assert all(isinstance(action, Discard) for action in legal_actions(rules, one.state, one.seat))
        best = problems._thrown(rules, one, TOP_V1)
        assert sum(problems._thrown(rules, one, level) != best for level in problems.ASKED) >= problems.MISSING


def test_deals_of_the_archive_come_first():
    rules = rule_set("gin-pagat")
    deals = []
    for seed in range(6):
        actions = seeded_deal(rules, [make_player("novice", seed), make_player("club", seed)], seed)
        deals.append(Question(rules="gin-pagat", options={}, actions=actions, first=1, seed=str(seed)))
    tried = [number for number, _own, _rules, _decision in problems._missed(replace(FEW, deals=tuple(deals), own=3))]
    assert tried[0] is not None
    assert tried == sorted(tried, key=lambda number: (number is None, number or 0))


def test_where_there_is_nothing_to_look_through_there_is_no_problem():
    assert find(replace(FEW, own=0)) is None
