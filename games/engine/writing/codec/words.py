"""Seats, cards and hands in JSON."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.cards.cards import GIN_PACK, Pack

Json = dict[str, Any]

SEATS = "ABCDEFGHIJKLMNOP"
CARD = GIN_PACK.texts


def seat_to_json(seat: int | None) -> str | None:
    """Seat 0 is "A"; nobody is null."""
    return None if seat is None else SEATS[seat]


def seat_from_json(text: str) -> int:
    """The seat of a letter; raises ValueError for any other text."""
    return SEATS.index(text) if len(text) == 1 else SEATS.index("?")


def card_to_json(card: int | None, pack: Pack = GIN_PACK) -> str | None:
    """A card as two letters, or null for a card that is unknown or absent."""
    return None if card is None or card < 0 else pack.texts[card]


def cards_to_json(hand: int, pack: Pack = GIN_PACK) -> list[str]:
    """The cards of a mask in ascending order."""
    texts, found = pack.texts, []
    while hand:
        low = hand & -hand
        found.append(texts[low.bit_length() - 1])
        hand ^= low
    return found


def melds_to_json(melds: Iterable[int], pack: Pack = GIN_PACK) -> list[list[str]]:
    """Each meld as its list of cards."""
    return [cards_to_json(meld, pack) for meld in melds]


def by_seat(values: Sequence[Any]) -> Json:
    """A tuple by seat as {"A": ..., "B": ...}."""
    return {SEATS[seat]: value for seat, value in enumerate(values)}
