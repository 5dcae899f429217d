"""Find the melds in a hand of any pack, and its best arrangement, for games with melds on the table (COL-6, CNQ-4)."""

from functools import cache
from itertools import combinations

from games.engine.cards.cards import SUIT_BITS, SUITS, Pack, values
from games.engine.cards.meld_tables import RANK, SHORTEST_RUN, all_melds
from games.engine.cards.melds import LINKED

_melds_of = cache(all_melds)


def melds_in(hand: int, longest: int = SUIT_BITS) -> tuple[int, ...]:
    """COL-6, 8; CNQ-4: every meld in the hand, no run longer than `longest`: sets by rank, then runs by suit. A meld
    depends on the places of the cards, not on their faces, so packs without court cards work in the same way."""
    c = hand & 8191
    d = hand >> 13 & 8191
    h = hand >> 26 & 8191
    s = hand >> 39
    triples = c & d & (h | s) | h & s & (c | d)
    if not (triples or LINKED[c] or LINKED[d] or LINKED[h] or LINKED[s]):
        return ()
    found: list[int] = []
    while triples:
        low = triples & -triples
        triples ^= low
        found += _sets(hand & RANK * low)
    for suit, word in enumerate((c, d, h, s)):
        if LINKED[word]:
            found += _runs(suit, word, longest)
    return tuple(found)


@cache
def _sets(cards: int) -> tuple[int, ...]:
    """The sets among three or four cards of one rank, the smaller ones first."""
    bits = [1 << card for card in range(SUIT_BITS * len(SUITS)) if cards >> card & 1]
    return tuple(sum(chosen) for size in (3, 4) for chosen in combinations(bits, size))


@cache
def _runs(suit: int, word: int, longest: int) -> tuple[int, ...]:
    """The runs among the cards of one suit, the lower and shorter ones first."""
    runs = []
    for low, high in combinations(range(SUIT_BITS + 1), 2):
        run = (1 << high) - (1 << low)
        if SHORTEST_RUN <= high - low <= longest and not run & ~word:
            runs.append(run << SUIT_BITS * suit)
    return tuple(runs)


def held_melds(hand: int, pack: Pack) -> tuple[int, ...]:
    """The melds into which a hand is arranged best, no card in two of them: as many cards as possible, then the highest
    count."""
    inside = [meld for meld in _melds_of(pack) if not meld & ~hand]
    best: tuple[tuple[int, int], tuple[int, ...]] = ((0, 0), ())

    def lay(at: int, rest: int, laid: tuple[int, ...]) -> None:
        nonlocal best
        used = hand & ~rest
        worth = (used.bit_count(), values(used, pack))
        if worth > best[0]:
            best = worth, laid
        for number in range(at, len(inside)):
            if not inside[number] & ~rest:
                lay(number + 1, rest & ~inside[number], (*laid, inside[number]))

    lay(0, hand, ())
    return tuple(sorted(best[1], key=lambda meld: meld & -meld))
