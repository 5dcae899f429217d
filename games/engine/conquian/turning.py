"""CNQ-6, 7, 12, 14, 17, 20: turn a card, leave it, answer it as the opponent, and fold."""

from dataclasses import replace

from games.engine.conquian.centre import can_force
from games.engine.conquian.ending import drawn
from games.engine.conquian.ready import FOLD, PASS, REJECT, TURN
from games.engine.moves.events import Event
from games.engine.moves.table_actions import CqFold, CqPass, CqReject, CqTurn
from games.engine.moves.table_events import Folded, Forced, PassedOn, Rejected, Turned
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import UNKNOWN, Phase, Rest, State, centre_of, changed_rest, make_state

# State.passes says where the centre card came from, so that a declined card goes on its way after a force is waived.
OFFERED, TURNED = 0, 1


def turn_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-6: pone turns the first card."""
    return TURN[state.turn] if state.stock else ()


def check_turn(rules: RuleSet, state: State, action: CqTurn) -> str | None:
    """CNQ-6: check that there is a card. Its face is named only if nobody knows it; else a refusal would tell what it
    is not."""
    if not state.stock:
        return "E_EMPTY"
    top = state.rest.stock[state.stock - 1]
    return None if action.card is None or top == UNKNOWN else "E_NOT_IN_HAND"


def turn(rules: RuleSet, state: State, action: CqTurn) -> Outcome:
    """CNQ-6: the top card of the stock lies in the centre."""
    turned, events = next_turned(state, action.seat, action.card)
    return settled(rules, turned, events)


def next_turned(state: State, seat: int, named: int | None = None) -> Outcome:
    """CNQ-6, 7: turn the top card of the stock; the centre card beneath it becomes waste."""
    left = state.stock - 1
    card = state.rest.stock[left]
    if card == UNKNOWN and named is not None:
        card = named
    rest = without_misdeal(state.rest)
    after = make_state(Phase.TURNED, seat, state.hands, left, (*state.pile, card), rest, passes=TURNED)
    return after, (Turned(seat, None if card == UNKNOWN else card),)


def without_misdeal(rest: Rest) -> Rest:
    """IRR-2: the Rest after a card is turned: a deal by the wrong player now stands."""
    if not rest.effects:
        return rest
    return changed_rest(rest, effects=tuple(effect for effect in rest.effects if effect.kind != "misdealt"))


def pass_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-6, 7: a player may leave the card he has turned."""
    return PASS[state.turn]


def reject_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-7: a player may reject the card on offer."""
    return REJECT[state.turn]


def fold_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-20: a player may settle for "reject, turn, pass" until the end of the deal."""
    return FOLD[state.turn]


def no_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-12: a forced card may not be declined again."""
    return ()


def always(rules: RuleSet, state: State, action: object) -> str | None:
    """Allow the action at any time."""
    return None


def must_use(rules: RuleSet, state: State, action: object) -> str | None:
    """CNQ-12: refuse to decline a card that was declined once already."""
    return "E_MUST_USE"


def pass_on(rules: RuleSet, state: State, action: CqPass) -> Outcome:
    """CNQ-7: the opponent is offered the card, unless it is forced."""
    after, events = declined(rules, state)
    return settled(rules, after, events)


def reject(rules: RuleSet, state: State, action: CqReject) -> Outcome:
    """CNQ-7: the card goes to the waste and the next is turned, unless it is forced."""
    after, events = declined(rules, state)
    return settled(rules, after, events)


def fold(rules: RuleSet, state: State, action: CqFold) -> Outcome:
    """CNQ-20: give the same answer to this card and to all that come."""
    seat = action.seat
    rest = changed_rest(state.rest, folded=(*state.rest.folded, seat))
    folded = make_state(state.phase, seat, state.hands, state.stock, state.pile, rest, passes=state.passes)
    after, events = settled(rules, folded)
    return after, (Folded(seat), *events)


def settled(rules: RuleSet, state: State, events: tuple[Event, ...] = ()) -> Outcome:
    """CNQ-20: answer for the seat in turn as long as it has folded; IRR-28: likewise for a lost turn."""
    while state.phase in (Phase.OFFER, Phase.TURNED) and (state.turn in state.rest.folded or _loses(state)):
        state, more = declined(rules, _lost_turn_used(state))
        events += more
    return state, events


def _loses(state: State) -> bool:
    """IRR-28: does this card pass the seat in turn by? Its lost turn begins with a card on offer."""
    return any(
        effect.kind == "skip" and effect.seat == state.turn and (effect.n or state.phase is Phase.OFFER)
        for effect in state.rest.effects
    )


def _lost_turn_used(state: State) -> State:
    """IRR-28: the card on offer passes the seat by, and then the one it turns; with that the lost turn is over."""
    if not state.rest.effects or not _loses(state):
        return state
    kept = tuple(
        replace(effect, n=1) if effect.kind == "skip" and effect.seat == state.turn else effect
        for effect in state.rest.effects
        if state.phase is Phase.OFFER or effect.kind != "skip" or effect.seat != state.turn
    )
    rest = changed_rest(state.rest, effects=kept)
    return make_state(state.phase, state.turn, state.hands, state.stock, state.pile, rest, passes=state.passes)


def declined(rules: RuleSet, state: State) -> Outcome:
    """CNQ-12, 14: the card is left. If it fits on the player's table, the opponent may force it, or the rules do."""
    seat, card = state.turn, centre_of(state)
    assert card is not None
    told = Rejected if state.passes == OFFERED else PassedOn
    left = told(seat, None if card == UNKNOWN else card)
    if not can_force(rules, state):
        after, events = gone_on(rules, state, seat)
        return after, (left, *events)
    if rules.force == "automatic":
        return _at(state, Phase.FORCED, seat), (left, Forced(seat, card, None))
    return _at(state, Phase.FORCE_WINDOW, state.rest.places.after[seat]), (left,)


def gone_on(rules: RuleSet, state: State, seat: int) -> Outcome:
    """CNQ-7, 17: what follows when `seat` has left a card: a turned card is offered to the opponent, else the next is
    turned."""
    if state.passes == TURNED:
        return offered(state, state.rest.places.after[seat]), ()
    return next_turned(state, seat) if state.stock else drawn(rules, state)


def offered(state: State, seat: int) -> State:
    """CNQ-7: the centre card is on offer to the seat."""
    return make_state(Phase.OFFER, seat, state.hands, state.stock, state.pile, state.rest, passes=OFFERED)


def _at(state: State, phase: Phase, seat: int) -> State:
    return make_state(phase, seat, state.hands, state.stock, state.pile, state.rest, passes=state.passes)
