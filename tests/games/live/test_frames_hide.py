"""No frame holds a hidden card: whatever lies hidden, the same bytes are sent."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from games import engine
from games.engine import codec
from games.engine.state import FROM_STOCK, State
from games.live import clock, looks, sitting, wire
from games.live.sitting import Sitting
from games.live.terms import Sitter, Terms
from games.models import LIVE_VARIANTS

LOOKS = (0, 1, None)


def terms(rules: str = "gin-rummy-com", aids: str = "full") -> Terms:
    sitters = tuple(Sitter(user_id=at, public_id=f"p-{at}", name=f"P{at}", house_level="") for at in (1, 2))
    return Terms(
        table_id=1, public_id="t-1", rules=engine.rule_set(rules), seats=sitters,
        control=clock.Control(60_000, 0, None), aids=aids, spectators=True, pause_s=0, tournament="casual", round=0,
    )  # fmt: skip


def deck(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.sample(range(52), 52))


def random_steps(
    fixed: Terms, chance: random.Random, plays: int
) -> Iterator[tuple[Sitting, Sitting, tuple[object, ...]]]:
    """Versions of one sitting of random lawful play, with what happened between."""
    now = sitting.opening(fixed)
    for _ in range(plays):
        if now.ending:
            return
        due = engine.due_chance(fixed.rules, now.state)
        seat = sitting.to_act(fixed, now)
        action = due(deck(chance)) if due else chance.choice(engine.legal_actions(fixed.rules, now.state, seat or 0))
        after, events = sitting.step(fixed, now, action)
        yield now, after, events
        now = after


def hidden(state: State, look: int | None) -> list[int]:
    """The oracle: the stock that is left, and every hand that is not the look's own."""
    cards = list(state.rest.stock[: state.stock])
    for seat, hand in enumerate(state.hands):
        if seat != look:
            cards += engine.cards_of(hand)
    return cards


def disguised(fixed: Terms, state: State, look: int | None, chance: random.Random) -> State:
    """The same state with all hidden cards permuted."""
    cards = hidden(state, look)
    other = dict(zip(cards, chance.sample(cards, len(cards)), strict=True))
    data = codec.state_to_json(state)
    data["hands"] = [
        hand if seat == look else engine.hand_of(other[card] for card in engine.cards_of(hand))
        for seat, hand in enumerate(state.hands)
    ]
    data["deck"] = [other.get(card, card) if at < state.stock else card for at, card in enumerate(state.rest.stock)]
    if state.taken >= FROM_STOCK and state.turn != look:
        data["taken"] = FROM_STOCK + other[state.taken - FROM_STOCK]
    return codec.state_from_json(fixed.rules, orjson.loads(orjson.dumps(data)))


@pytest.mark.parametrize("aids", ["full", "count", "none"])
@pytest.mark.parametrize("seed", range(4))
def test_permuting_hidden_cards_changes_no_byte(seed: int, aids: str) -> None:
    chance = random.Random(seed)
    fixed = terms(aids=aids)
    looked_at = 0
    for _, after, _ in random_steps(fixed, chance, 150):
        if after.state.rest.spread is not None:
            continue  # a showdown lays both hands open
        for look in LOOKS:
            twin = Sitting(version=after.version, state=disguised(fixed, after.state, look, chance), left=after.left)
            twin_view = looks.view(fixed, twin, look)
            assert wire.pack(twin_view) == wire.pack(looks.view(fixed, after, look) | {"commitment": ""})
            looked_at += 1
    assert looked_at > 200


def test_a_stock_card_is_its_drawers_alone() -> None:
    fixed = terms()
    drawn = 0
    for _, after, events in random_steps(fixed, random.Random(1), 200):
        for event in events:
            if isinstance(event, engine.Drew) and event.source == "stock":
                drawn += 1
                told = [looks.events(fixed, events, look)[0]["card"] for look in (event.seat, 1 - event.seat, None)]
                assert told == [engine.card_text(after.state.taken - FROM_STOCK), None, None]
    assert drawn > 10


@pytest.mark.parametrize("aids", ["full", "count", "none"])
@pytest.mark.parametrize("rules", sorted(LIVE_VARIANTS))
def test_changes_say_no_more_and_no_less_than_two_views(rules: str, aids: str) -> None:
    """The short way of a plain play and the word for discards show what the codec writes, in every variant."""
    fixed = terms(rules, aids)
    seen: dict[int | None, looks.Seen | None] = dict.fromkeys(LOOKS)
    clients: dict[int | None, dict[str, Any]] = {look: {} for look in LOOKS}
    words = 0
    for _, after, _ in random_steps(fixed, random.Random(2), 200):
        for look in LOOKS:
            whole = looks.view(fixed, after, look)
            seen[look], new = looks.see(fixed, after, look, seen[look])
            assert new.keys() == {key for key in whole if clients[look].get(key, ...) != whole[key]}
            assert all(value in (whole[key], looks.DISCARDS) for key, value in new.items())
            clients[look] = looks.spelled(clients[look], orjson.loads(wire.pack(new)))
            assert clients[look] == whole
            words += new.get("actions") == looks.DISCARDS
    assert words > 20


@pytest.mark.parametrize("aids", ["full", "count"])
def test_aids_are_for_people_only(aids: str) -> None:
    fixed = terms(aids=aids)
    house = replace(fixed, seats=(replace(fixed.seats[0], house_level="club"), fixed.seats[1]))
    for _, after, _ in random_steps(fixed, random.Random(4), 60):
        assert looks.view(house, after, 0)["aids"] is looks.view(house, after, None)["aids"] is None
        assert looks.view(house, after, 1) == looks.view(fixed, after, 1)


def test_a_full_view_and_a_plain_play_are_small() -> None:
    fixed = terms(aids="none")
    for before, after, events in random_steps(fixed, random.Random(3), 150):
        for look in LOOKS:
            view = looks.view(fixed, after, look)
            assert len(wire.pack({"k": "sync", "v": after.version, "view": view})) <= 4096
        most = {engine.Passed: 300, engine.Drew: 470, engine.Discarded: 470}.get(type(events[0]))
        if most is None or after.state.rest.spread is not None or len(events) > 1:
            continue
        changed = [looks.see(fixed, after, look, looks.see(fixed, before, look, None)[0])[1] for look in (0, 1)]
        if not any(action["do"] in ("knock", "gin") for action in after_actions(fixed, after)):
            assert sum(len(frame(after, looks.events(fixed, events, at), changed[at])) for at in (0, 1)) <= most


def after_actions(fixed: Terms, after: Sitting) -> list[dict[str, Any]]:
    return [action for look in (0, 1) for action in looks.view(fixed, after, look)["actions"]]


def frame(after: Sitting, told: list[dict[str, Any]], new: dict[str, Any]) -> str:
    return wire.pack({"k": "ev", "v": after.version, "ev": told, "set": new})
