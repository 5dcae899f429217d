"""CNQ-3: ten cards each, twenty in the stock, no upcard; the non-dealer (pone) turns the first card."""

from games.engine.moves.actions import Deal
from games.engine.moves.events import Dealt
from games.engine.play.dealing import dealt_rest, ten_each
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import Phase, State, make_state


def deal(rules: RuleSet, state: State, action: Deal) -> Outcome:
    """CNQ-3: ten each, singly, non-dealer first; 20 remain as stock."""
    places, hands, stock = ten_each(rules, state, action)
    assert places.dealer is not None
    misdealt = tuple(effect for effect in state.rest.effects if effect.kind == "misdealt")
    rest = dealt_rest(rules, state, places, stock, None, effects=misdealt)  # IRR-1: until the first card is turned
    dealt = make_state(Phase.START, places.after[places.dealer], hands, len(stock), (), rest)
    return dealt, (Dealt(rest.deal, places.dealer, None),)
