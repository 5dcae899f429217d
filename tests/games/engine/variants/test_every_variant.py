"""What holds for every variant and every option of play, in every state of random sittings."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import codec
from games.engine.moves.actions import Discard, DrawDiscard, DrawStock, Gin, Knock, PassUpcard, TakeUpcard
from games.engine.play.rules import unlisted
from tests.games.engine.gin_table import GIN, KEYS, MANUAL, OPEN, dealt, steps

OPTIONS = ({}, MANUAL, OPEN, {"knock_limit": 0}, {"knock_limit": 3, "shutout": {"mode": "double_total"}, "target": 30})


def is_playable(key, options):
    """Does every option change something in this variant?"""
    try:
        engine.rule_set(key, **options)
    except engine.Inert:
        return False
    return True


GIN_OPTIONS = [
    pytest.param(key, options, id=f"{key}-{n}")
    for key in GIN
    for n, options in enumerate(OPTIONS)
    if is_playable(key, options)
]
EVERY = [pytest.param(key, {}, id=f"{key}-0") for key in KEYS if key not in GIN] + GIN_OPTIONS
SOME = pytest.mark.parametrize(("key", "options"), EVERY)
OF_GIN = pytest.mark.parametrize(("key", "options"), GIN_OPTIONS)
BY_KEY = pytest.mark.parametrize("key", KEYS)


def all_cards(state):
    """Every card of a state, wherever it lies; a hand that laid cards off still counts as their owner's."""
    rest = state.rest
    lying = [card for hand in state.hands for card in engine.cards_of(hand)]
    lying += [card for meld in rest.table for card in engine.cards_of(meld.cards)]
    lying += [card for effect in rest.effects if effect.kind == "row" for card in effect.cards]
    turned = rest.lifted if state.phase is engine.Phase.PICK else ()  # IRR-43
    return sorted([*lying, *turned, *state.pile, *rest.stock[: state.stock]])


def whole(rules, state):
    """Does every deal in play hold each card of the pack once?"""
    decks = [board.state for board in state.boards] or [state]
    dealt = [deal for deal in decks if deal.phase is not engine.Phase.DEALING]
    return state.rest.deal == 0 or all(all_cards(deal) == sorted(rules.pack.cards) for deal in dealt)


def same_choices(rules, state):
    """Where the choices of a row and the candidates that its check lets pass differ: nothing, always."""
    wrong = []
    seat = state.turn
    phase = state.phase
    for kind, move in rules.rows[phase].items() if seat >= 0 else ():
        if move.choices is unlisted:
            continue  # gestures and the director's entries: possible, never listed
        offered = {action for action in move.choices(rules, state) if isinstance(action, kind | ending(kind))}
        passed = {action for action in candidates(kind, seat) if move.check(rules, state, action) is None}
        if kind in (Knock, Gin):
            offered, passed = {action.card for action in offered}, {action.card for action in passed}
        elif kind in (DrawStock, DrawDiscard):
            offered = {action for action in offered if isinstance(action, kind)}
        if offered != passed:
            wrong.append((phase, kind, offered ^ passed))
    return wrong


def ending(kind):
    return Knock | Gin if kind in (Knock, Gin) else kind


def candidates(kind, seat):
    if kind in (Discard, Knock, Gin):
        return [kind(seat, card) for card in range(52)]
    if kind is engine.LayOff:
        return [kind(seat, card, meld) for card in range(52) for meld in range(4)]
    return [kind(seat)]


@SOME
def test_no_card_is_lost_or_made(key, options):
    rules = engine.rule_set(key, **options)
    for _, _, state, _ in steps(rules, 1):
        assert whole(rules, state)


@SOME
def test_a_replay_reaches_the_same_state_and_tells_the_same_story(key, options):
    rules = engine.rule_set(key, **options)
    told, log, last = [], [], engine.start(rules)
    for _, action, state, events in steps(rules, 2):
        log.append(action)
        told += events
        last = state
    assert engine.replay(rules, log) == (last, tuple(told))


