"""COL-3, 4: ten cards each, an upcard, 31 in the stock; the non-dealer plays first, an ordinary turn."""

from games.engine.moves.actions import Deal
from games.engine.moves.events import Dealt
from games.engine.play.dealing import dealt_rest, ten_each
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import Phase, State, make_state


def deal(rules: RuleSet, state: State, action: Deal) -> Outcome:
    """COL-3: ten each, singly, non-dealer first; the 21st card starts the pile, 31 remain as stock."""
    places, hands, left = ten_each(rules, state, action)
    assert places.dealer is not None
    upcard, stock = left[0], left[1:]
    rest = dealt_rest(rules, state, places, stock, upcard)
    first = places.after[places.dealer]
    dealt = make_state(Phase.DRAW, first, hands, len(stock), (upcard,), rest)
    return dealt, (Dealt(rest.deal, places.dealer, upcard),)
