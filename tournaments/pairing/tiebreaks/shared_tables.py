"""Tie-breaks where more than two sit at a table: tables won, others left behind, direct encounter at shared tables."""

from fractions import Fraction

from tournaments.pairing.crosstable import Crosstable, Result
from tournaments.pairing.table_points import left_behind
from tournaments.pairing.tiebreaks.direct import decided
from tournaments.pairing.tiebreaks.modifiers import Modifiers, Value


def tables_won(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """TW: the tables at which the entry was first; a shared first place counts as the entry's share of it."""
    return sum((_won(result) for result in crosstable.results(entry)), Fraction(0))


def others_left_behind(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """OLB: the sum over tables of the share of the others who finished behind: 1 for the first, 0 for the last."""
    met = (result for result in crosstable.results(entry) if result.others and result.is_met)
    return sum((left_behind(result.place, [place for _number, place in result.others]) for result in met), Fraction(0))


def direct_at_tables(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """DST: 1 for each tied entry that the entry finished before at shared tables, half for level, with repeated
    meetings averaged. As in a direct encounter of two, it has a value only if all of the tied have met, or if nobody
    can reach the first any more."""
    if len(tied) < 2:
        return None
    met = {number: _meetings(crosstable, number, tied) for number in tied}
    return decided(met, tied, Fraction(1)).get(entry)


def opponents_average(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """OA: the average score of all who sat at a table with the entry, counted as often as they met; None if nobody
    did."""
    met = [number for result in crosstable.results(entry) if result.is_met for number, _place in result.others]
    if not met:
        return None
    return Fraction(sum(crosstable.score(number) for number in met), crosstable.table.unit * len(met))


def _won(result: Result) -> Fraction:
    if result.place != 1 or not result.is_met:
        return Fraction(0)
    return Fraction(1, 1 + sum(place == 1 for _number, place in result.others))


def _meetings(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> dict[int, Fraction]:
    found: dict[int, list[Fraction]] = {}
    for result in crosstable.results(entry):
        for number, place in result.others if result.is_met else ():
            if number in tied:
                found.setdefault(number, []).append(left_behind(result.place, [place]))
    return {number: sum(shares, Fraction(0)) / len(shares) for number, shares in found.items()}
