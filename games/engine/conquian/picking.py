"""IRR-43: two cards turned at once: the opponent picks the one in play, the other goes back on the stock."""

from dataclasses import replace

from games.engine.conquian.turning import TURNED, settled
from games.engine.rules import Actions, Outcome, RuleSet
from games.engine.state import Phase, State, make_state
from games.engine.table_actions import CqPick
from games.engine.table_events import Picked


def pick_choices(rules: RuleSet, state: State) -> Actions:
    """IRR-43: either of the two."""
    return tuple(CqPick(state.turn, card) for card in sorted(state.rest.lifted))


def check_pick(rules: RuleSet, state: State, action: CqPick) -> str | None:
    """IRR-43: one of the two cards."""
    return None if action.card in state.rest.lifted else "E_NOT_IN_HAND"


def pick(rules: RuleSet, state: State, action: CqPick) -> Outcome:
    """IRR-43: the card lies in the centre as if it alone had been turned."""
    rest = state.rest
    (back,) = (card for card in rest.lifted if card != action.card)
    player = rest.places.after[action.seat]
    rest = replace(rest, lifted=(), stock=(*rest.stock[: state.stock], back))
    pile = (*state.pile, action.card)
    after = make_state(Phase.TURNED, player, state.hands, state.stock + 1, pile, rest, passes=TURNED)
    return settled(rules, after, (Picked(action.seat, action.card, back),))
