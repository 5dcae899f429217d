"""Views and events read back from the wire, for clients of the house that play by `games.players`."""

from collections.abc import Callable, Mapping
from typing import Any

from games import engine
from games.engine import codec
from games.engine.state import Laid, Phase, Shown
from games.engine.view import Taken, View

Json = Mapping[str, Any]


def view_from_json(data: Json) -> View:
    """The View that the wire's JSON shows. What a sheet keeps to itself (totals before the end) reads as 0."""
    seat = _seat(data["seat"])
    score = data["score"]
    return View(
        rules=data["rules"],
        phase=Phase(data["phase"]),
        turn=_seat(data["turn"]),
        dealer=_seat(data["dealer"]),
        seat=seat,
        deal=data["deal"],
        hand=None if data["hand"] is None else _mask(data["hand"]),
        counts=tuple(data["counts"].values()),
        stock=data["stock"],
        pile=data["pile"],
        top=_card(data["top"]),
        pile_cards=None if data["pile_cards"] is None else tuple(map(engine.parse_card, data["pile_cards"])),
        upcard=_card(data["upcard"]),
        limit=data["limit"],
        taken=Taken(_card(data["taken"]["card"]), data["taken"]["from"]) if data["taken"] else None,
        faced=tuple((codec.seat_from_json(letter), _mask(cards)) for letter, cards in data["faced"].items()),
        spread=_spread(data["spread"]),
        laid=_laid(data["laid"]),
        factor=data["factor"],
        double_right=_seat(data["double_right"]),
        target=score["target"],
        deals=tuple(_entered(deal) for deal in score["deals"]),
        standing=_standing(score),
        result=result_from_json(data["result"]) if data["result"] else None,
        over=data["over"],
        actions=None if data["actions"] is None or seat is None
        else tuple(codec.action_from_json(action, seat) for action in data["actions"]),
    )  # fmt: skip


def event_from_json(data: Json) -> engine.Event | None:
    """The engine's event, None for one that belongs to the table itself (a flag, a resignation)."""
    read = EVENTS.get(data["e"])
    return None if read is None else read(data)


def result_from_json(data: Json) -> engine.DealResult:
    """The result of a deal."""
    counts = data["counts"]
    return engine.DealResult(
        type=data["type"],
        winner=_seat(data["winner"]),
        points=data["points"],
        counts=tuple(counts.values()) if counts else None,
        difference=data["difference"],
        bonus=data["bonus"],
        extra_boxes=data["extra_boxes"],
        penalties=tuple(data["penalties"].values()),
        factor=data["factor"],
        next_dealer=_seat(data["next_dealer"]),
        suits=data.get("suits", ""),
    )


def _seat(letter: str | None) -> int | None:
    return None if letter is None else codec.seat_from_json(letter)


def _card(text: str | None) -> int | None:
    return None if text is None else engine.parse_card(text)


def _mask(cards: list[str]) -> int:
    return engine.hand_of(engine.parse_card(card) for card in cards)


def _masks(melds: list[list[str]]) -> tuple[int, ...]:
    return tuple(_mask(meld) for meld in melds)


def _lying(data: Json) -> dict[str, Any]:
    return {
        "seat": codec.seat_from_json(data["seat"]),
        "melds": _masks(data["melds"]),
        "deadwood": _mask(data["deadwood"]),
        "count": data["count"],
    }


def _spread(data: Json | None) -> Shown | None:
    if not data:
        return None
    return Shown(how=data["how"], discard=_card(data["discard"]), suits=data.get("suits", ""), **_lying(data))


def _laid(data: Json | None) -> Laid | None:
    if not data:
        return None
    laid_off = tuple((engine.parse_card(one["card"]), one["meld"]) for one in data["laid_off"])
    return Laid(laid_off=laid_off, **_lying(data))


def _entered(deal: Json) -> engine.DealResult:
    return engine.DealResult(type=deal["type"], winner=_seat(deal["winner"]), points=deal["points"])


def _standing(score: Json) -> engine.Settlement:
    seats = len(score["points"])
    won = [_seat(deal["winner"]) for deal in score["deals"]]
    return engine.Settlement(
        winner=_seat(score["winner"]),
        points=tuple(score["points"].values()),
        boxes=tuple(score["boxes"].values()),
        totals=tuple(score["totals"].values()) if score["totals"] else (0,) * seats,
        net=tuple(score["net"].values()) if score["net"] else (0,) * seats,
        deals=len(won),
        deals_won=tuple(won.count(seat) for seat in range(seats)),
        shutout=score["shutout"],
        game_bonus=score["game_bonus"],
        over=score["over"],
        columns=tuple(_column(column, seats) for column in score.get("columns") or score.get("suits") or ()),
    )


def _column(column: Json, seats: int) -> engine.Column:
    return engine.Column(
        name=column["name"],
        points=tuple(column["points"].values()),
        entries=tuple(column["entries"].values()),
        totals=tuple(column["totals"].values()) if column["totals"] else (0,) * seats,
        net=tuple(column["net"].values()) if column["net"] else (0,) * seats,
        over=column["over"],
        winner=_seat(column["winner"]),
    )


def _own_seat(data: Json) -> int:
    return codec.seat_from_json(data["seat"])


EVENTS: dict[str, Callable[[Json], engine.Event]] = {
    "drew_for_deal": lambda e: engine.DrewForDeal(
        tuple(engine.parse_card(card) for card in e["cards"].values()), _seat(e["dealer"])
    ),
    "dealt": lambda e: engine.Dealt(e["deal"], codec.seat_from_json(e["dealer"]), _card(e["upcard"])),
    "passed": lambda e: engine.Passed(_own_seat(e)),
    "took_upcard": lambda e: engine.TookUpcard(_own_seat(e), engine.parse_card(e["card"])),
    "drew": lambda e: engine.Drew(_own_seat(e), e["from"], _card(e["card"])),
    "discarded": lambda e: engine.Discarded(_own_seat(e), engine.parse_card(e["card"])),
    "knocked": lambda e: engine.Knocked(card=_card(e["card"]), how=e["how"], **_lying(e)),
    "showed": lambda e: engine.Showed(**_lying(e)),
    "laid_off": lambda e: engine.LaidOff(_own_seat(e), engine.parse_card(e["card"]), e["meld"]),
    "left_last": lambda e: engine.LeftLast(_own_seat(e)),
    "offered_double": lambda e: engine.OfferedDouble(_own_seat(e), e["factor"]),
    "accepted_double": lambda e: engine.AcceptedDouble(_own_seat(e), e["factor"]),
    "declined_double": lambda e: engine.DeclinedDouble(_own_seat(e)),
    "deal_scored": lambda e: engine.DealScored(result_from_json(e)),
    "game_won": lambda e: engine.GameWon(_seat(e["seat"]), tuple(e["totals"].values()), tuple(e["net"].values())),
}
