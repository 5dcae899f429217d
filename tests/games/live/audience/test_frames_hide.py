"""No frame holds a hidden card: whatever lies hidden, the same bytes are sent."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from games import engine
from games.engine import codec
from games.engine.play.law_view import drawer_of
from games.engine.play.state import FROM_STOCK, State, centre_of
from games.live import wire
from games.live.audience import looks
from games.live.setup import clock
from games.live.setup.terms import Sitter, Terms
from games.live.sitting import sitting
from games.live.sitting.sitting import Sitting
from games.models import LIVE_VARIANTS


def everybody(fixed: Terms) -> tuple[int | None, ...]:
    """Every seat, and the public."""
    return (*range(len(fixed.seats)), None)


def terms(rules: str = "gin-rummy-com", aids: str = "full") -> Terms:
    chosen = engine.rule_set(rules)
    count = chosen.seating.numbers(chosen)[0]
    sitters = tuple(Sitter(user_id=at, public_id=f"p-{at}", name=f"P{at}", house_level="") for at in range(count))
    return Terms(
        table_id=1, public_id="t-1", rules=chosen, seats=sitters,
        control=clock.Control(60_000, 0, None), aids=aids, spectators=True, pause_s=0, tournament="casual", round=0,
    )  # fmt: skip


def deck(fixed: Terms, chance: random.Random) -> tuple[int, ...]:
    cards = fixed.rules.pack.cards
    return tuple(chance.sample(cards, len(cards)))


def random_steps(
    fixed: Terms, chance: random.Random, plays: int
) -> Iterator[tuple[Sitting, Sitting, tuple[object, ...]]]:
    """Versions of one sitting of random lawful play, with what happened between."""
    now = sitting.opening(fixed)
    for _ in range(plays):
        if now.ending:
            return
        due = engine.due_chance(fixed.rules, now.state)
        seats = engine.to_act(fixed.rules, now.state)
        seat = chance.choice(seats) if len(seats) > 1 else (*seats, 0)[0]
        lawful = engine.legal_actions(fixed.rules, now.state, seat)
        lawful = tuple(action for action in lawful if not isinstance(action, engine.CqFold)) or lawful
        action = due(deck(fixed, chance)) if due else chance.choice(lawful)
        after, events = sitting.step(fixed, now, action)
        yield now, after, events
        now = after


def hidden(rules: engine.RuleSet, state: State, look: int | None) -> list[int]:
    """The oracle: the stock that is left, every hand that is not the look's own, and Conquian's waste, face down."""
    cards = list(state.rest.stock[: state.stock])
    if rules.kernel.wastes:
        cards += state.pile[:-1] if centre_of(state) is not None else state.pile
    for seat, hand in enumerate(state.hands):
        if seat != look:
            cards += engine.cards_of(hand)
    return cards


def disguised(
    rules: engine.RuleSet, state: State, look: int | None, chance: random.Random, keep: frozenset[int] = frozenset()
) -> State:
    """The same state with all hidden cards permuted but those to `keep`; of a sitting of boards, at each of them."""
    if state.boards:
        boards = tuple(
            replace(board, state=disguised(engine.board_rules(rules), board.state,
                                           board.seats.index(look) if look in board.seats else None, chance,
                                           lying_open(board.state)))
            for board in state.boards
        )  # fmt: skip
        return rules.seating.boards.seen_from_above(state.rest, boards)
    cards = [card for card in hidden(rules, state, look) if card not in keep]
    other = dict(zip(cards, chance.sample(cards, len(cards)), strict=True))
    data = codec.state_to_json(state)
    data["hands"] = [
        hand if seat == look else engine.hand_of(other.get(card, card) for card in engine.cards_of(hand))
        for seat, hand in enumerate(state.hands)
    ]
    data["deck"] = [other.get(card, card) if at < state.stock else card for at, card in enumerate(state.rest.stock)]
    data["pile"] = [other.get(card, card) for card in state.pile]
    if state.taken >= FROM_STOCK and drawer_of(state) != look:
        drawn = state.taken - FROM_STOCK  # it may lie on the table by now
        data["taken"] = FROM_STOCK + other.get(drawn, drawn)
    return codec.state_from_json(rules, orjson.loads(orjson.dumps(data)))


def is_laid_open(state: State) -> bool:
    """A showdown lays both hands open, and so does counting at Colonel."""
    result = state.rest.result
    shown = state.rest.spread is not None or (result is not None and result.scores is not None)
    return shown or any(is_laid_open(board.state) for board in state.boards)


def lying_open(state: State) -> frozenset[int]:
    """The cards of the hands that a showdown or a count has laid open."""
    laid = state.hands if is_laid_open(state) else ()
    return frozenset(card for hand in laid for card in engine.cards_of(hand))


Show = Callable[[Terms, Sitting, int | None], dict[str, Any]]


def looked_at(fixed: Terms, seed: int, plays: int, show: Show = looks.view) -> int:
    """How many looks of a random sitting are the same to the byte, whatever lies hidden; fails at the first other."""
    chance = random.Random(seed)
    looked = 0
    for _, after, _ in random_steps(fixed, chance, plays):
        if is_laid_open(after.state):
            continue
        for look in everybody(fixed):
            twin = replace(after, state=disguised(fixed.rules, after.state, look, chance))
            assert wire.pack(show(fixed, twin, look)) == wire.pack(show(fixed, after, look))
            looked += 1
    return looked


@pytest.mark.parametrize("aids", ["full", "count", "none"])
@pytest.mark.parametrize("rules", sorted(LIVE_VARIANTS))
def test_permuting_hidden_cards_changes_no_byte(rules: str, aids: str) -> None:
    assert looked_at(terms(rules, aids), 1, 100) > 30


@pytest.mark.marathon
@pytest.mark.parametrize("rules", sorted(LIVE_VARIANTS))
def test_permuting_hidden_cards_changes_no_byte_in_many_sittings(rules: str) -> None:
    assert sum(looked_at(terms(rules), seed, 300) for seed in range(6)) > 100


def first_board(after: Sitting) -> State:
    return after.state.boards[0].state if after.state.boards else after.state


def leak_of_the_stock(fixed: Terms, after: Sitting, look: int | None) -> dict[str, Any]:
    state = first_board(after)
    return looks.view(fixed, after, look) | {"stock": state.rest.stock[state.stock - 1] if state.stock else 0}


def leak_of_a_hand(fixed: Terms, after: Sitting, look: int | None) -> dict[str, Any]:
    return looks.view(fixed, after, look) | {"counts": engine.deadwood(after.state.hands[1 if look == 0 else 0])}


def leak_of_a_draw(fixed: Terms, after: Sitting, look: int | None) -> dict[str, Any]:
    return looks.view(fixed, after, look) | {"taken": first_board(after).taken}


def leak_of_the_waste(fixed: Terms, after: Sitting, look: int | None) -> dict[str, Any]:
    return looks.view(fixed, after, look) | {"waste": list(after.state.pile)}


LEAKS = [
    (rules, leak)
    for rules, variant in sorted(LIVE_VARIANTS.items())
    for leak in (leak_of_the_stock, leak_of_a_hand, leak_of_the_waste if variant.kernel.wastes else leak_of_a_draw)
]


@pytest.mark.parametrize(("rules", "leak"), LEAKS)
def test_a_planted_leak_is_caught(rules: str, leak: Show) -> None:
    with pytest.raises(AssertionError):
        looked_at(terms(rules), 1, 100, leak)


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
    """The changes and the word for discards show what the codec writes, in every variant."""
    fixed = terms(rules, aids)
    seen: dict[int | None, dict[str, Any]] = {look: {} for look in everybody(fixed)}
    clients: dict[int | None, dict[str, Any]] = {look: {} for look in everybody(fixed)}
    words = 0
    for _, after, _ in random_steps(fixed, random.Random(2), 200):
        for look in everybody(fixed):
            whole = looks.view(fixed, after, look)
            seen[look], new = looks.see(fixed, after, look, seen[look])
            assert new.keys() == {key for key in whole if clients[look].get(key, ...) != whole[key]}
            assert all(value in (whole[key], looks.DISCARDS) for key, value in new.items())
            clients[look] = looks.spelled(clients[look], orjson.loads(wire.pack(new)))
            assert clients[look] == whole
            words += new.get("actions") == looks.DISCARDS
    assert words > 20 or fixed.rules.kernel.name != "gin"


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
        for look in everybody(fixed):
            view = looks.view(fixed, after, look)
            assert len(wire.pack({"k": "sync", "v": after.version, "view": view})) <= 4096
        most = {engine.Passed: 300, engine.Drew: 470, engine.Discarded: 470}.get(type(events[0]))
        if most is None or after.state.rest.spread is not None or len(events) > 1:
            continue
        changed = [looks.see(fixed, after, look, looks.see(fixed, before, look, {})[0])[1] for look in (0, 1)]
        if not any(action["do"] in ("knock", "gin") for action in after_actions(fixed, after)):
            assert sum(len(frame(after, looks.events(fixed, events, at), changed[at])) for at in (0, 1)) <= most


def after_actions(fixed: Terms, after: Sitting) -> list[dict[str, Any]]:
    return [action for look in (0, 1) for action in looks.view(fixed, after, look)["actions"]]


def frame(after: Sitting, told: list[dict[str, Any]], new: dict[str, Any]) -> str:
    return wire.pack({"k": "ev", "v": after.version, "ev": told, "set": new})
