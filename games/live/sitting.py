"""A table at one version, pure: the engine's state, the clocks, how it ended; and the step to the next version.

The log folds through `step`: what the engine knows goes to the engine; resigning, claiming, a fallen flag and time
credit belong to the table itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games import engine
from games.engine import codec
from games.live import clock
from games.live.terms import LETTERS, Terms


@dataclass(frozen=True, slots=True)
class Resign:
    """A player gives the sitting up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A player claims the sitting because the opponent is gone beyond the grace."""

    seat: int


@dataclass(frozen=True, slots=True)
class Flag:
    """The time of this seat is used up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Credit:
    """The seat on move gets time for an interruption that was not its own."""

    seat: int
    ms: int


TableAction = Resign | Claim | Flag | Credit
Step = engine.Action | TableAction
TABLE_ACTIONS: Mapping[str, type[Any]] = {"resign": Resign, "claim": Claim, "flag": Flag, "credit": Credit}
NAMES = {kind: name for name, kind in TABLE_ACTIONS.items()}
PAST = {Resign: "resigned", Claim: "claimed", Flag: "flagged", Credit: "credited"}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a sitting ended (`played`, `resign`, `claim`, `flag`) and for whom."""

    how: str
    winner: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One version of a table. `left` is each bank in ms when nothing runs (None: no bank), `touched` the last version
    that changed what a seat can decide, `deal_seq` the version that dealt the present deal, `commitment` its C_S."""

    version: int
    state: engine.State
    left: tuple[int | None, ...]
    touched: int = 0
    deal_seq: int = 0
    commitment: str = ""
    ending: Ending | None = None


def opening(terms: Terms) -> Sitting:
    """Version 0."""
    bank = terms.control.bank if terms.control else None
    return Sitting(version=0, state=engine.start(terms.rules, len(terms.seats)), left=(bank,) * len(terms.seats))


def to_act(terms: Terms, sitting: Sitting) -> int | None:
    """The seat whose time runs, None when chance moves next or all is over."""
    if sitting.ending:
        return None
    seats = engine.to_act(terms.rules, sitting.state)
    return seats[0] if seats else None


def step(
    terms: Terms, sitting: Sitting, action: Step, *, spent: int = 0, lag: int = 0
) -> tuple[Sitting, tuple[Any, ...]]:
    """The next version and what happened, in events of the engine and table actions. Raises engine.Impossible."""
    version = sitting.version + 1
    if isinstance(action, Credit):
        return replace(sitting, version=version, left=_credited(sitting.left, action)), (action,)
    if isinstance(action, Resign | Claim | Flag):
        loser = 1 - action.seat if isinstance(action, Claim) else action.seat
        ending = Ending(NAMES[type(action)], 1 - loser)
        return replace(sitting, version=version, touched=version, ending=ending), (action,)
    state, events = engine.apply(terms.rules, sitting.state, action)
    after = replace(sitting, version=version, touched=version, state=state)
    if isinstance(action, engine.Deal):
        after = replace(after, deal_seq=version)
    if engine.is_over(terms.rules, state):
        settlement = engine.outcome(terms.rules, state)
        after = replace(after, ending=Ending("played", settlement.winner if settlement else None))
    if terms.control and action.seat is not None:
        after = replace(after, left=_charged(terms, after, action.seat, spent, lag))
    return after, events


def _credited(left: tuple[int | None, ...], credit: Credit) -> tuple[int | None, ...]:
    return tuple(
        bank + credit.ms if seat == credit.seat and bank is not None else bank for seat, bank in enumerate(left)
    )


def _charged(terms: Terms, after: Sitting, seat: int, spent: int, lag: int) -> tuple[int | None, ...]:
    assert terms.control is not None
    ended = to_act(terms, after) != seat
    rest = clock.spend(terms.control, after.left[seat], spent=spent, lag=lag, turn_ended=ended)
    return tuple(rest if at == seat else bank for at, bank in enumerate(after.left))


def action_to_log(action: Step) -> dict[str, Any]:
    """An action as it stands in the log: without cards for chance."""
    if isinstance(action, Resign | Claim | Flag | Credit):
        logged: dict[str, Any] = {"do": NAMES[type(action)], "seat": LETTERS[action.seat]}
        return logged | ({"ms": action.ms} if isinstance(action, Credit) else {})
    return codec.action_to_json(action)


def action_from_log(logged: Mapping[str, Any], seat: int | None, deck: tuple[int, ...] | None) -> Step:
    """An action of the log; `deck` is what its sealed secret gives, for the two actions of chance."""
    do = logged["do"]
    if do in TABLE_ACTIONS:
        more = {"ms": logged["ms"]} if do == "credit" else {}
        return TABLE_ACTIONS[do](LETTERS.index(logged["seat"]), **more)  # type: ignore[no-any-return]
    if deck is not None:
        return (engine.DrawForDeal if do == "draw_for_deal" else engine.Deal)(deck)
    return codec.action_from_json(dict(logged), seat)


def result_of(terms: Terms, sitting: Sitting) -> dict[str, Any]:
    """What a table that is over came to, as JSON: figures of the sheet by seat, the winner's seat, and how it ended."""
    assert sitting.ending is not None
    sheet = sitting.state.rest.standing
    return {
        "winner": sitting.ending.winner,
        "how": sitting.ending.how,
        "points": list(sheet.points),
        "totals": list(sheet.totals),
        "net": list(sheet.net),
        "deals": sheet.deals,
        "deals_won": list(sheet.deals_won),
        "shutout": sheet.shutout,
    }


def to_snapshot(sitting: Sitting) -> dict[str, Any]:
    """A version as plain JSON."""
    ending = sitting.ending
    return {
        "s": codec.state_to_json(sitting.state),
        "l": sitting.left,
        "t": sitting.touched,
        "d": sitting.deal_seq,
        "c": sitting.commitment,
        "e": [ending.how, ending.winner] if ending else None,
    }


def from_snapshot(terms: Terms, data: Mapping[str, Any], version: int) -> Sitting:
    """The version that a snapshot holds."""
    return Sitting(
        version=version,
        state=codec.state_from_json(terms.rules, data["s"]),
        left=tuple(data["l"]),
        touched=data["t"],
        deal_seq=data["d"],
        commitment=data["c"],
        ending=Ending(*data["e"]) if data["e"] else None,
    )
