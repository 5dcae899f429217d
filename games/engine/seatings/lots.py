"""Draw lots: who drew higher, and when a draw decides nothing."""

from collections.abc import Sequence

from games.engine.cards.cards import SUIT_BITS


def highest_first(draws: Sequence[int]) -> list[int]:
    """The seats from the highest card drawn to the lowest; suits S>H>D>C break ties (GIN-4)."""
    return sorted(range(len(draws)), key=lambda seat: _strength(draws[seat]), reverse=True)


def are_level(draws: Sequence[int], seat: int, other: int) -> bool:
    """Did both draw the same rank?"""
    return draws[seat] % SUIT_BITS == draws[other] % SUIT_BITS


def _strength(card: int) -> tuple[int, int]:
    suit, place = divmod(card, SUIT_BITS)
    return place, suit
