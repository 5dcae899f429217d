"""Look-up tables built once for a pack: all its melds, and the least value that runs leave in every holding of one
suit."""

from itertools import combinations
from typing import Literal

from games.engine.cards.cards import SUIT_BITS, SUIT_MASK, SUITS, Pack, hand_of

Kind = Literal["set", "run"]

SHORTEST_RUN = 3
WORDS = SUIT_MASK + 1
RANK = sum(1 << SUIT_BITS * suit for suit in range(len(SUITS)))  # the first rank in all suits


def all_melds(pack: Pack) -> dict[int, Kind]:
    """GIN-13: every meld of the pack as a mask: three or four of a rank, three or more in order in one suit."""
    melds: dict[int, Kind] = {}
    ranks = len(pack.ranks)
    for place in range(ranks):
        rank = [SUIT_BITS * suit + place for suit in range(len(SUITS))]
        melds |= {hand_of(cards): "set" for size in (3, 4) for cards in combinations(rank, size)}
    for low, high in combinations(range(ranks + 1), 2):
        if SHORTEST_RUN <= high - low <= pack.longest_run:
            run = (1 << high) - (1 << low)
            melds |= {run << SUIT_BITS * suit: "run" for suit in range(len(SUITS))}
    return melds


def extension_table(melds: dict[int, Kind]) -> dict[int, int]:
    """GIN-20: for every meld the cards that fit directly on it."""
    table: dict[int, int] = {}
    for meld, kind in melds.items():
        neighbours = (meld ^ 1 << card for card in range(SUIT_BITS * len(SUITS)) if not meld >> card & 1)
        table[meld] = sum(longer ^ meld for longer in neighbours if melds.get(longer) == kind)
    return table


def runs_ending_at_top(word: int, pack: Pack) -> tuple[int, ...]:
    """GIN-13: every run of `word` that ends in its highest card, shortest first, as masks within the suit."""
    top = 1 << word.bit_length() - 1
    run, runs = top, []
    for length in range(2, pack.longest_run + 1):
        run |= run >> 1
        if run & ~word or run.bit_count() < length:
            break
        if length >= SHORTEST_RUN:
            runs.append(run)
    return tuple(runs)


def run_table(pack: Pack) -> bytes:
    """RUN: the least value left over in a suit where only runs are laid, for every word of cards in it.

    The highest card of a word is loose, or it ends one of the runs; both leave a smaller word, known already.
    """
    least = bytearray(WORDS)
    for word in range(1, WORDS):
        top = word.bit_length() - 1
        loose = pack.values[top] + least[word ^ 1 << top]
        least[word] = min([loose, *(least[word ^ run] for run in runs_ending_at_top(word, pack))])
    return bytes(least)


def gain_table(run: bytes) -> bytes:
    """GAIN: how much less is left over in a suit when its best card is thrown, never below 0.

    Where every throw would break a run of three the true gain is negative. With eleven cards some other suit, or a set
    of four, then has a card to spare, because eleven is no multiple of three; so 0 may stand for it.
    """
    gain = bytearray(WORDS)
    for word in range(1, WORDS):
        throws = (run[word ^ 1 << place] for place in range(word.bit_length()) if word >> place & 1)
        gain[word] = max(0, run[word] - min(throws))
    return bytes(gain)


def set_values_table(pack: Pack) -> tuple[int, ...]:
    """IN_SETS: for every word of ranks, the count of those ranks in all four suits, which is the most that sets of them
    can save."""
    return tuple(
        len(SUITS) * sum(pack.values[place] for place in range(SUIT_BITS) if word >> place & 1) for word in range(WORDS)
    )


def linked_table() -> tuple[int, ...]:
    """LINKED: the cards of a word that lie in some run of three; all others can serve in sets only."""
    linked = []
    for word in range(WORDS):
        middles = word & word << 1 & word >> 1
        linked.append(middles | middles << 1 | middles >> 1)
    return tuple(linked)
