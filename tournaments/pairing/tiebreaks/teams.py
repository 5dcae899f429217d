"""Tie-breaks of teams: the other kind of points, and the boards (FIDE C.07 article 13)."""

from fractions import Fraction
from functools import partial

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.tiebreaks.modifiers import Modifiers, Value
from tournaments.pairing.tiebreaks.opponents import mixed_sonneborn_berger


def match_points(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """MP: the sum of the match points. None if the entries are not teams."""
    return _score(crosstable, "MP", entry)


def game_points(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """GP: the sum of the points of all boards. None if the entries are not teams."""
    return _score(crosstable, "GP", entry)


def _mixed(theirs: str, mine: str, crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    return mixed_sonneborn_berger(theirs, mine, crosstable, entry, how)


mp_mp = partial(_mixed, "MP", "MP")
mp_gp = partial(_mixed, "MP", "GP")
gp_mp = partial(_mixed, "GP", "MP")
gp_gp = partial(_mixed, "GP", "GP")


def board_count(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """BC (13.3): the sum of each board's points times its number from the top; the lowest comes first."""
    totals = _boards(crosstable, entry)
    return Fraction(sum(n * total for n, total in enumerate(totals, start=1)), _unit(crosstable)) if totals else None


def boards_from_the_top(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """TBR (13.3): the points on the first board, from the top, on which the tied differ. Those who are then still tied
    are compared on the boards below (`standings.rank` does that)."""
    totals = {number: _boards(crosstable, number) for number in tied | {entry}}
    if not all(totals.values()):
        return None
    lengths = range(min(len(one) for one in totals.values()))
    board = next((n for n in lengths if len({one[n] for one in totals.values()}) > 1), 0)
    return Fraction(totals[entry][board], _unit(crosstable))


def _score(crosstable: Crosstable, key: str, entry: int) -> Value:
    points = crosstable.scores.get(key)
    return None if points is None else Fraction(points.score(entry), points.table.unit)


def _boards(crosstable: Crosstable, entry: int) -> list[int]:
    """An entry's points on each board over all rounds, from the top."""
    most = max((len(result.boards) for n in crosstable.rows for result in crosstable.results(n)), default=0)
    results = crosstable.results(entry)
    return [sum(one.boards[n] for one in results if n < len(one.boards)) for n in range(most)]


def _unit(crosstable: Crosstable) -> int:
    points = crosstable.scores.get("GP", crosstable)
    return points.table.unit
