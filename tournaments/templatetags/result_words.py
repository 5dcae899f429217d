"""Results as people read them, and a value by its key."""

from collections.abc import Mapping
from typing import Any

from django import template

from games import engine
from tournaments import pairing
from tournaments.event.forms.desk import ResultForm
from tournaments.event.selectors import lengths
from tournaments.event.selectors.words import points_text
from tournaments.matches.services.match_scores import needs_deals
from tournaments.models import Match, MatchSide, SlipReport, Tournament
from tournaments.results.forms.figures import SeatsForm, result_form
from tournaments.results.selectors import line_words
from tournaments.results.selectors.board_grid import place_of

register = template.Library()
register.filter(line_words.reported_words)


@register.filter
def result_words(match: Match) -> str:
    """The games of all sides if more than one was played, else their scores, or, if these are unknown, the points of
    each."""
    sides = list(match.sides.all())
    if any(side.points is None for side in sides):
        return "–"
    if match.games is not None and sum(match.games) > 1:
        return " – ".join(map(str, match.games))
    scores = [side.game_points for side in sides]
    if None not in scores and len(set(scores)) > 1:
        return " – ".join(map(str, scores))
    unit = pairing.counted_by(match.round.stage.settings).unit
    return " – ".join(points_text(side.points or 0, unit) for side in sides)


@register.filter
def form_of(match: Match) -> ResultForm | SeatsForm:
    """The form for the result of a match, with what stands."""
    return result_form(match)


@register.filter
def before_words(before: Mapping[str, Any]) -> str:
    """The result that a ruling has replaced: the score of each side, or its place where only these were noted."""
    scores = [points for _won, points, *_margin in before["sides"]]
    if None in scores:
        return " – ".join(f"{place}." for place in before.get("places", ()))
    return " – ".join(map(str, scores))


@register.filter
def winner(match: Match) -> MatchSide | None:
    """The side with more points than all others; None before there are any, and where several share the first
    place."""
    first, second, *_more = match.ranked
    return first if (first.points or 0) > (second.points or 0) else None


@register.filter
def counts_games(match: Match) -> bool:
    """Is the match the best of several games?"""
    return lengths.counts_games(match)


@register.filter
def asks_deals(match: Match) -> bool:
    """Has the row of a match a field for its deals: because its points follow from them, or because they are noted?"""
    return bool(match.deals) or needs_deals(match)


@register.filter
def points_keys(match: Match) -> str:
    """The keyboard for the points of a match: figures; with the minus, which the figures of some phones lack, where
    what is left in the hand is taken off (COL-14)."""
    return "text" if _goes_below_zero(match.round.stage.tournament) else "numeric"


@register.filter
def line_keys(tournament: Tournament) -> str:
    """The keyboard for the typed line of a match of two: figures with a point, which stands for the dash."""
    return "text" if _goes_below_zero(tournament) else "decimal"


@register.filter
def as_played(text: str, tournament: Tournament) -> str:
    """The example of a typed line, 104-60, with points that end a game of this tournament."""
    target = getattr(engine.VARIANTS.get(tournament.variant), "target", None)
    return text.replace("104-60", f"{target + 4}-60") if target and target > 100 else text


def _goes_below_zero(tournament: Tournament) -> bool:
    rules = engine.VARIANTS.get(tournament.variant)
    return rules is not None and rules.scoring == "meld_minus_hand"


@register.filter
def typed_place(match: Match | None) -> str:
    """What is typed for a match or a board among the others of its round: 7, or 3.2 for board 2 of table 3."""
    if match is None:
        return ""
    return "{}.{}".format(*place_of(match)) if match.parent_id else str(match.table_no)


@register.filter
def at(values: Mapping[Any, Any], key: object) -> Any:
    """The value under a key; None if there is none."""
    return values.get(key)


@register.filter
def says(match: Match, report: SlipReport) -> str:
    """Who says what a report says: “Ann says:”."""
    return line_words.says([match.entries[report.order].name])
