"""Melds: least deadwood, the discards that permit a knock, and the spreads of a hand.

Sets are the only thing that ties suits together. So every choice of sets among the ranks held three or four times is
tried, and what each choice leaves is looked up suit by suit in tables of runs.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from games.engine.cards.cards import GIN_PACK, SUIT_BITS, SUIT_MASK, Pack, cards_of, value, values
from games.engine.cards.meld_tables import (
    RANK,
    Kind,
    all_melds,
    extension_table,
    gain_table,
    linked_table,
    run_table,
    runs_ending_at_top,
    set_values_table,
)

RUN = run_table(GIN_PACK)
GAIN = gain_table(RUN)
LINKED = linked_table()
IN_SETS = set_values_table(GIN_PACK)
MELDS = all_melds(GIN_PACK)
_melds_of = cache(all_melds)
_runs_of = cache(run_table)
EXTENSIONS = extension_table(MELDS)

ANY = 255  # more than any hand counts
_NO_RUNS: tuple[tuple[int, ...], ...] = ((),)


class BadSpread(ValueError):
    """Stated melds that cannot be laid; `code` is E_NOT_IN_HAND or E_BAD_MELD."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class Spread:
    """A hand laid open: its melds as masks (the one with the lowest card first), its deadwood and what that counts."""

    melds: tuple[int, ...]
    loose: int
    count: int


def deadwood(hand: int) -> int:
    """GIN-14: the least that the cards of `hand` outside melds can count, over all arrangements."""
    low = hand & 67108863  # Python computes faster with numbers below 2**30
    high = hand >> 26
    c = low & 8191
    d = low >> 13
    h = high & 8191
    s = high >> 13
    triples = c & d & (h | s) | h & s & (c | d)
    if triples:
        runs = LINKED[c] | LINKED[d] | LINKED[h] | LINKED[s]
        sets = triples & ~runs
        if sets:  # no run can use these ranks: all their cards go into sets
            c &= ~sets
            d &= ~sets
            h &= ~sets
            s &= ~sets
        triples &= runs
        if triples:
            return _least(c, d, h, s, triples)
    return RUN[c] + RUN[d] + RUN[h] + RUN[s]


def _least(c: int, d: int, h: int, s: int, triples: int) -> int:
    """The least deadwood when each rank of `triples` may form a set or be left to the runs."""
    rank = triples & -triples
    rest = triples ^ rank
    kept = ~rank
    ends = [(c, d, h, s), (c & kept, d & kept, h & kept, s & kept)]
    if c & d & h & s & rank:
        ends += (c, d & kept, h & kept, s & kept), (c & kept, d, h & kept, s & kept)
        ends += (c & kept, d & kept, h, s & kept), (c & kept, d & kept, h & kept, s)
    if rest:
        return min([_least(c, d, h, s, rest) for c, d, h, s in ends])
    return min([RUN[c] + RUN[d] + RUN[h] + RUN[s] for c, d, h, s in ends])


def deadwood_in(hand: int, pack: Pack) -> int:
    """GIN-14 for any pack, with its order and values (COL-1, 10), as `deadwood` does it for the pack of gin."""
    run = RUN if pack is GIN_PACK else _runs_of(pack)
    left = [hand & ~sum(sets) for sets in _choices_of_sets(hand)]
    return min(sum(run[rest >> suit & SUIT_MASK] for suit in range(0, 4 * SUIT_BITS, SUIT_BITS)) for rest in left)


def deadwood_after_discard(hand: int, enough: int = ANY) -> int:
    """GIN-15: the least deadwood that eleven cards can leave after the best discard.

    Pass `enough` to stop early: results above it are not exact.
    """
    low = hand & 67108863
    high = hand >> 26
    c = low & 8191
    d = low >> 13
    h = high & 8191
    s = high >> 13
    triples = c & d & (h | s) | h & s & (c | d)
    if triples:
        runs = LINKED[c] | LINKED[d] | LINKED[h] | LINKED[s]
        sets = triples & ~runs
        if sets:
            c &= ~sets
            d &= ~sets
            h &= ~sets
            s &= ~sets
        triples &= runs
        if triples:
            if enough < ANY:
                floor = RUN[c] + RUN[d] + RUN[h] + RUN[s] - IN_SETS[triples] - 10
                if floor > enough:  # not even with all these ranks in sets, and the highest card thrown
                    return floor
            return _least_after_discard(c, d, h, s, triples)
    least = RUN[c] + RUN[d] + RUN[h] + RUN[s]
    if least > enough + 10:  # no card counts more than ten
        return least
    return least - max(GAIN[c], GAIN[d], GAIN[h], GAIN[s])


def _least_after_discard(c: int, d: int, h: int, s: int, triples: int) -> int:
    """As `_least`, with one card thrown from the suit that gains most by it."""
    rank = triples & -triples
    rest = triples ^ rank
    kept = ~rank
    ends = [(c, d, h, s), (c & kept, d & kept, h & kept, s & kept)]
    if c & d & h & s & rank:
        ends += (c, d & kept, h & kept, s & kept), (c & kept, d, h & kept, s & kept)
        ends += (c & kept, d & kept, h, s & kept), (c & kept, d & kept, h & kept, s)
    if rest:
        return min([_least_after_discard(c, d, h, s, rest) for c, d, h, s in ends])
    return min([RUN[c] + RUN[d] + RUN[h] + RUN[s] - max(GAIN[c], GAIN[d], GAIN[h], GAIN[s]) for c, d, h, s in ends])


