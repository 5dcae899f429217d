"""Placement: the losers of a round play for the places that they share."""

from collections.abc import Iterator, Sequence

from tournaments.pairing.bracket.shape import Match, Part, Source, loser_of, winner_of


def played_out(sources: Sequence[Source], low: int, lowest: int) -> tuple[Match, ...]:
    """The matches in which 2^k sources play for the places from `low` on, down to place `lowest`; each half has its
    own bracket. Keys count the matches that begin with the same place: P5-1 and P5-2 for 5 to 8, P5-3 for 5 and 6."""
    counts: dict[int, int] = {}
    return tuple(_matches(sources, low, lowest, 1, counts))


def _matches(sources: Sequence[Source], low: int, lowest: int, number: int, counts: dict[int, int]) -> Iterator[Match]:
    half = len(sources) // 2
    if not half or low > lowest:
        return
    keys = []
    for position in range(1, half + 1):
        counts[low] = counts.get(low, 0) + 1
        keys.append(f"{Part.PLACES}{low}-{counts[low]}")
        yield Match(
            key=keys[-1],
            part=Part.PLACES,
            round=number,
            position=position,
            sources=(sources[2 * position - 2], sources[2 * position - 1]),
            winner_places=(low, low + half - 1),
            loser_places=(low + half, low + 2 * half - 1),
        )
    yield from _matches([winner_of(key) for key in keys], low, lowest, number + 1, counts)
    yield from _matches([loser_of(key) for key in keys], low + half, lowest, number + 1, counts)
