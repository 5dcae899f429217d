"""The US Chess Federation's rating of players with few matches, by an approximate formula (Glickman)."""

from collections.abc import Sequence

WIN = 400.0  # a win counts as this much above the opponent


def special(rating: float, matches: int, opponents: Sequence[float], wins: int, losses: int) -> float:
    """The rating after m more matches against `opponents`, from N `matches` before: (N R + m Ravg + (W - L) 400) / (N +
    m).

    ValueError without any match at all.
    """
    count = matches + len(opponents)
    if count < 1:
        raise ValueError("a provisional rating needs at least one match")
    return (matches * rating + sum(opponents) + (wins - losses) * WIN) / count
