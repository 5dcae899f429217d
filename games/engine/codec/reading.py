"""The cards in a command, read from JSON; BadAction says which field is wrong and what it may hold."""

from collections.abc import Callable
from typing import Any

from games.engine.cards import BadCard, Pack, parse_card
from games.engine.codec.bad import BadAction
from games.engine.codec.words import Json

Reader = Callable[[Json, str, Pack], Any]


def card(data: Json, name: str, pack: Pack) -> int:
    """The card in a field."""
    return parsed(name, data.get(name), pack)


def card_or_none(data: Json, name: str, pack: Pack) -> int | None:
    """The card in a field that may be left out, or null."""
    return None if data.get(name) is None else card(data, name, pack)


def mask(name: str, cards: object, pack: Pack) -> int:
    """A list of cards as their mask."""
    if not isinstance(cards, list):
        raise BadAction(name, "a list of cards")
    found = 0
    for text in cards:
        bit = 1 << parsed(name, text, pack)
        if found & bit:
            raise BadAction(name, "each card once")
        found |= bit
    return found


def parsed(name: str, text: object, pack: Pack) -> int:
    """The card that a text names."""
    if not isinstance(text, str):
        raise BadAction(name, "a card such as KD")
    try:
        return parse_card(text, pack)
    except BadCard as error:
        raise BadAction(name, str(error)) from None
