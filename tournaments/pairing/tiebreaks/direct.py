"""Direct encounter: the points that tied entries scored against each other (FIDE C.07 article 6; 13.3 for teams)."""

from collections.abc import Mapping
from fractions import Fraction

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.tiebreaks.modifiers import Modifiers, Value, with_points
from tournaments.pairing.tiebreaks.opponents import is_regular


def direct_encounter(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """DE: points from the matches among the tied, with repeated meetings averaged; None while it decides nothing.

    6.2: all have met, and their points order them. 6.3: else the first, if nobody can reach it whatever the missing
    results; then the second in the same way, and so on. Forfeits count in round robins only, or with `P`. Who then is
    still tied is compared again among themselves (`standings.rank` does that).
    """
    tied = tied or frozenset(n for n in crosstable.rows if crosstable.score(n) == crosstable.score(entry))
    points = with_points(crosstable, how)
    return None if points is None else among(points, tied, how).get(entry)


def extended_direct_encounter(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """EDE (13.3): direct encounter in the points that the standings count; if these separate nobody, in the others.
    `standings.rank` takes them in turns until neither separates anybody."""
    found = among(crosstable, tied, how)
    if len({found.get(number) for number in tied}) < 2:
        others = [other for other in crosstable.scores.values() if other.table != crosstable.table]
        found = among(others[0], tied, how) if others else {}
    return found.get(entry)


def among(crosstable: Crosstable, tied: frozenset[int], how: Modifiers) -> dict[int, Fraction]:
    """The points among the tied, for those whose place they decide."""
    if len(tied) < 2:
        return {}
    meetings = {number: _meetings(crosstable, number, tied, how) for number in tied}
    return decided(meetings, tied, Fraction(crosstable.table.most, crosstable.table.unit))


def decided(meetings: Mapping[int, Mapping[int, Fraction]], tied: frozenset[int], win: Fraction) -> dict[int, Fraction]:
    """The points among the tied, for those whose place they decide, computed from the points of each against each other
    that it has met; `win` is the most that one meeting gives."""
    scores = {number: sum(found.values(), Fraction(0)) for number, found in meetings.items()}
    if all(len(found) == len(tied) - 1 for found in meetings.values()):
        return scores
    best = {number: scores[number] + win * (len(tied) - 1 - len(meetings[number])) for number in tied}
    found: dict[int, Fraction] = {}
    rest = set(tied)
    while len(rest) > 1:
        first = max(rest, key=lambda number: scores[number])
        rest.remove(first)
        if scores[first] <= max(best[number] for number in rest):
            break
        found[first] = scores[first]
    return found


def _meetings(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> dict[int, Fraction]:
    """The points against each tied entry that the entry has met, averaged over repeated meetings (6.1.2)."""
    found: dict[int, list[int]] = {}
    for result in crosstable.results(entry):
        if result.opponent in tied and is_regular(crosstable, result, how):
            found.setdefault(result.opponent, []).append(result.points)
    return {other: Fraction(sum(points), len(points) * crosstable.table.unit) for other, points in found.items()}
