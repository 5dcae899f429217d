"""Cards whose face nobody has entered: a seat may hold some, and any card not seen elsewhere may be one of them."""

from dataclasses import replace

from games.engine.gin.ready import BIT, CARDS
from games.engine.state import Rest, State


def more_unknown(rest: Rest, seat: int, n: int) -> Rest:
    """The seat holds `n` unknown cards more."""
    return replace(rest, unknown=tuple(held + n if at == seat else held for at, held in enumerate(rest.unknown)))


def may_be_held(state: State, card: int) -> bool:
    """Can an unknown card in the hand of the seat in turn be this one? Only if the card lies nowhere in sight."""
    return state.rest.unknown[state.turn] > 0 and is_nowhere(state, card)


def is_nowhere(state: State, card: int) -> bool:
    """Is this a card of the pack that lies nowhere in sight?"""
    if not 0 <= card < CARDS or any(hand & BIT[card] for hand in state.hands):
        return False
    lying = card in state.pile or card in state.rest.stock[: state.stock]
    return not lying and not any(effect.kind == "row" and card in effect.cards for effect in state.rest.effects)
