"""CNQ-4, 8, 11: all ways to lay cards down as whole melds without a remainder.

A run lies in one suit, so only sets join suits, and a few ANDs tell whether there is any meld at all. Only then are the
ways enumerated: each takes, again and again, a meld of the lowest card that still has to be covered.
"""

from games.engine.cards.cards import CONQUIAN_PACK, SUIT_BITS
from games.engine.cards.holding import melds_in
from games.engine.cards.meld_tables import RANK, all_melds
from games.engine.cards.melds import LINKED

# Foster's pack has the same places (ten ranks, runs of at most eight), so its melds are the same masks.
MELDS = all_melds(CONQUIAN_PACK)
PLACES = len(CONQUIAN_PACK.ranks)
LONGEST = CONQUIAN_PACK.longest_run

Melds = tuple[int, ...]


def joins(card: int, cards: int) -> bool:
    """Is the card, which is one of `cards`, in some meld among them?"""
    suit, place = divmod(card, SUIT_BITS)
    if (cards >> place & RANK).bit_count() >= 3:
        return True
    return bool(LINKED[cards >> SUIT_BITS * suit & 8191] >> place & 1)


def partitions(must: int, may: int = 0) -> tuple[Melds, ...]:
    """Every way to lay down all of `must` and any of `may` as whole melds, in a fixed order, lowest cards first."""
    melds = melds_in(must | may, LONGEST)
    covered = 0
    for meld in melds:
        covered |= meld
    if must & ~covered:
        return ()
    found: list[Melds] = []
    _cover(melds, must, may, (), found)
    return tuple(found)


def whole(cards: int) -> bool:
    """Can these cards be laid down without remainder?"""
    return bool(partitions(cards))


def is_long_run(cards: int) -> bool:
    """CNQ-4: cards of one suit in order, but more of them than a run may have."""
    if cards.bit_count() <= LONGEST:
        return False
    low = cards & -cards
    return (
        cards == (low << cards.bit_count()) - low and (low.bit_length() - 1) % SUIT_BITS + cards.bit_count() <= PLACES
    )


def in_order(melds: Melds) -> Melds:
    """Melds in the order of a table, the one with the lowest card first."""
    return tuple(sorted(melds, key=_lowest))


def _cover(melds: Melds, must: int, may: int, laid: Melds, found: list[Melds]) -> None:
    """The ways that next cover the lowest card of `must`; when all are covered, melds of `may` alone."""
    if not must:
        _more(melds, may, laid, found)
        return
    low = must & -must
    left = must | may
    for meld in melds:
        if meld & low and not meld & ~left:
            _cover(melds, must & ~meld, may & ~meld, (*laid, meld), found)


def _more(melds: Melds, may: int, laid: Melds, found: list[Melds]) -> None:
    """Any disjoint melds of the free cards, each combination once."""
    found.append(in_order(laid))
    for number, meld in enumerate(melds):
        if not meld & ~may:
            _more(melds[number + 1 :], may & ~meld, (*laid, meld), found)


def _lowest(meld: int) -> int:
    return meld & -meld
