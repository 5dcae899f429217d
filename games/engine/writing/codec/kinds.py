"""Write and read each kind of value as JSON."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from games.engine.cards.cards import BadCard, Pack, parse_card
from games.engine.moves.kinds import Kind
from games.engine.writing.codec.errors import BadAction
from games.engine.writing.codec.words import CARD, SEATS, card_to_json, cards_to_json, melds_to_json, seat_to_json

Writer = Callable[[Any, Pack], Any]
Reader = Callable[[Any, str, Kind, Pack], Any]


def writer(kind: Kind | None) -> Writer | None:
    """The function that writes a value of this kind; None if the value is already JSON."""
    return WRITERS.get(kind.name) if kind is not None else _listed


def _listed(value: Any, pack: Pack) -> Any:
    return list(value) if isinstance(value, tuple) else value


WRITERS: Mapping[str, Writer] = MappingProxyType(
    {
        "seat": lambda seat, pack: seat_to_json(seat),
        "card": card_to_json,
        "cards": cards_to_json,
        "faces": lambda cards, pack: [card_to_json(card, pack) for card in cards],
        "melds": melds_to_json,
        "deck": _listed,
        "stock": _listed,
    }
)


def _seat(text: Any, name: str, kind: Kind, pack: Pack) -> int:
    seats = SEATS[: kind.most + 1]
    if not isinstance(text, str) or len(text) != 1 or text not in seats:
        raise BadAction(name, "A or B: only for two a dealer is named" if kind.most == 1 else f"a seat, one of {seats}")
    return seats.index(text)


def _card(text: Any, name: str, kind: Kind, pack: Pack) -> int:
    if not isinstance(text, str):
        raise BadAction(name, "a card such as KD")
    try:
        return parse_card(text, pack)
    except BadCard as error:
        raise BadAction(name, str(error)) from None


def _cards(cards: Any, name: str, kind: Kind, pack: Pack) -> int:
    if not isinstance(cards, list):
        raise BadAction(name, "a list of cards")
    found = 0
    for text in cards:
        bit = 1 << _card(text, name, kind, pack)
        if found & bit:
            raise BadAction(name, "each card once")
        found |= bit
    return found


def _faces(texts: Any, name: str, kind: Kind, pack: Pack) -> tuple[int, ...]:
    if not isinstance(texts, list) or not all(text is None or isinstance(text, str) for text in texts):
        raise BadAction(name, "a list of cards such as KD, null for one that is not known")
    return tuple(-1 if text is None else _card(text, name, kind, pack) for text in texts)


def _melds(melds: Any, name: str, kind: Kind, pack: Pack) -> tuple[int, ...]:
    if not isinstance(melds, list) or len(melds) > kind.most or not all(isinstance(meld, list) for meld in melds):
        raise BadAction(name, f"a list of at most {kind.most} lists of cards")
    return tuple(_cards(meld, name, kind, pack) for meld in melds)


def _number(number: Any, name: str, kind: Kind, pack: Pack) -> int:
    if type(number) is not int or not kind.least <= number <= kind.most:
        raise BadAction(name, f"a whole number from {kind.least} to {kind.most}")
    return number


def _words(text: Any, name: str, kind: Kind, pack: Pack) -> str:
    if not isinstance(text, str) or len(text) > kind.most or not text.isprintable():
        raise BadAction(name, f"at most {kind.most} letters on one line")
    return text


def _deck(deck: Any, name: str, kind: Kind, pack: Pack) -> tuple[int, ...]:
    if not isinstance(deck, list) or not all(type(card) is int and 0 <= card < len(CARD) for card in deck):
        raise BadAction(name, f"a list of card numbers from 0 to {len(CARD) - 1}")
    return tuple(deck)


def _stock(stock: Any, name: str, kind: Kind, pack: Pack) -> tuple[int, ...]:
    if not isinstance(stock, list) or not all(
        type(card) is int and (card == -1 or card in pack.whole) for card in stock
    ):
        raise BadAction(name, "a list of card numbers, -1 for an unknown card")
    return tuple(stock)


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "seat": _seat,
        "card": _card,
        "cards": _cards,
        "faces": _faces,
        "melds": _melds,
        "number": _number,
        "words": _words,
        "deck": _deck,
        "stock": _stock,
    }
)