@SOME
def test_a_move_leaves_its_argument_as_it_was(key, options):
    rules = engine.rule_set(key, **options)
    for state, action, after, _ in steps(rules, 3):
        before = json.dumps(codec.state_to_json(state))
        engine.legal_actions(rules, state, 0), engine.view(rules, state, 1)
        assert engine.apply(rules, state, action)[0] == after
        assert json.dumps(codec.state_to_json(state)) == before


@OF_GIN
def test_what_is_listed_is_what_passes_the_check(key, options):
    rules = engine.rule_set(key, **options)
    for n, (state, *_) in enumerate(steps(rules, 4, deals=2)):
        if n % 5 == 0 or state.phase is engine.Phase.SHOWDOWN:
            assert same_choices(rules, state) == []


@OF_GIN
def test_every_listed_action_applies_and_no_other_discard_draw_or_knock_does(key, options):
    rules = engine.rule_set(key, **options)
    plain = (TakeUpcard, PassUpcard, DrawStock, DrawDiscard)
    for n, (state, *_) in enumerate(steps(rules, 5, deals=1)):
        for seat in (0, 1):
            listed = set(engine.legal_actions(rules, state, seat))
            tried = listed | {kind(seat) for kind in plain}
            tried |= {Discard(seat, card) for card in range(n % 4, 52, 4)}
            for action in tried:
                assert (action in listed) == accepted(rules, state, action), (state, action)


def accepted(rules, state, action):
    try:
        engine.apply(rules, state, action)
    except engine.Impossible:
        return False
    return True


@SOME
def test_lists_come_in_a_fixed_order_without_doubles(key, options):
    rules = engine.rule_set(key, **options)
    for state, *_ in steps(rules, 6, deals=1):
        for seat in engine.to_act(rules, state):
            listed = engine.legal_actions(rules, state, seat)
            assert len(set(listed)) == len(listed)
            assert engine.legal_actions(rules, state, seat) == listed
        if state.phase is engine.Phase.DISCARD and state.turn >= 0:
            thrown = [a.card for a in engine.legal_actions(rules, state, state.turn) if isinstance(a, Discard)]
            assert thrown == sorted(thrown)


@SOME
def test_only_the_seat_in_turn_may_act_and_only_chance_deals(key, options):
    rules = engine.rule_set(key, **options)
    for state, *_ in steps(rules, 7):
        acting = engine.to_act(rules, state)
        assert (engine.due_chance(rules, state) is None) == bool(acting)
        for seat in range(len(state.hands)):
            may = bool(engine.legal_actions(rules, state, seat))
            assert may == (seat in acting) if key in GIN else may >= (seat in acting)


@SOME
def test_json_gives_back_every_state_and_action(key, options):
    rules = engine.rule_set(key, **options)
    for state, action, _, _ in steps(rules, 8):
        data = json.loads(json.dumps(codec.state_to_json(state)))
        assert codec.state_from_json(rules, data) == state
        data = json.loads(json.dumps(codec.action_to_json(action, deck=True)))
        assert codec.action_from_json(data, action.seat) == action


@OF_GIN
def test_the_sheet_is_the_sum_of_what_was_entered(key, options):
    rules = engine.rule_set(key, **options)
    scored = [0, 0]
    if rules.sheet.name != "pad":
        return
    for _, _, state, events in steps(rules, 9, deals=8):
        for event in events:
            if isinstance(event, engine.DealScored) and event.result.winner is not None:
                scored[event.result.winner] += event.result.points
        assert state.rest.standing.points == tuple(scored)
        assert state.rest.standing == rules.sheet.settle(rules, state.rest.score)


@pytest.mark.parametrize("key", [key for key in GIN if engine.VARIANTS[key].sheet.name == "pad"])
def test_a_sitting_ends_when_the_target_is_reached_and_nothing_goes_on(key):
    rules = engine.rule_set(key)
    *_, (_, _, state, events) = steps(rules, 10, deals=1000)
    game = engine.outcome(rules, state)
    assert engine.is_over(rules, state)
    assert max(game.points) >= rules.target > min(game.points)
    assert rules.stake or game.net == (game.totals[0] - game.totals[1], game.totals[1] - game.totals[0])
    assert events[-1] == engine.GameWon(game.winner, game.totals, game.net)
    assert engine.due_chance(rules, state) is None
    assert engine.to_act(rules, state) == ()
    with pytest.raises(engine.Impossible) as refused:
        engine.apply(rules, state, engine.Deal(tuple(range(52))))
    assert refused.value.code == "E_PHASE"


