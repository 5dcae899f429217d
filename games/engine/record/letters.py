"""How a game record names boards and writes cards."""

from collections.abc import Sequence

from games.engine.cards.cards import Pack
from games.engine.play.state import State
from games.engine.writing.words import UNKNOWN


class Unbound(ValueError):
    """A word has no meaning in this state; the message says why."""


def board_state(state: State, board: int) -> State:
    """The state of the deal at a board (from 1; 0: the only board)."""
    boards = state.boards
    if not boards and board:
        raise Unbound("there are no boards here: no number stands before a word")
    if not boards:
        return state
    if not 0 <= board <= len(boards) or (board == 0 and len(boards) > 1):
        raise Unbound(f"a board from 1 to {len(boards)} stands before each word")
    return boards[board - 1 if board else 0].state


def lifted(state: State, board: int, seat: int) -> int:
    """The sitting's number for a seat at a board."""
    boards = state.boards
    return boards[max(board - 1, 0)].seats[seat] if boards else seat


def card_word(card: int, pack: Pack) -> str:
    return UNKNOWN if card < 0 else pack.texts[card]


def card_words(cards: Sequence[int], pack: Pack) -> tuple[str, ...]:
    return tuple(card_word(card, pack) for card in cards)
