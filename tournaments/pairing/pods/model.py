"""The values for pairing pods: entrants, tables, rounds, plans."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb

Pair = frozenset[int]
Pairs = Collection[Pair]
Moved = tuple[int, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant to be seated: start number, score in any unit (more is better), number of byes so far."""

    number: int
    score: Fraction = Fraction(0)
    byes: int = 0


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The facts behind a table: who sits there, with which scores and at which places in the standings (from 1).

    `met` are pairs of them who have met before, as (one, other, the rounds from 1), `avoided` those who should rather
    not meet. `moved` are entrants who would have sat here by score alone, each with those of this table by score whom
    they had met, and those whom they should rather not meet.
    """

    numbers: tuple[int, ...]
    scores: tuple[Fraction, ...] = ()
    places: tuple[int, ...] = ()
    met: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    avoided: tuple[tuple[int, int], ...] = ()
    moved: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True)
class ByeFacts:
    """The facts behind a bye: the entrant's earlier byes, the fewest that anybody has had, and those below who have had
    more."""

    number: int
    had: int
    fewest: int
    passed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reasons:
    """The facts behind a round; `by` is "score" or "meetings"."""

    by: str = ""
    tables: tuple[TableFacts, ...] = ()
    byes: tuple[ByeFacts, ...] = ()


@dataclass(frozen=True, slots=True)
class PodRound:
    """A round: tables that list their entrants in seat order (the first one deals first), and the entrants with a
    bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All rounds of a field numbered from 1. `repeats`: the sum over pairs of C(meetings, 2); `unmet`: pairs that never
    meet; `seat_spread`: see the function of that name; `least`: no plan has fewer repeats than this."""

    rounds: tuple[PodRound, ...]
    repeats: int
    unmet: int
    seat_spread: int
    least: int = 0


def meetings(rounds: Iterable[PodRound]) -> Counter[Pair]:
    """The number of meetings of each pair."""
    return Counter(frozenset(two) for one in rounds for table in one.tables for two in combinations(table, 2))


def repeats(rounds: Iterable[PodRound]) -> int:
    """The sum over pairs of C(meetings, 2): 0 if nobody meets twice, 3 for two who meet three times."""
    return sum(n * (n - 1) // 2 for n in meetings(rounds).values())


def unmet(rounds: Iterable[PodRound], numbers: Collection[int]) -> int:
    """The number of pairs of these entrants that never meet."""
    among = set(numbers)
    return comb(len(among), 2) - sum(two <= among for two in meetings(rounds))


def seat_spread(rounds: Sequence[PodRound]) -> int:
    """The largest difference between how often an entrant has one seat and how often another. Only seats that every
    table has count: there is a fourth seat only at tables of four."""
    common = min((len(table) for one in rounds for table in one.tables), default=0)
    had: dict[int, list[int]] = {}
    for one in rounds:
        for table in one.tables:
            for seat, number in enumerate(table):
                counts = had.setdefault(number, [0] * common)
                if seat < common:
                    counts[seat] += 1
    return max((max(counts) - min(counts) for counts in had.values()), default=0)
