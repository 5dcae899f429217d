"""Nobody is told a hidden card: permuting everything that a viewer cannot know changes no byte of what they are
sent."""

import hashlib
import json
import random

import pytest

from games import engine
from games.engine import codec
from games.engine.moves.actions import Discard, DrawDiscard, DrawStock, Finish, Gin, Knock, LayOff, PassUpcard, ShowHand
from tests.games.engine.gin_table import KEYS, MANUAL, OPEN, steps

VIEWERS = (0, 1, None)
CARDLESS = (engine.TakeUpcard, PassUpcard, DrawStock, DrawDiscard, ShowHand, Finish)
FOLD = {"fold": False}  # who folds has many cards turned for him at once, all of them for everybody to see
TURNING = (engine.CqTurn, engine.CqPass, engine.CqReject, engine.CqForce, engine.CqWaive)
ONE_DEAL = [key for key in KEYS if engine.VARIANTS[key].inner is None]  # sittings of boards: test_boards_hide.py
TABLES = [(key, FOLD if engine.VARIANTS[key].kernel.wastes else {}) for key in ONE_DEAL]
TABLES += [("gin-pagat", MANUAL), ("gin-rummy-com", OPEN)]


def hidden_places(rules, state, viewer, later):
    """Where cards lie that the viewer cannot know: ("hand", seat), ("pile", n) and ("stock", n), with the card.

    This is the test's own opinion, not the view's: hands of others that nobody laid open, the stock, covered discards.
    With `later` the next move is looked at too: it may show the discard beneath, which everybody saw being thrown, and
    the stock card that the viewer draws himself, or that is turned for all (Conquian), so these stay where they are.
    """
    rest = state.rest
    laid_open = {shown.seat for shown in (rest.spread, rest.laid) if shown is not None}
    if state.phase is engine.Phase.DONE and rest.result is not None and rest.result.scores is not None:
        laid_open = {0, 1}  # COL-12..15: Colonel counts both hands at the end
    known = {rest.upcard, state.taken}
    places = [
        ("hand", seat, card)
        for seat, held in enumerate(state.hands)
        if seat != viewer and seat not in laid_open
        for card in engine.cards_of(held)
        if card not in known
    ]
    if rules.discard_view == "top_only" and rules.pickup == "top" and not later:
        places += [("pile", n, card) for n, card in enumerate(state.pile[:-1]) if card not in known]
    left = state.stock - 1 if later and (viewer == state.turn or rules.kernel.wastes) else state.stock
    return places + [("stock", n, rest.stock[n]) for n in range(max(left, 0))]


def permuted(rules, state, viewer, rng, later=False):
    """The same state with everything shuffled that the viewer cannot know."""
    places = hidden_places(rules, state, viewer, later)
    cards = [card for _, _, card in places]
    image = dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
    data = codec.state_to_json(state)
    for kind, n, card in places:
        if kind == "pile":
            data["pile"][n] = image[card]
        elif kind == "stock":
            data["deck"][n] = image[card]
    for seat in range(2):
        data["hands"][seat] = engine.hand_of(
            image.get(card, card) if ("hand", seat, card) in places else card
            for card in engine.cards_of(state.hands[seat])
        )
    if state.taken >= 64 and viewer != state.turn:
        data["taken"] = image.get(state.taken - 64, state.taken - 64) + 64
    return codec.state_from_json(rules, data)


def sent(rules, state, viewer):
    return codec.view_to_json(engine.view(rules, state, viewer))


def answers(rules, state, viewer):
    """What the viewer hears to everything that he may try: a refusal's code, or that it was done."""
    if viewer is None:
        return []
    tries = [kind(viewer) for kind in CARDLESS]
    tries += [kind(viewer, card) for kind in (Discard, Knock, Gin, LayOff) for card in range(52)]
    return [answer(rules, state, action) for action in tries]


def answer(rules, state, action):
    try:
        engine.apply(rules, state, action)
    except engine.Impossible as error:
        return f"{error.code} {error.rule} {error.text}"
    return "done"


def heard(rules, state, action, viewer):
    """The events of an action and the view after it, as the viewer gets them."""
    after, events = engine.apply(rules, state, action)
    told = [codec.event_to_json(engine.view_event(rules, event, viewer)) for event in events]
    return told, sent(rules, after, viewer)


