"""Between words and actions: what a token means in a state, and how an action is written there."""

from collections.abc import Sequence
from typing import Any

from games.engine import codec
from games.engine.actions import (
    Action,
    Deal,
    Discard,
    DrawDiscard,
    DrawForDeal,
    DrawStock,
    Finish,
    Gin,
    Knock,
    LayOff,
    PassUpcard,
    ShowHand,
    TakeUpcard,
)
from games.engine.cards import Pack, cards_of, hand_of, parse_card
from games.engine.codec.actions import NAMES
from games.engine.codec.director import DIRECTOR_NAMES
from games.engine.codec.words import SEATS
from games.engine.events import Drew, Event, TookUpcard
from games.engine.law_actions import (
    AcceptDouble,
    BigGin,
    DeclineDouble,
    DeclineLast,
    Double,
    DrawExposed,
    PeekStock,
    ShowCard,
)
from games.engine.law_events import Exposed
from games.engine.record.director import director_action, director_token
from games.engine.record.words import UNKNOWN, Dealing, Item, Token
from games.engine.rules import RuleSet
from games.engine.state import Phase, State
from games.engine.table_actions import (
    AcceptChallenge,
    Add,
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
    Meld,
    RefuseChallenge,
)
from games.engine.table_events import Turned


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
COMMANDS = (
    *("peek_stock", "look_discards", "show_card", "touch_stock", "object", "admit", "stop_deal"),
    *("reject_knock", "accept_knock", "force_exposed", "permit_pickup", "choose_redeal", "choose_continue"),
)


def action_of(rules: RuleSet, state: State, item: Dealing | Token) -> Action:
    """The action that an item means; raises Unbound."""
    try:
        if isinstance(item, Dealing):
            return _dealt(rules.pack, item)
        if item.letter == "!!":
            return director_action(rules.pack, item)
        return _moved(rules, state, item, _seat(state, item))
    except (ValueError, TypeError) as error:
        raise Unbound(str(error)) from None


def board_state(state: State, board: int) -> State:
    """The deal that a board (from 1; 0: the only one) plays."""
    boards = state.rest.boards
    if not boards and board:
        raise Unbound("there are no boards here: no number stands before a word")
    if not boards:
        return state
    if not 0 <= board <= len(boards) or (board == 0 and len(boards) > 1):
        raise Unbound(f"a board from 1 to {len(boards)} stands before each word")
    return boards[board - 1 if board else 0].state


def _seat(state: State, token: Token) -> int:
    """Who does it: the seat written, else the one in turn at its board."""
    inner = board_state(state, token.board)
    if token.seat:
        return SEATS.index(token.seat)
    if inner.turn < 0:
        raise Unbound("no seat is in turn: write it before the word, as in A:!stop_deal")
    return _lifted(state, token.board, inner.turn)


def _lifted(state: State, board: int, seat: int) -> int:
    """A seat of a board as the sitting numbers it."""
    boards = state.rest.boards
    return boards[max(board - 1, 0)].seats[seat] if boards else seat


def _dealt(pack: Pack, item: Dealing) -> Action:
    deck = tuple(_number(card, pack) for card in item.deck)
    if item.number == 0:
        return DrawForDeal(deck)
    return Deal(deck, board=item.board - 1 if item.board else None)


def _moved(rules: RuleSet, state: State, token: Token, seat: int) -> Action:
    pack, inner = rules.pack, board_state(state, token.board)
    if token.letter == "!":
        return _commanded(token, seat, pack)
    in_turn = inner.turn >= 0 and _lifted(state, token.board, inner.turn) == seat
    kind = _kind(rules, inner, token.letter, in_turn)
    if UNKNOWN in token.cards and kind not in SEEN_ONLY:
        raise Unbound(f"{token.letter}: which card it is must be written")
    if token.letter == "+":
        laid: Action = kind(seat, _number(token.cards[0], pack), token.meld)
        return laid
    if token.letter == "m":
        return Meld(seat, _mask(token.cards, pack))
    if kind in OF_MELDS:
        return _with_melds(kind, token, seat, pack)
    if kind is DrawDiscard:
        return _picked(inner, seat, token, pack)
    if kind is CqTurn and token.cards and token.cards != (UNKNOWN,) and inner.stock:
        hidden = inner.rest.stock[inner.stock - 1] < 0
        return CqTurn(seat, _number(token.cards[0], pack) if hidden else None)
    action: Action = kind(seat, _number(token.cards[0], pack)) if kind in OF_CARD else kind(seat)
    return action


def _kind(rules: RuleSet, state: State, letter: str, in_turn: bool) -> Any:
    """Which command a letter is in this game and phase."""
    if letter == "u":
        return TakeUpcard if state.phase is Phase.UPCARD and in_turn else DrawDiscard
    if letter == "+":
        return LayOff if rules.kernel.name not in ("colonel", "conquian") else Add
    if letter == "p":
        return CqPass if rules.kernel.name == "conquian" else PassUpcard
    kinds = {written: kind for table in (BARE, OF_CARD, SEEN_ONLY, OF_MELDS) for kind, written in table.items()}
    return Meld if letter == "m" else kinds[letter]


