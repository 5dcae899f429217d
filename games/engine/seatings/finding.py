"""Find the board that an action, chance, or a seat refers to."""

from typing import Any

from games.engine.moves.actions import Action
from games.engine.moves.director import DirRecord, DirRedeal
from games.engine.play.rules import RuleSet
from games.engine.play.state import Phase, State

OF_DEALING = ("IRR-1", "IRR-3", "IRR-4", "IRR-5")


def board_of(state: State, action: Action) -> int | None:
    """The board that an action is for: the board of the seat that acts or is named, else the board it names; None: no
    board."""
    for name in ("seat", "offender", "player", "dealer"):
        seat = getattr(action, name, None)
        if seat is not None:
            return board_at(state, seat)
    at = getattr(action, "board", None) or 0
    return at if 0 <= at < len(state.boards) else None


def board_at(state: State, seat: int) -> int | None:
    """The board at which the seat plays; None while it waits."""
    for at, board in enumerate(state.boards):
        if seat in board.seats:
            return at
    return None


def due_boards(state: State) -> tuple[int, ...]:
    """The boards that wait for chance: for their cards, or for a reshuffled stock (IRR-5)."""
    return tuple(
        at
        for at, board in enumerate(state.boards)
        if board.state.phase is Phase.DEALING or any(effect.kind == "reshuffle" for effect in board.state.rest.effects)
    )


def concerns_next_deal(action: Any) -> bool:
    """IRR-1..5: does a director's entry about dealing concern the next deal, because this one is over?"""
    return isinstance(action, DirRedeal) or (isinstance(action, DirRecord) and action.irr in OF_DEALING)


def dealer_named(action: Any) -> int | None:
    """The player whom a director's entry names as the dealer, or as the one who erred in dealing; None: nobody."""
    if isinstance(action, DirRedeal):
        return action.dealer
    is_of_dealing = isinstance(action, DirRecord) and action.irr in (*OF_DEALING, "IRR-2")
    return action.offender if is_of_dealing else None


def board_rules(rules: RuleSet) -> RuleSet:
    """The rules of one deal: those of a board if the players sit down in pairs, else the rules themselves."""
    return rules.inner or rules


def inner_rules(rules: RuleSet) -> RuleSet:
    """The rules of a board."""
    assert rules.inner is not None
    return rules.inner
