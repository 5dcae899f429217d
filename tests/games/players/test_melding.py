"""The learned players of Colonel and Conquian: the same view leads to the same move, they beat the plain ones, and
their weights fit their features."""

from collections.abc import Mapping
from random import Random

import pytest

from games import engine
from games.players import Memory, Sight, make_player
from games.players.playing import dealt, play_out
from games.players.policies.learned.melding import GAMES, KINDS, LEARNED, LEARNED_BY_TOP, WIDE_KINDS, Melding
from games.players.policies.learned.melding_weights import MELDING, MELDING_OF_TOP
from games.players.policies.policy import Choose
from tools import fit_melding

KEYS = {"colonel": "colonel-fosdick", "conquian": "conquian"}


def sights(game: str, seed: int) -> list[Sight]:
    """What a seat saw at each of its decisions of one deal between two strong players."""
    rules = engine.rule_set(KEYS[game])
    state, deal = dealt(rules, Random(seed))
    memory, action, found = Memory(), deal, list[Sight]()
    players = [make_player("strong", 1), make_player("strong", 2)]
    while True:
        state, events = engine.apply(rules, state, action)
        for event in events:
            for seat, player in enumerate(players):
                player.see(engine.view_event(rules, event, seat))
            memory.see(engine.view_event(rules, event, 0))
        to_act = engine.to_act(rules, state)
        if not to_act:
            return found
        view = engine.view(rules, state, to_act[0])
        if to_act[0] == 0:
            found.append(Sight(view, view.hand or 0, memory.copy(), Random(1)))
        action = players[to_act[0]].choose(view)


@pytest.mark.parametrize("game", KEYS)
def test_each_kind_of_action_has_its_weights(game: str) -> None:
    stages = len(GAMES[game][0](sights(game, 1)[0]).stage)
    assert {kind: len(of) for kind, of in MELDING[game].items()} == {k: n * stages for k, n in KINDS[game].items()}
    for sight in [one for seed in range(6) for one in sights(game, seed)]:
        look = GAMES[game][0](sight)
        for action in look.candidates(sight.view.actions or ()):
            assert all(len(numbers) == KINDS[game][kind] for kind, numbers in look.parts(action))


@pytest.mark.parametrize("game", MELDING_OF_TOP)
def test_top_has_weights_for_more_numbers(game: str) -> None:
    stages = len(GAMES[game][0](sights(game, 1)[0]).wide)
    expected = {kind: n * stages for kind, n in WIDE_KINDS[game].items()}
    assert {kind: len(of) for kind, of in MELDING_OF_TOP[game].items()} == expected
    for sight in [one for seed in range(6) for one in sights(game, seed)]:
        look = GAMES[game][0](sight)
        for action in look.candidates(sight.view.actions or ()):
            assert all(len(numbers) == WIDE_KINDS[game][kind] for kind, numbers in look.wide_parts(action))


@pytest.mark.parametrize("game", KEYS)
def test_the_fit_of_top_begins_with_the_play_of_strong(game: str) -> None:
    same = Melding(game, fit_melding.by_kind(game, fit_melding.strong_widely(game), True), wide=True)
    for sight in [one for seed in range(6) for one in sights(game, seed)]:
        actions = sight.view.actions or ()
        if GAMES[game][0](sight).candidates(actions):
            assert same(sight, actions) == LEARNED[game](sight, actions)


@pytest.mark.parametrize("by_level", [LEARNED, LEARNED_BY_TOP], ids=["strong", "top"])
@pytest.mark.parametrize("game", KEYS)
def test_the_same_look_brings_the_same_lawful_move(game: str, by_level: Mapping[str, Choose]) -> None:
    """Whatever chance it was given."""
    for sight in [one for seed in range(8) for one in sights(game, seed)]:
        actions = sight.view.actions or ()
        chosen = by_level[game](sight, actions)
        assert chosen in actions
        for seed in range(2, 5):
            again = Sight(sight.view, sight.hand, sight.memory.copy(), Random(seed))
            if GAMES[game][0](again).candidates(actions):
                assert by_level[game](again, actions) == chosen


@pytest.mark.parametrize("game", KEYS)
def test_without_weights_it_is_the_plain_player(game: str) -> None:
    plain = GAMES[game][1]
    for sight in sights(game, 3):
        same = Sight(sight.view, sight.hand, sight.memory, Random(7))
        other = Sight(sight.view, sight.hand, sight.memory, Random(7))
        actions = sight.view.actions or ()
        assert Melding(game, {})(same, actions) == plain(other, actions)


@pytest.mark.parametrize(("game", "pairs"), [("colonel", 150), ("conquian", 150)])
def test_it_wins_more_deals_than_the_plain_player(game: str, pairs: int) -> None:
    """Every deck is played twice, with the seats changed."""
    rules, won = engine.rule_set(KEYS[game]), [0, 0]
    for seed in range(pairs):
        for ours in (0, 1):
            state, deal = dealt(rules, Random(seed))
            levels = ("strong", "club") if ours == 0 else ("club", "strong")
            end, _ = play_out(rules, state, [make_player(level, seed) for level in levels], deal)
            winner = end.rest.result.winner if end.rest.result else None
            if winner is not None:
                won[winner != ours] += 1
    assert won[0] > won[1] * 1.1


@pytest.mark.parametrize("game", KEYS)
def test_the_fit_makes_the_same_weights_again(game: str) -> None:
    first, again = ([rows for n in range(4) for rows in fit_melding.judged(n, game, {})] for _ in range(2))
    assert first == again
    assert all(len(rows) > 1 for rows in first)
    made = fit_melding.by_kind(game, fit_melding.fitted(*fit_melding.centred(first), fit_melding.RIDGE, 4))
    assert {kind: len(of) for kind, of in made.items()} == {kind: len(of) for kind, of in MELDING[game].items()}


@pytest.mark.parametrize("game", KEYS)
def test_the_fit_of_top_makes_the_same_weights_again(game: str) -> None:
    first, again = ([rows for n in range(4) for rows in fit_melding.judged(n, game, {}, True)] for _ in range(2))
    assert first == again
    made = fit_melding.fitted_near(game, first)
    stages = fit_melding.WIDE_STAGE
    assert {kind: len(of) for kind, of in made.items()} == {kind: n * stages for kind, n in WIDE_KINDS[game].items()}
