"""The kinds of values in the fields of actions and events. An action's name, its written form and the fields that name
a seat follow from its class: `fields_of`, `name_of`."""

import re
from dataclasses import MISSING, dataclass
from dataclasses import fields as dataclass_fields
from functools import cache
from types import NoneType
from typing import Annotated, Any, get_args, get_type_hints


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of value in a field: its `name`, and the bounds of a number, of a row of melds or of a text."""

    name: str
    least: int = 0
    most: int = 0


SEAT = Kind("seat", most=15)
Seat = Annotated[int, SEAT]
DealerOfTwo = Annotated[int, Kind("seat", most=1)]  # a seat where two play
Card = Annotated[int, Kind("card")]
Cards = Annotated[int, Kind("cards")]  # a mask
Faces = Annotated[tuple[int, ...], Kind("faces")]  # cards one after the other, -1 for one that nobody knows
Spread = Annotated[tuple[int, ...], Kind("melds", most=4)]  # masks
Table = Annotated[tuple[int, ...], Kind("melds", most=17)]  # masks: 52 cards are at most seventeen melds
SpreadMeld = Annotated[int, Kind("number", most=3)]
TableMeld = Annotated[int, Kind("number", most=16)]
Board = Annotated[int, Kind("number", most=7)]  # the largest team has eight members
Amount = Annotated[int, Kind("number", most=52)]  # of cards
Several = Annotated[int, Kind("number", least=1, most=52)]
Turn = Annotated[int, Kind("number", most=100_000)]
Play = Annotated[int, Kind("number", most=1_000_000)]
Points = Annotated[int, Kind("number", least=-100_000, most=100_000)]
Words = Annotated[str, Kind("words", most=500)]
Deck = Annotated[tuple[int, ...], Kind("deck")]  # for chance only: never written where players can read it
Stock = Annotated[tuple[int, ...], Kind("stock")]  # as Deck, -1 for a card that nobody knows


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an action or event; `kind` is None for a plain value, `default` is MISSING where it must be given."""

    name: str
    kind: Kind | None
    default: object


def fields_of(kind: type[Any]) -> tuple[Field, ...]:
    """The fields of an action or event in their order, without the `seat` of an action that no seat does."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        Field(field.name, _kind_in(hints[field.name]), field.default)
        for field in dataclass_fields(kind)
        if hints[field.name] is not NoneType
    )


@cache
def seat_fields(kind: Any) -> tuple[str, ...]:
    """The names of the fields of an action or event that hold a seat."""
    return tuple(field.name for field in fields_of(kind) if field.kind is not None and field.kind.name == SEAT.name)


def name_of(kind: type[Any]) -> str:
    """An action's or event's name: DrawForDeal is draw_for_deal."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def is_of_a_seat(kind: type[Any]) -> bool:
    """Is this the action of a player, not of chance or a director?"""
    return any(field.name == "seat" for field in fields_of(kind))


def holds(kind: type[Any]) -> tuple[str, ...]:
    """The kinds of all fields of an action or event except its seat, in their order."""
    return tuple(field.kind.name if field.kind else "" for field in fields_of(kind) if field.name != "seat")


def _kind_in(hint: Any) -> Kind | None:
    for part in (hint, *get_args(hint)):
        for said in getattr(part, "__metadata__", ()):
            if isinstance(said, Kind):
                return said
    return None


def is_needed(field: Field) -> bool:
    """Must the field be given?"""
    return field.default is MISSING
