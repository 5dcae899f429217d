"""How the house plays Colonel: it lays what it can, and throws costly cards that belong to nothing."""

from collections.abc import Sequence

from games.engine import (
    VARIANTS,
    AcceptChallenge,
    Action,
    Add,
    Challenge,
    Discard,
    DrawDiscard,
    DrawStock,
    Meld,
    RefuseChallenge,
    can_lay_off,
    hand_of,
    held_melds,
    values,
)
from games.players.policies.policy import Sight

MEAN_CARD = 7.0  # what a card that nobody has seen counts on average (COL-10)
SURE = 3.5  # it challenges when it would be ahead even if each card of the other hand counted so little
LONG_PILE = 6  # it takes no larger pile than this for the one card it wants (COL-5, whole pile)
OPEN_DRAWS = 8  # both may take discards so often in a row


def choose(sight: Sight, actions: Sequence[Action]) -> Action:
    """Choose one of the actions of a seat at Colonel."""
    return _challenge(sight, actions) or _draw(sight, actions) or _lay(sight, actions) or _throw(sight, actions)


def _challenge(sight: Sight, actions: Sequence[Action]) -> Action | None:
    """COL-15: accept if it believes that it is ahead, and challenge if it is almost sure."""
    for action in actions:
        if isinstance(action, AcceptChallenge) and _is_ahead(sight, MEAN_CARD):
            return action
        if isinstance(action, RefuseChallenge) or (isinstance(action, Challenge) and _is_ahead(sight, SURE)):
            return action
    return None


def _is_ahead(sight: Sight, mean: float) -> bool:
    """COL-14, 15: would counting now favour this seat, if each card of the other hand counted `mean`?"""
    view, seat = sight.view, sight.view.seat or 0
    mine, theirs = values(sight.hand, view.pack), mean * view.counts[1 - seat]
    laid = view.credit if VARIANTS[view.rules].scoring == "meld_minus_hand" and view.credit else (0, 0)
    return laid[seat] - mine > laid[1 - seat] - theirs


def _draw(sight: Sight, actions: Sequence[Action]) -> Action | None:
    """Draw the discard if it fits into a meld at once, else from the stock while there is one."""
    view, top = sight.view, sight.view.top
    take = next((action for action in actions if isinstance(action, DrawDiscard)), None)
    stock = next((action for action in actions if isinstance(action, DrawStock)), None)
    if take is None or stock is None or top is None:
        return take or stock
    if sight.memory.open_draws >= OPEN_DRAWS or (view.pile_cards is not None and view.pile > LONG_PILE):
        return stock
    serves = any(meld >> top & 1 for meld in held_melds(sight.hand | 1 << top, view.pack))
    return take if serves or can_lay_off(top, tuple(lying.cards for lying in view.table)) else stock


def _lay(sight: Sight, actions: Sequence[Action]) -> Action | None:
    """COL-6, 7: lay its melds one after the other, then the cards that fit on the table, the highest first."""
    held = held_melds(sight.hand, sight.view.pack)
    for action in actions:
        if isinstance(action, Meld) and action.cards in held:
            return action
    points = sight.view.pack.values
    adds = [action for action in actions if isinstance(action, Add)]
    return max(adds, key=lambda action: points[action.card], default=None)


def _throw(sight: Sight, actions: Sequence[Action]) -> Action:
    """Throw the highest card, where each card of the hand that it could still meld with lowers a card by three."""
    throws = [action for action in actions if isinstance(action, Discard)]
    points = sight.view.pack.values

    def worth(action: Discard) -> tuple[int, float]:
        return points[action.card] - 3 * links(action.card, sight.hand), sight.chance.random()

    return max(throws, key=worth) if throws else actions[0]


def links(card: int, cards: int) -> int:
    """The number of cards of the same rank as `card`, or within two ranks in its suit."""
    mates = hand_of(other for other in range(52) if other % 13 == card % 13 or _is_near(card, other))
    return (cards & mates & ~(1 << card)).bit_count()


def _is_near(card: int, other: int) -> bool:
    return other // 13 == card // 13 and abs(other - card) <= 2
