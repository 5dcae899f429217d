"""How the house plays Conquian: it uses what it can, keeps cards that belong together, and forces a card on the
opponent if that costs them."""

from collections.abc import Sequence

from games.engine import Action, CqForce, CqHand, CqPass, CqReject, CqTurn, CqUse, CqWaive, View, can_lay_off
from games.players.policies.colonel import links
from games.players.policies.policy import Sight

FULL = 11  # CNQ-5: cards down that win
LATE = 9  # with so many down a forced card helps the player who is forced


def choose(sight: Sight, actions: Sequence[Action]) -> Action:
    """Choose one of the actions of a seat at Conquian; it never folds."""
    uses = [action for action in actions if isinstance(action, CqUse)]
    if uses:
        return max(uses, key=lambda use: worth(sight, use))
    lays = [action for action in actions if isinstance(action, CqHand)]
    if lays:
        return max(lays, key=lambda lay: sum(lay.table).bit_count())
    return _answer(sight.view, actions) or actions[0]


def _answer(view: View, actions: Sequence[Action]) -> Action | None:
    """CNQ-6, 7, 14: turn, leave or reject; force as long as the opponent is not close to eleven."""
    seat = view.seat or 0
    theirs = sum(lying.laid[1 - seat].bit_count() for lying in view.table)
    wanted = (CqForce if theirs < LATE else CqWaive, CqTurn, CqPass, CqReject)
    return next((action for kind in wanted for action in actions if isinstance(action, kind)), None)


def worth(sight: Sight, use: CqUse) -> tuple[bool, float, float]:
    """CNQ-15: value a state: eleven first; else the cards that still belong together in the hand and on the table, less
    what the throw gives away."""
    laid = sum(use.table)
    if use.discard is None:
        return True, 0.0, 0.0
    kept = sight.hand & ~laid & ~(1 << use.discard)
    hopes = sum(links(card, kept | laid) for card in range(52) if kept >> card & 1)
    grows = sum(1 for card in sight.view.pack.cards if not laid >> card & 1 and can_lay_off(card, use.table))
    gift = can_lay_off(use.discard, _others(sight.view))
    return False, hopes + grows / 4 + laid.bit_count() / 2 - (3 if gift else 0), sight.chance.random()


def _others(view: View) -> tuple[int, ...]:
    """The melds of the other seat."""
    seat = view.seat or 0
    return tuple(lying.cards for lying in view.table if lying.laid[1 - seat])