def _picked(state: State, seat: int, token: Token, pack: Pack) -> Action:
    """3P-13: the top of the pile needs no name, the other opponent's latest discard does."""
    card = _number(token.cards[0], pack)
    on_top = card < 0 or not state.pile or state.pile[-1] == card
    return DrawDiscard(seat, card if not on_top and card in state.rest.latest else None)


def _with_melds(kind: Any, token: Token, seat: int, pack: Pack) -> Action:
    melds = None if token.melds is None else tuple(_mask(meld, pack) for meld in token.melds)
    action: Action
    if kind is BigGin:
        action = BigGin(seat, melds)
    elif kind is CqHand:
        action = CqHand(seat, melds or ())
    elif kind is CqUse:
        action = CqUse(seat, melds or (), _number(token.thrown, pack) if token.thrown else None)
    else:
        action = kind(seat, _number(token.cards[0], pack), melds)
    return action


def _commanded(token: Token, seat: int, pack: Pack) -> Action:
    """A command of the laws, as the wire has it."""
    if token.command not in COMMANDS:
        raise Unbound(f"!{token.command}: allowed are {', '.join(COMMANDS)}")
    data: dict[str, object] = {"do": token.command}
    if token.command == "peek_stock":
        data["n"] = len(token.args)
    elif token.command == "show_card":
        data["card"] = "".join(token.args)
    elif token.args:
        raise Unbound(f"!{token.command} takes nothing")
    action: Action = codec.action_from_json(data, seat, pack)
    return action


def item_of(rules: RuleSet, before: State, action: Action, events: Sequence[Event]) -> Item:
    """The item that writes an action done in the state `before`, with the cards that its events showed."""
    pack = rules.pack
    if isinstance(action, DrawForDeal):
        return Dealing(number=0, dealer="", deck=_texts(action.deck, pack))
    if isinstance(action, Deal):
        raise Unbound("a deal is written with what it came to: see `dealing_of`")
    if type(action) in DIRECTOR_NAMES:
        return director_token(action, pack)
    seat = action.seat
    assert seat is not None
    board = next((n for n, board in enumerate(before.rest.boards, 1) if seat in board.seats), 0)
    board = board if len(before.rest.boards) > 1 else 0
    inner = board_state(before, board)
    in_turn = inner.turn >= 0 and _lifted(before, board, inner.turn) == seat
    return _token(action, events, pack, "" if in_turn else SEATS[seat], board)


def _token(action: Any, events: Sequence[Event], pack: Pack, seat: str, board: int) -> Token:
    kind = type(action)
    if kind in BARE:
        return Token(letter=BARE[kind], seat=seat, board=board)
    if kind in OF_CARD:
        return Token(letter=OF_CARD[kind], seat=seat, board=board, cards=(_text(action.card, pack),))
    if kind in SEEN_ONLY:
        return Token(letter=SEEN_ONLY[kind], seat=seat, board=board, cards=_shown(kind, events, pack))
    if isinstance(action, LayOff | Add):
        return Token(letter="+", seat=seat, board=board, cards=(_text(action.card, pack),), meld=action.meld)
    if isinstance(action, Meld):
        return Token(letter="m", seat=seat, board=board, cards=_texts(cards_of(action.cards), pack))
    if kind in OF_MELDS:
        return _melding(action, pack, seat, board)
    args: tuple[str, ...] = ()
    if isinstance(action, PeekStock):
        args = tuple(_text(card, pack) for event in events if isinstance(event, Exposed) for card in event.cards)
    elif isinstance(action, ShowCard):
        args = (_text(action.card, pack),)
    return Token(letter="!", seat=seat, board=board, command=NAMES[kind], args=args)


def _melding(action: Any, pack: Pack, seat: str, board: int) -> Token:
    kind = type(action)
    masks = action.table if kind in (CqUse, CqHand) else action.melds
    melds = None if masks is None else tuple(_texts(cards_of(mask), pack) for mask in masks)
    cards = (_text(action.card, pack),) if kind in (Knock, Gin) else ()
    thrown = _text(action.discard, pack) if kind is CqUse and action.discard is not None else ""
    return Token(letter=OF_MELDS[kind], seat=seat, board=board, cards=cards, melds=melds, thrown=thrown)


def _shown(kind: Any, events: Sequence[Event], pack: Pack) -> tuple[str, ...]:
    """The card that was taken or turned."""
    for event in events:
        if isinstance(event, Drew | TookUpcard | Turned):
            return (UNKNOWN if event.card is None else _text(event.card, pack),)
    return () if kind in (CqTurn, CqReject) else (UNKNOWN,)


def _number(card: str, pack: Pack) -> int:
    return -1 if card == UNKNOWN else parse_card(card, pack)


def _mask(cards: Sequence[str], pack: Pack) -> int:
    numbers = [parse_card(card, pack) for card in cards]
    if len(set(numbers)) != len(numbers):
        raise Unbound("a meld holds each card once")
    return hand_of(numbers)


def _text(card: int, pack: Pack) -> str:
    return UNKNOWN if card < 0 else pack.texts[card]


def _texts(cards: Sequence[int], pack: Pack) -> tuple[str, ...]:
    return tuple(_text(card, pack) for card in cards)
