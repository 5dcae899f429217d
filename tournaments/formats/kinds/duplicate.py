"""A duplicate Swiss: all tables of a round play the same decks, so that play decides instead of the deal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.engine.sheets.lengths import length_of
from tournaments.formats.kinds.swiss import SWISS
from tournaments.formats.terms import Choice, Decks, only
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
KEY = "duplicate_swiss"
FIELD, MIRROR, TEAMS = "field", "mirror", "teams"


def decks_of(settings: Mapping[str, Any]) -> int:
    """The number of decks in a round."""
    return length_of(settings["length"]).n


def plays_of(settings: Mapping[str, Any]) -> int:
    """The number of times that a match plays each deck: once, or twice with exchanged seats (at two boards, in
    `teams`)."""
    return 1 if settings["scoring"] == FIELD else 2


DUPLICATE_SWISS = replace(
    SWISS,
    key=KEY,
    name=_("Duplicate"),
    has_decks=True,
    seatings=("two",),
    settings={
        **SWISS.settings,
        "minutes": only(None, _("In duplicate every deck is played, so no time is called: leave the minutes empty.")),
        "system": only("card", _("Duplicate is paired by the system of card clubs: card.")),
        "scoring": Choice(
            FIELD,
            _("Compared with"),
            choices=[
                (FIELD, _("the field: all tables with the same deck")),
                (MIRROR, _("each other: both play every deck from both seats")),
                (TEAMS, _("teams of two: two boards with crossed seats")),
            ],
            part="duplicate",
        ),
        "length": Decks("deals:8", _("Decks a round"), part="duplicate"),
    },
)
