"""Events and results as JSON; hide secrets with `view_event` before sending them to players."""

from typing import Any, get_args

from games.engine.cards.cards import GIN_PACK, Pack
from games.engine.moves.events import BoardScored, DealScored, Drew, DrewForDeal, Event, GameWon
from games.engine.moves.kinds import fields_of, name_of
from games.engine.moves.result import DealResult
from games.engine.moves.table_events import ChallengeMade
from games.engine.writing.codec.kinds import Writer, writer
from games.engine.writing.codec.words import Json, by_seat, card_to_json, seat_to_json

NAMES: dict[type[Any], str] = {ChallengeMade: "challenged"}  # names that differ from the class's
WRITTEN: dict[type[Any], tuple[str, tuple[tuple[str, Writer | None], ...]]] = {
    kind: (NAMES.get(kind) or name_of(kind), tuple((field.name, writer(field.kind)) for field in fields_of(kind)))
    for kind in get_args(Event)
}


def event_to_json(event: Event, pack: Pack = GIN_PACK) -> Json:
    """The event as JSON, its name under "e", with nothing hidden; `pack` is that of the rules."""
    match event:
        case Drew(seat, source, card):  # at every turn
            return {"e": "drew", "seat": seat_to_json(seat), "from": source, "card": card_to_json(card, pack)}
        case DrewForDeal(cards, dealer):
            drawn = by_seat([card_to_json(card, pack) for card in cards])
            return {"e": "drew_for_deal", "cards": drawn, "dealer": seat_to_json(dealer)}
        case DealScored(result):
            return {"e": "deal_scored", **result_to_json(result)}
        case BoardScored(board, result):
            return {"e": "board_scored", "board": board, **result_to_json(result)}
        case GameWon(seat, totals, net):
            won = {"totals": by_seat(totals), "net": by_seat(net)}
            return {"e": "game_won", "seat": seat_to_json(seat), **won}
    name, fields = WRITTEN[event.__class__]
    data: Json = {"e": name}
    for field, write in fields:
        value = getattr(event, field)
        data[field] = value if write is None else write(value, pack)
    return data


def result_to_json(result: DealResult) -> Json:
    """The result of a deal; `counts` is null where no hands were counted."""
    return {
        "type": result.type,
        "winner": seat_to_json(result.winner),
        "points": result.points,
        "counts": None if result.counts is None else by_seat(result.counts),
        "bonus": result.bonus,
        "difference": result.difference,
        "extra_boxes": result.extra_boxes,
        "penalties": by_seat(result.penalties),
        "factor": result.factor,
        "next_dealer": seat_to_json(result.next_dealer),
        **({"suits": result.suits} if result.suits else {}),
        **({} if result.box is None else {"box": seat_to_json(result.box)}),
        **({} if result.scores is None else {"scores": by_seat(result.scores)}),
    }
