"""Doubling Gin: the offer before a draw, and its two answers (DBL-1..6)."""

from games.engine.gin.ending import lay_open
from games.engine.gin.laws import correction
from games.engine.gin.scoring.arranging import spread_for
from games.engine.moves.events import AcceptedDouble, DeclinedDouble, OfferedDouble
from games.engine.moves.law_actions import AcceptDouble, DeclineDouble, Double
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import Phase, Rest, State, changed_rest, make_state

ANY_COUNT = 1_000  # more than any hand counts: who declines ends the deal whatever the offerer holds


def doubles(rules: RuleSet) -> bool:
    """Is doubling played under these rules?"""
    return rules.doubling


def double_choices(rules: RuleSet, state: State) -> Actions:
    """DBL-1, 6: an offer, if the seat has the right to make one and the cap allows it."""
    action = Double(state.turn)
    return () if check_double(rules, state, action) else (action,)


def check_double(rules: RuleSet, state: State, action: Double) -> str | None:
    """DBL-1, 6: check that the seat has the right and the cap allows it; IRR-9: not in a correcting turn."""
    rest = state.rest
    if rest.effects and correction(rest, state.turn):
        return "E_BAN"
    if rest.double_right not in (None, state.turn):
        return "E_DOUBLE_RIGHT"
    capped = rules.double_cap is not None and rest.factor * 2 > rules.double_cap
    return "E_DOUBLE_RIGHT" if capped else None


def double(rules: RuleSet, state: State, action: Double) -> Outcome:
    """DBL-1: the turn waits for the opponent's answer."""
    rest = changed_rest(state.rest, offered=state.phase)
    waiting = _at(state, Phase.DOUBLE, rest.places.after[state.turn], rest)
    return waiting, (OfferedDouble(action.seat, rest.factor * 2),)


def answer_choices(rules: RuleSet, state: State) -> Actions:
    """DBL-2, 3: accept or decline."""
    return AcceptDouble(state.turn), DeclineDouble(state.turn)


def check_answer(rules: RuleSet, state: State, action: AcceptDouble | DeclineDouble) -> str | None:
    """DBL-2, 3: allow an answer at any time."""
    return None


def accept(rules: RuleSet, state: State, action: AcceptDouble) -> Outcome:
    """DBL-1, 2: the factor doubles, the offerer's turn goes on, and only the acceptor may offer next."""
    rest = state.rest
    assert rest.offered is not None
    doubled = changed_rest(rest, factor=rest.factor * 2, double_right=action.seat, offered=None)
    on = _at(state, rest.offered, rest.places.after[state.turn], doubled)
    return on, (AcceptedDouble(action.seat, doubled.factor),)


def decline(rules: RuleSet, state: State, action: DeclineDouble) -> Outcome:
    """DBL-3: the deal ends as if the offerer had knocked with his ten cards, at the factor before the offer."""
    rest = changed_rest(state.rest, offered=None)
    offerer = rest.places.after[state.turn]
    spread = spread_for(rules, state.hands[offerer], None, how="knock", limit=ANY_COUNT, closed=rest.closed)
    ended, events = lay_open(rules, _at(state, Phase.DRAW, offerer, rest), spread, "declined")
    return ended, (DeclinedDouble(action.seat), *events)


def _at(state: State, phase: Phase, turn: int, rest: Rest) -> State:
    return make_state(phase, turn, state.hands, state.stock, state.pile, rest, passes=state.passes)
