"""A scoring in words: the points of each thing, what counts, the order among equals, and why a scoring is not valid."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.event.selectors.words import value_text
from tournaments.seasons.scoring import (
    LARGEST,
    MOST_EVENINGS,
    MOST_PLACES,
    TIEBREAKS,
    BadScoring,
    ByPlayers,
    Line,
    Scoring,
)

TEMPLATE_NAMES: Mapping[str, Promise] = {
    "places": gettext_lazy("Points by place"),
    "field": gettext_lazy("Points by place and size of the field"),
    "best_six": gettext_lazy("Best six of ten"),
    "attendance": gettext_lazy("Attendance and rating gain"),
}
TEMPLATE_WORDS: Mapping[str, Promise] = {
    "places": gettext_lazy("15 for the first, then 12, 10, 8 down to 2 for the tenth, and 1 for being there."),
    "field": gettext_lazy(
        "The same, in full from 16 players on; with fewer in proportion, so that a duel of two gives an eighth."
    ),
    "best_six": gettext_lazy(
        "1 for the last and 1 more for each place further up, so that big evenings give more; the best six count."
    ),
    "attendance": gettext_lazy(
        "5 for being there, 1 for each match won and half of the rating gained; 10 more from eight evenings on."
    ),
}
TIEBREAK_NAMES: Mapping[str, Promise] = {
    "firsts": gettext_lazy("Evenings won"),
    "best_evenings": gettext_lazy("Best single evenings"),
    "wins": gettext_lazy("Matches won"),
    "attended": gettext_lazy("Evenings played"),
    "last_meeting": gettext_lazy("Last meeting"),
}
TIEBREAK_TEXTS: Mapping[str, Promise] = {
    "firsts": gettext_lazy("how often a player was first"),
    "best_evenings": gettext_lazy("the evening with the most points, then the next one, and so on"),
    "wins": gettext_lazy("matches won on all evenings, byes and forfeits apart"),
    "attended": gettext_lazy("evenings on which the player was there"),
    "last_meeting": gettext_lazy("of two who are equal, who won when they last met"),
}


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break of seasons in words."""

    key: str
    name: str
    text: str


def tiebreaks(scoring: Scoring) -> list[TieBreak]:
    """The tie-breaks of a scoring in their order."""
    return [TieBreak(key, str(TIEBREAK_NAMES[key]), str(TIEBREAK_TEXTS[key])) for key in scoring.tiebreaks]


def tiebreaks_on_offer() -> list[TieBreak]:
    """All tie-breaks of seasons."""
    return [TieBreak(key, str(TIEBREAK_NAMES[key]), str(TIEBREAK_TEXTS[key])) for key in TIEBREAKS]


def decided(line: Line) -> str:
    """What put this line before or behind others with as many points, with its figure; empty if nothing had to."""
    said = []
    for key, figure in line.decided:
        met = {1: pgettext("last meeting", "won"), -1: pgettext("last meeting", "lost")}.get(int(figure), "–")
        said.append(f"{TIEBREAK_NAMES[key]}: {met if key == 'last_meeting' else value_text(figure)}")
    return ", ".join(said)


def sentences(scoring: Scoring) -> list[str]:
    """What a scoring gives and what counts, in one sentence each."""
    found = [*_places(scoring)]
    if scoring.full_from and scoring.places:
        words = _("Places give this in full from %(n)d players on, with fewer in proportion.")
        found.append(words % {"n": scoring.full_from})
    if scoring.attendance:
        found.append(_("Being there: %(points)s for each evening.") % {"points": _points(scoring.attendance)})
    if scoring.win:
        found.append(_("Each match won at the table: %(points)s.") % {"points": _points(scoring.win)})
    if scoring.rating:
        said = {"points": value_text(scoring.rating)}
        found.append(_("Each rating point won in an evening gives %(points)s; a loss takes nothing.") % said)
    if scoring.bonus:
        said = {"points": _points(scoring.bonus), "n": str(scoring.bonus_from)}
        found.append(_("Whoever plays %(n)s evenings or more gets %(points)s once.") % said)
    if scoring.best is None:
        found.append(_("All evenings count."))
    elif scoring.best == 1:
        found.append(_("The best evening of each player counts; the others are struck through."))
    elif scoring.of:
        found.append(
            _("The best %(best)d of %(of)d evenings of each player count; the others are struck through.")
            % {"best": scoring.best, "of": scoring.of}
        )
    else:
        found.append(
            _("The best %(best)d evenings of each player count; the others are struck through.")
            % {"best": scoring.best}
        )
    return found


def _places(scoring: Scoring) -> list[str]:
    places = scoring.places
    shared = _("Equal places of an evening share their points.")
    if isinstance(places, ByPlayers):
        if not places.each:
            return [_("Every place: %(points)s.") % {"points": _points(places.last)}] if places.last else []
        said = {"last": _points(places.last), "each": value_text(places.each)}
        return [_("The last of an evening gets %(last)s, every place further up %(each)s more.") % said, shared]
    if not any(places):
        return []
    listed = " · ".join(value_text(points) for points in places)
    return [_("Points by place, from the first: %(listed)s; no points after that.") % {"listed": listed}, shared]


def _points(value: object) -> str:
    """A number of points: “1 point”, “2½ points”."""
    text = value_text(value)  # type: ignore[arg-type]  # callers give fractions
    return _("1 point") if text == "1" else _("%(points)s points") % {"points": text}


def why_bad(bad: BadScoring) -> str:
    """Why a scoring is not valid."""
    words = {
        "object": _("A scoring is an object with named values."),
        "unknown": _("A scoring has no such value."),
        "more_than_planned": _("No more evenings can count than are planned."),
        "planned_without_best": _("Say how many of the planned evenings count."),
        "bonus_without_from": _("Say from how many evenings on the bonus is given."),
        "no_points": _("Nothing gives points: say what a place or an evening is worth."),
        "formula": _("A formula has the points for each place further up, and those of the last place."),
        "list": _("Points from the first place on, such as 10, 8, 6."),
        "too_many_places": _("Points for at most %(most)d places.") % {"most": MOST_PLACES},
        "rising": _("A worse place cannot give more points than a better one."),
        "tiebreaks": _("There are these tie-breaks: %(allowed)s.") % {"allowed": ", ".join(TIEBREAKS)},
        "twice": _("Each tie-break stands once."),
        "count": _("A whole number from 1 to %(most)d.") % {"most": MOST_EVENINGS},
        "amount": _("A number from 0 to %(most)d, with at most two decimals.") % {"most": LARGEST},
        "rate": _("A number from 0 to 10, with at most two decimals."),
    }
    return words[bad.why]
