"""Unknown cards, whose face nobody has entered: a seat may hold some, and any card not seen elsewhere may be one of
them."""

from games.engine.play.ready import BIT, CARDS
from games.engine.play.state import UNKNOWN, Rest, State, changed_rest


def more_unknown(rest: Rest, seat: int, n: int) -> Rest:
    """The Rest in which the seat holds `n` more unknown cards."""
    return changed_rest(rest, unknown=tuple(held + n if at == seat else held for at, held in enumerate(rest.unknown)))


def may_be_held(state: State, card: int) -> bool:
    """Can an unknown card in the hand of the seat in turn be this one? Only if the card is not in sight anywhere."""
    return state.rest.unknown[state.turn] > 0 and is_nowhere(state, card)


def is_nowhere(state: State, card: int, left: int | None = None) -> bool:
    """Is this card nowhere in sight? With `left`, only so many of the lowest cards of the stock are looked at."""
    if not 0 <= card < CARDS or any(hand & BIT[card] for hand in state.hands):
        return False
    lying = card in state.pile or card in state.rest.stock[: state.stock if left is None else left]
    lying = lying or any(meld.cards & BIT[card] for meld in state.rest.table)
    return not lying and not any(effect.kind == "row" and card in effect.cards for effect in state.rest.effects)


def known_on_top(state: State, n: int) -> set[int]:
    """The cards with a known face among the `n` on top of the stock."""
    return set(state.rest.stock[max(state.stock - n, 0) : state.stock]) - {UNKNOWN}


def may_have_topped(state: State, cards: tuple[int, ...]) -> bool:
    """Can these be the cards on top of the stock? They must include all known faces there, and no other card that is in
    sight."""
    left = max(state.stock - len(cards), 0)
    distinct = len(set(cards)) == len(cards) and known_on_top(state, len(cards)) <= set(cards)
    return distinct and all(is_nowhere(state, card, left) for card in cards)
