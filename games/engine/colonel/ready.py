"""Colonel's melds and actions made once: which melds a hand holds is looked up suit by suit and rank by rank."""

from functools import cache
from itertools import combinations

from games.engine.cards import SUIT_BITS, SUITS
from games.engine.meld_tables import RANK
from games.engine.melds import LINKED, MELDS
from games.engine.ready import SEATS
from games.engine.table_actions import AcceptChallenge, Challenge, Meld, RefuseChallenge

# COL-1, 8: places, not faces, make a meld; with thirteen ranks and no wrap they are gin's, ace high or low.
MELD = tuple({cards: Meld(seat, cards) for cards in MELDS} for seat in range(SEATS))

CHALLENGE = tuple((Challenge(seat),) for seat in range(SEATS))
ACCEPT_CHALLENGE = tuple((AcceptChallenge(seat),) for seat in range(SEATS))
REFUSE_CHALLENGE = tuple((RefuseChallenge(seat),) for seat in range(SEATS))


def melds_in(hand: int) -> tuple[int, ...]:
    """COL-6, 8: every meld that lies in the hand: sets by rank, then runs by suit."""
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
        found += sets_of(hand & RANK * low)
    for suit, word in enumerate((c, d, h, s)):
        if LINKED[word]:
            found += runs_of(suit, word)
    return tuple(found)


@cache
def sets_of(cards: int) -> tuple[int, ...]:
    """The sets among three or four cards of one rank, the smaller ones first."""
    bits = [1 << card for card in range(SUIT_BITS * len(SUITS)) if cards >> card & 1]
    return tuple(sum(chosen) for size in (3, 4) for chosen in combinations(bits, size))


@cache
def runs_of(suit: int, word: int) -> tuple[int, ...]:
    """The runs among the cards of one suit, the lower and shorter ones first."""
    runs = []
    for low, high in combinations(range(SUIT_BITS + 1), 2):
        run = (1 << high) - (1 << low)
        if high - low >= 3 and not run & ~word:
            runs.append(run << SUIT_BITS * suit)
    return tuple(runs)


def meld_actions(seat: int, hand: int) -> tuple[Meld, ...]:
    """Every Meld of the seat."""
    found = melds_in(hand)
    return tuple([MELD[seat][cards] for cards in found]) if found else ()