NEVER_LAID_OFF = ("straight", "straight-scarne")  # only gin ends a deal, so nobody lays off and nothing is asked


@BY_KEY
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), showdown=st.sampled_from(("best", "manual")))
def test_any_sitting_keeps_its_cards_and_replays(key, seed, showdown):
    asks = key in GIN and showdown != engine.VARIANTS[key].showdown and key not in NEVER_LAID_OFF
    rules = engine.rule_set(key, showdown=showdown) if asks else engine.rule_set(key)
    log, last = [], engine.start(rules)
    for _, action, state, _ in steps(rules, seed, deals=1):
        log.append(action)
        last = state
        assert whole(rules, state)
    assert engine.replay(rules, log)[0] == last


@BY_KEY
def test_random_players_come_to_the_end_of_a_deal(key):
    rules = engine.rule_set(key)
    *_, (_, _, state, _) = steps(rules, 11, deals=5, eager=False)
    assert state.phase is engine.Phase.DONE
    assert state.rest.deal == 5 or engine.is_over(rules, state)


def test_a_state_is_equal_to_its_like_and_to_nothing_else():
    rules = engine.rule_set("gin-pagat")
    state = dealt(rules, 1)
    assert state == dealt(rules, 1)
    assert hash(state) == hash(dealt(rules, 1))
    assert state != dealt(rules, 2)
    assert state != "a state"
    assert "phase=<Phase.UPCARD" in repr(state)


@pytest.mark.marathon
@BY_KEY
def test_many_more_deals_hold_all_of_it(key):
    for n, options in enumerate(options for options in (OPTIONS if key in GIN else ({},)) if is_playable(key, options)):
        rules = engine.rule_set(key, **options)
        for seed in range(6):
            log, last = [], engine.start(rules)
            for state, action, after, _ in steps(rules, 1000 * n + seed, deals=5, eager=bool(seed % 3)):
                before = json.dumps(codec.state_to_json(state))
                assert key not in GIN or same_choices(rules, state) == []
                assert json.dumps(codec.state_to_json(state)) == before
                assert whole(rules, after)
                log.append(action)
                last = after
            assert engine.replay(rules, log)[0] == last
            assert codec.state_from_json(rules, codec.state_to_json(last)) == last


def test_the_sittings_of_these_tests_reach_every_row_of_the_table():
    """A property that never meets a phase proves nothing about it."""
    met = set()
    plays = [("gin-pagat", {"knock_limit": 0}), ("gin-pagat", MANUAL), *((key, {}) for key in GIN)]
    for key, options in plays:
        for seed in range(8):
            for state, action, _, _ in steps(engine.rule_set(key, **options), seed, deals=4):
                met.add((state.phase, type(action)))
    strict = {row for key in GIN for row in rows_of(engine.rule_set(key))} | rows_of(engine.rule_set("color", **MANUAL))
    # The correcting turn, the last discard taken and big gin: test_hand_size.py, test_bound_cards.py, test_bonuses.py.
    rare = {(engine.Phase.DRAW, Discard), (engine.Phase.LAST, DrawDiscard), (engine.Phase.DISCARD, engine.BigGin)}
    missed = {row for row in strict - met if row[0] is not engine.Phase.CHOICE}  # choices: what a law opens
    assert {row for row in missed if row[1] is not engine.LoseShuffle} <= rare  # a lost deal: test_losing.py


def rows_of(rules):
    rows = {(phase, kind): move for phase, row in rules.rows.items() for kind, move in row.items()}
    return {at for at, move in rows.items() if move.choices is not unlisted}


def test_the_random_sittings_are_the_same_every_time():
    rules = engine.rule_set("gin-pagat")
    assert [action for _, action, _, _ in steps(rules, 12)] == [action for _, action, _, _ in steps(rules, 12)]
