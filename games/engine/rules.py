"""A rule set as a value: numbers first, and the kernel, seating and sheet that carry them out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.engine.actions import Action
from games.engine.cards import GIN_PACK, Pack
from games.engine.events import Event
from games.engine.options import Shutout, check_options
from games.engine.result import DealResult, Score, Settlement
from games.engine.state import Phase, Places, State

ADD_100 = Shutout("add", 100)
Actions = tuple[Action, ...]
Outcome = tuple[State, tuple[Event, ...]]
Choices = Callable[["RuleSet", State], Actions]
Aside = Callable[["RuleSet", State, int], Actions]


def in_every_rule_set(rules: "RuleSet") -> bool:
    """A row of MOVES that no option takes away."""
    return True


@dataclass(frozen=True, slots=True)
class Move:
    """One row of MOVES: all lawful actions of its kind now, why one is not lawful (a code or None), the next state.

    Rows that share one `choices` function share its answer: it is asked once. `exists` names the rule sets it is for.
    A row with `aside` may be done by a seat that is not in turn too; `aside` gives that seat's lawful actions.
    """

    choices: Choices
    check: Callable[["RuleSet", State, Any], str | None]
    do: Callable[["RuleSet", State, Any], Outcome]
    exists: Callable[["RuleSet"], bool] = in_every_rule_set
    aside: Aside | None = None


@dataclass(frozen=True, slots=True)
class Kernel:
    """What may be done in one deal: its whole flow as one table, and what is barred whatever the turn and phase.

    A row may hold several Moves, of which the first that exists under a rule set is its row: an option selects.
    """

    name: str
    moves: Mapping[tuple[Phase, type[Any]], Move | tuple[Move, ...]] = field(compare=False, repr=False)
    barred: Callable[["RuleSet", State, Any], str | None] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class First:
    """GIN-4: who deals first; `chooser` is the seat that had the choice, None where the cards alone decide."""

    dealer: int
    chooser: int | None = None


class Seating(Protocol):
    """Who sits, deals and waits."""

    name: str

    def places(self, seats: int) -> Places: ...
    def first(self, rules: "RuleSet", draws: tuple[int, ...]) -> First | None: ...
    def next(self, rules: "RuleSet", places: Places, result: DealResult) -> Places: ...
    def settle(self, rules: "RuleSet", totals: tuple[int, ...]) -> tuple[int, ...]: ...


class Sheet(Protocol):
    """How deals add up, when a game is over and what it settles to."""

    name: str

    def blank(self, seats: int) -> Score: ...
    def enter(self, rules: "RuleSet", score: Score, result: DealResult) -> Score: ...
    def settle(self, rules: "RuleSet", score: Score) -> Settlement: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """A variant, or a variant with options laid over it; options are those of RULES.md §2 under their own names."""

    key: str
    name: str
    kernel: Kernel
    seating: Seating
    sheet: Sheet
    pack: Pack = GIN_PACK
    laws: str = "strict"
    deal: str = "upcard"
    eleven_first_knock: bool = True
    after_double_pass: str = "stock_only"
    same_card: str = "forbid"
    last_discard: str = "dead"
    first_dealer: str = "low_deals"
    next_dealer: str = "loser"
    knock_limit: int = 10
    knock_limit_source: str = "fixed"
    ace_upcard: str = "one"
    spade_multiplier: int = 1
    gin_bonus: int = 20
    undercut_bonus: int = 10
    undercut_on_tie: bool = True
    big_gin_bonus: int | None = None
    hand_win_bonus: int = 0
    doubling: bool = False
    double_cap: int | None = None
    decline_bonus: int = 10
    box_value: int = 20
    extra_boxes: str = "none"
    target: int | None = 100
    match_target: int | None = None
    game_bonus: int = 100
    shutout: Shutout = ADD_100
    shutout_test: str = "no_points"
    stake: int | None = None
    columns: int = 1
    column_open: str = "shift"
    column_settlement: str = "best_of"
    suit_columns: bool = False
    suit_target: int = 100
    stock_floor: int = 2
    discard_view: str = "top_only"
    showdown: str = "best"
    scoring: str = "hand_left"
    pickup: str = "top"
    challenge: str = "off"
    exhaustion: str = "end_of_turn"
    col_same_card: str = "forbid"
    force: str = "on_demand"
    force_scope: str = "rearrange"
    hand_meld_alone: bool = False
    draw_carry: str = "none"
    fold: bool = True
    max_sequence: int = 8
    cnq_laws: str = "foster"
    drawn_deal: str = "same"  # who deals after a deal that nobody won: the same dealer, or the "next" (COL-2, CNQ-21)
    rows: Mapping[Phase, Mapping[type[Any], Move]] = field(init=False, repr=False, compare=False)
    lists: Mapping[Phase, Choices] = field(init=False, repr=False, compare=False)
    known: frozenset[type[Any]] = field(init=False, repr=False, compare=False)
    asides: Mapping[Phase, tuple[Aside, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compiles the kernel's table once; raises Impossible E_OPTION for options that cannot be played."""
        check_options(self)
        found = {key: _selected(self, row) for key, row in self.kernel.moves.items()}
        moves = {key: move for key, move in found.items() if move is not None}
        rows = {phase: {kind: move for (at, kind), move in moves.items() if at is phase} for phase in Phase}
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "lists", {phase: _lister(row.values()) for phase, row in rows.items()})
        object.__setattr__(self, "known", frozenset(kind for _, kind in moves))
        asides = {phase: tuple(move.aside for move in row.values() if move.aside) for phase, row in rows.items()}
        object.__setattr__(self, "asides", asides)


def _selected(rules: RuleSet, row: Move | tuple[Move, ...]) -> Move | None:
    """The first Move of a row that exists under these rules."""
    return next((move for move in (row if isinstance(row, tuple) else (row,)) if move.exists(rules)), None)


def _lister(moves: Any) -> Choices:
    """One function that gives the lawful actions of all rows of a phase, in the order of the table."""
    asked = list(dict.fromkeys(move.choices for move in moves))
    if len(asked) == 1:
        return asked[0]  # type: ignore[no-any-return]
    if len(asked) == 2:
        first, second = asked
        return lambda rules, state: first(rules, state) + second(rules, state)
    return lambda rules, state: tuple(action for choices in asked for action in choices(rules, state))
