"""The crosstable: every entry's result in every round, and the values for pairing and tie-breaks that follow from
it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from functools import cached_property

from tournaments.pairing.points import TABLES, PointsTable


class Kind(StrEnum):
    """The kind of a round's result, which determines its points."""

    PLAYED = "played"
    ADJUSTED = "adjusted"
    ABANDONED = "abandoned"
    ANNULLED = "annulled"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    PAB = "pab"
    HALF = "half"
    FULL = "full"
    ZERO = "zero"


FORFEITS = (Kind.FORFEIT, Kind.DOUBLE_FORFEIT)
MEETINGS = frozenset({Kind.PLAYED, Kind.ADJUSTED, Kind.ABANDONED, Kind.ANNULLED})
REQUESTED = frozenset({Kind.HALF, Kind.ZERO})


class Float(IntEnum):
    """Whether an entry was paired above or below its own score in a past round."""

    DOWN = -1
    NONE = 0
    UP = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One entry's side of one round; `opponent` is the start number, 0 for a bye. `is_first`: did it deal first? None
    if nobody noted it (in the system `card` the players cut for it at the table). `is_shutout`: did this side win by a
    shutout? `boards` are a team's points on each board, from the top, in the unit of its game points. If three or more
    sit at a table, `place` is the entry's place there (1 the best), and `others` are all others at the table, each with
    their place."""

    kind: Kind
    opponent: int = 0
    points: int = 0
    game_points: int = 0
    margin: int = 0
    is_first: bool | None = None
    games_won: int = 0
    is_shutout: bool = False
    boards: tuple[int, ...] = ()
    place: int = 0
    others: tuple[tuple[int, int], ...] = ()

    @property
    def is_met(self) -> bool:
        """Does this round count as a meeting of the two entries (criterion C1)?"""
        return self.kind in MEETINGS


ABSENT = Result(kind=Kind.ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entry: start number, whether it can be paired in the next round, the points from an earlier stage, the
    director's correction of its margin, its rounds so far, and the virtual points that an acceleration adds to its
    score when each round is paired (none for a round that is not listed)."""

    number: int
    name: str = ""
    rating: int = 0
    is_available: bool = True
    carried: int = 0
    margin_correction: int = 0
    results: tuple[Result, ...] = ()
    virtual: tuple[int, ...] = ()


@dataclass(frozen=True)
class Crosstable:
    """All entries by start number after `rounds` finished rounds. A round missing from a row is a zero bye.

    `predetermined`: who meets whom was known from the start (round robins), so that forfeits count as played where FIDE
    C.07 15.2 says so. `scores` are the same rounds in the other kinds of points that a team has: "MP", "GP".
    """

    rows: Mapping[int, Row]
    rounds: int
    table: PointsTable = field(default=TABLES["1-h-0"])
    predetermined: bool = False
    scores: "Mapping[str, Crosstable]" = field(default_factory=dict)

    def result(self, number: int, round_number: int) -> Result:
        """The result of an entry in a round (from 1)."""
        results = self.rows[number].results
        return results[round_number - 1] if round_number <= len(results) else ABSENT

    def results(self, number: int) -> tuple[Result, ...]:
        """The results of an entry in all finished rounds."""
        return self._results[number]

    def score(self, number: int, after: int | None = None) -> int:
        """The standings points of an entry after a round (default: all rounds), in the table's unit."""
        return self._scores[number][self.rounds if after is None else after]

    def pairing_score(self, number: int, after: int | None = None) -> int:
        """The standings points after a round, with the virtual points with which the next round is (or was) paired."""
        rounds = self.rounds if after is None else after
        virtual = self.rows[number].virtual
        return self._scores[number][rounds] + (virtual[rounds] if rounds < len(virtual) else 0)

    def dealt_first(self, number: int) -> tuple[bool, ...]:
        """For each match that an entry has played, in order: did it deal first?"""
        return tuple(one.is_first for one in self.results(number) if one.is_met and one.is_first is not None)

    def met(self, number: int, but_in: Collection[int] = ()) -> frozenset[int]:
        """The entries that an entry has met (C1), except in these rounds. Only played matches count: forfeits may be
        paired again."""
        played = enumerate(self.results(number), 1)
        return frozenset(result.opponent for n, result in played if result.is_met and n not in but_in)

    def float_of(self, number: int, round_number: int) -> Float:
        """The float of an entry in a past round, by the pairing scores at that time."""
        if round_number < 1:
            return Float.NONE
        result = self.result(number, round_number)
        if not result.is_met:
            return Float.DOWN if result.points > self.table.loss else Float.NONE
        own, other = (self.pairing_score(n, round_number - 1) for n in (number, result.opponent))
        return Float.DOWN if own > other else Float.UP if own < other else Float.NONE

    def unplayed(self, number: int) -> int:
        """The number of rounds that an entry did not play."""
        return sum(not result.is_met for result in self.results(number))

    def may_have_bye(self, number: int) -> bool:
        """C2: may the entry have the PAB? It may not if it has had one, or has got as many points as for a win in a
        round without playing."""
        return not any(
            result.kind is Kind.PAB or (not result.is_met and result.points >= self.table.win)
            for result in self.results(number)
        )

    def after(self, rounds: int) -> "Crosstable":
        """The crosstable as it was after a round."""
        rows = {n: replace(row, results=row.results[:rounds]) for n, row in self.rows.items()}
        scores = {key: other.after(rounds) for key, other in self.scores.items()}
        return replace(self, rows=rows, rounds=min(rounds, self.rounds), scores=scores)

    @cached_property
    def knows_dealers(self) -> bool:
        """Is it known for every played match who dealt first?"""
        return all(r.is_first is not None for n in self.rows for r in self.results(n) if r.is_met)

    @cached_property
    def is_rated(self) -> bool:
        """Does every entry have a rating?"""
        return all(row.rating for row in self.rows.values())

    @cached_property
    def _results(self) -> dict[int, tuple[Result, ...]]:
        """The finished rounds of each entry; a round missing from its row is a zero bye."""
        absent = (ABSENT,) * self.rounds
        return {n: (*row.results[: self.rounds], *absent[len(row.results) :]) for n, row in self.rows.items()}

    @cached_property
    def _scores(self) -> dict[int, list[int]]:
        scores = {}
        for number in self.rows:
            scores[number] = [self.rows[number].carried]
            for result in self.results(number):
                scores[number].append(scores[number][-1] + result.points)
        return scores
