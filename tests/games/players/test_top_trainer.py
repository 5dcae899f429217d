"""The trainer's fast simulator plays by the rules of the engine: the same players, the same decks, move by move."""

from collections.abc import Iterator
from itertools import product
from random import Random
from shutil import which
from typing import Any

import pytest

from games import engine
from games.players import HousePlayer, Top
from games.players.judging.chances import margin_of
from games.players.playing import dealt, measured, play_out
from games.players.policies.learned.cells import digest, networks_of
from tools import fit_top
from tools.top_trainer.machine import KINDS, PLAIN, doubles, frozen_now, machine, played, thaw, whole

pytestmark = pytest.mark.skipif(which("cc") is None, reason="there is no C compiler")
RULES = engine.rule_set("gin-pagat", gin_bonus=25, undercut_bonus=25)
CODES: dict[type, int] = {
    engine.PassUpcard: 0,
    engine.TakeUpcard: 1,
    engine.DrawDiscard: 2,
    engine.DrawStock: 3,
    engine.Discard: 4,
    engine.Knock: 5,
    engine.Gin: 5,
}
THROWS = 4 * 64
TRAINED = (
    "363dd3c8b8cf7c04559ff4c45aedd75331b086ff8db35455d7676f2bc8de1e47"  # the SHA-256 of what three short rounds make
)
HOUSE = tuple(kind for kind in PLAIN if kind != "simple")  # the manner of the bot is no player of the house


@pytest.fixture(scope="module")
def trainer() -> Any:
    return machine(native=False)


@pytest.fixture(scope="module")
def trained(trainer: Any) -> dict[str, Any]:
    """Networks after three short rounds, as they are frozen."""
    return after_rounds(trainer)


def after_rounds(trainer: Any) -> dict[str, Any]:
    trainer.begin(7, 600, doubles([1 / len(KINDS)] * len(KINDS)), 0.6)
    for _ in range(3):
        trainer.train_round(600, 3e-3, 0, doubles([0.0] * len(KINDS)), whole(len(KINDS)))
    return frozen_now(trainer)


def by_engine(players: list[Any], seed: int) -> tuple[list[int], int, tuple[int, ...], int]:
    """A deal as the engine plays it: its actions as the trainer writes them, its points, its deck and dealer."""
    state, deal = dealt(RULES, Random(seed))
    after, actions = play_out(RULES, state, players, deal)
    points = margin_of(after.rest.result) if after.rest.result else 0
    assert state.rest.places.dealer is not None
    return list(written(actions[1:])), points, deal.deck, state.rest.places.dealer


def written(actions: tuple[engine.Action, ...]) -> Iterator[int]:
    for action in actions:
        code = CODES[type(action)] * 64
        yield code + action.card if isinstance(action, engine.Discard | engine.Knock | engine.Gin) else code


def by_trainer(
    trainer: Any, deck: tuple[int, ...], dealer: int, kinds: tuple[str, str], seed: int
) -> tuple[list[int], int]:
    log, points = played(trainer, deck, dealer, kinds, (seed, seed + 1))
    return [action if action >= THROWS else action // 64 * 64 for action in log], points


@pytest.mark.parametrize("deals", [2, pytest.param(160, marks=pytest.mark.long)])
def test_it_plays_every_deal_as_the_engine_does(trainer: Any, deals: int) -> None:
    for at, kinds in enumerate(product(HOUSE, HOUSE)):
        for seed in range(at * deals, (at + 1) * deals):
            players = [measured(kind, seed + seat) for seat, kind in enumerate(kinds)]
            log, points, deck, dealer = by_engine(players, seed)
            assert by_trainer(trainer, deck, dealer, kinds, seed) == (log, points), (kinds, seed)


def test_its_network_plays_as_the_house_player_does(trainer: Any, trained: dict[str, Any]) -> None:
    thaw(trainer, trained)
    networks = networks_of(trained)
    for seed in range(64):
        other = HOUSE[seed % len(HOUSE)]
        players = [HousePlayer(Top(networks), seed), measured(other, seed + 1)]
        log, points, deck, dealer = by_engine(players, seed)
        assert by_trainer(trainer, deck, dealer, ("itself", other), seed) == (log, points), (other, seed)


def test_the_same_seed_makes_the_same_networks(trained: dict[str, Any]) -> None:
    """However it is compiled, and on whatever machine: all is plain arithmetic, without the system's mathematics."""
    assert after_rounds(machine(native=True)) == trained
    assert digest(trained) == TRAINED


def test_a_best_response_sits_against_the_given_networks_alone(trained: dict[str, Any]) -> None:
    """Without deals it still is what it began with, and takes nothing from its equal in mirrored pairs."""
    nothing, some = (fit_top.Phase(deals, 3e-3, 1.0, fit_top.MANY) for deals in (0, fit_top.ROUND * 7))
    assert fit_top.train(1, (nothing,), trained, trained) == trained
    thaw(machine(), trained)
    assert fit_top.told(machine(), "rival", fit_top.FINAL, 50) == (0, 0)
    assert fit_top.train(1, (some,), trained, trained) != trained


def test_a_best_response_may_sit_against_a_plain_player(trained: dict[str, Any]) -> None:
    some = fit_top.Phase(fit_top.ROUND * 7, 3e-3, 1.0, fit_top.MANY)
    assert fit_top.train(1, (some,), against="novice") != fit_top.train(1, (some,), against="strong")


def test_the_shares_of_the_pool_are_all_of_the_deals() -> None:
    for phase in fit_top.PHASES:
        assert tuple(phase.shares) == KINDS
        assert sum(phase.shares.values()) == pytest.approx(1)


def test_a_phase_goes_on_with_the_networks_of_the_one_before(trainer: Any) -> None:
    """With no deals of its own it leaves them as they are."""
    phase = fit_top.Phase(fit_top.ROUND, 3e-3, 1.0, fit_top.MANY)
    nothing = fit_top.Phase(0, 3e-3, 1.0, fit_top.STRONGER)
    assert fit_top.train(1, (phase, nothing)) == fit_top.train(1, (phase,))
