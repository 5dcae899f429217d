"""CNQ-4, 8, 11: in which ways cards can be laid down without remainder.

Sets are the only thing that ties suits together. So whether anything can be laid at all is asked with a few ANDs; only
then are all ways counted out, each by the meld of the lowest card that still has to be covered.
"""

from functools import cache
from itertools import combinations

from games.engine.cards import CONQUIAN_PACK, SUIT_BITS, SUITS
from games.engine.meld_tables import RANK, all_melds
from games.engine.melds import LINKED

# Foster's pack has the same places (ten ranks, runs of at most eight), so its melds are the same masks.
MELDS = all_melds(CONQUIAN_PACK)
PLACES = len(CONQUIAN_PACK.ranks)
LONGEST = CONQUIAN_PACK.longest_run

Melds = tuple[int, ...]


def melds_in(cards: int) -> Melds:
    """Every meld that lies among these cards: sets by rank, then runs by suit."""
    c = cards & 8191
    d = cards >> 13 & 8191
    h = cards >> 26 & 8191
    s = cards >> 39
    triples = c & d & (h | s) | h & s & (c | d)
    found: list[int] = []
    while triples:
        low = triples & -triples
        triples ^= low
        found += _sets(cards & RANK * low)
    for suit, word in enumerate((c, d, h, s)):
        if LINKED[word]:
            found += _runs(suit, word)
    return tuple(found)


def joins(card: int, cards: int) -> bool:
    """Does the card lie in some meld among `cards`, of which it is one?"""
    suit, place = divmod(card, SUIT_BITS)
    if (cards >> place & RANK).bit_count() >= 3:
        return True
    return bool(LINKED[cards >> SUIT_BITS * suit & 8191] >> place & 1)


def partitions(must: int, may: int = 0) -> tuple[Melds, ...]:
    """Every way to lay down all of `must` and any of `may` as whole melds, in a fixed order, lowest cards first."""
    melds = melds_in(must | may)
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
    """Melds as a table shows them, the one with the lowest card first."""
    return tuple(sorted(melds, key=_lowest))


def _cover(melds: Melds, must: int, may: int, laid: Melds, found: list[Melds]) -> None:
    """Goes on with the lowest card of `must`; when all are covered, with melds of `may` alone."""
    if not must:
        _more(melds, may, laid, found)
        return
    low = must & -must
    left = must | may
    for meld in melds:
        if meld & low and not meld & ~left:
            _cover(melds, must & ~meld, may & ~meld, (*laid, meld), found)


def _more(melds: Melds, may: int, laid: Melds, found: list[Melds]) -> None:
    """Any disjoint melds of what is free, each choice of them once."""
    found.append(in_order(laid))
    for number, meld in enumerate(melds):
        if not meld & ~may:
            _more(melds[number + 1 :], may & ~meld, (*laid, meld), found)


@cache
def _sets(cards: int) -> Melds:
    """CNQ-4: the groups among three or four cards of one rank, the smaller ones first."""
    bits = [1 << card for card in range(SUIT_BITS * len(SUITS)) if cards >> card & 1]
    return tuple(sum(chosen) for size in (3, 4) for chosen in combinations(bits, size))


@cache
def _runs(suit: int, word: int) -> Melds:
    """CNQ-4: the sequences among the cards of one suit, the lower and shorter ones first."""
    runs = []
    for low, high in combinations(range(PLACES + 1), 2):
        run = (1 << high) - (1 << low)
        if 3 <= high - low <= LONGEST and not run & ~word:
            runs.append(run << SUIT_BITS * suit)
    return tuple(runs)


def _lowest(meld: int) -> int:
    return meld & -meld
