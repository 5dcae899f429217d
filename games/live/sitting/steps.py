"""What can be done at a table: the engine's actions and the table's own (resigning, claiming, a fallen flag, time
credit, the call of time, a director's changes of the clock, the shuffle before a deal), and their form in the log."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from games import engine
from games.engine import codec
from games.live.setup.terms import LETTERS, Terms
from games.live.sitting import attempts
from games.live.sitting.attempts import Bind, Commit, Cut, Lost, Reveal

if TYPE_CHECKING:
    from typing_extensions import TypeIs  # in typing from Python 3.13 on


@dataclass(frozen=True, slots=True)
class Resign:
    """A player resigns the sitting."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A player claims the sitting because another is disconnected beyond the grace (`gone`; None: the opponent of
    two)."""

    seat: int
    gone: int | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """The time of this seat has run out."""

    seat: int


@dataclass(frozen=True, slots=True)
class Credit:
    """The seat on move gets back the time of an interruption that it did not cause."""

    seat: int
    ms: int


@dataclass(frozen=True, slots=True)
class Call:
    """Time is called: a deal whose first card is dealt is played out, and no other deal begins."""

    seat: None = None


@dataclass(frozen=True, slots=True)
class Freeze:
    """A director stops the clock, and with it all play, until `Resume`."""

    seat: None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """A director lets play go on."""

    seat: None = None


@dataclass(frozen=True, slots=True)
class SetClock:
    """A director gives a player more time, or takes some away (`ms` below 0)."""

    player: int
    ms: int
    seat: None = None


TableAction = Resign | Claim | Flag | Credit | Call | Freeze | Resume | SetClock | Bind | attempts.Move
Step = engine.Action | TableAction
Happened = tuple[engine.Event | TableAction, ...]  # by one step, in order
TABLE_ACTIONS: Mapping[str, type[Any]] = {
    "resign": Resign,
    "claim": Claim,
    "flag": Flag,
    "credit": Credit,
    "call": Call,
    "dir_freeze": Freeze,
    "dir_resume": Resume,
    "dir_clock": SetClock,
    "bind": Bind,
    "commit": Commit,
    "cut": Cut,
    "reveal": Reveal,
    "lost": Lost,
}
NAMES = {kind: name for name, kind in TABLE_ACTIONS.items()}
PAST = {
    Resign: "resigned",
    Claim: "claimed",
    Flag: "flagged",
    Credit: "credited",
    Call: "called",
    Freeze: "frozen",
    Resume: "resumed",
    SetClock: "clock_set",
    Bind: "bound",
    Commit: "committed",
    Cut: "cut",
    Reveal: "revealed",
    Lost: "lost_entropy",
}
SHUFFLING = (Bind, Commit, Cut, Reveal, Lost)
DIRECTED = (Freeze, Resume, SetClock)
OF_SEATS = ("seat", "gone", "player")
LOGGED = {kind: [field.name for field in fields(kind)] for kind in PAST} | {Bind: ["deal", "attempt", "board"]}
WHY = "why"  # in the log beside a director's command: the reason
OTHERS = "others"  # and at a table of boards what the decisions at those after the first had taken by then, in ms


def is_of_engine(action: Step) -> "TypeIs[engine.Action]":
    """Is this one of the engine's actions, and not one of the table's own?"""
    return action.__class__ not in PAST


def action_to_log(terms: Terms, action: Step) -> dict[str, Any]:
    """Write an action for the log; actions of chance are written without cards."""
    if not is_of_engine(action):
        return {"do": NAMES[type(action)], **written(action)}
    return codec.action_to_json(action, terms.rules.pack)


def written(action: Any) -> dict[str, Any]:
    """Write the fields of one of the table's own actions as plain JSON, with seats by their letters."""
    said = {name: getattr(action, name) for name in LOGGED[type(action)]}
    return {name: LETTERS[one] if name in OF_SEATS else one for name, one in said.items() if one is not None}


def table_action(logged: Mapping[str, Any]) -> TableAction:
    """Read one of the table's own actions from the log."""
    said = {name: LETTERS.index(one) if name in OF_SEATS else one for name, one in logged.items() if name != "do"}
    action: TableAction = TABLE_ACTIONS[logged["do"]](**said)
    return action


def action_from_log(terms: Terms, logged: Mapping[str, Any], seat: int | None, deck: tuple[int, ...] | None) -> Step:
    """Read an action from the log. `deck` is what its sealed secret gives, for the two actions of chance."""
    do = logged["do"]
    logged = {name: value for name, value in logged.items() if name not in (WHY, OTHERS)}
    if do in TABLE_ACTIONS:
        return table_action(logged)
    if deck is not None and do == "draw_for_deal":
        return engine.DrawForDeal(deck)
    if deck is not None:
        dealer = LETTERS.index(logged["dealer"]) if "dealer" in logged else None
        return engine.Deal(deck, board=logged.get("board"), dealer=dealer)
    return codec.action_from_json(dict(logged), seat, terms.rules.pack)
