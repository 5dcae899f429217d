"""Tie-breaks by key, one function each (tournaments design §5; FIDE C.07 by acronym, MARGIN of the card clubs)."""

import hashlib
from collections.abc import Callable
from fractions import Fraction

from tournaments.pairing.crosstable import REQUESTED, Crosstable, Kind, Result

TieBreak = Callable[[Crosstable, int, frozenset[int]], Fraction | None]


def margin(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> Fraction | None:
    """MARGIN: game points won minus lost, summed over all rounds."""
    return Fraction(sum(result.margin for result in crosstable.results(entry)))


def wins(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> Fraction | None:
    """WIN: rounds in which the entry got, with or without playing, as many points as for a win."""
    return Fraction(sum(result.points >= crosstable.table.win for result in crosstable.results(entry)))


def won(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> Fraction | None:
    """WON: matches won by playing."""
    return Fraction(sum(r.is_met and r.points >= crosstable.table.win for r in crosstable.results(entry)))


def buchholz(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> Fraction | None:
    """BH: the sum of the opponents' adjusted scores; an unplayed round is a match against a dummy."""
    return Fraction(sum(_contributions(crosstable, entry)), crosstable.table.unit)


def buchholz_cut_one(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> Fraction | None:
    """BH/C1: Buchholz without the lowest contribution of a voluntary unplayed round, or without the lowest of all."""
    parts = _contributions(crosstable, entry)
    results = crosstable.results(entry)
    voluntary = [part for part, result in zip(parts, results, strict=True) if _is_voluntary(crosstable, result)]
    cut = min(voluntary or parts, default=0)
    return Fraction(sum(parts) - cut, crosstable.table.unit)


def direct_encounter(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> Fraction | None:
    """DE: points from the matches among the tied, repeated meetings averaged; None while it decides nothing.

    Valid if all have met, or for the one who is alone on top whatever the missing results. Forfeits do not count.
    """
    if len(tied) < 2:
        return None
    meetings = {number: _meetings(crosstable, number, tied) for number in tied}
    scores = {number: sum(meetings[number].values(), Fraction(0)) for number in tied}
    if all(len(found) == len(tied) - 1 for found in meetings.values()):
        return scores[entry]
    win = Fraction(crosstable.table.win, crosstable.table.unit)
    best = {number: scores[number] + win * (len(tied) - 1 - len(meetings[number])) for number in tied}
    others = [best[number] for number in tied if number != entry]
    return scores[entry] if scores[entry] > max(others) else None


def lot(crosstable: Crosstable, entry: int, tied: frozenset[int], seed: str) -> Fraction:
    """LOT: the lot drawn by a seed that is shown: the same seed gives the same order. Higher stands first."""
    return Fraction(int.from_bytes(hashlib.sha256(f"{seed}:{entry}".encode()).digest()[:4], "big"))


TIEBREAKS: dict[str, TieBreak] = {
    "MARGIN": margin,
    "WIN": wins,
    "WON": won,
    "BH": buchholz,
    "BH/C1": buchholz_cut_one,
    "DE": direct_encounter,
}
LOT = "LOT"
AGAIN = frozenset({"DE"})  # applied again inside what remains tied


def adjusted_score(crosstable: Crosstable, entry: int) -> int:
    """The score of an entry as part of an opponent's sum: a requested bye with nothing but requested byes and forfeit
    losses after it counts as a tie, everything else as given."""
    total, is_over = 0, True
    for result in reversed(crosstable.results(entry)):
        is_over = is_over and _is_voluntary(crosstable, result)
        total += crosstable.table.tie if is_over and result.kind in REQUESTED else result.points
    return total


def _contributions(crosstable: Crosstable, entry: int) -> list[int]:
    return [_contribution(crosstable, entry, result) for result in crosstable.results(entry)]


def _contribution(crosstable: Crosstable, entry: int, result: Result) -> int:
    """What a round adds to the own Buchholz sum: the opponent's adjusted score; for an unplayed round a dummy with the
    own score, at most the scheduled opponent's adjusted score, else at most a tie in every round."""
    if result.is_met:
        return adjusted_score(crosstable, result.opponent)
    scheduled = bool(result.opponent)
    limit = adjusted_score(crosstable, result.opponent) if scheduled else crosstable.table.tie * crosstable.rounds
    return min(crosstable.score(entry), limit)


def _is_voluntary(crosstable: Crosstable, result: Result) -> bool:
    """A requested bye or a forfeit loss."""
    forfeited = result.kind in {Kind.FORFEIT, Kind.DOUBLE_FORFEIT} and result.points <= crosstable.table.forfeit_loss
    return result.kind in REQUESTED or forfeited


def _meetings(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> dict[int, Fraction]:
    """Points against each of the tied that the entry has met, averaged over repeated meetings."""
    found: dict[int, list[int]] = {}
    for result in crosstable.results(entry):
        if result.is_met and result.opponent in tied:
            found.setdefault(result.opponent, []).append(result.points)
    return {other: Fraction(sum(points), len(points) * crosstable.table.unit) for other, points in found.items()}
