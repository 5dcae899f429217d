"""Rounds of a knock-out side: those left are paired, and losers from elsewhere join them, until one is left."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.bracket.shape import Match, Part, Source, loser_of, winner_of

Pair = tuple[Source, Source]


@dataclass(frozen=True, slots=True)
class Knockout:
    """The rounds of one side (each a row of pairs, keyed "W2-3": part, round, position) and the side's champion."""

    part: Part
    rounds: tuple[tuple[Pair, ...], ...]
    champion: Source

    def losers(self, number: int) -> tuple[Source, ...]:
        """The losers of a round (from 1), from top to bottom."""
        return tuple(loser_of(key_of(self.part, number, k)) for k in range(1, len(self.rounds[number - 1]) + 1))


def key_of(part: Part, number: int, position: int) -> str:
    """The key of a match."""
    return f"{part}{number}-{position}"


def knockout(part: Part, batches: Sequence[Sequence[Source]]) -> Knockout:
    """Pair the first batch until it is no larger than the next batch; then each meets one of the next batch, and so on
    to the last; then go on until one is left. Sizes are powers of two that do not grow."""
    alive, rounds = list(batches[0]), []

    def add(pairs: Sequence[Pair]) -> None:
        rounds.append(tuple(pairs))
        alive[:] = [winner_of(key_of(part, len(rounds), k)) for k in range(1, len(pairs) + 1)]

    for batch in batches[1:]:
        while len(alive) > len(batch):
            add(_pairs(alive))
        add(list(zip(batch, alive, strict=True)))
    while len(alive) > 1:
        add(_pairs(alive))
    return Knockout(part, tuple(rounds), alive[0])


def _pairs(alive: Sequence[Source]) -> list[Pair]:
    return list(zip(alive[::2], alive[1::2], strict=True))


def matches_of(side: Knockout, above: int) -> tuple[Match, ...]:
    """The matches of a side whose champion can still get the places 1 to `above`: the losers of the last round are
    ranked right below, those of each earlier round below them."""
    found: list[Match] = []
    low = above + 1
    for number in range(len(side.rounds), 0, -1):
        pairs = side.rounds[number - 1]
        found[:0] = [
            Match(
                key=key_of(side.part, number, position),
                part=side.part,
                round=number,
                rounds=len(side.rounds),
                position=position,
                sources=pair,
                winner_places=(1, low - 1),
                loser_places=(low, low + len(pairs) - 1),
            )
            for position, pair in enumerate(pairs, start=1)
        ]
        low += len(pairs)
    return tuple(found)
