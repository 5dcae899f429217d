"""The first learned player (`top-v1`): the same view leads to the same move, it beats strong, and its weights fit."""

import importlib.util
from pathlib import Path
from random import Random

from games import engine
from games.players import HousePlayer, Memory, Sight, Strong, make_player
from games.players.judging.chances import margin_of
from games.players.playing import dealt, play_out
from games.players.policies.learned.features import gone, knock_features, take_features, throw_features
from games.players.policies.learned.top_v1 import TopV1, candidates, cheapest
from games.players.policies.learned.weights import TOP, Weights

RULES = engine.rule_set("gin-pagat", gin_bonus=25, undercut_bonus=25)
FIT = Path(__file__).resolve().parents[3] / "tools" / "fit_sums.py"


def margin(one: HousePlayer, other: HousePlayer, seed: int) -> int:
    """The points of the first less those of the second."""
    state, deal = dealt(RULES, Random(seed))
    after, _ = play_out(RULES, state, [one, other], deal)
    return margin_of(after.rest.result) if after.rest.result else 0


def sights(seed: int, level: str = "club", other: str = "top-v1") -> list[Sight]:
    """What the seat to throw sees, throw by throw, in a deal between players of these levels."""
    action: engine.Action
    state, action = dealt(RULES, Random(seed))
    memory, found = Memory(), list[Sight]()
    players = [make_player(level, seed), make_player(other, seed)]
    while True:
        state, events = engine.apply(RULES, state, action)
        for event in events:
            memory.see(engine.view_event(RULES, event, None))
            for at, player in enumerate(players):
                player.see(engine.view_event(RULES, event, at))
        seats = engine.to_act(RULES, state)
        if not seats:
            return found
        view = engine.view(RULES, state, seats[0])
        if any(isinstance(action, engine.Discard) for action in view.actions):
            found.append(Sight(view, view.hand or 0, memory.copy(), Random(seed)))
        action = players[seats[0]].choose(view)


def test_its_weights_fit_its_features() -> None:
    sight = sights(3)[-1]
    cards = engine.cards_of(sight.hand)
    card, left = candidates(sight, tuple(cards))[0]
    assert len(throw_features(sight, card, left, gone(sight))) == len(TOP.throw)
    assert len(knock_features(sight, card, left)) == len(TOP.knock)
    assert len(TOP.data) == 64


def test_a_candidate_leaves_little_and_breaks_no_meld() -> None:
    for sight in [sight for seed in range(8) for sight in sights(seed)]:
        cards = tuple(engine.cards_of(sight.hand))
        near = candidates(sight, cards)
        least = min(engine.deadwood(sight.hand ^ 1 << card) for card in cards)
        assert 1 <= len(near) <= 5
        assert all(left == engine.deadwood(sight.hand ^ 1 << card) for card, left in near)
        assert near[0][1] == least
        assert engine.deadwood(sight.hand ^ 1 << cheapest(sight.hand, least)) == least


def test_without_weights_it_is_strong() -> None:
    for seed in range(10):
        plain = [HousePlayer(TopV1(Weights()), seed), HousePlayer(Strong(), seed)]
        assert margin(*plain, seed) == margin(HousePlayer(Strong(), seed), HousePlayer(Strong(), seed), seed)


def test_it_wins_over_strong() -> None:
    """Two hundred decks, each played twice with the seats changed; docs/house-players.md has more of them."""
    pairs = [
        margin(make_player("top-v1", seed), make_player("strong", seed), seed)
        - margin(make_player("strong", seed), make_player("top-v1", seed), seed)
        for seed in range(200)
    ]
    assert sum(pairs) / len(pairs) / 2 > 1


def test_the_fit_makes_the_same_weights_again() -> None:
    spec = importlib.util.spec_from_file_location("fit_sums", FIT)
    assert spec
    assert spec.loader
    fit = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fit)
    first, again = ([fit.judged(fit.FIRST + n, Weights()) for n in range(6)] for _ in range(2))
    assert first == again
    made = fit.learnt(first)
    assert (len(made.knock), len(made.throw)) == (len(TOP.knock), len(TOP.throw))
    sight = sights(3)[0]
    assert len(made.take) == len(take_features(sight, engine.cards_of(sight.hand)[0]))
