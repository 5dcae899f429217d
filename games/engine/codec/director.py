"""What a director enters, as JSON: {"do": "dir_record", "irr": "IRR-8", "offender": "A", "n": 11}."""

from dataclasses import fields
from typing import Any

from games.engine.cards import Pack
from games.engine.codec import reading
from games.engine.codec.bad import BadAction
from games.engine.codec.words import SEATS, Json, seat_to_json
from games.engine.director import (
    DirAdjust,
    DirChoice,
    DirectorAction,
    DirRecord,
    DirRedeal,
    DirSetSize,
    DirUndo,
    DirVoid,
    DirWaive,
    LoseShuffle,
    Reshuffle,
)

DIRECTOR_NAMES: dict[type[Any], str] = {
    DirRecord: "dir_record",
    DirChoice: "dir_choice",
    DirRedeal: "dir_redeal",
    DirAdjust: "dir_adjust",
    DirSetSize: "dir_set_size",
    DirVoid: "dir_void",
    DirWaive: "dir_waive",
    DirUndo: "dir_undo",
    Reshuffle: "reshuffle",
    LoseShuffle: "lose_shuffle",
}
SEAT_FIELDS = ("offender", "player", "dealer")
WORDS = 500  # letters at most


def director_to_json(action: DirectorAction, pack: Pack, *, deck: bool) -> Json:
    """The command with every field that says something; a reshuffled stock only when asked for, like a deck."""
    data: Json = {"do": DIRECTOR_NAMES[action.__class__]}
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name == "seat" or value == field.default or (field.name == "stock" and not deck):
            continue
        if field.name in SEAT_FIELDS:
            value = seat_to_json(value)
        elif field.name == "cards":
            value = [None if card < 0 else pack.texts[card] for card in value]
        data[field.name] = list(value) if field.name == "stock" else value
    return data


def _player(data: Json, name: str, pack: Pack) -> int:
    text = data.get(name)
    if not isinstance(text, str) or len(text) != 1 or text not in SEATS:
        raise BadAction(name, f"a seat, one of {SEATS}")
    return SEATS.index(text)


def _anybody(data: Json, name: str, pack: Pack) -> int | None:
    return None if data.get(name) is None else _player(data, name, pack)


def _cards(data: Json, name: str, pack: Pack) -> tuple[int, ...]:
    texts = data.get(name, [])
    if not isinstance(texts, list) or not all(text is None or isinstance(text, str) for text in texts):
        raise BadAction(name, "a list of cards such as KD, null for one that is not known")
    return tuple(-1 if text is None else reading.parsed(name, text, pack) for text in texts)


def _text(data: Json, name: str, pack: Pack) -> str:
    text = data.get(name, "")
    if not isinstance(text, str) or len(text) > WORDS or not text.isprintable():
        raise BadAction(name, f"at most {WORDS} letters on one line")
    return text


def _whole(least: int, most: int, needed: bool = True) -> reading.Reader:
    def read(data: Json, name: str, pack: Pack) -> int | None:
        number = data.get(name)
        if number is None and not needed:
            return None
        if type(number) is not int or not least <= number <= most:
            raise BadAction(name, f"a whole number from {least} to {most}")
        return number

    return read


def _stock(data: Json, name: str, pack: Pack) -> tuple[int, ...]:
    stock = data.get(name)
    if not isinstance(stock, list) or not all(
        type(card) is int and (card == -1 or card in pack.cards) for card in stock
    ):
        raise BadAction(name, "a list of card numbers, -1 for an unknown card")
    return tuple(stock)


def _board(data: Json, name: str, pack: Pack) -> int:
    board: int = _whole(0, 7, needed=False)(data, name, pack) or 0
    return board


_count = _whole(0, 52)
DIRECTOR_FIELDS: dict[type[Any], dict[str, reading.Reader]] = {
    DirRecord: {
        "irr": _text,
        "offender": _anybody,
        "cards": _cards,
        "n": _whole(0, 52, needed=False),
        "stage": _text,
        "turn": _whole(0, 100_000, needed=False),
        "words": _text,
        "board": _board,
    },
    DirChoice: {"player": _player, "choice": _text},
    DirRedeal: {"dealer": _player},
    DirAdjust: {"player": _player, "points": _whole(-100_000, 100_000), "reason": _text},
    DirSetSize: {"player": _player, "n": _count, "stage": _text},
    DirVoid: {"reason": _text, "board": _board},
    DirWaive: {"irr": _text, "board": _board},
    DirUndo: {"event": _whole(0, 1_000_000)},
    LoseShuffle: {"player": _player},
    Reshuffle: {"stock": _stock, "board": _board},
}
