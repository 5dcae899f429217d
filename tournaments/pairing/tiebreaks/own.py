"""Tie-breaks from one's own record: wins, rounds played, running scores, margins (FIDE C.07 article 7; card clubs)."""

from fractions import Fraction

from tournaments.pairing.crosstable import Crosstable, Result
from tournaments.pairing.tiebreaks.modifiers import Modifiers, Value, with_points
from tournaments.pairing.tiebreaks.opponents import is_regular, is_voluntary, margin_of


def wins(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """WIN (7.1): the rounds in which the entry got, with or without playing, as many points as for a win."""
    points = with_points(crosstable, how)
    return None if points is None else Fraction(sum(_is_won(points, result) for result in points.results(entry)))


def won(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """WON (7.2): matches won by playing; in a round robin also by forfeit."""
    points = with_points(crosstable, how)
    return None if points is None else Fraction(sum(_is_won(points, one) for one in _played(points, entry)))


def second(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """BPG (7.3): the matches played as second, in which the other side dealt first. None if nobody noted who did."""
    if not crosstable.knows_dealers:
        return None
    return Fraction(sum(one.is_first is False for one in _played(crosstable, entry)))


def won_as_second(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """BWG (7.4): the matches won as second, in which the other side dealt first. None if nobody noted who did."""
    if not crosstable.knows_dealers:
        return None
    seconds = (one for one in _played(crosstable, entry) if one.is_first is False)
    return Fraction(sum(_is_won(crosstable, one) for one in seconds))


def progressive(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """PS (7.5): the sum of the scores after each round; `Cn` leaves out those after the first n rounds."""
    points = with_points(crosstable, how)
    if points is None:
        return None
    scores = (points.score(entry, after) for after in range(1 + how.cut_low, points.rounds + 1))
    return Fraction(sum(scores), points.table.unit)


def elected(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """REP (7.6): the rounds that the entry was there to play: all except requested byes and forfeit losses."""
    results = crosstable.results(entry)
    if crosstable.predetermined:
        results = tuple(result for result in results if result.opponent)
    return Fraction(sum(not is_voluntary(crosstable, result) for result in results))


def standard_points(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """STD (7.7): one point for each round with more points than the opponent, half a point for as many; for an unplayed
    round, a point for more than a tie is worth, and half for as much."""
    points = with_points(crosstable, how)
    if points is None:
        return None
    return sum((_standard(points, entry, n) for n in range(1, points.rounds + 1)), Fraction(0))


def _standard(crosstable: Crosstable, entry: int, number: int) -> Fraction:
    result = crosstable.result(entry, number)
    if _is_played(crosstable, result):
        return outcome(crosstable, entry, number)
    against = crosstable.table.tie
    return Fraction(1) if result.points > against else Fraction(result.points == against, 2)


def outcome(crosstable: Crosstable, entry: int, number: int) -> Fraction:
    """1, 1/2 or 0: more, as many or fewer points than the opponent in a round, whatever the points table."""
    result = crosstable.result(entry, number)
    against = crosstable.result(result.opponent, number).points if result.opponent in crosstable.rows else 0
    return Fraction(1) if result.points > against else Fraction(result.points == against, 2)


def pairing_number(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """TPN (7.8): the start number, the lowest first (`R`: the highest)."""
    return Fraction(entry)


def margin(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """MARGIN: game points won minus lost, summed over all rounds, with the director's correction."""
    return Fraction(margin_of(crosstable, entry))


def game_points(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """POINTS: game points won, summed over all rounds."""
    return Fraction(sum(result.game_points for result in crosstable.results(entry)))


def games(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """GAMES: games won, summed over all rounds."""
    return Fraction(sum(result.games_won for result in crosstable.results(entry)))


def shutouts(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """SHUTOUTS: matches won in which the other side got nothing."""
    return Fraction(sum(result.is_shutout for result in crosstable.results(entry)))


def _played(crosstable: Crosstable, entry: int) -> list[Result]:
    """The rounds that count as played for one's own record: 15.2 leaves forfeit losses out everywhere."""
    return [one for one in crosstable.results(entry) if _is_played(crosstable, one)]


def _is_played(crosstable: Crosstable, result: Result) -> bool:
    is_lost_unplayed = not result.is_met and is_voluntary(crosstable, result)
    return is_regular(crosstable, result, Modifiers()) and not is_lost_unplayed


def _is_won(crosstable: Crosstable, result: Result) -> bool:
    return result.points >= crosstable.table.win
