"""The bench of the house players: every deck is played from both sides, with all boards of a deal."""

import pytest

from bench import players
from games import engine

SEVERAL = ("cutthroat", "partnership", "partnership-n")


@pytest.mark.parametrize("preset", ["gin-pagat", *SEVERAL])
def test_between_equals_every_pair_comes_to_nothing(preset: str) -> None:
    """Strong plays without chance, so the same cards from both sides bring the same points."""
    rules = engine.rule_set(preset)
    found = players.match("strong", lambda seed: players.House("strong", seed, rules), 3, 5, rules)
    assert (found["points_a_deal"], found["half_interval_95"]) == (0, 0)
    assert any(players.margin([side(rules, "strong"), side(rules, "strong")], seed, rules) for seed in (5, 6, 7))


@pytest.mark.parametrize("preset", ["gin-pagat", *SEVERAL])
def test_the_better_side_wins_over_many_decks(preset: str) -> None:
    rules = engine.rule_set(preset)
    found = players.match("strong", lambda seed: players.House("beginner", seed, rules), 8, 5, rules)
    assert found["points_a_deal"] > 0


@pytest.mark.parametrize("preset", SEVERAL)
def test_a_player_sees_its_own_board_alone(preset: str) -> None:
    rules = engine.rule_set(preset)
    sides = [side(rules, "strong"), side(rules, "club")]
    players.margin(sides, 3, rules)
    for player in (*sides[0], *sides[1]):
        held = player.player._memory.held
        assert len(held) <= 2


def side(rules: engine.RuleSet, level: str) -> list[players.House]:
    """A player of this level at each board."""
    return [players.House(level, 7, rules) for _ in range(rules.seating.numbers(rules)[0] // 2)]
