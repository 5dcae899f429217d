"""Rulings and what follows from them, as JSON."""

from dataclasses import fields
from typing import Any

from games.engine.cards import Pack
from games.engine.codec.words import Json, card_to_json, seat_to_json
from games.engine.law_events import (
    Adjusted,
    Chose,
    Counted,
    Exposed,
    LawEvent,
    LookedBack,
    Reshuffled,
    Ruled,
    ShowedCard,
    ShuffleLost,
    TurnLost,
    Undone,
)

LAW_EVENT_NAMES: dict[type[Any], str] = {
    Ruled: "ruled",
    Chose: "chose",
    Exposed: "exposed",
    ShowedCard: "showed_card",
    LookedBack: "looked_back",
    TurnLost: "turn_lost",
    Counted: "counted",
    Adjusted: "adjusted",
    Reshuffled: "reshuffled",
    Undone: "undone",
    ShuffleLost: "shuffle_lost",
}


def law_event_to_json(event: LawEvent, pack: Pack) -> Json:
    """The event under its name "e", every field of it."""
    data: Json = {"e": LAW_EVENT_NAMES[event.__class__]}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in ("seat", "offender", "dealer"):
            value = seat_to_json(value)
        elif field.name == "card":
            value = card_to_json(value, pack)
        elif isinstance(value, tuple):
            value = [card_to_json(card, pack) for card in value]
        data[field.name] = value
    return data
