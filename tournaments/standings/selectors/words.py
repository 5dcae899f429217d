"""Figures of standings as people write them, and tie-breaks in the reader's language."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments import pairing
from tournaments.event.selectors.entry_sizes import is_team
from tournaments.event.selectors.sitters import away_from
from tournaments.formats import FORMATS
from tournaments.formats.terms import TieBreaks
from tournaments.models import Match, Stage
from tournaments.pairing import FORFEITS, PointsTable


def group_name(group: int) -> str:
    """The letter of a group: A, B, … Z, then AA; empty for the whole stage."""
    letters = ""
    while group > 0:
        group, rest = divmod(group - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def bye_name(kind: str) -> str:
    """The name of a bye."""
    words = {"pab": _("bye"), "half": _("half-point bye"), "full": _("full-point bye"), "zero": _("absent")}
    return {**words, "rest": _("rests")}.get(kind, kind)


def bye_points(table: PointsTable, kind: str) -> Fraction:
    """The points of a bye; 0 for a rest in a round robin or a bracket."""
    return Fraction(0 if kind == "rest" else table.bye(kind), table.unit)


def place_words(place: int) -> str:
    """A place at a table: “place 2”."""
    return _("place %(n)d") % {"n": place}


def typed_result(
    kind: str,
    points: tuple[int | None, int | None],
    sides: tuple[int, int],
    deals: int = 0,
    games: tuple[int | None, int | None] | None = None,
) -> str:
    """A result as people type it in the grid: `sides` are the match points, which decide the winner if no points are
    known, and `games` won are added if they were noted and more than one was played; empty without a result."""
    if not kind:
        return ""
    signs = {(True, False): "+-", (False, True): "-+"}.get((sides[0] > sides[1], sides[0] < sides[1]), "--")
    if kind in FORFEITS:
        return signs
    if kind == "played" and games and None not in games and sum(one or 0 for one in games) > 1:
        known = f" {points[0]}-{points[1]}" if any(points) else ""
        return f"{games[0]}-{games[1]}{known}" + (f"/{deals}" if deals else "")
    if points[0] is None or points[1] is None or points[0] == points[1]:
        return {"+-": "1", "-+": "0", "--": "="}[signs]
    return f"{points[0]}-{points[1]}" + (f"/{deals}" if deals else "")


def result_of(match: Match) -> str:
    """The result of a match as people type it; empty if there is none."""
    if not match.is_of_two:
        return _seats_of(match)
    a, b = match.sides.all()
    points, games = (a.game_points, b.game_points), (a.games_won, b.games_won)
    return typed_result(match.result_kind, points, (a.points or 0, b.points or 0), match.deals, games)


def _seats_of(match: Match) -> str:
    """The result of a table of three and more as people type it."""
    sides = list(match.sides.all())
    if not match.result_kind:
        return ""
    if match.result_kind in FORFEITS:
        return typed_presence(len(sides), [side.order for side in sides if side.is_absent])
    kind = "places" if match.is_by_places else "points"
    return typed_seats(len(sides), away_from(match), deals=match.deals, **{kind: match.figures})


def said_of(
    match: Match,
    *,
    kind: str,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    absent: Sequence[int] | None = None,
    winner: int | None = None,
    deals: int = 0,
    games: Sequence[int] | None = None,
) -> str:
    """A result that is being entered, as people type it; `winner` counts only if neither points nor games decide.
    Empty for figures of another number of sides, which are refused later."""
    if not match.is_of_two:
        seats = len(match.sides.all())
        if kind in FORFEITS:
            return typed_presence(seats, absent or range(seats))
        away = away_from(match) if absent is None else absent
        return typed_seats(seats, away, places=places, points=points, deals=deals)
    if any(figures is not None and len(figures) != 2 for figures in (points, games, places)):
        return ""
    if places is not None:
        winner = None if places[0] == places[1] else int(places[1] < places[0])
    a, b = points or (0, 0)
    return said_of_two(kind, (a, b), winner, deals, (games[0], games[1]) if games else None)


def said_of_two(
    kind: str, points: tuple[int, int], winner: int | None, deals: int, games: tuple[int, int] | None
) -> str:
    """A result of two sides that is being entered, as people type it."""
    first, second = games if games and games[0] != games[1] else points
    best = winner if first == second else int(second > first)
    return typed_result(kind, points, (int(best == 0), int(best == 1)), deals, games)


def typed_presence(seats: int, absent: Collection[int]) -> str:
    """Who of these seats did not come, as people type it: `+ - +`."""
    return " ".join("-" if order in absent else "+" for order in range(seats))


def typed_seats(
    seats: int,
    absent: Collection[int] = (),
    places: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    deals: int = 0,
) -> str:
    """The result of these seats as people type it: the scores, else the places, and `-` for who was absent, whether or
    not there is a figure for them."""
    figures = points if points is not None else places or ()
    present = figures if len(figures) < seats else [one for at, one in enumerate(figures) if at not in absent]
    typed = [str(one) if points is not None else f"{one}." for one in present]
    for order in sorted(absent):
        typed.insert(order, "-")
    return " ".join(typed) + (f"/{deals}" if deals and points is not None else "")


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """A tie-break for people."""

    key: str
    name: str
    text: str


def tiebreak_in_words(key: str) -> TieBreakWords:
    """A tie-break by its key: "Buchholz cut 1", "the sum of the opponents’ scores, without the lowest"."""
    return TieBreakWords(key, " ".join(_said(pairing.name_of(key))), ", ".join(_said(pairing.sentence_of(key))))


def tiebreaks_on_offer(stage: Stage) -> list[TieBreakWords]:
    """The tie-breaks that an organiser of this stage can choose."""
    term = FORMATS[stage.format].settings.get("tiebreaks", TieBreaks([], is_team=is_team(stage)))
    assert isinstance(term, TieBreaks)  # of every format
    return [tiebreak_in_words(key) for key in replace(term, is_round_robin=stage.is_round_robin).usable]


def every_tiebreak() -> list[tuple[str, list[TieBreakWords]]]:
    """All tie-breaks that a new tournament can use, under two headings: for all, and for teams only."""
    single = pairing.usable_keys(is_round_robin=False)
    teams = [key for key in pairing.usable_keys(is_round_robin=False, is_team=True) if key not in single]
    groups = ((_("For all"), single), (_("For teams only"), teams))
    return [(heading, [tiebreak_in_words(key) for key in keys]) for heading, keys in groups]


def _said(sayings: Iterable[pairing.Saying]) -> list[str]:
    return [_(one.text) % one.values if one.values else _(one.text) for one in sayings]
