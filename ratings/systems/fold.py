"""A rating is a fold over finished matches in the order (finished_at, id): states, digest, and figures per player."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from math import nan

from ratings.systems.protocol import RatedMatch, RatingSystem, State, Step, Trace

VERSION = "2"  # of the arithmetic and the digest; a change that moves a number makes a new run
NOTHING = sha256(b"undercut-ratings/2").hexdigest()
FIGURES = (
    "before",
    "after",
    "deviation",
    "expected",
    "score",
    "k",
)  # of one player in one match, as `figures` gives them
LINE = struct.Struct(">qqqqddqqd12s")


@dataclass(frozen=True, slots=True)
class Moved:
    """What one rated match did to one player; `seq` counts the rated matches of the run from 1."""

    seq: int
    match: RatedMatch
    player: int
    opponent: int
    before: State
    after: State
    step: Step


@dataclass(slots=True)
class Fold:
    """A run under way: give it matches in order, it keeps the states."""

    system: RatingSystem
    states: dict[int, State] = field(default_factory=dict)
    seq: int = 0
    digest: str = NOTHING
    last: tuple[float, int] | None = None

    def state(self, player: int) -> State:
        """A player's state, the start for a new one."""
        found = self.states.get(player)
        return self.system.start() if found is None else found

    def add(self, match: RatedMatch) -> tuple[Moved, Moved] | None:
        """Fold the next match; None when it is not rated. ValueError when it does not come after the last one."""
        if not match.is_rated:
            self._follow(match)
            return None
        a, b, after_a, after_b, trace = self._rate(match)
        return (
            Moved(self.seq, match, match.a, match.b, a, after_a, trace.a),
            Moved(self.seq, match, match.b, match.a, b, after_b, trace.b),
        )

    def figures(self, matches: Iterable[RatedMatch]) -> list[float]:
        """Fold rated matches that are in order. For each the `FIGURES` of a, then those of b, in one long row (a
        system without deviations has nan there). ValueError when one does not come after the one before."""
        out: list[float] = []
        rating, shown = self.system.rating, self.system.shown
        add, is_sure, deviation_a, deviation_b = out.extend, shown(self.system.start(), 0.0).deviation is None, nan, nan
        for match in matches:
            a, b, after_a, after_b, (own, other) = self._rate(match)
            if not is_sure:
                deviation_a = shown(after_a, match.finished_at).deviation or 0.0
                deviation_b = shown(after_b, match.finished_at).deviation or 0.0
            add((rating(a), rating(after_a), deviation_a, own.expected, own.score, own.k))
            add((rating(b), rating(after_b), deviation_b, other.expected, other.score, other.k))
        return out

    def _rate(self, match: RatedMatch) -> tuple[State, State, State, State, Trace]:
        self._follow(match)
        states = self.states
        before_a, before_b = states.get(match.a), states.get(match.b)
        if before_a is None or before_b is None:
            before_a, before_b = before_a or self.system.start(), before_b or self.system.start()
        after_a, after_b, trace = self.system.rate(before_a, before_b, match)
        states[match.a], states[match.b] = after_a, after_b
        self.seq += 1
        self.digest = sha256(bytes.fromhex(self.digest) + line(match)).hexdigest()
        return before_a, before_b, after_a, after_b, trace

    def _follow(self, match: RatedMatch) -> None:
        order = match.order
        if self.last is not None and order <= self.last:
            raise ValueError(f"match {match.id} does not come after the last one")
        self.last = order


def fold(system: RatingSystem, matches: Iterable[RatedMatch]) -> tuple[Fold, list[Moved]]:
    """The finished run over matches that arrive in any order, and all it moved."""
    run = Fold(system)
    return run, list(moves(run, sorted(matches, key=lambda match: match.order)))


def moves(run: Fold, matches: Iterable[RatedMatch]) -> Iterator[Moved]:
    """Fold matches that are in order; what moved, as it moves."""
    for match in matches:
        yield from run.add(match) or ()


def line(match: RatedMatch) -> bytes:
    """A rated match as 92 bytes, big-endian, what the digest of a run's inputs is taken over: id, microseconds UTC, a,
    b, score of a, margin, deals, expected deals, luck (nan: none), kind (filled up with zeros)."""
    at, luck = round(match.finished_at * 1_000_000), nan if match.luck is None else match.luck
    numbers = (match.score_a, match.margin, match.deals, match.expected_deals, luck)
    return LINE.pack(match.id, at, match.a, match.b, *numbers, match.kind.encode())