def knocks(hand: int, limit: int, taken: int | None = None) -> tuple[int, ...]:
    """GIN-15: the discards, ascending, after which eleven cards count at most `limit`.

    `taken` is the card that may not be thrown (GIN-11: it came from the pile this turn), None when there is none.
    """
    if deadwood_after_discard(hand, limit) > limit:
        return ()
    return tuple(card for card in cards_of(hand) if card != taken and deadwood(hand ^ 1 << card) <= limit)


def meld_kind(cards: int, pack: Pack = GIN_PACK) -> Kind | None:
    """GIN-13: the kind of meld that these cards are: a set of three or four, a run of three or more in one suit, or
    none.

    COL-8, CNQ-4: so it is in every pack, in its own order of ranks; Conquian's runs have at most eight cards.
    """
    return MELDS.get(cards) if pack is GIN_PACK else _melds_of(pack).get(cards)


def spreads(hand: int) -> tuple[Spread, ...]:
    """GIN-14: every arrangement of least deadwood, the one to be laid by default first.

    First comes the one on which fewest cards outside the hand fit directly, then lowest cards, then fewest melds.
    """
    least = deadwood(hand)
    found = []
    for sets in _choices_of_sets(hand):
        rest = hand & ~sum(sets)
        if RUN[rest & 8191] + RUN[rest >> 13 & 8191] + RUN[rest >> 26 & 8191] + RUN[rest >> 39] == least:
            for runs in _choices_of_runs(rest):
                melds = sorted(sets + runs, key=_lowest)
                found.append(Spread(tuple(melds), rest & ~sum(runs), least))
    if len(found) > 1:
        found.sort(key=lambda spread: default_order(hand, spread))
    return tuple(found)


def best_spread(hand: int) -> Spread:
    """GIN-14: the arrangement that is laid when its owner states no other."""
    return spreads(hand)[0]


def spread_of(hand: int, melds: Iterable[int]) -> Spread:
    """GIN-14: the spread that its owner states, in his order of melds; raises BadSpread if it cannot be laid."""
    stated = tuple(melds)
    covered = 0
    if any(meld & ~hand for meld in stated):
        raise BadSpread("E_NOT_IN_HAND", "a stated meld has a card that is not in the hand")
    for meld in stated:
        if meld_kind(meld) is None:
            raise BadSpread("E_BAD_MELD", "a meld is three or four of a rank, or a run of three or more of a suit")
        if meld & covered:
            raise BadSpread("E_BAD_MELD", "a card serves one meld only")
        covered |= meld
    return Spread(stated, hand & ~covered, values(hand & ~covered))


def extensions(melds: Iterable[int]) -> int:
    """GIN-20: the cards of the pack that fit directly on one of these melds, whoever holds them."""
    fits = 0
    for meld in melds:
        fits |= EXTENSIONS[meld]
    return fits


def default_order(hand: int, spread: Spread) -> tuple[int, list[int], int]:
    """GIN-14: the sort key of equal arrangements: the cards outside the hand that fit on them, lowest cards, number of
    melds."""
    fits = extensions(spread.melds) & ~hand
    return fits.bit_count(), [card for meld in spread.melds for card in cards_of(meld)], len(spread.melds)


def _choices_of_sets(hand: int) -> list[tuple[int, ...]]:
    """Every choice of sets that the hand allows, the empty one too."""
    choices: list[tuple[int, ...]] = [()]
    c, d, h, s = hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39
    triples = c & d & (h | s) | h & s & (c | d)
    for place in cards_of(triples):
        rank = hand & RANK << place
        sets = [rank]
        if rank.bit_count() == 4:
            sets += [rank ^ 1 << card for card in cards_of(rank)]
        choices += [(*chosen, one) for chosen in choices for one in sets]
    return choices


def _choices_of_runs(hand: int) -> list[tuple[int, ...]]:
    """Every way to lay runs of the hand, and runs only, that leaves the least."""
    choices: list[tuple[int, ...]] = [()]
    for shift in range(0, 4 * SUIT_BITS, SUIT_BITS):
        ways = _unrolled(hand >> shift & SUIT_MASK)
        if ways != _NO_RUNS:
            choices = [chosen + tuple(run << shift for run in runs) for chosen in choices for runs in ways]
    return choices


@cache
def _unrolled(word: int) -> tuple[tuple[int, ...], ...]:
    """All ways to lay the runs of one suit that reach the value in RUN."""
    if not word:
        return _NO_RUNS
    top = word.bit_length() - 1
    ways: tuple[tuple[int, ...], ...] = ()
    if value(top) + RUN[word ^ 1 << top] == RUN[word]:
        ways = _unrolled(word ^ 1 << top)
    for run in runs_ending_at_top(word, GIN_PACK):
        if RUN[word ^ run] == RUN[word]:
            ways += tuple((*runs, run) for runs in _unrolled(word ^ run))
    return ways


def _lowest(meld: int) -> int:
    return meld & -meld
