"""The state of a sitting: phases, and the immutable State, with slots for what changes at every move and one Rest for
everything else."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.moves.result import DealResult, Score, Settlement
from games.engine.play.changing import changer

CHANCE = -1  # the turn when no seat decides: chance deals, or the sitting is over
SEVERAL = -2  # the turn when seats of several boards may decide: the referee's `to_act` says which
UNKNOWN = -1  # a card whose face nobody has entered
NOT_TAKEN = -2  # nothing was drawn in this turn
FROM_STOCK = 64  # added to `taken` when the card came from the stock, so that a pile card compares as it is


class Phase(StrEnum):
    """The phase of a deal: the kind of action that comes next."""

    DEALING = "dealing"
    UPCARD = "upcard"
    DRAW = "draw"
    DISCARD = "discard"
    LAST = "last"
    DOUBLE = "double"
    SHOWDOWN = "showdown"
    CHOICE = "choice"
    CHALLENGE = "challenge"
    START = "start"
    OFFER = "offer"
    TURNED = "turned"
    FORCE_WINDOW = "force_window"
    FORCED = "forced"
    PICK = "pick"
    DONE = "done"


WITH_CENTRE = (Phase.OFFER, Phase.TURNED, Phase.FORCE_WINDOW, Phase.FORCED)


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a deal: `dealer` (None before the first draw), and for each seat the seat that plays after it.

    `waiting` are the seats that sit this deal out, the next to come in first. Chouette: `box` plays alone against the
    side. Teams: `rotation` says how far the opponents have moved on since the first deal.
    """

    dealer: int | None
    after: tuple[int, ...]
    waiting: tuple[int, ...] = ()
    box: int | None = None
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """A law's effect on a seat: `irr` is the law, `until` the event that ends it.

    kind          seat, and what the other fields say
    fix           `n` cards too many (+) or too few (-) (IRR-9)
    counted       the director found `n` cards too many or too few, and has not ruled on it yet (IRR-6..8)
    drawn         has made his first draw (IRR-6..8)
    ban           may not knock, gin excepted (IRR-9, 19)
    row           saw the `cards`, which lie open; `waiting` are the seats that must still draw from the stock before
                  they go to the pile, the first of them may take one; the offender never where `n` is 1 (IRR-16..18)
    face_up       his hand lies open; `by` is the seat whose play ends it (IRR-21, 23)
    no_bonus      has lost his gin and undercut bonus (IRR-10, 23)
    owed          drew `cards` early: his next turn opens without a draw (IRR-13, 14)
    skip          his next turn is lost (IRR-28)
    illegal       knocked against a law, `code` says which; nobody has objected yet (IRR-21..27)
    slip          threw the card just taken straight back; `n` is 1 once play has gone on (IRR-32)
    choice        may choose one of the `offers`; `phase` goes on afterwards (IRR-1, 8, 21..23)
    misdealt      deals though it is the turn of seat `by` (IRR-1, 2)
    reshuffle     the undrawn stock is to be shuffled again (IRR-5)
    """

    kind: str
    seat: int
    n: int = 0
    until: str = "corrected"
    irr: str = "IRR-9"
    cards: tuple[int, ...] = ()
    by: int | None = None
    waiting: tuple[int, ...] = ()
    offers: tuple[str, ...] = ()
    phase: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The knocker's spread (masks), the card he threw face down (None: none), and `how` he ended the deal.

    `suits` are the colours (letters) in which the spread scores, where colours do.
    """

    seat: int
    how: str
    melds: tuple[int, ...]
    deadwood: int
    count: int
    discard: int | None
    suits: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """The opponent's hand as it lies open: own melds and deadwood (masks), and cards laid off as (card, meld of the
    knocker)."""

    seat: int
    melds: tuple[int, ...]
    deadwood: int
    count: int
    laid_off: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Tabled:
    """A meld on the table (mask), and by seat the cards in it that the seat laid; in Conquian one seat laid them
    all."""

    cards: int
    laid: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Challenged:
    """COL-15: the seat that has challenged, and the turn and phase that go on if the challenge is refused."""

    seat: int
    turn: int
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """The part of a state that changes rarely. `stock` lies bottom first and is never cut: State.stock says how many
    cards are left.

    `standing` is `score` added up, once a deal. `closed` are the colours (letters) in which nobody scores any more.
    `bound` may take the top discard only to end the deal with it (GIN-11, 31). `double_right` alone may offer to double
    next (None: either); `offered` is the phase in which an offer interrupted the turn.

    `table` are the melds that lie in front of the players, in the order laid. Colonel: `credit` is what each seat has
    laid, `challenge` an open one, `challengers` the seats that have none left until their next turn. Conquian: `folded`
    are the seats that stand by "reject, turn, pass", `lifted` the two cards turned at once (IRR-43).

    Battle royal: `laid_before` is the hand of the opponent who has already laid off, `latest` by seat the discard that
    may still be taken from it, or NOT_TAKEN.
    """

    places: Places
    score: Score
    standing: Settlement
    deal: int = 0
    stock: tuple[int, ...] = ()
    upcard: int | None = None
    limit: int = 0
    factor: int = 1
    double_right: int | None = None
    offered: Phase | None = None
    bound: int | None = None
    closed: str = ""
    effects: tuple[Effect, ...] = ()
    unknown: tuple[int, ...] = (0, 0)
    spread: Shown | None = None
    laid: Laid | None = None
    laid_before: tuple[Laid, ...] = ()
    latest: tuple[int, ...] = ()
    result: DealResult | None = None
    table: tuple[Tabled, ...] = ()
    credit: tuple[int, ...] = (0, 0)
    challenge: Challenged | None = None
    challengers: tuple[int, ...] = ()
    folded: tuple[int, ...] = ()
    lifted: tuple[int, ...] = ()


changed_rest = changer(Rest)  # in some games a part of the Rest changes at every turn


class State:
    """One moment of a sitting, never changed once made. The class is written by hand because it is made at every move.

    `hands` are masks by seat, `stock` the number of cards left, `pile` lies bottom first, `taken` is the card drawn in
    this turn (FROM_STOCK added when it came from there) or NOT_TAKEN, `passes` how often the upcard was refused.
    `boards` are the deals in play where the players sit down in pairs.
    """

    __slots__ = ("boards", "hands", "passes", "phase", "pile", "rest", "stock", "taken", "turn")

    phase: Phase
    turn: int
    hands: tuple[int, ...]
    stock: int
    pile: tuple[int, ...]
    taken: int
    passes: int
    rest: Rest
    boards: tuple["Board", ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return _slots(self) == _slots(other)

    def __hash__(self) -> int:
        return hash(_slots(self))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"State({fields})"


@dataclass(frozen=True, slots=True)
class Board:
    """A deal between two seats of a larger sitting: an ordinary state in which `seats` are 0 and 1."""

    seats: tuple[int, int]
    state: State


def make_state(
    phase: Phase,
    turn: int,
    hands: tuple[int, ...],
    stock: int,
    pile: tuple[int, ...],
    rest: Rest,
    *,
    taken: int = NOT_TAKEN,
    passes: int = 0,
    boards: tuple[Board, ...] = (),
) -> State:
    """Make a State from these slots; moves of every turn fill the slots themselves, for speed."""
    state = State()
    state.phase = phase
    state.turn = turn
    state.hands = hands
    state.stock = stock
    state.pile = pile
    state.taken = taken
    state.passes = passes
    state.rest = rest
    state.boards = boards
    return state


def changed(state: State, **slots: Any) -> State:
    """The state with some slots changed."""
    copy = State()
    for name in State.__slots__:
        setattr(copy, name, slots[name] if name in slots else getattr(state, name))
    if unknown := slots.keys() - set(State.__slots__):
        raise TypeError(f"a state has no {', '.join(sorted(unknown))}")
    return copy


def centre_of(state: State) -> int | None:
    """CNQ-6, 7: the card on offer, or just turned: the top of the pile, whose other cards are waste; None if there is
    none.

    UNKNOWN is a card that lies there without anybody having entered its face.
    """
    return state.pile[-1] if state.phase in WITH_CENTRE and state.pile else None


def fix_of(rest: Rest, seat: int) -> int:
    """IRR-9: the number of cards that the seat still has too many (+) or too few (-)."""
    return next((effect.n for effect in rest.effects if effect.kind == "fix" and effect.seat == seat), 0)


def right_of(row: Effect) -> int | None:
    """IRR-17, 18: the seat that may take a card of a row of seen cards now; None: nobody."""
    first = row.waiting[0] if row.waiting else None
    return None if row.n and first == row.seat else first


def _slots(state: State) -> tuple[object, ...]:
    return tuple(getattr(state, name) for name in State.__slots__)
