"""A State as JSON: a snapshot for the house's own use, hidden cards and all; hands are masks, cards numbers."""

from dataclasses import asdict, fields
from typing import Any

from games.engine.codec.words import Json
from games.engine.result import DealResult, Score
from games.engine.rules import RuleSet
from games.engine.state import Effect, Laid, Phase, Places, Rest, Shown, State, make_state

FORMAT = 1


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
        "deals": [_plain(deal) for deal in rest.score.deals],
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
    }


def state_from_json(rules: RuleSet, data: Json) -> State:
    """The State of a snapshot under the same rules; raises ValueError for another format."""
    if data.get("format") != FORMAT:
        raise ValueError(f"this is no snapshot of format {FORMAT}")
    score = Score(len(data["hands"]), tuple(_made(DealResult, deal) for deal in data["deals"]))
    rest = Rest(
        places=Places(data["dealer"], tuple(data["after"])),
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
    )
    hands, pile = tuple(data["hands"]), tuple(data["pile"])
    taken, passes = data["taken"], data["passes"]
    return make_state(Phase(data["phase"]), data["turn"], hands, data["stock"], pile, rest, taken=taken, passes=passes)


def _plain(value: Any) -> Json:
    """A dataclass of numbers, words and tuples as plain JSON."""
    return {name: _listed(held) for name, held in asdict(value).items()}


def _listed(value: Any) -> Any:
    return [_listed(held) for held in value] if isinstance(value, tuple) else value


def _made(kind: Any, data: Json | None) -> Any:
    """The dataclass again, lists turned back to tuples; a field that an older snapshot lacks has its default."""
    if data is None:
        return None
    return kind(**{field.name: _tupled(data[field.name]) for field in fields(kind) if field.name in data})


def _tupled(value: Any) -> Any:
    return tuple(_tupled(held) for held in value) if isinstance(value, list) else value
