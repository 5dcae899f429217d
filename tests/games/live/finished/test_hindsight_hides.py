"""A finished deal as a look saw it: permuting what it could not know changes no byte, and a planted leak is caught."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from games import engine
from games.live import wire
from games.live.audience import looks
from games.live.audience.looks import Look
from games.live.finished import hindsight
from games.live.setup.terms import Terms
from games.live.store.loading import Foreign
from games.models import LIVE_VARIANTS
from tests.games.live.audience.test_frames_hide import disguised, everybody, hidden, lying_open, random_steps, terms

PLAYS = 400
ID = UUID(int=7)


def deals(fixed: Terms, chance: random.Random, plays: int) -> Iterator[list[Foreign]]:
    """The finished deals of random lawful play, each with its plays."""
    log: list[Foreign] = []
    for before, after, events in random_steps(fixed, chance, plays):
        if after.deal_seq == after.version:
            log = []
        log.append(Foreign(after, events, ID, engine.PassUpcard(0)))  # what was done is no part of it
        is_scored = after.state.phase is engine.Phase.DONE and before.state.phase is not engine.Phase.DONE
        if is_scored and after.deal_seq:
            yield log


def masked(fixed: Terms, play: Foreign, look: Look, chance: random.Random) -> Foreign:
    """The same play in a world that this look cannot tell apart: other cards in the stock, in hands that it did not see
    and in what others drew from the stock."""
    state = play.sitting.state
    twin = disguised(fixed.rules, state, look, chance, lying_open(state))
    unknown = hidden(fixed.rules, state, look)
    events = tuple(
        replace(event, card=chance.choice(unknown))
        if isinstance(event, engine.Drew) and event.source == "stock" and event.seat != look and unknown
        else event
        for event in play.events
    )
    return Foreign(replace(play.sitting, state=twin), events, play.cmd_id, play.action)


def compared(rules: str, seed: int, plays: int = PLAYS) -> int:
    """How many steps of finished deals are the same to the byte in both worlds; fails at the first other deal."""
    fixed, chance, steps = terms(rules), random.Random(f"{rules} {seed}"), 0
    for log in deals(fixed, chance, plays):
        for look in everybody(fixed):
            seen = hindsight.record(fixed, log, look)
            twin = hindsight.record(fixed, [masked(fixed, play, look, chance) for play in log], look)
            assert wire.pack(twin) == wire.pack(seen), f"{rules}, look {look}"
            steps += len(seen["steps"])
    return steps


@pytest.mark.parametrize("rules", sorted(LIVE_VARIANTS))
def test_what_a_look_could_not_know_changes_no_byte_of_a_deal_it_looks_back_on(rules: str) -> None:
    assert compared(rules, 1) > 15


@pytest.mark.marathon
@pytest.mark.parametrize("rules", sorted(LIVE_VARIANTS))
def test_what_a_look_could_not_know_changes_no_byte_of_many_deals(rules: str) -> None:
    assert sum(compared(rules, seed, 2_000) for seed in range(10)) > 300


def leak_of_hands(fixed: Terms, play: Foreign, shown: dict[str, Any]) -> dict[str, Any]:
    return shown | {"hands": {"A": list(play.sitting.state.hands)}}


def leak_of_deadwood(fixed: Terms, play: Foreign, shown: dict[str, Any]) -> dict[str, Any]:
    return shown | {"deadwood": [engine.deadwood(hand) for hand in play.sitting.state.hands]}


def leak_of_the_next_card(fixed: Terms, play: Foreign, shown: dict[str, Any]) -> dict[str, Any]:
    state = play.sitting.state
    return shown | {"stock": state.rest.stock[state.stock - 1] if state.stock else 0}


def leak_of_a_draw(fixed: Terms, play: Foreign, shown: dict[str, Any]) -> dict[str, Any]:
    return shown | {"top": play.sitting.state.taken}


def leak_of_the_deck(fixed: Terms, play: Foreign, shown: dict[str, Any]) -> dict[str, Any]:
    return shown | {"table": sorted(play.sitting.state.rest.stock, key=lambda card: card % 13)[:2]}


Leak = Callable[[Terms, Foreign, dict[str, Any]], dict[str, Any]]
LEAKS: list[Leak] = [leak_of_hands, leak_of_deadwood, leak_of_the_next_card, leak_of_a_draw, leak_of_the_deck]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_planted_in_a_step_is_caught(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    real = hindsight._steps

    def leaky(fixed: Terms, play: Foreign, *more: Any) -> list[dict[str, Any]]:
        return [leak(fixed, play, step) for step in real(fixed, play, *more)]

    monkeypatch.setattr(hindsight, "_steps", leaky)
    with pytest.raises(AssertionError, match="gin-pagat"):
        compared("gin-pagat", 1)


def test_an_event_that_is_told_whole_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw of the other's told with its card: the one thing that `view_event` takes away."""
    monkeypatch.setattr(looks.engine, "view_event", lambda rules, event, look: event)
    with pytest.raises(AssertionError, match="gin-pagat"):
        compared("gin-pagat", 1)
