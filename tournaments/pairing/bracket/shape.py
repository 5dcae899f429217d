"""The shape of a bracket: matches with a stable key, the origin of their two sides, and the results so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from tournaments.pairing.bracket.labels import Label, label
from tournaments.pairing.crosstable import Kind

NOBODY = 0  # a side that stays empty: a bye, or nobody came through a double forfeit
Side = int | None  # an entry, NOBODY, or None while it is not known yet
Places = tuple[int, int]  # best and worst place that are still possible


class BadBracket(ValueError):
    """Impossible settings or results; `field` names what is wrong, the message what is allowed."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class Part(StrEnum):
    """The part of a bracket that a match belongs to; its key begins with it."""

    MAIN = "W"  # the only side of single elimination, the winners' side of double elimination
    LOSERS = "L"
    GRAND_FINAL = "GF"
    PLACES = "P"
    CONSOLATION = "C"
    LAST_CHANCE = "LC"


class Contest(StrEnum):
    """A contest: a part of a bracket with standings of its own."""

    MAIN = "main"
    CONSOLATION = "consolation"
    LAST_CHANCE = "last_chance"


CONTESTS = {Part.CONSOLATION: Contest.CONSOLATION, Part.LAST_CHANCE: Contest.LAST_CHANCE}


class State(StrEnum):
    """The states of a match: sides not known yet, ready, played or ruled, void (nobody plays here)."""

    WAITING = "waiting"
    READY = "ready"
    OVER = "over"
    VOID = "void"


class Origin(StrEnum):
    """Where a side of a match comes from."""

    ENTRY = "entry"
    BYE = "bye"
    OPEN = "open"  # a line kept for late sign-up
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The source of one side: an `entry` (with its `seed`, 0 for none), or the winner or loser of the match `of`."""

    origin: Origin
    of: str = ""
    entry: int = NOBODY
    seed: int = 0


def winner_of(key: str) -> Source:
    """The side that the winner of a match takes."""
    return Source(origin=Origin.WINNER, of=key)


def loser_of(key: str) -> Source:
    """The side that the loser of a match takes."""
    return Source(origin=Origin.LOSER, of=key)


BYE = Source(origin=Origin.BYE)
OPEN_LINE = Source(origin=Origin.OPEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of a match between two entries; `winner` is NOBODY for a double forfeit only.

    `advances` is set by a ruling that lets stand what was played after a result that is now corrected: that side goes
    on as the winner would, the other as the loser.
    """

    sides: tuple[int, int]
    winner: int
    kind: Kind = Kind.PLAYED
    advances: int = NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match: first what the build fixes, then what the results say.

    `turn` is the earliest round of the whole bracket in which it can be played: nobody plays twice in one turn.
    `winner_places` and `loser_places` are what is possible after it. `reset_of` names the grand final after which this
    one is played only if the unbeaten side lost. `head_start` is in games. `length` is the key of the match length.
    `winner` and `loser` are who goes on as such: None while open, NOBODY where no one does.
    """

    key: str
    part: Part
    round: int
    position: int
    sources: tuple[Source, Source]
    winner_places: Places
    loser_places: Places
    rounds: int = 1
    turn: int = 1
    length: str = ""
    reset_of: str = ""
    head_start: tuple[int, int] = (0, 0)
    is_double: bool = False
    sides: tuple[Side, Side] = (None, None)
    state: State = State.WAITING
    winner: Side = None
    loser: Side = None
    result: Result | None = None

    @property
    def contest(self) -> Contest:
        """The contest in whose standings this match counts."""
        return CONTESTS.get(self.part, Contest.MAIN)

    @property
    def label(self) -> Label:
        """The label of the match in words: `str(match.label)`; its parts are for translators."""
        return label(self)

    def won_by(self, entry: int, kind: Kind = Kind.PLAYED) -> Result:
        """The result in which this entry has won. Raises BadBracket while the sides are unknown, or for another
        entry."""
        return Result(sides=self._known_sides(), winner=self._one_of_the_two(entry), kind=kind)

    def double_forfeit(self) -> Result:
        """The result in which both have forfeited. Raises BadBracket while the sides are unknown."""
        return Result(sides=self._known_sides(), winner=NOBODY, kind=Kind.DOUBLE_FORFEIT)

    def _known_sides(self) -> tuple[int, int]:
        first, second = self.sides
        if not first or not second:
            raise BadBracket(self.key, "two known sides are needed for a result")
        return first, second

    def _one_of_the_two(self, entry: int) -> int:
        if entry not in self._known_sides():
            raise BadBracket(self.key, f"the winner is one of {self.sides}, not {entry}")
        return entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A side bracket: `rounds` feed it; it has its own match lengths, and lines kept for late sign-up.

    Consolation: `rounds` are the rounds 1..k (main ones; in double elimination losers' ones) whose losers it takes.
    Last chance: the consolation rounds 1..k (0 = all); it also takes the losers of the main rounds between the
    consolation's and the final. Rounds that the bracket does not have are passed over; losers who play for places stay
    with them. The entries in `late` take the open lines in order; those left are byes once the sign-up is closed.
    """

    rounds: int = 1
    late_lines: int = 0
    late: tuple[int, ...] = ()
    is_sign_up_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a bracket is drawn and played.

    `is_double`: double elimination. Seeds: `order` lists the entries by seed (empty: 1..n); or `lot` is the seed of a
    lot that orders all but the first `seeded`; or `lines` is the whole draw from top to bottom by hand, NOBODY for a
    bye. `placement`: every place from 5th down to this one is played out (0 = none). `grand_final`: single, reset or
    advantage. `lengths`: by part, the match length of each round (the last one holds for the rounds after it).
    """

    is_double: bool = False
    order: tuple[int, ...] = ()
    lot: str = ""
    seeded: int = 0
    lines: tuple[int, ...] = ()
    third_place: bool = False
    placement: int = 0
    grand_final: str = "reset"
    consolation: Feed | None = None
    last_chance: Feed | None = None
    lengths: Mapping[Part, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Bracket:
    """A bracket of n entries. `matches` are in an order in which sources come first. `stale` lists the keys of results
    that were left out because other entries play there now."""

    n: int
    settings: Settings
    matches: tuple[Match, ...]
    stale: tuple[str, ...] = ()

    @cached_property
    def by_key(self) -> Mapping[str, Match]:
        """The matches by key."""
        return {match.key: match for match in self.matches}

    def match(self, key: str) -> Match:
        """The match with this key. Raises BadBracket if there is none."""
        if key not in self.by_key:
            raise BadBracket("match", f"no match of this bracket is called {key}")
        return self.by_key[key]

    @property
    def ready(self) -> tuple[Match, ...]:
        """The matches that can be played now."""
        return tuple(match for match in self.matches if match.state is State.READY)

    @property
    def is_over(self) -> bool:
        """Is nothing left to play?"""
        return all(match.state in (State.OVER, State.VOID) for match in self.matches)

    @property
    def champion(self) -> Side:
        """The winner of the main contest; None while it is open, NOBODY after a double forfeit in the final."""
        finals = [match for match in self.matches if match.winner_places == (1, 1) and match.contest is Contest.MAIN]
        reset = finals[-1]
        return reset.winner if reset.state is not State.VOID or not reset.reset_of else finals[0].winner
