"""Read views and events back from the wire, for the house's clients that play by `games.players`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games import engine
from games.engine import codec
from games.engine.play.state import Laid, Phase, Shown, Tabled
from games.engine.play.view import BoardSeen, Taken, View

Json = Mapping[str, Any]


def view_from_json(data: Json) -> View:
    """Read a View from its JSON on the wire. Values that a sheet hides (totals before the end) become 0."""
    seat = _seat(data["seat"])
    score = data["score"]
    pack = engine.VARIANTS[data["rules"]].pack
    return View(
        rules=data["rules"],
        phase=Phase(data["phase"]),
        turn=_seat(data["turn"]),
        dealer=_seat(data["dealer"]),
        seat=seat,
        deal=data["deal"],
        hand=None if data["hand"] is None else _mask(data["hand"], pack),
        counts=tuple(data["counts"].values()),
        stock=data["stock"],
        pile=data["pile"],
        top=_card(data["top"], pack),
        pile_cards=None if data["pile_cards"] is None else _row(data["pile_cards"], pack),
        upcard=_card(data["upcard"], pack),
        limit=data["limit"],
        taken=Taken(_card(data["taken"]["card"], pack), data["taken"]["from"]) if data["taken"] else None,
        faced=tuple((codec.seat_from_json(letter), _mask(cards, pack)) for letter, cards in data["faced"].items()),
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
        else tuple(codec.action_from_json(action, seat, pack) for action in _spelled(data["actions"])),
        pack=pack,
        tries=(engine.Object(seat),) if seat is not None and "object" in data.get("tries", ()) else (),
        **_tabled(data, pack),
        **_seated(data, pack),
    )  # fmt: skip


def _spelled(actions: list[Json]) -> Iterator[Json]:
    """The actions with `throws` written out: an action that lists the cards which may be discarded after it (CNQ-10)
    becomes one action for each of these cards."""
    for action in actions:
        plain = {name: value for name, value in action.items() if name != "throws"}
        yield from ({**plain, "discard": card} for card in action.get("throws", ())) if "throws" in action else (plain,)


def _tabled(data: Json, pack: engine.Pack) -> dict[str, Any]:
    """Read the fields of games with melds on the table."""
    if "table" not in data:
        return {}
    table = tuple(
        Tabled(_mask(meld["cards"], pack), tuple(_mask(cards, pack) for cards in meld["laid"].values()))
        for meld in data["table"]
    )
    return {
        "table": table,
        "credit": tuple(data["credit"].values()),
        "challenger": _seat(data["challenger"]),
        "centre": _card(data["centre"], pack),
        "waste": data["waste"],
        "folded": tuple(codec.seat_from_json(letter) for letter in data["folded"]),
        "lifted": _row(data["lifted"], pack),
    }


def _seated(data: Json, pack: engine.Pack) -> dict[str, Any]:
    """Read the fields of sittings of more than two."""
    if "waiting" not in data:
        return {}
    laid = (_laid(one) for one in data["laid_before"])
    return {
        "waiting": tuple(codec.seat_from_json(letter) for letter in data["waiting"]),
        "box": _seat(data["box"]),
        "advice": tuple((codec.seat_from_json(letter), _mask(cards, pack)) for letter, cards in data["advice"].items()),
        "latest": tuple(_card(card, pack) for card in data["latest"].values()),
        "laid_before": tuple(one for one in laid if one is not None),
        "board": data["board"],
        "boards": tuple(_board(board) for board in data["boards"]),
    }


def _board(board: Json) -> BoardSeen:
    first, second = map(codec.seat_from_json, board["seats"])
    held, against = board["counts"]
    return BoardSeen(
        seats=(first, second),
        phase=Phase(board["phase"]),
        turn=_seat(board["turn"]),
        counts=(held, against),
        stock=board["stock"],
        top=_card(board["top"]),
        type=board["type"],
        winner=_seat(board["winner"]),
        points=board["points"],
    )


def event_from_json(data: Json, pack: engine.Pack = engine.GIN_PACK) -> engine.Event | None:
    """Read an event of the engine. None for an event of the table itself (a flag, a resignation), and for melds on the
    table, which every view shows."""
    read = EVENTS.get(data["e"])
    return None if read is None else read(data, pack)


def is_here(event: Json, view: Json) -> bool:
    """Did this event happen at the board that a view shows, or at all boards at once? Always so at a table of one."""
    who = event.get("seat") or event.get("dealer")
    boards = view.get("boards")
    return not boards or (event["e"] != "dealt" and "seat" not in event) or who in boards[view["board"]]["seats"]


def result_from_json(data: Json) -> engine.DealResult:
    """Read the result of a deal."""
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
        scores=tuple(data["scores"].values()) if "scores" in data else None,
        box=_seat(data.get("box")),
    )


def _seat(letter: str | None) -> int | None:
    return None if letter is None else codec.seat_from_json(letter)


def _card(text: str | None, pack: engine.Pack = engine.GIN_PACK) -> int | None:
    return None if text is None else engine.parse_card(text, pack)


def _row(cards: list[str], pack: engine.Pack) -> tuple[int, ...]:
    return tuple(engine.parse_card(card, pack) for card in cards)


def _mask(cards: list[str], pack: engine.Pack = engine.GIN_PACK) -> int:
    return engine.hand_of(engine.parse_card(card, pack) for card in cards)


def _masks(melds: list[list[str]], pack: engine.Pack = engine.GIN_PACK) -> tuple[int, ...]:
    return tuple(_mask(meld, pack) for meld in melds)


def _lying(data: Json, pack: engine.Pack = engine.GIN_PACK) -> dict[str, Any]:
    deadwood = _mask(data["deadwood"], pack)
    return {
        "seat": codec.seat_from_json(data["seat"]),
        "melds": _masks(data["melds"], pack),
        "deadwood": deadwood,
        "count": engine.values(deadwood, pack) if data["count"] is None else data["count"],
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
    scores = tuple(deal["scores"].values()) if "scores" in deal else None
    winner, box = _seat(deal["winner"]), _seat(deal.get("box"))
    penalties = tuple(deal["penalties"].values()) if "penalties" in deal else (0, 0)
    return engine.DealResult(
        type=deal["type"], winner=winner, points=deal["points"], scores=scores, box=box, penalties=penalties,
        factor=deal.get("factor", 1),
    )  # fmt: skip


def _standing(score: Json) -> engine.Settlement:
    seats = len(score["points"])
    entered = [_entered(deal) for deal in score["deals"]]
    return engine.Settlement(
        winner=_seat(score["winner"]),
        points=tuple(score["points"].values()),
        boxes=tuple(score["boxes"].values()),
        totals=_figures(score["totals"], seats),
        net=_figures(score["net"], seats),
        deals=sum(deal.counts_as_deal for deal in entered),
        deals_won=tuple(sum(deal.winner == seat for deal in entered) for seat in range(seats)),
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
        totals=_figures(column["totals"], seats),
        net=_figures(column["net"], seats),
        over=column["over"],
        winner=_seat(column["winner"]),
        deals=tuple(column["deals"]),
        gained=tuple(tuple(points.values()) for points in column["gained"]),
    )


def _figures(by_seat: Mapping[str, int] | None, seats: int) -> tuple[int, ...]:
    """The figures of all seats in order; zeros while the sheet hides them."""
    return tuple(by_seat.values()) if by_seat else (0,) * seats


def _own_seat(data: Json) -> int:
    return codec.seat_from_json(data["seat"])


EVENTS: dict[str, Callable[[Json, engine.Pack], engine.Event]] = {
    "drew_for_deal": lambda e, pack: engine.DrewForDeal(
        tuple(engine.parse_card(card, pack) for card in e["cards"].values()), _seat(e["dealer"])
    ),
    "dealt": lambda e, pack: engine.Dealt(e["deal"], codec.seat_from_json(e["dealer"]), _card(e["upcard"], pack)),
    "passed": lambda e, pack: engine.Passed(_own_seat(e)),
    "took_upcard": lambda e, pack: engine.TookUpcard(_own_seat(e), engine.parse_card(e["card"], pack)),
    "drew": lambda e, pack: engine.Drew(_own_seat(e), e["from"], _card(e["card"], pack)),
    "discarded": lambda e, pack: engine.Discarded(_own_seat(e), engine.parse_card(e["card"], pack)),
    "knocked": lambda e, pack: engine.Knocked(card=_card(e["card"], pack), how=e["how"], **_lying(e, pack)),
    "showed": lambda e, pack: engine.Showed(**_lying(e, pack)),
    "laid_off": lambda e, pack: engine.LaidOff(_own_seat(e), engine.parse_card(e["card"], pack), e["meld"]),
    "left_last": lambda e, pack: engine.LeftLast(_own_seat(e)),
    "offered_double": lambda e, pack: engine.OfferedDouble(_own_seat(e), e["factor"]),
    "accepted_double": lambda e, pack: engine.AcceptedDouble(_own_seat(e), e["factor"]),
    "declined_double": lambda e, pack: engine.DeclinedDouble(_own_seat(e)),
    "deal_scored": lambda e, pack: engine.DealScored(result_from_json(e)),
    "board_scored": lambda e, pack: engine.BoardScored(e["board"], result_from_json(e)),
    "game_won": lambda e, pack: engine.GameWon(_seat(e["seat"]), tuple(e["totals"].values()), tuple(e["net"].values())),
}