def quiet_moves(rules, state, viewer):
    """Moves that tell the viewer nothing new but what he may know: draws by another, his own draws and throws."""
    if state.turn < 0:
        return []
    moves = [kind(state.turn) for kind in (engine.TakeUpcard, PassUpcard, DrawStock, DrawDiscard, *TURNING)]
    if viewer == state.turn and (state.stock or rules.kernel.name == "gin"):  # Colonel counts both hands at the end
        moves += [Discard(viewer, card) for card in engine.cards_of(state.hands[viewer])]
    return [move for move in moves if answer(rules, state, move) == "done"]


def differences(rules, seed, deals=2, leak=None, thin=1):
    """In how many states of a sitting a viewer is told something that depends on what he cannot know."""
    rng = random.Random(seed)
    caught = 0
    for n, (_, _, state, _) in enumerate(steps(rules, seed, deals)):
        if n % thin or state.rest.deal == 0:
            continue
        for viewer in VIEWERS:
            other = permuted(rules, state, viewer, rng)
            caught += message(rules, state, viewer, leak) != message(rules, other, viewer, leak)
    return caught


def message(rules, state, viewer, leak):
    told = {"view": sent(rules, state, viewer), "answers": answers(rules, state, viewer)}
    if leak is not None:
        told["leak"] = leak(rules, state, viewer)
    return json.dumps(told)


@pytest.mark.parametrize(("key", "options"), TABLES)
def test_views_lists_and_refusals_do_not_depend_on_hidden_cards(key, options):
    rules = engine.rule_set(key, **options)
    assert sum(differences(rules, seed, thin=4) for seed in range(2)) == 0


@pytest.mark.parametrize(("key", "options"), TABLES)
def test_events_do_not_depend_on_hidden_cards(key, options):
    rules = engine.rule_set(key, **options)
    rng = random.Random(5)
    compared = 0
    for n, (_, _, state, _) in enumerate(steps(rules, 5, deals=2)):
        for viewer in VIEWERS if n % 3 == 0 and state.rest.deal else ():
            other = permuted(rules, state, viewer, rng, later=True)
            for move in quiet_moves(rules, state, viewer):
                assert json.dumps(heard(rules, state, move, viewer)) == json.dumps(heard(rules, other, move, viewer))
                compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(lambda rules, state, viewer: state.hands[1 - (viewer or 0)], id="the other hand"),
        pytest.param(lambda rules, state, viewer: engine.deadwood(state.hands[1 - (viewer or 0)]), id="its deadwood"),
        pytest.param(
            lambda rules, state, viewer: engine.deadwood(state.hands[1 - (viewer or 0)]) <= 40, id="a flag of it"
        ),
        pytest.param(lambda rules, state, viewer: state.rest.stock[state.stock - 1], id="the next card"),
        pytest.param(
            lambda rules, state, viewer: hashlib.sha256(repr(state.rest.stock).encode()).hexdigest(), id="a hash"
        ),
        pytest.param(
            lambda rules, state, viewer: [card for card in range(52) if state.hands[0] >> card & 1], id="an order"
        ),
        pytest.param(
            lambda rules, state, viewer: len(engine.legal_actions(rules, state, max(state.turn, 0))), id="a list"
        ),
        pytest.param(lambda rules, state, viewer: state.pile, id="covered discards"),
        pytest.param(lambda rules, state, viewer: state.taken, id="a card from the stock"),
    ],
)
def test_a_planted_leak_is_caught(leak):
    rules = engine.rule_set("gin-pagat")
    assert differences(rules, 2, deals=1, leak=leak) > 0


def test_a_card_from_the_stock_is_its_drawers_alone():
    rules = engine.rule_set("gin-pagat")
    drew = engine.Drew(0, "stock", 51)
    assert engine.view_event(rules, drew, 0) == drew
    assert engine.view_event(rules, drew, 1) == engine.Drew(0, "stock", None)
    assert engine.view_event(rules, drew, None) == engine.Drew(0, "stock", None)
    assert engine.view_event(rules, engine.Drew(0, "pile", 51), 1) == engine.Drew(0, "pile", 51)


def test_a_spectator_has_no_hand_no_actions_and_no_aids():
    rules = engine.rule_set("gin-pagat")
    for _, _, state, _ in steps(rules, 2, deals=1):
        seen = engine.view(rules, state, None)
        assert (seen.hand, seen.actions, engine.aids(seen)) == (None, None, None)


@pytest.mark.marathon
@pytest.mark.parametrize(("key", "options"), TABLES)
def test_many_sittings_keep_their_secrets(key, options):
    rules = engine.rule_set(key, **options)
    assert sum(differences(rules, seed, deals=3) for seed in range(5)) == 0
