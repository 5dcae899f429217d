"""A State as JSON: a snapshot for the server's own use, with all hidden cards. Hands are masks, cards are numbers."""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

from games.engine.moves.result import DealResult, Score
from games.engine.play.rules import RuleSet
from games.engine.play.state import (
    Board,
    Challenged,
    Effect,
    Laid,
    Phase,
    Places,
    Rest,
    Shown,
    State,
    Tabled,
    make_state,
)
from games.engine.writing.codec.words import Json

FORMAT = 1
SCALARS = (int, str, bool)


def state_to_json(state: State) -> Json:
    """A snapshot that `state_from_json` reads back to an equal State."""
    rest = state.rest
    return {
        "format": FORMAT,
        "phase": str(state.phase),
        "turn": state.turn,
        "hands": list(state.hands),
        "stock": state.stock,
        "pile": list(state.pile),
        "taken": state.taken,
        "passes": state.passes,
        "dealer": rest.places.dealer,
        "after": list(rest.places.after),
        "deals": list(map(_plain, rest.score.deals)),
        "deal": rest.deal,
        "deck": list(rest.stock),
        "upcard": rest.upcard,
        "limit": rest.limit,
        "factor": rest.factor,
        "effects": [_plain(effect) for effect in rest.effects],
        "unknown": list(rest.unknown),
        "spread": None if rest.spread is None else _plain(rest.spread),
        "laid": None if rest.laid is None else _plain(rest.laid),
        "result": None if rest.result is None else _plain(rest.result),
        **({"start": _listed(rest.score.start)} if rest.score.start else {}),
        **_more(rest.places, PLACES),
        **_more(rest, MORE),
        **({"boards": [_board(board) for board in state.boards]} if state.boards else {}),
    }


def state_from_json(rules: RuleSet, data: Json) -> State:
    """Read the State of a snapshot under the same rules; raises ValueError for another format."""
    if data.get("format") != FORMAT:
        raise ValueError(f"this is no snapshot of format {FORMAT}")
    seats = rules.sheet.blank(len(data["hands"])).seats
    score = Score(seats, tuple(_made(DealResult, deal) for deal in data["deals"]), _tupled(data.get("start", [])))
    rest = Rest(
        places=Places(data["dealer"], tuple(data["after"]), **_read(data, PLACES)),
        score=score,
        standing=rules.sheet.settle(rules, score),
        deal=data["deal"],
        stock=tuple(data["deck"]),
        upcard=data["upcard"],
        limit=data["limit"],
        factor=data["factor"],
        effects=tuple(_made(Effect, effect) for effect in data["effects"]),
        unknown=tuple(data["unknown"]),
        spread=_made(Shown, data["spread"]),
        laid=_made(Laid, data["laid"]),
        result=_made(DealResult, data["result"]),
        **_read(data, MORE),
    )
    hands, pile = tuple(data["hands"]), tuple(data["pile"])
    taken, passes = data["taken"], data["passes"]
    boards = tuple(_board_made(rules, board) for board in data.get("boards", ()))
    return make_state(
        Phase(data["phase"]), data["turn"], hands, data["stock"], pile, rest, taken=taken, passes=passes, boards=boards
    )


def _plain(value: Any) -> Json:
    """A dataclass of numbers, words and tuples as plain JSON."""
    return {name: _listed(getattr(value, name)) for name in value.__slots__}


@cache
def _usual(kind: Any) -> Json:
    """The defaults of a dataclass by field; None for a field without one."""
    return {field.name: None if field.default is MISSING else field.default for field in fields(kind)}


def _more(value: Any, names: dict[str, Callable[[Any], Any]]) -> Json:
    """The named fields whose values differ from their defaults; a snapshot leaves out the others."""
    usual = _usual(value.__class__)
    return {name: _listed(getattr(value, name)) for name in names if getattr(value, name) != usual[name]}


def _read(data: Json, names: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    return {name: read(data[name]) for name, read in names.items() if name in data}


def _board(board: Board) -> Json:
    """A deal between two seats of a larger sitting: who plays it, and its own snapshot."""
    return {"seats": list(board.seats), "state": state_to_json(board.state)}


def _board_made(rules: RuleSet, data: Json) -> Board:
    assert rules.inner is not None
    first, second = data["seats"]
    return Board((first, second), state_from_json(rules.inner, data["state"]))


def _listed(value: Any) -> Any:
    if value is None or value.__class__ in SCALARS:  # nearly all: a snapshot holds every deal of the sitting
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(value)
    return [_listed(held) for held in value] if isinstance(value, tuple) else value


def _made(kind: Any, data: Json | None) -> Any:
    """Read a dataclass back: lists become tuples, and a field that an older snapshot lacks gets its default."""
    if data is None:
        return None
    return kind(**{field.name: _tupled(data[field.name]) for field in fields(kind) if field.name in data})


def _tupled(value: Any) -> Any:
    return tuple(_tupled(held) for held in value) if isinstance(value, list) else value


def _same(value: Any) -> Any:
    return value


def _all(kind: Any) -> Callable[[Any], Any]:
    """Read a list of dataclasses of this kind."""
    return lambda values: tuple(_made(kind, value) for value in values)


# Fields that a snapshot holds only when they differ from their defaults, and how each is read back.
PLACES: dict[str, Callable[[Any], Any]] = {"waiting": _tupled, "box": _same, "rotation": _same}
MORE: dict[str, Callable[[Any], Any]] = {
    "double_right": _same,
    "offered": Phase,
    "bound": _same,
    "closed": _same,
    "laid_before": _all(Laid),
    "latest": _tupled,
    "table": _all(Tabled),
    "credit": _tupled,
    "challenge": lambda challenge: _made(Challenged, {**challenge, "phase": Phase(challenge["phase"])}),
    "challengers": _tupled,
    "folded": _tupled,
    "lifted": _tupled,
}
