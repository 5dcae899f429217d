"""Find the action that a token of a record means in a state."""

from collections.abc import Sequence
from typing import Any, get_args

from games.engine.cards.cards import Pack, hand_of, parse_card
from games.engine.moves.actions import Action, Deal, DrawDiscard, DrawForDeal, TakeUpcard
from games.engine.moves.kinds import is_of_a_seat, name_of
from games.engine.moves.law_actions import BigGin
from games.engine.moves.table_actions import CqHand, CqTurn, CqUse, Meld
from games.engine.play.rules import RuleSet
from games.engine.play.state import Phase, State
from games.engine.record.director import director_action
from games.engine.record.letters import Unbound, board_state, lifted
from games.engine.writing import codec
from games.engine.writing.codec.words import SEATS
from games.engine.writing.words import LETTERS, OF_CARD, OF_MELDS, SEEN_ONLY, UNKNOWN, Dealing, Token

COMMANDS = tuple(name_of(kind) for kind in get_args(Action) if is_of_a_seat(kind) and kind not in LETTERS)


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


def _seat(state: State, token: Token) -> int:
    """The acting seat: the one that is written, else the one in turn at its board."""
    inner = board_state(state, token.board)
    if token.seat:
        return SEATS.index(token.seat)
    if inner.turn < 0:
        raise Unbound("no seat is in turn: write it before the word, as in A:!stop_deal")
    return lifted(state, token.board, inner.turn)


def _dealt(pack: Pack, item: Dealing) -> Action:
    deck = tuple(_number(card, pack) for card in item.deck)
    if item.number == 0:
        return DrawForDeal(deck)
    return Deal(deck, board=item.board - 1 if item.board else None)


def _moved(rules: RuleSet, state: State, token: Token, seat: int) -> Action:
    pack, inner = rules.pack, board_state(state, token.board)
    if token.letter == "!":
        return _commanded(token, seat, pack)
    in_turn = inner.turn >= 0 and lifted(state, token.board, inner.turn) == seat
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
    """The command that a letter stands for in this game and phase."""
    if letter == "u":
        return TakeUpcard if state.phase is Phase.UPCARD and in_turn else DrawDiscard
    kinds = [kind for kind, written in LETTERS.items() if written == letter]
    known = (rules.inner or rules).known
    return next((kind for kind in kinds if kind in known), kinds[0])


def _picked(state: State, seat: int, token: Token, pack: Pack) -> Action:
    """3P-13: the card that a draw from the pile names: none for the top of the pile, else the other opponent's latest
    discard."""
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
    """A command of the laws, written as on the wire."""
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


def _number(card: str, pack: Pack) -> int:
    return -1 if card == UNKNOWN else parse_card(card, pack)


def _mask(cards: Sequence[str], pack: Pack) -> int:
    numbers = [parse_card(card, pack) for card in cards]
    if len(set(numbers)) != len(numbers):
        raise Unbound("a meld holds each card once")
    return hand_of(numbers)
