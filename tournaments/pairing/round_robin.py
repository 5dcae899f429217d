"""Round robins: Berger tables, groups by snake or by lot, and the rule for entries that withdraw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.pairing.crosstable import ABSENT, Crosstable
from tournaments.pairing.lots import drawn


@dataclass(frozen=True, slots=True)
class Round:
    """One round: pairs as (first, second), where first deals first, and the entry that rests (0: none)."""

    number: int
    cycle: int
    pairs: tuple[tuple[int, int], ...]
    rest: int = 0


def berger(n: int, cycles: int = 1) -> tuple[Round, ...]:
    """The Berger tables of FIDE C.05 annex 1 for n >= 2 numbers: everybody meets everybody once in each cycle.

    An odd field has one number more, and who meets it rests. In every cycle but the last, the order of the last two
    rounds is turned round; in every second cycle first and second are. So nobody deals first, or second, three times
    running (four entries need it in every odd cycle instead). Raises ValueError for less than two numbers or less than
    one cycle.
    """
    if n < 2 or cycles < 1:
        raise ValueError(f"a round robin needs at least 2 entries and 1 cycle, not {n} and {cycles}")
    rounds: list[Round] = []
    for cycle in range(1, cycles + 1):
        turns = list(range(n + n % 2 - 1))
        if _is_turned(n, cycle, cycles):
            turns[-2:] = turns[:-3:-1]
        rounds += [_round(n, turn, len(rounds) + k, cycle) for k, turn in enumerate(turns, start=1)]
    return tuple(rounds)


def _is_turned(n: int, cycle: int, cycles: int) -> bool:
    """Are the last two rounds of this cycle exchanged?"""
    return cycles > 1 and cycle % 2 == 1 if n == 4 else cycle < cycles


def _round(n: int, turn: int, number: int, cycle: int) -> Round:
    """One line of the table: the last number stays and deals first in every second round; the others go round it."""
    last = n + n % 2
    ring = last - 1
    pivot = turn * (last // 2) % ring
    pairs = [(pivot + 1, last) if turn % 2 == 0 else (last, pivot + 1)]
    pairs += [((pivot + k) % ring + 1, (pivot - k) % ring + 1) for k in range(1, last // 2)]
    if cycle % 2 == 0:
        pairs = [(second, first) for first, second in pairs]
    if n == last:
        return Round(number, cycle, tuple(pairs))
    return Round(number, cycle, tuple(pairs[1:]), rest=pivot + 1)


def snake(n: int, groups: int) -> tuple[tuple[int, ...], ...]:
    """The start numbers 1..n in groups by snake: 1, 2, 3 from the left, 4, 5, 6 from the right, and so on.

    Sizes differ by one at most. Raises ValueError unless every group gets at least two.
    """
    return _dealt_out(range(1, n + 1), groups)


def by_lot(n: int, groups: int, seed: str) -> tuple[tuple[int, ...], ...]:
    """The start numbers 1..n in random groups; each group is in the order of the numbers. Raises ValueError as `snake`
    does."""
    return tuple(tuple(sorted(group)) for group in _dealt_out(drawn(range(1, n + 1), seed), groups))


def _dealt_out(numbers: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    if groups < 1 or len(numbers) < 2 * groups:
        raise ValueError(f"{len(numbers)} entries do not fill {groups} groups of at least 2")
    found: list[list[int]] = [[] for _ in range(groups)]
    for k, number in enumerate(numbers):
        turn, place = divmod(k, groups)
        found[place if turn % 2 == 0 else groups - 1 - place].append(number)
    return tuple(tuple(group) for group in found)


class Withdrawal(StrEnum):
    """The rule for the matches of an entry that withdraws."""

    LEAVES = "leaves"  # its results leave the standings and stay in the archive
    FORFEITS = "forfeits"  # its results count, the rest of its matches are forfeits


def withdrawal(played: int, scheduled: int) -> Withdrawal:
    """How the matches of an entry that withdraws count: if it has played less than half of them, its results leave the
    standings; else the rest are forfeits.

    `played` counts the matches that the entry has met, `scheduled` all of its matches in the stage. Raises ValueError
    when they cannot be.
    """
    if not 0 <= played <= scheduled:
        raise ValueError(f"an entry cannot have played {played} of {scheduled} matches")
    return Withdrawal.LEAVES if 2 * played < scheduled else Withdrawal.FORFEITS


def counted(crosstable: Crosstable, gone: frozenset[int]) -> Crosstable:
    """The crosstable for the standings without the entries that left it; their opponents count as resting in those
    rounds."""
    rows = {
        number: replace(row, results=tuple(ABSENT if r.opponent in gone else r for r in row.results))
        for number, row in crosstable.rows.items()
        if number not in gone
    }
    scores = {key: counted(one, gone) for key, one in crosstable.scores.items()}
    return replace(crosstable, rows=rows, scores=scores)
