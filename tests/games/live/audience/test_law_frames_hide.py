"""Under table laws, too, no frame contains a hidden card or reveals a slip that nobody has noticed."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from games import engine
from games.engine import codec
from games.engine.moves.law_actions import Admit, Object
from games.engine.play.law_view import drawer_of
from games.engine.play.state import FROM_STOCK, State, centre_of, changed
from games.live import wire
from games.live.audience import looks
from games.live.setup.terms import Terms
from games.live.sitting import sitting
from games.live.sitting.sitting import Sitting
from games.models import LIVE_VARIANTS
from tests.games.engine.law_table import law_steps
from tests.games.live.audience.test_frames_hide import Show, leak_of_the_stock, terms

ALL = sorted(LIVE_VARIANTS)
UNNOTICED = ("illegal", "slip")


def at_table(rules: str) -> Terms:
    return replace(terms(rules, "none"), rules=engine.rule_set(rules, laws="table_laws"), control=None)


def versions(fixed: Terms, seed: int, deals: int | None = None) -> Iterator[tuple[Sitting, tuple[Any, ...]]]:
    """A random sitting in which players err and a director enters things: each version, and what made it. One deal
    where there are more looks at each."""
    first, most = sitting.opening(fixed), deals or (3 if len(fixed.seats) == 2 else 1)
    for n, (_, _, state, events) in enumerate(law_steps(fixed.rules, seed, most), 1):
        yield replace(first, version=n, state=state), events


def looks_of(fixed: Terms) -> tuple[int | None, ...]:
    return (*range(len(fixed.seats)), None)


def hidden(rules: engine.RuleSet, state: State, look: int | None) -> list[int]:
    """The oracle: the stock that is left, covered waste, and every hand that neither is the look's nor lies open."""
    rest = state.rest
    lying_open = {shown.seat for shown in (rest.spread, rest.laid, *rest.laid_before) if shown is not None} | {look}
    lying_open |= {effect.seat for effect in rest.effects if effect.kind == "face_up"}
    cards = [card for card in rest.stock[: state.stock] if card >= 0]
    if rules.kernel.wastes:
        cards += state.pile[:-1] if centre_of(state) is not None else state.pile
    for seat, hand in enumerate(state.hands):
        cards += engine.cards_of(hand) if seat not in lying_open else ()
    return [card for card in cards if card not in (rest.upcard, *rest.lifted)]


def disguised(rules: engine.RuleSet, state: State, look: int | None, chance: random.Random) -> State:
    """The same state with all hidden cards permuted, and without the slips that nobody has noticed; of a sitting of
    boards, at each of them that is being played."""
    if state.boards:
        boards = tuple(
            replace(board, state=disguised(rules.inner, board.state,
                                           board.seats.index(look) if look in board.seats else None, chance))
            if board.state.turn >= 0 else board
            for board in state.boards
        )  # fmt: skip
        return rules.seating.boards.seen_from_above(state.rest, boards)
    cards = hidden(rules, state, look)
    other = dict(zip(cards, chance.sample(cards, len(cards)), strict=True))
    data = codec.state_to_json(state)
    data["hands"] = [engine.hand_of(other.get(card, card) for card in engine.cards_of(hand)) for hand in state.hands]
    data["deck"] = [other.get(card, card) if at < state.stock else card for at, card in enumerate(state.rest.stock)]
    data["pile"] = [other.get(card, card) for card in state.pile]
    if state.taken >= FROM_STOCK and drawer_of(state) != look:
        drawn = state.taken - FROM_STOCK
        data["taken"] = FROM_STOCK + other.get(drawn, drawn)
    twin = codec.state_from_json(rules, orjson.loads(orjson.dumps(data)))
    kept = tuple(effect for effect in twin.rest.effects if effect.kind not in UNNOTICED or effect.seat == look)
    return changed(twin, rest=replace(twin.rest, effects=kept))


def looked_at(fixed: Terms, seed: int, show: Show = looks.view) -> int:
    """How many looks of a random sitting stay the same to the byte, whatever lies hidden and unnoticed."""
    chance = random.Random(seed)
    looked = 0
    for now, _ in versions(fixed, seed):
        if now.state.phase is engine.Phase.DONE or sum(now.state.rest.unknown):
            continue  # a scored deal lies open
        for look in looks_of(fixed):
            twin = replace(now, state=disguised(fixed.rules, now.state, look, chance))
            assert wire.pack(show(fixed, twin, look)) == wire.pack(show(fixed, now, look))
            looked += 1
    return looked


@pytest.mark.parametrize("rules", ALL)
def test_hidden_cards_and_unnoticed_slips_change_no_byte(rules: str) -> None:
    assert looked_at(at_table(rules), 3) > 20


def leak_of_a_slip(fixed: Terms, now: Sitting, look: int | None) -> dict[str, Any]:
    slips = [effect for effect in now.state.rest.effects if effect.kind in UNNOTICED]
    return looks.view(fixed, now, look) | {"rows": len(slips)}


@pytest.mark.parametrize("rules", ["gin-rummy-com", "battle-royal", "cutthroat"])
@pytest.mark.parametrize("leak", [leak_of_the_stock, leak_of_a_slip])
def test_a_planted_leak_is_caught(leak: Show, rules: str) -> None:
    with pytest.raises(AssertionError):
        sum(looked_at(at_table(rules), seed, leak) for seed in range(4))


@pytest.mark.parametrize("rules", ALL)
def test_changes_add_up_to_the_view(rules: str) -> None:
    """What a law has brought about leaves the clients' views again when it has ended."""
    fixed = at_table(rules)
    seen: dict[int | None, dict[str, Any]] = {look: {} for look in looks_of(fixed)}
    clients: dict[int | None, dict[str, Any]] = {look: {} for look in looks_of(fixed)}
    met = set()
    for now, _ in versions(fixed, 5):
        for look in looks_of(fixed):
            seen[look], new = looks.see(fixed, now, look, seen[look])
            clients[look] = looks.spelled(clients[look], orjson.loads(wire.pack(new)))
            assert clients[look] == looks.view(fixed, now, look)
            met |= {key for key in looks.BY_LAW if clients[look][key]}
    assert "tries" in met


def test_an_illegal_knock_looks_like_a_legal_one() -> None:
    """No count, no event and no list of what may be done tells the two apart; only the cards do."""
    fixed = at_table("gin-rummy-com")
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for seed in range(12):
        for now, events in versions(fixed, seed, deals=2):
            state = now.state
            if state.phase is not engine.Phase.SHOWDOWN or state.rest.laid:
                continue
            is_illegal = any(effect.kind == "illegal" for effect in state.rest.effects)
            shown = looks.view(fixed, now, state.turn)
            knock = [event for event in looks.events(fixed, events, state.turn) if event["e"] == "knocked"]
            assert shown["spread"]["count"] is None
            assert all(event["count"] is None for event in knock)
            if not shown["effects"]:
                told[is_illegal].add(wire.pack({key: shown[key] for key in ("phase", "choices", "tries")}))
    assert len(told[True]) == 1
    assert told[True] == told[False]


def test_objecting_and_admitting_are_listed_whatever_lies_behind_them() -> None:
    fixed = at_table("gin-rummy-com")
    lists = 0
    for now, _ in versions(fixed, 2):
        if now.state.phase is engine.Phase.SHOWDOWN:
            for seat in (0, 1):
                claims = [
                    one for one in engine.view(fixed.rules, now.state, seat).tries if isinstance(one, Object | Admit)
                ]
                lists += len(claims)
                assert len(claims) == 1
    assert lists > 0
