"""Commands and events of the games with melds on the table, Colonel and Conquian, as JSON."""

from typing import Any

from games.engine import table_actions as do
from games.engine import table_events as done
from games.engine.cards import Pack
from games.engine.codec import reading
from games.engine.codec.bad import BadAction
from games.engine.codec.words import Json, card_to_json, cards_to_json, melds_to_json, seat_to_json

TABLE_NAMES: dict[type[Any], str] = {
    do.Meld: "meld",
    do.Add: "add",
    do.Challenge: "challenge",
    do.AcceptChallenge: "accept_challenge",
    do.RefuseChallenge: "refuse_challenge",
    do.CqTurn: "cq_turn",
    do.CqUse: "cq_use",
    do.CqHand: "cq_hand",
    do.CqPass: "cq_pass",
    do.CqReject: "cq_reject",
    do.CqForce: "cq_force",
    do.CqWaive: "cq_waive",
    do.CqFold: "cq_fold",
    do.CqPick: "cq_pick",
}
MOST_MELDS = 17  # 52 cards are at most seventeen melds


def table_action_to_json(action: Any, pack: Pack) -> Json:
    """The fields of a command beside its name."""
    match action:
        case do.Meld(cards=cards):
            return {"cards": cards_to_json(cards, pack)}
        case do.Add(card=card, meld=meld):
            return {"card": pack.texts[card]} | ({} if meld is None else {"meld": meld})
        case do.CqUse(table=table, discard=discard):
            thrown = {} if discard is None else {"discard": pack.texts[discard]}
            return {"table": melds_to_json(table, pack)} | thrown
        case do.CqHand(table=table):
            return {"table": melds_to_json(table, pack)}
        case do.CqTurn(card=turned):
            return {} if turned is None else {"card": pack.texts[turned]}
        case do.CqPick(card=card):
            return {"card": pack.texts[card]}
        case _:
            return {}


def _cards(data: Json, name: str, pack: Pack) -> int:
    return reading.mask(name, data.get(name), pack)


def _table(data: Json, name: str, pack: Pack) -> tuple[int, ...]:
    melds = data.get(name)
    if not isinstance(melds, list) or len(melds) > MOST_MELDS:
        raise BadAction(name, "a list of lists of cards")
    return tuple(reading.mask(name, meld, pack) for meld in melds)


def _place(data: Json, name: str, pack: Pack) -> int | None:
    place = data.get(name)
    if place is not None and (type(place) is not int or not 0 <= place < MOST_MELDS):
        raise BadAction(name, "the number of a meld on the table, from 0")
    return place


TABLE_FIELDS: dict[type[Any], dict[str, reading.Reader]] = {
    **{kind: {} for kind in TABLE_NAMES},
    do.Meld: {"cards": _cards},
    do.Add: {"card": reading.card, "meld": _place},
    do.CqTurn: {"card": reading.card_or_none},
    do.CqUse: {"table": _table, "discard": reading.card_or_none},
    do.CqHand: {"table": _table},
    do.CqPick: {"card": reading.card},
}

EVENT_NAMES: dict[type[Any], str] = {
    done.Melded: "melded",
    done.Added: "added",
    done.TookPile: "took_pile",
    done.ChallengeMade: "challenged",
    done.ChallengeAnswered: "challenge_answered",
    done.Turned: "turned",
    done.Used: "used",
    done.LaidFromHand: "laid_from_hand",
    done.PassedOn: "passed_on",
    done.Rejected: "rejected",
    done.Forced: "forced",
    done.Waived: "waived",
    done.Folded: "folded",
    done.Picked: "picked",
}


def table_event_to_json(event: Any, pack: Pack) -> Json:
    """The event under its name "e"."""
    data: Json = {"e": EVENT_NAMES[event.__class__], "seat": seat_to_json(event.seat)}
    match event:
        case done.Melded(cards=cards, meld=meld):
            return {**data, "cards": cards_to_json(cards, pack), "meld": meld}
        case done.Added(card=card, meld=meld):
            return {**data, "card": card_to_json(card, pack), "meld": meld}
        case done.TookPile(cards=pile):
            return {**data, "cards": [card_to_json(card, pack) for card in pile]}
        case done.ChallengeAnswered(accepted=accepted):
            return {**data, "accepted": accepted}
        case done.Used(card=card, cards=cards, table=table):
            return {
                **data,
                "card": card_to_json(card, pack),
                "cards": cards_to_json(cards, pack),
                "table": melds_to_json(table, pack),
            }
        case done.LaidFromHand(cards=cards, table=table):
            return {**data, "cards": cards_to_json(cards, pack), "table": melds_to_json(table, pack)}
        case done.Turned(card=turned) | done.PassedOn(card=turned) | done.Rejected(card=turned):
            return {**data, "card": card_to_json(turned, pack)}
        case done.Forced(card=card, by=by):
            return {**data, "card": card_to_json(card, pack), "by": seat_to_json(by)}
        case done.Picked(card=card, back=back):
            return {**data, "card": card_to_json(card, pack), "back": card_to_json(back, pack)}
        case _:
            return data
