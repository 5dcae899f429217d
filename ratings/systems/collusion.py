"""Signs of collusion in results. They are no verdict: somebody who knows the players decides."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

FEWEST = 8  # matches of a pair; fewer are not checked
SIGMAS = 4.0
HELPERS = 3  # opponents from whom a player has most of the gain, at most
OTHERS = 6  # opponents that a player has met; with fewer the gain is not checked
STREAK = 4  # matches lost on time, one after the other
GAIN, SHARE = 80.0, 0.8  # rating points won from the helpers, and their share of all points won; more is a sign


class Pair(NamedTuple):
    """One player's results against another, as sums over their matches. `variance` is what the expected scores predict:
    the sum of e (1 - e)."""

    player: int
    opponent: int
    matches: int
    score: float
    expected: float
    variance: float
    gain: float  # rating points


class Unlikely(NamedTuple):
    """A player scored more against one opponent than chance explains; the difference is in standard deviations
    (sigmas)."""

    pair: Pair
    sigmas: float


class Concentrated(NamedTuple):
    """A player won most rating points from few opponents; the share of all points won is given."""

    player: int
    opponents: tuple[int, ...]
    gain: float
    share: float


class Streak(NamedTuple):
    """The longest streak of matches that a player lost on time, and the opponents."""

    player: int
    matches: int
    opponents: tuple[int, ...]


def longest_streak(player: int, played: Iterable[tuple[int, bool]]) -> Streak | None:
    """The longest streak of matches lost on time among all of a player's matches in order. Each match is its opponent
    and whether it was lost on time. None for fewer than four."""
    longest: list[int] = []
    now: list[int] = []
    for opponent, is_lost_on_time in played:
        now = [*now, opponent] if is_lost_on_time else []
        longest = max(longest, now, key=len)
    return Streak(player, len(longest), tuple(sorted(set(longest)))) if len(longest) >= STREAK else None


def unlikely(pairs: Iterable[Pair]) -> list[Unlikely]:
    """The pairs in which a player scored more than four standard deviations above expectation, the farthest first."""
    found = [
        Unlikely(pair, (pair.score - pair.expected) / sqrt(pair.variance))
        for pair in pairs
        if pair.matches >= FEWEST and pair.variance > 0
    ]
    return sorted((one for one in found if one.sigmas > SIGMAS), key=lambda one: (-one.sigmas, one.pair))


def concentrated(pairs: Iterable[Pair]) -> list[Concentrated]:
    """The players who have at least 80 % of their gain, and at least 80 points, from at most three opponents, though
    they have met six or more; the largest gain first."""
    of: dict[int, list[Pair]] = {}
    for pair in pairs:
        of.setdefault(pair.player, []).append(pair)
    found = []
    for player, own in of.items():
        best = sorted((pair for pair in own if pair.gain > 0), key=lambda pair: (-pair.gain, pair.opponent))
        helpers = [pair for pair in best[:HELPERS] if pair.matches >= FEWEST]
        gain, all_of_it = sum(pair.gain for pair in helpers), sum(pair.gain for pair in best)
        if len(own) >= OTHERS and gain >= GAIN and gain >= SHARE * all_of_it:
            found.append(Concentrated(player, tuple(pair.opponent for pair in helpers), gain, gain / all_of_it))
    return sorted(found, key=lambda one: (-one.gain, one.player))
