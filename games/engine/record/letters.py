"""Which letter writes which command, and how cards are written."""

from collections.abc import Sequence
from typing import Any

from games.engine.actions import (
    Discard,
    DrawDiscard,
    DrawStock,
    Finish,
    Gin,
    Knock,
    PassUpcard,
    ShowHand,
    TakeUpcard,
)
from games.engine.cards import Pack
from games.engine.law_actions import AcceptDouble, BigGin, DeclineDouble, DeclineLast, Double, DrawExposed
from games.engine.record.words import UNKNOWN
from games.engine.state import State
from games.engine.table_actions import (
    AcceptChallenge,
    Challenge,
    CqFold,
    CqForce,
    CqHand,
    CqPass,
    CqPick,
    CqReject,
    CqTurn,
    CqUse,
    CqWaive,
    RefuseChallenge,
)


class Unbound(ValueError):
    """A word that means nothing in this state; the message says why."""


BARE: dict[type[Any], str] = {
    PassUpcard: "p",
    CqPass: "p",
    ShowHand: "v",
    Finish: ".",
    DeclineLast: "n",
    Double: "d",
    AcceptDouble: "d+",
    DeclineDouble: "d-",
    Challenge: "c",
    AcceptChallenge: "c+",
    RefuseChallenge: "c-",
    CqForce: "f",
    CqWaive: "w",
    CqFold: "x",
}
OF_CARD: dict[type[Any], str] = {DrawExposed: "e", Discard: "-", CqPick: "y"}
SEEN_ONLY: dict[type[Any], str] = {TakeUpcard: "u", DrawDiscard: "u", DrawStock: "s", CqReject: "r", CqTurn: "t"}
OF_MELDS: dict[type[Any], str] = {Knock: "k", Gin: "g", BigGin: "b", CqUse: "*", CqHand: "h"}


def board_state(state: State, board: int) -> State:
    """The deal that a board (from 1; 0: the only one) plays."""
    boards = state.boards
    if not boards and board:
        raise Unbound("there are no boards here: no number stands before a word")
    if not boards:
        return state
    if not 0 <= board <= len(boards) or (board == 0 and len(boards) > 1):
        raise Unbound(f"a board from 1 to {len(boards)} stands before each word")
    return boards[board - 1 if board else 0].state


def lifted(state: State, board: int, seat: int) -> int:
    """A seat of a board as the sitting numbers it."""
    boards = state.boards
    return boards[max(board - 1, 0)].seats[seat] if boards else seat


def card_word(card: int, pack: Pack) -> str:
    return UNKNOWN if card < 0 else pack.texts[card]


def card_words(cards: Sequence[int], pack: Pack) -> tuple[str, ...]:
    return tuple(card_word(card, pack) for card in cards)
