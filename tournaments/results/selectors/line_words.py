"""A typed result in words, so that the person who typed it can see how it was understood."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.matches.services.match_scores import leads, needs_deals
from tournaments.models import Match, SlipReport
from tournaments.pairing import FORFEITS, Kind
from tournaments.results.selectors import slips


def in_words(names: Sequence[str], facts: Mapping[str, Any]) -> str:
    """“Ann 104 – Bob 60”, “Bob won”: a result with the names of its sides in their order. `facts` are the arguments of
    `record_result`."""
    kind, deals = facts.get("kind", Kind.PLAYED), facts.get("deals", 0)
    if kind in FORFEITS:
        return _of_presence(names, kind, facts)
    said = _of_two(names, facts) if len(names) == 2 else _of_more(names, facts)
    if kind == Kind.ABANDONED:
        said = _unfinished(names, said, facts.get("winner"))
    if not deals:
        return said
    return f"{said}, " + (_("1 deal") if deals == 1 else _("%(n)d deals") % {"n": deals})


def names_of(match: Match) -> list[str]:
    """The names of the sides of a match: its entries, at a board of a match of teams those who play there."""
    return list(match.names) if match.parent_id else [entry.name for entry in match.entries]


def reported_words(match: Match, said: Match | SlipReport) -> str:
    """“Ann 104 – Bob 60”: what was `said` of a match, by a side or by whoever entered it; of a board after its number.
    Figures alone could be read from either side."""
    told = slips.said(said) if isinstance(said, Match) else slips.said_in(said)
    facts: dict[str, Any] = {"kind": told.kind or Kind.PLAYED, "games": told.games, "winner": _winner(told)}
    facts |= {"absent": told.absent or ()}
    facts |= {"places" if told.is_by_places else "points": told.figures}
    facts |= {"deals": said.deals if needs_deals(match) else 0}
    words = in_words(names_of(match), facts)
    return _("board %(n)d: %(result)s") % {"n": match.number, "result": words} if match.parent_id else words


def _winner(told: slips.Said) -> int | None:
    """Who of two sides has won by the match points, or where these are not known by the places."""
    ranked = told.figures[::-1] if told.points is None and told.is_by_places else told.points or []
    return leads([one or 0 for one in ranked]) if len(ranked) == 2 else None


def says(names: Sequence[str]) -> str:
    """“Ann says:” before what was reported; nobody is named where no slip said it."""
    if not names:
        return _("As it was entered:")
    return ngettext("%(names)s says:", "%(names)s say:", len(names)) % {"names": ", ".join(names)}


def _of_presence(names: Sequence[str], kind: str, facts: Mapping[str, Any]) -> str:
    if kind == Kind.DOUBLE_FORFEIT:
        return _("nobody came")
    if facts.get("winner") is not None:
        return _("%(name)s wins by forfeit") % {"name": names[facts["winner"]]}
    return _("not played, away: %(names)s") % {"names": ", ".join(names[order] for order in facts.get("absent", ()))}


def _unfinished(names: Sequence[str], said: str, winner: int | None) -> str:
    if winner is None:
        return _("%(result)s, not played to the end") % {"result": said}
    return _("%(result)s, not played to the end: %(name)s wins") % {"result": said, "name": names[winner]}


def _of_two(names: Sequence[str], facts: Mapping[str, Any]) -> str:
    points, games, winner = facts.get("points") or (0, 0), facts.get("games"), facts.get("winner")
    if games:
        noted = f" ({points[0]} – {points[1]})" if any(points) else ""
        return f"{names[0]} {games[0]} – {names[1]} {games[1]}{noted}"
    if any(points):
        return f"{names[0]} {points[0]} – {names[1]} {points[1]}"
    if winner is None:
        return _("%(first)s and %(second)s tie") % {"first": names[0], "second": names[1]}
    return _("%(name)s won, points not noted") % {"name": names[winner]}


def _of_more(names: Sequence[str], facts: Mapping[str, Any]) -> str:
    places = facts.get("places")
    figures = [f"{place}." for place in places] if places else facts.get("points") or ()
    absent = facts.get("absent") or ()
    said = [_("away") if order in absent else str(figure) for order, figure in enumerate(figures)]
    return " · ".join(f"{name} {figure}" for name, figure in zip(names, said, strict=False))
