"""GIN-6, 7: ten each, an upcard that is offered first, 31 in the stock; or eleven for the non-dealer and no upcard."""

from games.engine.gin.scoring.upcard import limit_under
from games.engine.moves.actions import Deal
from games.engine.moves.events import Dealt
from games.engine.play.dealing import dealt_rest, ten_each
from games.engine.play.rules import Outcome, RuleSet
from games.engine.play.state import Phase, Rest, State, make_state


def deal(rules: RuleSet, state: State, action: Deal) -> Outcome:
    """GIN-6: ten each, singly, non-dealer first; the 21st card starts the pile, 31 remain as stock.

    GIN-7: of eleven the non-dealer gets the 21st card, too, and begins with a discard.
    """
    places, hands, left = ten_each(rules, state, action)
    assert places.dealer is not None
    upcard, stock = (None, left) if rules.deal == "eleven" else (left[0], left[1:])
    closed = _closed(rules, state.rest)
    rest = dealt_rest(rules, state, places, stock, upcard, limit=limit_under(rules, upcard), closed=closed)
    phase, pile = (Phase.DISCARD, ()) if upcard is None else (Phase.UPCARD, (upcard,))
    dealt = make_state(phase, places.after[places.dealer], hands, len(stock), pile, rest)
    return dealt, (Dealt(rest.deal, places.dealer, upcard),)


def _closed(rules: RuleSet, rest: Rest) -> str:
    """CGN-10: the closed colours, in which nobody scores any more. They are known before the deal, and are all that a
    deal needs of the sheet."""
    return "".join(column.name for column in rest.standing.columns if column.over) if rules.suit_columns else ""
