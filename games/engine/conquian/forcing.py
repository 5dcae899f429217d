"""CNQ-12..14: the opponent's answer to a declined card that he can force."""

from games.engine.conquian.ready import FORCE, WAIVE
from games.engine.conquian.turning import gone_on, settled
from games.engine.moves.table_actions import CqForce, CqWaive
from games.engine.moves.table_events import Forced, Waived
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import Phase, State, centre_of, make_state


def force_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-14: the opponent may force while he is asked."""
    return FORCE[state.turn]


def waive_choices(rules: RuleSet, state: State) -> Actions:
    """CNQ-14: the opponent may waive the force while he is asked."""
    return WAIVE[state.turn]


def force(rules: RuleSet, state: State, action: CqForce) -> Outcome:
    """CNQ-12: the player must use the card after all, in any valid way."""
    player, card = state.rest.places.after[action.seat], centre_of(state)
    assert card is not None
    forced = make_state(Phase.FORCED, player, state.hands, state.stock, state.pile, state.rest, passes=state.passes)
    return forced, (Forced(player, card, action.seat),)


def waive(rules: RuleSet, state: State, action: CqWaive) -> Outcome:
    """CNQ-14: the declined card goes on as it would without the question."""
    after, events = gone_on(rules, state, state.rest.places.after[action.seat])
    return settled(rules, after, (Waived(action.seat), *events))
