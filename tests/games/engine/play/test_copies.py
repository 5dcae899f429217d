"""No field of a State or its Rest is lost by accident: in a copy, in a snapshot, at the end of a deal."""

from dataclasses import fields

import pytest

from games import engine
from games.engine import codec
from games.engine.laws.entering import added, entered
from games.engine.moves.result import DealResult, Score
from games.engine.play.state import (
    Challenged,
    Effect,
    Laid,
    Phase,
    Places,
    Rest,
    Shown,
    State,
    Tabled,
    changed,
    changed_rest,
    make_state,
)

RULES = engine.rule_set("gin-pagat")
SCORE = Score(2, (DealResult(type="knock", winner=0, points=7, next_dealer=1),))
OTHER = Score(2, (*SCORE.deals, DealResult(type="gin", winner=1, points=30, next_dealer=0)))
LAID = Laid(seat=0, melds=(7,), deadwood=8, count=4, laid_off=((9, 0),))
# For each field of a Rest two values that differ, neither of them the default.
VALUES = {
    "places": (Places(0, (1, 0)), Places(1, (1, 0), box=1, rotation=1)),
    "score": (SCORE, OTHER),
    "standing": (RULES.sheet.settle(RULES, SCORE), RULES.sheet.settle(RULES, OTHER)),
    "deal": (2, 3),
    "stock": ((30, 31, 32), (33, 34, 35)),
    "upcard": (4, 5),
    "limit": (10, 9),
    "factor": (2, 4),
    "double_right": (0, 1),
    "offered": (Phase.DRAW, Phase.DISCARD),
    "bound": (0, 1),
    "closed": ("D", "DH"),
    "effects": ((Effect("fix", 0, 1),), (Effect("ban", 1),)),
    "unknown": ((1, 0), (0, 1)),
    "spread": tuple(
        Shown(seat=seat, how="knock", melds=(7,), deadwood=8, count=4, discard=20, suits="D") for seat in (0, 1)
    ),
    "laid": (LAID, None),
    "laid_before": ((LAID,), (LAID, LAID)),
    "latest": ((3, -2), (-2, 3)),
    "result": (SCORE.deals[0], OTHER.deals[1]),
    "table": ((Tabled(7, (7, 0)),), (Tabled(56, (0, 56)),)),
    "credit": ((5, 0), (0, 5)),
    "challenge": (Challenged(0, 1, Phase.DRAW), Challenged(1, 0, Phase.DISCARD)),
    "challengers": ((0,), (1,)),
    "folded": ((0,), (1,)),
    "lifted": ((40, 41), (42, 43)),
}
# What lasts no longer than a deal, and what is left of it.
ENDED = {"offered": None, "bound": None, "effects": (), "latest": (), "challenge": None, "lifted": ()}
NAMES = [field.name for field in fields(Rest)]
FIRST = Rest(**{name: first for name, (first, _) in VALUES.items()})


def test_every_field_is_looked_at():
    """A new field needs its two values here, and by that a decision whether it ends with the deal."""
    assert list(VALUES) == NAMES
    usual = {field.name: field.default for field in fields(Rest)}
    for name, (first, second) in VALUES.items():
        assert first != second
        assert first != usual[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_rest_is_changed_in_that_field_alone(name):
    second = changed_rest(FIRST, **{name: VALUES[name][1]})
    assert {one: getattr(second, one) for one in NAMES} == {one: VALUES[one][1 if one == name else 0] for one in NAMES}


def test_a_changed_state_is_changed_in_that_slot_alone():
    state = make_state(Phase.DISCARD, 1, (3, 4), 20, (5, 6), FIRST, taken=70, passes=1)
    for name, value in {"phase": Phase.DRAW, "turn": 0, "hands": (1, 2), "stock": 19, "taken": 5, "passes": 2}.items():
        again = changed(state, **{name: value})
        assert getattr(again, name) == value
        assert changed(again, **{name: getattr(state, name)}) == state
    with pytest.raises(TypeError, match="hand"):
        changed(state, hand=(1, 2))


@pytest.mark.parametrize("at", [0, 1])
def test_a_snapshot_keeps_every_field(at):
    rest = Rest(**{name: values[at] for name, values in VALUES.items()})
    state = make_state(Phase.DISCARD, 1, (3, 4), 20, (5, 6), rest, taken=70, passes=1)
    assert codec.state_from_json(RULES, codec.state_to_json(state)) == state


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("score", "standing", "result")])
@pytest.mark.parametrize("key", ["gin-pagat", "hollywood", "colonel-fosdick", "conquian"])
def test_the_end_of_a_deal_leaves_every_field_but_those_that_end_with_it(key, name):
    rules = engine.rule_set(key)
    blank = rules.sheet.blank(2)
    rest = changed_rest(FIRST, score=blank, standing=rules.sheet.settle(rules, blank), lifted=(), result=None)
    rest = changed_rest(rest, **{name: VALUES[name][1]})
    state = make_state(Phase.DISCARD, 1, (3, 4), 2, (5, 6), rest, taken=70, passes=1)
    result = DealResult(type="void", winner=None, points=0, next_dealer=1)
    done, (scored, *_) = entered(rules, state, result)
    assert scored == engine.DealScored(result)
    assert (done.phase, done.hands, done.pile, done.rest.result) == (Phase.DONE, state.hands, state.pile, result)
    expected = ENDED[name] if name in ENDED else VALUES[name][1]
    if name == "lifted":  # IRR-43: back on the stock
        assert done.rest.stock == (*rest.stock[:2], *VALUES["lifted"][1])
        assert done.stock == 4
    assert getattr(done.rest, name) == expected


def test_the_next_dealer_is_named_unless_the_result_says_who():
    state = make_state(Phase.DISCARD, 1, (3, 4), 20, (), FIRST)
    lost = DealResult(type="knock", winner=0, points=7)
    assert entered(RULES, state, lost)[0].rest.result.next_dealer == 1  # GIN-38: the loser
    kept = DealResult(type="void", winner=None, points=0, next_dealer=0)
    assert entered(RULES, state, kept)[0].rest.result.next_dealer == 0


def test_a_game_that_the_sheet_ends_is_won_once():
    rest, won = added(RULES, FIRST, DealResult(type="knock", winner=0, points=93, next_dealer=1))
    assert rest.standing.over
    assert [event.seat for event in won] == [0]
    assert added(RULES, FIRST, DealResult(type="knock", winner=0, points=92, next_dealer=1))[1] == ()


def test_a_state_says_what_it_is():
    assert set(State.__slots__) == set(State.__annotations__)
