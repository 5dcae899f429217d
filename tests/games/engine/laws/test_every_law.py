"""What holds for the laws in every variant, in random sittings in which players err and a director makes entries."""

import json
import random

import pytest

from games import engine
from games.engine import codec
from tests.games.engine.gin_table import KEYS, steps
from tests.games.engine.law_table import law_steps
from tests.games.engine.variants.test_every_variant import whole

LAWS = ("table_laws", "recorded")
GIN = [key for key in KEYS if engine.VARIANTS[key].kernel.name == "gin" and engine.VARIANTS[key].inner is None]
DAGGERS = (engine.DrawStock, engine.DrawDiscard, engine.Discard, engine.Knock, engine.Gin)  # § 15, marked there
LOOKS = (engine.PeekStock, engine.LookDiscards)
BARE = (engine.TakeUpcard, engine.PassUpcard, engine.DrawStock, engine.DrawDiscard, engine.Double, engine.AcceptDouble)
OF_THE_LAW = (engine.Object, engine.Admit, engine.RejectKnock, engine.AcceptKnock, engine.ForceExposed)
OF_THE_DEAL = (engine.PermitPickup, engine.StopDeal, engine.ChooseRedeal, engine.ChooseContinue)
VIEWERS = (0, 1, None)


def sittings(key, seeds, **kept):
    for laws in LAWS:
        rules = engine.rule_set(key, laws=laws)
        for seed in range(seeds):
            yield rules, list(law_steps(rules, seed, director=0.03 * (seed % 2), **kept))


def code(rules, state, action):
    try:
        engine.apply(rules, state, action)
    except engine.Impossible as error:
        return error.code
    return None


def candidates(seat, cards):
    """Whatever a seat might do."""
    found = [kind(seat) for kind in (*BARE, *OF_THE_LAW, *OF_THE_DEAL, engine.LookDiscards)]
    found += [kind(seat, card) for kind in (engine.Discard, engine.Knock, engine.Gin) for card in cards]
    return [*found, engine.PeekStock(seat, 1), engine.DrawExposed(seat, cards[0])]


@pytest.mark.parametrize("key", GIN)
def test_strict_refuses_exactly_what_table_laws_let_through(key):
    """IRR-0, §15: both accept, both refuse with one code, or the action is marked there."""
    strict, lawful = engine.rule_set(key), engine.rule_set(key, laws="table_laws")
    for n, (state, *_) in enumerate(steps(strict, 3, deals=2)):
        if n % 7 or state.phase not in ("upcard", "draw", "discard", "last", "double"):
            continue
        for action in (each for seat in (0, 1) for each in candidates(seat, range(n % 4, 52, 4))):
            refused, now = code(strict, state, action), code(lawful, state, action)
            if refused is None:
                assert now is None, action
            elif now is None:
                assert isinstance(action, DAGGERS + LOOKS), (action, refused)
            elif refused != now:
                early = isinstance(action, engine.DrawStock | engine.DrawDiscard) and action.seat != state.turn
                assert early or refused == "E_OPTION", (action, refused, now)


@pytest.mark.parametrize("key", GIN)
def test_what_is_lawful_applies_without_a_ruling_and_what_is_open_applies(key):
    """IRR-0: objecting and admitting alone may find nothing behind them."""
    for rules, sitting in sittings(key, 1, deals=2):
        for _, _, state, _ in sitting[::3]:
            for seat in (0, 1):
                lawful = engine.legal_actions(rules, state, seat)
                for at, action in enumerate(engine.open_actions(rules, state, seat)):
                    refused = code(rules, state, action)
                    assert refused is None or isinstance(action, engine.Object | engine.Admit), (action, refused)
                    if at < len(lawful) and state.phase != "choice":
                        _, events = engine.apply(rules, state, action)
                        assert not any(isinstance(event, engine.Ruled) for event in events), action


