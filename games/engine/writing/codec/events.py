"""Events and results as JSON; redact with `view_event` before they leave the house."""

from games.engine.cards import GIN_PACK, Pack
from games.engine.codec.law_events import law_event_to_json
from games.engine.codec.tabled import table_event_to_json
from games.engine.codec.words import (
    Json,
    by_seat,
    card_to_json,
    cards_to_json,
    melds_to_json,
    seat_to_json,
)
from games.engine.events import (
    AcceptedDouble,
    BoardScored,
    DealScored,
    Dealt,
    DeclinedDouble,
    Discarded,
    Drew,
    DrewForDeal,
    Event,
    GameWon,
    Knocked,
    LaidOff,
    LeftLast,
    OfferedDouble,
    Passed,
    Showed,
    TookUpcard,
)
from games.engine.law_events import LawEvent
from games.engine.result import DealResult
from games.engine.table_events import TableEvent


def event_to_json(event: Event, pack: Pack = GIN_PACK) -> Json:
    """The event under its name "e", as it is: nothing is taken out here; `pack` is that of the rules."""
    match event:  # what happens at every turn first
        case Drew(seat, source, card):
            return {"e": "drew", "seat": seat_to_json(seat), "from": source, "card": card_to_json(card, pack)}
        case Discarded(seat, card):
            return {"e": "discarded", "seat": seat_to_json(seat), "card": card_to_json(card, pack)}
        case DrewForDeal(cards, dealer):
            drawn = by_seat([card_to_json(card, pack) for card in cards])
            return {"e": "drew_for_deal", "cards": drawn, "dealer": seat_to_json(dealer)}
        case Dealt(deal, dealer, upcard):
            return {"e": "dealt", "deal": deal, "dealer": seat_to_json(dealer), "upcard": card_to_json(upcard, pack)}
        case Passed(seat):
            return {"e": "passed", "seat": seat_to_json(seat)}
        case TookUpcard(seat, card):
            return {"e": "took_upcard", "seat": seat_to_json(seat), "card": card_to_json(card, pack)}
        case LeftLast(seat):
            return {"e": "left_last", "seat": seat_to_json(seat)}
        case OfferedDouble(seat, factor):
            return {"e": "offered_double", "seat": seat_to_json(seat), "factor": factor}
        case AcceptedDouble(seat, factor):
            return {"e": "accepted_double", "seat": seat_to_json(seat), "factor": factor}
        case DeclinedDouble(seat):
            return {"e": "declined_double", "seat": seat_to_json(seat)}
        case DealScored(result):
            return {"e": "deal_scored", **result_to_json(result)}
        case BoardScored(board, result):
            return {"e": "board_scored", "board": board, **result_to_json(result)}
        case GameWon(seat, totals, net):
            won = {"totals": by_seat(totals), "net": by_seat(net)}
            return {"e": "game_won", "seat": seat_to_json(seat), **won}
    if isinstance(event, LawEvent):
        return law_event_to_json(event, pack)
    if isinstance(event, TableEvent):
        return table_event_to_json(event, pack)
    return _showdown_to_json(event, pack)


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


def _showdown_to_json(event: Knocked | Showed | LaidOff, pack: Pack) -> Json:
    seat = seat_to_json(event.seat)
    if isinstance(event, LaidOff):
        return {"e": "laid_off", "seat": seat, "card": card_to_json(event.card, pack), "meld": event.meld}
    spread = {
        "melds": melds_to_json(event.melds, pack),
        "deadwood": cards_to_json(event.deadwood, pack),
        "count": event.count,
    }
    if isinstance(event, Showed):
        return {"e": "showed", "seat": seat, **spread}
    return {"e": "knocked", "seat": seat, "card": card_to_json(event.card, pack), "how": event.how, **spread}
