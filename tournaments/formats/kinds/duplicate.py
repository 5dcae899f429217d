"""A duplicate Swiss: all tables of a round play the same decks, so that play decides instead of the deal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.sheets.lengths import BadLength, length_of
from tournaments.formats.kinds.swiss import SWISS
from tournaments.formats.terms import Term, one_of

KEY = "duplicate_swiss"
FIELD, MIRROR, TEAMS = "field", "mirror", "teams"


def _is_fixed_number(value: Any) -> bool:
    try:
        length = length_of(value)
    except BadLength:
        return False
    return length.kind == "deals" and not length.decides


def decks_of(settings: Mapping[str, Any]) -> int:
    """The number of decks in a round."""
    return length_of(settings["length"]).n


def plays_of(settings: Mapping[str, Any]) -> int:
    """How often a match plays each deck: once, or twice with exchanged seats (at two boards, in `teams`)."""
    return 1 if settings["scoring"] == FIELD else 2


DUPLICATE_SWISS = replace(
    SWISS,
    key=KEY,
    has_decks=True,
    seatings=("two",),
    settings={
        **{key: term for key, term in SWISS.settings.items() if key != "minutes"},
        "minutes": Term(None, lambda value: value is None, "nothing: every deck is played"),
        "system": one_of("card"),
        "scoring": one_of(FIELD, MIRROR, TEAMS),
        "length": Term("deals:8", _is_fixed_number, "deals:n, n from 1 to 99: so many decks a round"),
    },
)
