"""Cards whose face nobody has entered: a seat may hold some, and any card not seen elsewhere may be one of them."""

from dataclasses import replace

from games.engine.gin.ready import BIT, CARDS
from games.engine.state import Rest, State


def more_unknown(rest: Rest, seat: int, n: int) -> Rest:
    """The seat holds `n` unknown cards more."""
    return replace(rest, unknown=tuple(held + n if at == seat else held for at, held in enumerate(rest.unknown)))


def may_be_held(state: State, card: int) -> bool:
    """Can an unknown card in the hand of the seat in turn be this one? Only if the card lies nowhere in sight."""
    if not state.rest.unknown[state.turn] or not 0 <= card < CARDS:
        return False
    seen = any(hand & BIT[card] for hand in state.hands)
    return not (seen or card in state.pile or card in state.rest.stock[: state.stock])
