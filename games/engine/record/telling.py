"""Write an action as a record does, given the state in which it was done."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards.cards import Pack, cards_of
from games.engine.moves.actions import Action, Deal, DrawForDeal, Gin, Knock, LayOff
from games.engine.moves.director import DirectorAction
from games.engine.moves.events import Drew, Event, TookUpcard
from games.engine.moves.kinds import name_of
from games.engine.moves.law_actions import PeekStock, ShowCard
from games.engine.moves.law_events import Exposed
from games.engine.moves.table_actions import Add, CqHand, CqReject, CqTurn, CqUse, Meld
from games.engine.moves.table_events import Turned
from games.engine.play.rules import RuleSet
from games.engine.play.state import State
from games.engine.record.director import director_token
from games.engine.record.letters import Unbound, board_state, card_word, card_words, lifted
from games.engine.writing.codec.words import SEATS
from games.engine.writing.words import BARE, OF_CARD, OF_MELDS, SEEN_ONLY, UNKNOWN, Dealing, Item, Token


def item_of(rules: RuleSet, before: State, action: Action, events: Sequence[Event]) -> Item:
    """The item that writes an action done in the state `before`, with the cards that its events showed."""
    pack = rules.pack
    if isinstance(action, DrawForDeal):
        return Dealing(number=0, dealer="", deck=card_words(action.deck, pack))
    if isinstance(action, Deal):
        raise Unbound("a deal is written with what it came to: see `dealing_of`")
    if isinstance(action, DirectorAction):
        return director_token(action, pack)
    seat = action.seat
    assert seat is not None
    board = next((n for n, board in enumerate(before.boards, 1) if seat in board.seats), 0)
    board = board if len(before.boards) > 1 else 0
    inner = board_state(before, board)
    in_turn = inner.turn >= 0 and lifted(before, board, inner.turn) == seat
    return _token(action, events, pack, "" if in_turn else SEATS[seat], board)


def _token(action: Any, events: Sequence[Event], pack: Pack, seat: str, board: int) -> Token:
    kind = type(action)
    if kind in BARE:
        return Token(letter=BARE[kind], seat=seat, board=board)
    if kind in OF_CARD:
        return Token(letter=OF_CARD[kind], seat=seat, board=board, cards=(card_word(action.card, pack),))
    if kind in SEEN_ONLY:
        return Token(letter=SEEN_ONLY[kind], seat=seat, board=board, cards=_shown(kind, events, pack))
    if isinstance(action, LayOff | Add):
        return Token(letter="+", seat=seat, board=board, cards=(card_word(action.card, pack),), meld=action.meld)
    if isinstance(action, Meld):
        return Token(letter="m", seat=seat, board=board, cards=card_words(cards_of(action.cards), pack))
    if kind in OF_MELDS:
        return _melding(action, pack, seat, board)
    args: tuple[str, ...] = ()
    if isinstance(action, PeekStock):
        args = tuple(card_word(card, pack) for event in events if isinstance(event, Exposed) for card in event.cards)
    elif isinstance(action, ShowCard):
        args = (card_word(action.card, pack),)
    return Token(letter="!", seat=seat, board=board, command=name_of(kind), args=args)


def _melding(action: Any, pack: Pack, seat: str, board: int) -> Token:
    kind = type(action)
    masks = action.table if kind in (CqUse, CqHand) else action.melds
    melds = None if masks is None else tuple(card_words(cards_of(mask), pack) for mask in masks)
    cards = (card_word(action.card, pack),) if kind in (Knock, Gin) else ()
    thrown = card_word(action.discard, pack) if kind is CqUse and action.discard is not None else ""
    return Token(letter=OF_MELDS[kind], seat=seat, board=board, cards=cards, melds=melds, thrown=thrown)


def _shown(kind: Any, events: Sequence[Event], pack: Pack) -> tuple[str, ...]:
    """The card that was taken or turned."""
    for event in events:
        if isinstance(event, Drew | TookUpcard | Turned):
            return (UNKNOWN if event.card is None else card_word(event.card, pack),)
    return () if kind in (CqTurn, CqReject) else (UNKNOWN,)
