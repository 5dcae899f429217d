"""The input of a format (the facts of its stage) and its answers, as plain values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from tournaments.formats.ladders.log import Event
from tournaments.formats.terms import Term
from tournaments.pairing import CannotPair, Coming, Crosstable, Heard, Row, Standing, Trace, Waivers, unheard
from tournaments.pairing.bracket import Bracket, Result
from tournaments.pairing.pods import Reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who plays in a stage: `number` is the key of the crosstable, `group` counts from 1 (0: no groups). If each round
    is paired, an entrant with `is_here` off is left out; `is_gone`: it has left for good. `bye` is the kind of bye
    requested or given for the round to be paired; `late` the side contest of a bracket for which it signed up."""

    number: int
    group: int = 0
    is_here: bool = True
    is_gone: bool = False
    bye: str = ""
    late: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts that a format may use: settings, entrants, the crosstable of the closed rounds, hard pairs
    (`forbidden`) and soft ones (`avoided`), for a ladder its `log`, and for brackets the result of each slot, the
    entries that go on from a slot without playing (`through`), and the slots that wait for a ruling (`held`). `coming`
    are the rounds after the next, in a stage with so many rounds. `seated` are the tables of three and more of each
    round so far, each in the order of its seats. `number` is the number of the next round as people count it, over all
    stages."""

    settings: Mapping[str, Any]
    entrants: Mapping[int, Entrant]
    crosstable: Crosstable
    slots: Mapping[str, Result] = field(default_factory=dict)
    log: tuple[Event, ...] = ()
    through: Mapping[str, int] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    seated: tuple[tuple[tuple[int, ...], ...], ...] = ()
    forbidden: frozenset[frozenset[int]] = frozenset()
    avoided: frozenset[frozenset[int]] = frozenset()
    waived: Waivers = field(default_factory=Waivers)
    coming: tuple[Coming, ...] | None = None
    number: int = 1
    seed: str = ""

    def only(self, numbers: frozenset[int]) -> Crosstable:
        """The crosstable of these entrants only, such as a group that plays among itself."""
        rows: dict[int, Row] = {n: row for n, row in self.crosstable.rows.items() if n in numbers}
        scores = {key: replace(one, rows={n: one.rows[n] for n in rows}) for key, one in self.crosstable.scores.items()}
        return replace(self.crosstable, rows=rows, scores=scores)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two or more entrants who meet at a table, in the order of their seats (the first deals first); `slot` is the
    place in a bracket, `length` the key of a match length that differs from the stage's."""

    seats: tuple[int, ...]
    slot: str = ""
    length: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A planned round: who meets, in the order of the tables; byes as (number, kind), and the reasons (a trace, if the
    format makes one)."""

    engine: str
    version: str
    tables: tuple[Meeting, ...] = ()
    byes: tuple[tuple[int, str], ...] = ()
    trace: Trace | Reasons | None = None


@dataclass(frozen=True, slots=True)
class SignUp:
    """A side contest of a bracket that entries besides its losers can enter: `taken` of its `lines` are used, until the
    wave `closes` (counted in the stage) is paired."""

    contest: str
    lines: int
    taken: int
    closes: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The entrants of a group (0: of the whole stage) in order; `keys` name the values of each line. `contest` is set
    for a side contest such as a consolation."""

    group: int
    keys: tuple[str, ...]
    lines: tuple[Standing, ...]
    contest: str = ""


class Pairs(Protocol):
    """A function that pairs the next round; in a slow pairing (a large Swiss) it reports its progress to `heard`."""

    def __call__(self, facts: Facts, heard: Heard = unheard) -> Plan | CannotPair:
        """The next round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format of stages. `name`, in English for translators, is what pages call such a stage.

    `is_fixed`: its field is fixed when it starts, and nobody enters later. `is_team`: its entries are teams that meet
    on several boards. `has_slots`: its matches have places in a bracket, which `bracket` gives. `has_windows`: its
    rounds are windows in which the players agree on the times of their matches. `has_challenges`: nobody is paired,
    players challenge each other, and each match is a round of its own. `has_decks`: all tables play the same decks.
    `has_pods`: three and more sit at a table, each for themselves. `seatings` names whose tables it pairs: players or
    sides that meet two by two, or those of three and more."""

    key: str
    name: str
    is_fixed: bool
    has_slots: bool = False
    is_team: bool = False
    has_windows: bool = False
    has_challenges: bool = False
    has_pods: bool = False
    has_decks: bool = False
    seatings: tuple[str, ...] = ("two", "teams")
    settings: Mapping[str, Term]  # the settings of a stage of this format
    rounds: Callable[[Facts], int]  # how many rounds the stage will have, as known now
    pairs: Pairs  # the next round
    rankings: Callable[[Facts], tuple[Ranking, ...]]  # the standings, a group after the other
    bracket: Callable[[Facts], Bracket | None] | None = None  # the tree, where there is one
    sign_ups: Callable[[Facts], tuple[SignUp, ...]] | None = None  # late sign-up to its side contests

    @property
    def is_reportable(self) -> bool:
        """Has TRF26, the format of the federations, a place for its rounds? It knows no bracket, and two in a
        result."""
        return not (self.has_slots or self.has_pods)

    @property
    def has_schedule(self) -> bool:
        """Does a schedule say who meets whom, also for who is away, so that of a draft only the tables can be set?
        Tables of three and more are not bound to theirs: after a change the rest is planned again."""
        return self.is_fixed and not self.has_pods

    @property
    def has_plan(self) -> bool:
        """Are its tables of three and more planned for all rounds ahead, whatever the results are?"""
        return self.is_fixed and self.has_pods
