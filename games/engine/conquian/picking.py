"""IRR-43: two cards were turned at once: the opponent picks the one that is in play, the other goes back on the
stock."""

from games.engine.conquian.turning import TURNED, settled
from games.engine.moves.table_actions import CqPick
from games.engine.moves.table_events import Picked
from games.engine.play.rules import Actions, Outcome, RuleSet
from games.engine.play.state import Phase, State, changed_rest, make_state


def pick_choices(rules: RuleSet, state: State) -> Actions:
    """IRR-43: the two picks, one for each card."""
    return tuple(CqPick(state.turn, card) for card in sorted(state.rest.lifted))


def check_pick(rules: RuleSet, state: State, action: CqPick) -> str | None:
    """IRR-43: refuse a card that is not one of the two."""
    return None if action.card in state.rest.lifted else "E_NOT_IN_HAND"


def pick(rules: RuleSet, state: State, action: CqPick) -> Outcome:
    """IRR-43: the card lies in the centre as if it alone had been turned."""
    rest = state.rest
    (back,) = (card for card in rest.lifted if card != action.card)
    player = rest.places.after[action.seat]
    rest = changed_rest(rest, lifted=(), stock=(*rest.stock[: state.stock], back))
    pile = (*state.pile, action.card)
    after = make_state(Phase.TURNED, player, state.hands, state.stock + 1, pile, rest, passes=TURNED)
    return settled(rules, after, (Picked(action.seat, action.card, back),))
