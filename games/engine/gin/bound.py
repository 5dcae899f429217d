"""Bound cards, which may be taken only to end the deal: the last discard (GIN-31), and a player's own discard (GIN-11,
gra)."""

from games.engine.gin import discarding, drawing
from games.engine.gin.ending import dead
from games.engine.gin.laws import is_banned
from games.engine.gin.ready import CARDS, DRAW_DISCARD
from games.engine.moves.actions import Discard, DrawDiscard, Knock
from games.engine.moves.events import LeftLast
from games.engine.moves.law_actions import BigGin, DeclineLast
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import Phase, Places, State, changed_rest, make_state
from games.engine.play.unknown import may_be_held


def binds(rules: RuleSet) -> bool:
    """Can a card be bound at all under these rules?"""
    return rules.same_card == "gra" or takes_last(rules)


def takes_last(rules: RuleSet) -> bool:
    """GIN-31: may the last discard be taken?"""
    return rules.last_discard != "dead"


def bound_in(rules: RuleSet, places: Places, phase: Phase, turn: int) -> int | None:
    """GIN-11, 31: in a state that is set up, the seat that the top discard binds: its thrower (gra), or the seat that
    may take it."""
    if phase is Phase.LAST:
        return turn
    return places.after[turn] if rules.same_card == "gra" and phase is Phase.DRAW else None


def must_end(state: State) -> bool:
    """GIN-11, 31: has the seat in turn taken a bound card, after which only a knock may follow?"""
    return state.rest.bound == state.turn and 0 <= state.taken < CARDS


def _must_end_now(rules: RuleSet, state: State) -> bool:
    """GIN-11, 31: must the seat end the deal? IRR-19: a player under a ban without gin discards instead."""
    if not must_end(state):
        return False
    return not is_banned(state.rest, state.turn) or _has_ending(rules, state)


def took_last(rules: RuleSet, state: State) -> bool:
    """GIN-31: has the seat in turn taken the last discard, after which only a knock may follow?"""
    return state.stock <= rules.stock_floor and must_end(state)


def forbidden(rules: RuleSet, state: State) -> int | None:
    """GIN-11, 31: the card from the pile that may not be thrown in this turn; None if there is none."""
    card = state.taken
    if not 0 <= card < CARDS:
        return None
    if took_last(rules, state) and takes_last(rules):
        return None if rules.last_discard == "take_to_knock_same" else card
    return None if rules.same_card == "gra" else card


def discard_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-11, 31: the cards that may be thrown: none if only a knock may follow; under gra also the taken card."""
    if _must_end_now(rules, state):
        return ()
    if forbidden(rules, state) is None:
        return discarding.any_discard(state)
    return discarding.discard_choices(rules, state)


def check_discard(rules: RuleSet, state: State, action: Discard) -> str | None:
    """GIN-11, 31: refuse a discard after a bound card was taken."""
    return "E_MUST_KNOCK" if _must_end_now(rules, state) else check_throw(rules, state, action.card)


def check_throw(rules: RuleSet, state: State, card: int) -> str | None:
    """GIN-11: check that the card is held and may be thrown."""
    if not 0 <= card < CARDS or not state.hands[state.turn] >> card & 1:
        return None if may_be_held(state, card) else "E_NOT_IN_HAND"
    return "E_SAME_CARD" if forbidden(rules, state) == card else None


def discard(rules: RuleSet, state: State, action: Discard) -> Outcome:
    """GIN-11, gra: throw a card. `bound` is the seat that first threw the top card; if it is thrown straight back it
    stays bound to that seat."""
    rest = state.rest
    if rules.same_card == "gra":
        thrown_back = state.taken == action.card and rest.bound is not None
        bound = rest.bound if thrown_back else state.turn
        rest = rest if bound == rest.bound else changed_rest(rest, bound=bound)
    bound_to = make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest, taken=state.taken)
    return discarding.discard(rules, bound_to, action)


def draw_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-11, gra: the draws; a card that was thrown straight back is offered to its first owner only if he can knock
    with it."""
    choices = drawing.draw_choices(rules, state)
    if not may_take_top(rules, state):
        return tuple(action for action in choices if not isinstance(action, DrawDiscard))
    return choices


def may_take_top(rules: RuleSet, state: State) -> bool:
    """GIN-11, 31: is the top discard free, or can the seat in turn end the deal with it?"""
    return state.rest.bound != state.turn or _can_end(rules, state)


def check_draw_discard(rules: RuleSet, state: State, action: DrawDiscard) -> str | None:
    """GIN-11, 31: in strict play, refuse to draw a bound card unless a knock can follow."""
    return drawing.check_draw_discard(rules, state, action) or check_last_draw(rules, state, action)


def check_last_draw(rules: RuleSet, state: State, action: DrawDiscard) -> str | None:
    """GIN-31: in strict play, refuse a bound card unless a knock can follow; under other laws allow the draw, and let
    IRR-25 answer it."""
    if action.card not in (None, state.pile[-1]):
        return "E_EMPTY"
    return "E_MUST_KNOCK" if rules.laws == "strict" and not may_take_top(rules, state) else None


def last_choices(rules: RuleSet, state: State) -> Actions:
    """GIN-31: take the last discard if a knock can follow, or leave it."""
    leave = (DeclineLast(state.turn),)
    return DRAW_DISCARD[state.turn] + leave if _can_end(rules, state) else leave


def decline_last(rules: RuleSet, state: State, action: DeclineLast) -> Outcome:
    """GIN-31: leave the last discard: the deal is dead."""
    done, events = dead(rules, state)
    return done, (LeftLast(action.seat), *events)


def _can_end(rules: RuleSet, state: State) -> bool:
    """Would the seat in turn have a way to end the deal with the top discard in hand?"""
    if not state.pile:
        return False
    drawn, _ = drawing.draw_discard(rules, state, DrawDiscard(state.turn))
    return drawn.phase is Phase.DISCARD and _has_ending(rules, drawn)


def _has_ending(rules: RuleSet, state: State) -> bool:
    """Has the seat in turn, with a card drawn, a lawful way to end the deal?"""
    rows = rules.rows[Phase.DISCARD]
    return any(rows[kind].choices(rules, state) for kind in (Knock, BigGin) if kind in rows)
