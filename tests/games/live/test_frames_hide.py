"""No frame holds a hidden card: whatever lies hidden, the same bytes are sent."""

import random
from collections.abc import Iterator

import orjson
import pytest

from games import engine
from games.engine import codec
from games.engine.state import FROM_STOCK, State
from games.live import clock, looks, sitting, wire
from games.live.sitting import Sitting
from games.live.terms import Sitter, Terms

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


def test_changes_say_no_more_than_two_views() -> None:
    fixed = terms()
    for before, after, _ in random_steps(fixed, random.Random(2), 100):
        for look in LOOKS:
            first, second = looks.view(fixed, before, look), looks.view(fixed, after, look)
            changed = looks.changes(first, second)
            assert first | changed == second
            assert all(second[key] is value or second[key] == value for key, value in changed.items())


def test_a_full_view_and_a_plain_play_are_small() -> None:
    fixed = terms(aids="none")
    for before, after, events in random_steps(fixed, random.Random(3), 150):
        for look in LOOKS:
            view = looks.view(fixed, after, look)
            assert len(wire.pack({"k": "sync", "v": after.version, "view": view})) <= 4096
        if after.state.rest.spread is None and len(events) == 1 and isinstance(events[0], engine.Passed):
            sizes = [
                len(wire.pack({"k": "ev", "v": 1, "ev": looks.events(fixed, events, look),
                               "set": looks.changes(looks.view(fixed, before, look), looks.view(fixed, after, look))}))
                for look in (0, 1)
            ]  # fmt: skip
            assert sum(sizes) <= 300
