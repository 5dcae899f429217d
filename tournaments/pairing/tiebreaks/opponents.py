"""Tie-breaks from the opponents' results: Buchholz and similar ones, Sonneborn-Berger, Koya; the rules of unplayed
rounds.

FIDE C.07 of 1 March 2026, articles 8, 9, 13.2, 14 and 16, in our words. Standings after a round are read as those of a
tournament that ended with it: its last finished round is "the final round".
"""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.crosstable import FORFEITS, REQUESTED, Crosstable, Result
from tournaments.pairing.tiebreaks.modifiers import Modifiers, Value, with_points


@dataclass(frozen=True, slots=True)
class Part:
    """The part of one round: the opponent's or dummy's score, the value that counts, and whether the round was missed
    by choice."""

    score: Fraction
    value: Fraction
    is_voluntary: bool


def buchholz(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """BH (8.1): the sum of the opponents' scores; with `fore` FB (8.3). Not for round robins."""
    if crosstable.predetermined:
        return None
    points = with_points(crosstable, how)
    return None if points is None else sum_of(after_cuts(parts(points, None, entry, how), how))


def fore_buchholz(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """FB (8.3): Buchholz as if all matches of the final round had been tied."""
    return buchholz(crosstable, entry, tied, how.with_fore())


def average_buchholz(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """AOB (8.2): the average Buchholz (`fore`: Fore Buchholz) of the opponents met. None for an entry that has met
    nobody; not for round robins."""
    points = with_points(crosstable, how)
    if crosstable.predetermined or points is None:
        return None
    whole = how.without_cuts()
    met = [result.opponent for result in crosstable.results(entry) if result.is_met]
    sums = [sum_of(parts(points, None, opponent, whole)) for opponent in met]
    left = after_cuts([Part(value, value, False) for value in sums], how)
    return sum_of(left) / len(left) if left else None


def sonneborn_berger(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """SB (9.1): each opponent's score times the points scored against it, summed."""
    points = with_points(crosstable, how)
    return None if points is None else sum_of(after_cuts(parts(points, points, entry, how), how))


def mixed_sonneborn_berger(theirs: str, mine: str, crosstable: Crosstable, entry: int, how: Modifiers) -> Value:
    """EMMSB, EMGSB, EGMSB, EGGSB (13.2): the opponents' match or game points times one's own match or game points."""
    if not {"MP", "GP"} <= set(crosstable.scores):
        return None
    return sum_of(after_cuts(parts(crosstable.scores[theirs], crosstable.scores[mine], entry, how), how))


def koya(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """KS (9.2): the points scored against those who have at least half (`Lx`: another share) of the possible points."""
    points = with_points(crosstable, how)
    if points is None:
        return None
    rounds = points.rounds
    if points.predetermined:  # in an odd field everybody rests
        rounds = max((sum(bool(one.opponent) for one in points.results(number)) for number in points.rows), default=0)
    limit = how.limit * points.table.most * rounds + Fraction(how.limit_steps * points.table.unit, 2)
    scored = (
        r.points for r in points.results(entry) if is_regular(points, r, how) and points.score(r.opponent) >= limit
    )
    return Fraction(sum(scored), points.table.unit)


def opponents_margin(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """OPPMARGIN: the sum of the margins of all opponents met."""
    met = [result.opponent for result in crosstable.results(entry) if result.is_met]
    return Fraction(sum(margin_of(crosstable, opponent) for opponent in met))


def margin_of(crosstable: Crosstable, entry: int) -> int:
    """Points won minus lost over all matches, with the director's correction."""
    return crosstable.rows[entry].margin_correction + sum(result.margin for result in crosstable.results(entry))


def is_regular(crosstable: Crosstable, result: Result, how: Modifiers) -> bool:
    """Does a round count as a match against its opponent? Played rounds do, and forfeits in predetermined pairings
    (15.2) and with the modifier P."""
    is_forfeit = result.kind in FORFEITS and bool(result.opponent)
    return result.is_met or (is_forfeit and (crosstable.predetermined or how.forfeits_played))


def is_voluntary(crosstable: Crosstable, result: Result) -> bool:
    """16.1.2: did the entry choose to miss this round, by a requested bye or a forfeit loss?"""
    is_lost = result.kind in FORFEITS and result.points <= crosstable.table.forfeit_loss
    return result.kind in REQUESTED or is_lost


def adjusted_score(crosstable: Crosstable, entry: int, is_fore: bool = False) -> int:
    """16.3: the score of an entry as part of an opponent's sum.

    A requested bye with nothing but requested byes and forfeit losses after it counts as a tie, everything else as
    given. `is_fore` (8.3): a match of the final round counts as a tie, played or not, so no bye stands at the end.
    """
    score = crosstable.score(entry)
    if crosstable.predetermined:
        return score
    if is_fore and crosstable.rounds and (last := crosstable.result(entry, crosstable.rounds)).opponent:
        return score + crosstable.table.tie - last.points
    for result in reversed(crosstable.results(entry)):
        if not is_voluntary(crosstable, result):
            break
        if result.kind in REQUESTED:
            score += crosstable.table.tie - result.points
    return score


def parts(theirs: Crosstable, mine: Crosstable | None, entry: int, how: Modifiers) -> list[Part]:
    """The part of each round: the opponent's score in `theirs`, times one's own points in `mine` if that is given.

    16.4: an unplayed round is a match against a dummy. The dummy has the entry's own score, but at most the scheduled
    opponent's adjusted score, or, if no opponent was scheduled, the points of a tie in every round.
    """
    found = []
    for number, result in enumerate(theirs.results(entry), start=1):
        if theirs.predetermined and not result.opponent:
            continue
        is_tied_at_last = how.fore and number == theirs.rounds and bool(result.opponent)
        is_met = is_tied_at_last or is_regular(theirs, result, how)
        against = adjusted_score(theirs, result.opponent, how.fore) if result.opponent else None
        if not is_met or against is None:
            own = (
                adjusted_score(theirs, entry, is_fore=True)
                if how.fore and _is_paired_at_last(theirs, entry)
                else theirs.score(entry)
            )
            against = min(own, theirs.table.tie * theirs.rounds if against is None else against)
        score = Fraction(against, theirs.table.unit)
        value = score if mine is None else score * Fraction(mine.result(entry, number).points, mine.table.unit)
        found.append(Part(score, value, not is_met and is_voluntary(theirs, result)))
    return found


def _is_paired_at_last(crosstable: Crosstable, entry: int) -> bool:
    return bool(crosstable.result(entry, crosstable.rounds).opponent)


def after_cuts(found: list[Part], how: Modifiers) -> list[Part]:
    """14.1 to 14.4 and 16.5: the parts that remain after the cuts; the least significant are cut first.

    The least significant part has the lowest opponent's score, and among equal ones the lowest value. If a round was
    missed by choice, the lowest value of such rounds is cut instead, unless it is below that part's value.
    """
    left = list(found)
    for _ in range(min(how.cut_low, len(left))):
        least = min(left, key=lambda part: (part.score, part.value))
        missed = min((one for one in left if one.is_voluntary), key=lambda one: (one.value, one.score), default=least)
        left.remove(missed if missed.value >= least.value else least)
    for _ in range(min(how.cut_high, len(left))):
        left.remove(max(left, key=lambda part: (part.score, part.value)))
    return left


def sum_of(found: list[Part]) -> Fraction:
    """The sum of the values."""
    return sum((part.value for part in found), Fraction(0))
