"""Drawn matches from which one side must advance: they are played on, or decided without play. Pure."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.terms import Choice
from tournaments.pairing import Kind
from tournaments.pairing.lots import drawn
from tournaments.pairing.tiebreaks.families import gettext_noop

_ = gettext_noop
NEXT, DEAL, SEED, LOT = WAYS = ("next", "deal", "seed", "lot")
STAYS = "stays"  # on a ladder: nobody changes places
PLAYED_ON = {NEXT: "next", DEAL: "more"}  # the mark of a length by which a table plays on
WITH_PLAY = (Kind.PLAYED, Kind.ADJUSTED, Kind.ABANDONED)  # kinds of results that can be level, and nobody is out
WORDS = {  # if a match is drawn, …
    NEXT: _("they play another game"),
    DEAL: _("one more deal decides"),
    SEED: _("the better seed goes on"),
    LOT: _("a lot says who goes on"),
    STAYS: _("both keep their places"),
}
BRACKET = Choice(
    NEXT,
    _("If a match is drawn"),
    help=_("If the rules or the time let a match end level: how one side goes on."),
    choices=[(way, WORDS[way]) for way in WAYS],
    part="cup",
)
LADDER = Choice(
    STAYS, _("If a match is drawn"), choices=[(way, WORDS[way]) for way in (STAYS, NEXT, DEAL)], part="ladder"
)


def way_of(settings: Mapping[str, Any], *, is_in_bracket: bool) -> str:
    """The setting of a stage for drawn matches. By default a bracket plays on, and elsewhere the match stays drawn."""
    return str(settings.get("drawn", NEXT if is_in_bracket else STAYS))


def length_played(key: str, way: str) -> str:
    """The key of a length with a mark for the way in which a drawn match is played on. Over a number of deals, or after
    a call of time, the next game is one more deal."""
    if way not in PLAYED_ON or key.endswith(("/more", "/next")) or key.startswith("match:"):
        return key
    return f"{key}/{PLAYED_ON[DEAL if key.startswith('deals:') else way]}"


def goes_on(way: str, sides: tuple[int, int], slot: str, seed: str) -> int:
    """The side (by its number) that advances from a place of a bracket after a draw: by a lot drawn from the stage's
    seed, always the same, else the better seed. (A match that should have been played on comes here only from another
    site's file.)"""
    if way == LOT:
        return drawn(sorted(sides), f"{seed}:{slot}:drawn")[0]
    return min(sides)
