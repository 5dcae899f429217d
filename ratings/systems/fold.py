"""A rating is a fold over finished matches in the order (finished_at, id): it gives states, a digest, and figures for
each player."""

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate, pairwise
from math import nan

from ratings.systems.protocol import Columns, Place, RatedMatch, RatingSystem, State, Step, Trace, several

VERSION = "2"  # of the arithmetic and the digest; a change that moves a number makes a new run
NOTHING = sha256(b"undercut-ratings/2").hexdigest()
LINE = struct.Struct(">qqqqddqqd12s")
PLACE = struct.Struct(">qqqq")


@dataclass(frozen=True, slots=True)
class Moved:
    """The effect of one rated match on one player; `seq` counts the rated matches of the run from 1. In a match of more
    than two there is no single opponent."""

    seq: int
    match: RatedMatch
    player: int
    opponent: int | None
    before: State
    after: State
    step: Step


@dataclass(slots=True)
class Fold:
    """A run under way: it takes matches in order and keeps the states."""

    system: RatingSystem
    states: dict[int, State] = field(default_factory=dict)
    seq: int = 0
    digest: str = NOTHING
    last: tuple[float, int] | None = None

    def state(self, player: int) -> State:
        """A player's state; the initial one for a new player."""
        found = self.states.get(player)
        return self.system.start() if found is None else found

    def add(self, match: RatedMatch) -> tuple[Moved, ...] | None:
        """Fold the next match; returns None if it is not rated. ValueError if it does not come after the last one, or
        if the system cannot rate so many players."""
        if not match.is_rated:
            self._follow(match.order)
            return None
        if match.seats:
            return self._several(match)
        a, b, after_a, after_b, trace = self._rate(match)
        return (
            Moved(self.seq, match, match.a, match.b, a, after_a, trace.a),
            Moved(self.seq, match, match.b, match.a, b, after_b, trace.b),
        )

    def figures(self, matches: Columns, lines: bytes) -> bytearray:
        """Fold rated matches in order, with the `line` of each; returns a `ROW` for each. ValueError if one does not
        come after the one before."""
        orders = list(zip(matches.finished_at, matches.id, strict=True))
        for order, following in pairwise(orders):
            if following <= order:
                raise ValueError(f"match {following[1]} does not come after the last one")
        self._follow(orders[0])
        digest = bytes.fromhex(self.digest)
        for start, end in pairwise(_ends(matches.seats, len(lines))):
            digest = sha256(digest + lines[start:end]).digest()
        self.seq, self.last, self.digest = self.seq + len(orders), orders[-1], digest.hex()
        return self.system.rate_all(self.states, matches)

    def _several(self, match: RatedMatch) -> tuple[Moved, ...]:
        self._follow(match.order)
        before, steps = several(self.system, self.states, match)
        self._count(match)
        return tuple(
            Moved(self.seq, match, place.player, None, own, self.states[place.player], step)
            for place, own, step in zip(match.seats, before, steps, strict=True)
        )

    def _rate(self, match: RatedMatch) -> tuple[State, State, State, State, Trace]:
        self._follow(match.order)
        before_a, before_b = self.state(match.a), self.state(match.b)
        after_a, after_b, trace = self.system.rate(before_a, before_b, match)
        self.states[match.a], self.states[match.b] = after_a, after_b
        self._count(match)
        return before_a, before_b, after_a, after_b, trace

    def _count(self, match: RatedMatch) -> None:
        self.seq += 1
        self.digest = sha256(bytes.fromhex(self.digest) + line(match)).hexdigest()

    def _follow(self, order: tuple[float, int]) -> None:
        if self.last is not None and order <= self.last:
            raise ValueError(f"match {order[1]} does not come after the last one")
        self.last = order


def fold(system: RatingSystem, matches: Iterable[RatedMatch]) -> tuple[Fold, list[Moved]]:
    """Fold matches in any order; returns the finished run with all its changes."""
    run = Fold(system)
    return run, list(moves(run, sorted(matches, key=lambda match: match.order)))


def moves(run: Fold, matches: Iterable[RatedMatch]) -> Iterator[Moved]:
    """Fold matches that are in order, and yield the changes one after the other."""
    for match in matches:
        yield from run.add(match) or ()


def line(match: RatedMatch) -> bytes:
    """A rated match as 92 big-endian bytes, over which the digest of a run's inputs is computed: id, microseconds UTC,
    a, b, score of a, margin, deals, expected deals, luck (nan: none), kind (padded with zeros). A match of more than
    two has 32 more bytes for each seat: player, side, place, margin."""
    at, luck = round(match.finished_at * 1_000_000), nan if match.luck is None else match.luck
    numbers = (match.score_a, match.margin, match.deals, match.expected_deals, luck)
    return LINE.pack(match.id, at, match.a, match.b, *numbers, match.kind.encode()) + seat_lines(match.seats)


def seat_lines(seats: Iterable[Place]) -> bytes:
    """The rest of the `line` of a match of more than two: its seats."""
    return b"".join(PLACE.pack(*place) for place in seats)


def _ends(seats: Sequence[tuple[Place, ...]], length: int) -> Iterable[int]:
    """Where consecutive lines begin and end that have `length` bytes together."""
    if not seats:
        return range(0, length + 1, LINE.size)
    return accumulate((LINE.size + PLACE.size * len(one) for one in seats), initial=0)
