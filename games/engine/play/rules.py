"""A rule set as a value: its numbers, and the kernel, seating and sheet that carry it out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.engine.cards.cards import GIN_PACK, Pack
from games.engine.moves.actions import Action, DrawForDeal
from games.engine.moves.director import LoseShuffle
from games.engine.moves.events import Event
from games.engine.moves.offence import Offence
from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.applying import applies
from games.engine.play.options import Shutout, check_options, options_of
from games.engine.play.state import Phase, Places, State

ADD_100 = Shutout("add", 100)
Actions = tuple[Action, ...]
Outcome = tuple[State, tuple[Event, ...]]
Choices = Callable[["RuleSet", State], Actions]
Aside = Callable[["RuleSet", State, int], Actions]
Law = Callable[["RuleSet", State, Offence], Outcome]


def unlisted(rules: "RuleSet", state: State) -> Actions:
    """The `choices` of a row whose actions are possible, but never listed as lawful moves."""
    return ()


def nobody(rules: "RuleSet", state: State, seat: int) -> Actions:
    """The `aside` of an unlisted row: no seat has listed actions."""
    return ()


def in_every_rule_set(rules: "RuleSet") -> bool:
    """The condition of a row of MOVES that exists under all options."""
    return True


@dataclass(frozen=True, slots=True)
class Move:
    """One row of MOVES: its lawful actions now, the check (a code for a refusal, or None), and the function for the
    next state.

    Rows that share one `choices` function share its answer: it is asked once. `exists` names the rule sets it is for.
    A row with `aside` may be done by a seat that is not in turn too; `aside` gives that seat's lawful actions.
    """

    choices: Choices
    check: Callable[["RuleSet", State, Any], str | None]
    do: Callable[["RuleSet", State, Any], Outcome]
    exists: Callable[["RuleSet"], bool] = in_every_rule_set
    aside: Aside | None = None


Rows = Mapping[tuple[Phase, type[Any]], Move]


@dataclass(frozen=True, slots=True)
class Kernel:
    """The moves of one deal: its whole flow as one table, and what is barred in every turn and phase. A row may hold
    several Moves; a rule set uses the first that exists under its options. `laws` are its laws of irregularity by id,
    `under_laws` gives the rows of a rule set with those that its mode of laws adds, `tries` the acts of a seat that are
    accepted although a law answers them. `wastes`: declined cards go face down, and the pile's top is the centre card
    (Conquian). `cites`: the rule of this game behind a refusal, by its code, where it differs from gin's.
    """

    name: str
    moves: Mapping[tuple[Phase, type[Any]], Move | tuple[Move, ...]] = field(compare=False, repr=False)
    barred: Callable[["RuleSet", State, Any], str | None] = field(compare=False, repr=False)
    laws: Mapping[str, Law] = field(default_factory=dict, compare=False, repr=False)
    under_laws: Callable[["RuleSet", Rows], Rows] | None = field(default=None, compare=False, repr=False)
    tries: Aside | None = field(default=None, compare=False, repr=False)
    wastes: bool = False
    cites: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class First:
    """GIN-4: who deals first; `chooser` is the seat that had the choice, None if the cards alone decided.

    `places` where the cards drawn also decide who plays and who waits (3P-1, 3P-7).
    """

    dealer: int
    chooser: int | None = None
    places: Places | None = None


class Boards(Protocol):
    """Replaces functions of the referee where not all seats sit at one deal, because some wait or there are several
    boards."""

    def pairs(self, places: Places) -> tuple[tuple[int, int], ...]: ...
    def dealer_at(self, places: Places, seats: tuple[int, int]) -> int: ...
    def apply(self, rules: "RuleSet", state: State, action: Any) -> Outcome: ...
    def legal_actions(self, rules: "RuleSet", state: State, seat: int) -> Actions: ...
    def open_actions(self, rules: "RuleSet", state: State, seat: int) -> Actions: ...
    def to_act(self, state: State) -> tuple[int, ...]: ...
    def view(self, rules: "RuleSet", state: State, seat: int | None) -> Any: ...


class Seating(Protocol):
    """Decides who sits, deals and waits; `boards` is None if every seat plays every deal and all play one deal."""

    name: str
    boards: Boards | None

    def numbers(self, rules: "RuleSet") -> Sequence[int]: ...
    def check(self, rules: "RuleSet") -> None: ...
    def target(self, rules: "RuleSet") -> int | None: ...
    def inner(self, rules: "RuleSet") -> "RuleSet | None": ...
    def places(self, seats: int) -> Places: ...
    def opening(self, rules: "RuleSet", dealer: int) -> Places: ...
    def first(self, rules: "RuleSet", draws: tuple[int, ...]) -> First | None: ...
    def next(self, rules: "RuleSet", places: Places, result: DealResult) -> Places: ...
    def settle(self, rules: "RuleSet", totals: tuple[int, ...]) -> tuple[int, ...]: ...


class Sheet(Protocol):
    """How deals add up, when a game is over, and how it is settled."""

    name: str

    def blank(self, seats: int) -> Score: ...
    def enter(self, rules: "RuleSet", score: Score, result: DealResult) -> Score: ...
    def settle(self, rules: "RuleSet", score: Score) -> Settlement: ...
    def may_draw(self, rules: "RuleSet") -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """A variant, or a variant with options laid over it. The options are those of RULES.md §2 under their own names."""

    key: str
    name: str
    kernel: Kernel
    seating: Seating
    sheet: Sheet
    pack: Pack = GIN_PACK
    laws: str = "strict"
    short_penalty: str = "deduct"
    correct_at_once: bool = False
    accept_after_exposure: bool = True
    seen_ban_out_of_turn: str = "literal"
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
    three_dealer: str = "entering"
    chouette_box: str = "fixed"
    team_size: int = 2
    least_team_size: int = 1
    team_rotation: str | None = None  # None: alternate for two a side, fixed for more (PRT-2)
    team_target: int | str = "by_size"
    advice: bool = False
    undercut_penalty: int = 0  # the points that an undercut knocker loses (3P-16)
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
    cnq_laws: str = "foster"
    drawn_deal: str = "same"  # who deals after a deal that nobody won: the same dealer, or the "next" (COL-2, CNQ-21)
    rows: Mapping[Phase, Mapping[type[Any], Move]] = field(init=False, repr=False, compare=False)
    lists: Mapping[Phase, Choices] = field(init=False, repr=False, compare=False)
    known: frozenset[type[Any]] = field(init=False, repr=False, compare=False)
    asides: Mapping[Phase, tuple[Aside, ...]] = field(init=False, repr=False, compare=False)
    inner: "RuleSet | None" = field(init=False, repr=False, compare=False)

    @property
    def has_special_suit(self) -> bool:
        """Do two suits differ in more than their names, so that they cannot be exchanged (OKL: spades double; CGN)?"""
        return self.spade_multiplier != 1 or self.suit_columns

    @property
    def has_target(self) -> bool:
        """Does a game go to a target? In Conquian each deal is a game; in Color each suit has its own target."""
        return "target" in options_of(self.kernel.name) and applies(self, "target")

    def __post_init__(self) -> None:
        """Compile the kernel's table once; raises Impossible E_OPTION for options that cannot be played."""
        check_options(self)
        self.seating.check(self)
        object.__setattr__(self, "target", self.seating.target(self))
        object.__setattr__(self, "inner", self.seating.inner(self))
        found = {key: _selected(self, row) for key, row in self.kernel.moves.items()}
        moves: Rows = {key: move for key, move in found.items() if move is not None}
        if self.kernel.under_laws is not None:
            moves = self.kernel.under_laws(self, moves)
        if self.inner is not None:  # the boards are played under the inner rules; here only chance draws for places
            moves = {(at, kind): move for (at, kind), move in moves.items() if kind in (DrawForDeal, LoseShuffle)}
        rows = {phase: {kind: move for (at, kind), move in moves.items() if at is phase} for phase in Phase}
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "lists", {phase: _lister(row.values()) for phase, row in rows.items()})
        object.__setattr__(self, "known", frozenset(kind for _, kind in moves))
        asides = {
            phase: tuple(move.aside for move in row.values() if move.aside not in (None, nobody))
            for phase, row in rows.items()
        }
        object.__setattr__(self, "asides", asides)
        if self.seating.boards is not None:
            of_a_board = self.seating.boards.legal_actions
            object.__setattr__(
                self, "lists", {phase: lambda r, state: of_a_board(r, state, state.turn) for phase in Phase}
            )
            object.__setattr__(self, "asides", dict.fromkeys(Phase, (of_a_board,)))


def _selected(rules: RuleSet, row: Move | tuple[Move, ...]) -> Move | None:
    """The first Move of a row that exists under these rules."""
    return next((move for move in (row if isinstance(row, tuple) else (row,)) if move.exists(rules)), None)


def _lister(moves: Any) -> Choices:
    """Make one function that lists the lawful actions of all rows of a phase, in the order of the table."""
    asked = list(dict.fromkeys(move.choices for move in moves if move.choices is not unlisted))
    if not asked:
        return unlisted
    if len(asked) == 1:
        only: Choices = asked[0]
        return only
    if len(asked) == 2:
        first, second = asked
        return lambda rules, state: first(rules, state) + second(rules, state)

    def listed(rules: RuleSet, state: State) -> Actions:
        found: Actions = ()
        for choices in asked:
            found += choices(rules, state)
        return found

    return listed