@pytest.mark.parametrize("key", KEYS)
def test_cards_replays_and_json_hold_under_laws(key):
    """IRR-0: no law loses or makes a card, none outlives its deal, and the log tells it all."""
    for rules, sitting in sittings(key, 2, deals=2):
        for _, action, state, events in sitting:
            assert whole(rules, state)
            data = json.loads(json.dumps(codec.action_to_json(action, rules.pack, deck=True)))
            assert codec.action_from_json(data, action.seat, rules.pack) == action
            json.dumps([codec.event_to_json(event, rules.pack) for event in events])
            if state.phase == "done" and not state.boards:
                assert {effect.kind for effect in state.rest.effects} <= {"counted"}
        last = sitting[-1][2]
        assert engine.replay(rules, [action for _, action, _, _ in sitting]) == (
            last,
            tuple(event for *_, events in sitting for event in events),
        )
        assert codec.state_from_json(rules, json.loads(json.dumps(codec.state_to_json(last)))) == last


def hidden(rules, state, viewer):
    """Where cards lie that the viewer cannot know, in this test's own opinion."""
    rest = state.rest
    open_hands = {shown.seat for shown in (rest.spread, rest.laid) if shown is not None}
    open_hands |= {effect.seat for effect in rest.effects if effect.kind == "face_up"}
    places = [
        ("hand", seat, card)
        for seat, held in enumerate(state.hands)
        if seat != viewer and seat not in open_hands
        for card in engine.cards_of(held)
        if card not in (rest.upcard, state.taken)
    ]
    if rules.discard_view == "top_only":
        places += [("pile", n, card) for n, card in enumerate(state.pile[:-1]) if card != rest.upcard]
    return places + [("stock", n, rest.stock[n]) for n in range(state.stock)]


def permuted(rules, state, viewer, rng):
    """The same state with everything shuffled that the viewer cannot know."""
    places = hidden(rules, state, viewer)
    cards = [card for _, _, card in places]
    image = dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
    data = codec.state_to_json(state)
    for kind, n, card in places:
        if kind == "pile":
            data["pile"][n] = image[card]
        elif kind == "stock":
            data["deck"][n] = image[card]
    moved = {card for kind, _, card in places if kind == "hand"}
    for seat, held in enumerate(state.hands):
        mine = engine.cards_of(held)
        data["hands"][seat] = engine.hand_of(image[card] if card in moved and seat != viewer else card for card in mine)
    for effect in data["effects"]:
        if effect["kind"] == "owed" and effect["seat"] != viewer:
            effect["cards"] = [image.get(card, card) for card in effect["cards"]]
    if state.taken >= 64 and viewer != state.turn and state.phase != "choice":
        data["taken"] = image.get(state.taken - 64, state.taken - 64) + 64
    return codec.state_from_json(rules, data)


@pytest.mark.parametrize("key", ["gin-pagat", "gin-open-discards", "color", "gin-50th"])
def test_no_law_tells_a_hidden_card(key):
    """Seen cards and faced hands are open; what nobody has noticed, and a card drawn early, is not told."""
    rng, compared = random.Random(1), 0
    for rules, sitting in sittings(key, 2, deals=2):
        for _, _, state, _ in sitting[::4]:
            if state.rest.deal == 0 or state.phase in ("dealing", "choice"):
                continue
            for viewer in VIEWERS:
                other = permuted(rules, state, viewer, rng)
                one, two = (codec.view_to_json(engine.view(rules, each, viewer)) for each in (state, other))
                assert json.dumps(one) == json.dumps(two)
                compared += 1
    assert compared > 100


def test_the_sittings_of_these_tests_meet_every_effect():
    met = set()
    for key in ("gin-pagat", "gin-50th", "doubling"):
        for _, sitting in sittings(key, 14):
            met |= {effect.kind for _, _, state, _ in sitting for effect in state.rest.effects}
    assert met >= {"fix", "counted", "drawn", "ban", "row", "face_up", "owed", "skip", "illegal", "slip", "choice"}


@pytest.mark.marathon
@pytest.mark.parametrize("key", GIN)
def test_many_more_sittings_under_laws(key):
    for rules, sitting in sittings(key, 20, deals=5):
        assert engine.replay(rules, [action for _, action, _, _ in sitting])[0] == sitting[-1][2]
        assert all(whole(rules, state) for _, _, state, _ in sitting)
