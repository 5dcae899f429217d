"""A rating is a fold over finished matches in the order (finished_at, id): states, digest, and a row per player."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ratings.systems.protocol import RatedMatch, RatingSystem, State, Step

VERSION = "1"  # of the arithmetic; a change that moves a number makes a new run
NOTHING = hashlib.sha256(b"undercut-ratings/1").hexdigest()


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
        if self.last is not None and match.order <= self.last:
            raise ValueError(f"match {match.id} does not come after the last one")
        self.last = match.order
        if not match.is_rated:
            return None
        before_a, before_b = self.state(match.a), self.state(match.b)
        after_a, after_b, trace = self.system.rate(before_a, before_b, match)
        self.states[match.a], self.states[match.b] = after_a, after_b
        self.seq += 1
        self.digest = hashlib.sha256(self.digest.encode() + line(match)).hexdigest()
        return (
            Moved(self.seq, match, match.a, match.b, before_a, after_a, trace.a),
            Moved(self.seq, match, match.b, match.a, before_b, after_b, trace.b),
        )


def fold(system: RatingSystem, matches: Iterable[RatedMatch]) -> tuple[Fold, list[Moved]]:
    """The finished run over matches that arrive in any order, and all it moved."""
    run = Fold(system)
    return run, list(moves(run, sorted(matches, key=lambda match: match.order)))


def moves(run: Fold, matches: Iterable[RatedMatch]) -> Iterator[Moved]:
    """Fold matches that are in order; what moved, as it moves."""
    for match in matches:
        yield from run.add(match) or ()


def line(match: RatedMatch) -> bytes:
    """A match as one canonical JSON line: what the digest of a run's inputs is taken over."""
    values = [match.id, round(match.finished_at * 1_000_000), match.a, match.b, float(match.score_a)]
    rest = [float(match.margin), match.deals, match.expected_deals, match.luck, match.kind, match.weight]
    return json.dumps(values + rest, separators=(",", ":")).encode() + b"\n"
