"""Melds: least deadwood, the discards that permit a knock, and the spreads of a hand.

Sets are the only thing that ties suits together. So every choice of sets among the ranks held three or four times is
tried, and what each choice leaves is looked up suit by suit in tables of runs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from games.engine.cards import GIN_PACK, SUIT_BITS, SUIT_MASK, cards_of, value, values
from games.engine.suit_tables import gain_table, linked_table, run_table, runs_ending_at_top

RUN = run_table(GIN_PACK)
GAIN = gain_table(RUN)
LINKED = linked_table()

_RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four aces: one rank in all suits


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
    c = hand & 8191
    d = hand >> 13 & 8191
    h = hand >> 26 & 8191
    s = hand >> 39
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


def deadwood_after_discard(hand: int) -> int:
    """GIN-15: the least deadwood that eleven cards can leave after the best discard."""
    c = hand & 8191
    d = hand >> 13 & 8191
    h = hand >> 26 & 8191
    s = hand >> 39
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
            return _least_after_discard(c, d, h, s, triples)
    return RUN[c] + RUN[d] + RUN[h] + RUN[s] - max(GAIN[c], GAIN[d], GAIN[h], GAIN[s])


def _least_after_discard(c: int, d: int, h: int, s: int, triples: int) -> int:
    """The same choices as `_least`; at each end the suit that gains most throws its card."""
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
    if deadwood_after_discard(hand) > limit:
        return ()
    return tuple(card for card in cards_of(hand) if card != taken and deadwood(hand ^ 1 << card) <= limit)


def meld_kind(cards: int) -> Literal["set", "run"] | None:
    """GIN-13: what these cards are: a set of three or four, a run of three or more in one suit, or no meld."""
    if cards.bit_count() < 3:
        return None
    lowest = (cards & -cards).bit_length() - 1
    place = lowest % SUIT_BITS
    if not cards & ~(_RANK << place):
        return "set"
    run = ((1 << cards.bit_count()) - 1) << lowest
    return "run" if cards == run and place + cards.bit_count() <= SUIT_BITS else None


def spreads(hand: int) -> tuple[Spread, ...]:
    """GIN-14: every arrangement of least deadwood, the one to be laid by default first.

    First comes the one on which fewest cards outside the hand fit directly, then lowest cards, then fewest melds.
    """
    least = deadwood(hand)
    found = []
    for sets in _choices_of_sets(hand):
        rest = hand & ~sum(sets)
        if sum(RUN[word] for word in _suits(rest)) == least:
            found += [_spread(hand, sets + runs) for runs in _choices_of_runs(rest)]
    return tuple(sorted(found, key=lambda spread: _order(hand, spread)))


def best_spread(hand: int) -> Spread:
    """GIN-14: the arrangement that is laid when its owner states no other."""
    return spreads(hand)[0]


def spread_of(hand: int, melds: Iterable[int]) -> Spread:
    """GIN-14: the spread that its owner states, in his order of melds; raises BadSpread when it cannot be laid."""
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
        lowest = meld & -meld
        place = (lowest.bit_length() - 1) % SUIT_BITS
        if meld_kind(meld) == "set":
            fits |= _RANK << place & ~meld
            continue
        if place:
            fits |= lowest >> 1
        if place + meld.bit_count() < SUIT_BITS:
            fits |= meld + lowest
    return fits


def _choices_of_sets(hand: int) -> Iterator[tuple[int, ...]]:
    """Every choice of sets that the hand allows, the empty one too."""
    choices: list[tuple[int, ...]] = [()]
    for place in range(SUIT_BITS):
        rank = hand & _RANK << place
        if rank.bit_count() < 3:
            continue
        sets = [rank]
        if rank.bit_count() == 4:
            sets += [rank ^ 1 << card for card in cards_of(rank)]
        choices += [(*chosen, one) for chosen in choices for one in sets]
    return iter(choices)


def _choices_of_runs(hand: int) -> list[tuple[int, ...]]:
    """Every way to lay runs of the hand, and runs only, that leaves the least."""
    choices: list[tuple[int, ...]] = [()]
    for suit, word in enumerate(_suits(hand)):
        ways = [tuple(run << SUIT_BITS * suit for run in runs) for runs in _unrolled(word)]
        choices = [chosen + runs for chosen in choices for runs in ways]
    return choices


def _unrolled(word: int) -> list[tuple[int, ...]]:
    """The runs of one suit in every way that RUN was reached."""
    if not word:
        return [()]
    top = word.bit_length() - 1
    ways = []
    if value(top) + RUN[word ^ 1 << top] == RUN[word]:
        ways += _unrolled(word ^ 1 << top)
    for run in runs_ending_at_top(word, GIN_PACK):
        if RUN[word ^ run] == RUN[word]:
            ways += [(*runs, run) for runs in _unrolled(word ^ run)]
    return ways


def _suits(hand: int) -> tuple[int, int, int, int]:
    return hand & SUIT_MASK, hand >> 13 & SUIT_MASK, hand >> 26 & SUIT_MASK, hand >> 39


def _spread(hand: int, melds: tuple[int, ...]) -> Spread:
    loose = hand & ~sum(melds)
    return Spread(tuple(sorted(melds, key=lambda meld: meld & -meld)), loose, values(loose))


def _order(hand: int, spread: Spread) -> tuple[int, list[int], int]:
    fits = extensions(spread.melds) & ~hand
    return fits.bit_count(), [card for meld in spread.melds for card in cards_of(meld)], len(spread.melds)
