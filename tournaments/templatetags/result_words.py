"""Results as people read them, and a value by its key."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments import pairing, selectors
from tournaments.models import Match
from tournaments.selectors.words import points_text

register = template.Library()


@register.filter
def result_words(match: Match) -> str:
    """The games of both sides where there was more than one, else their points, or, where they are not known, what the
    match was worth to each."""
    first, second = match.sides.all()
    if first.points is None or second.points is None:
        return "–"
    if None not in (first.games_won, second.games_won) and first.games_won + second.games_won > 1:
        return f"{first.games_won} – {second.games_won}"
    if first.game_points is not None and first.game_points != second.game_points:
        return f"{first.game_points} – {second.game_points}"
    unit = pairing.points_table(match.round.stage.settings["points"]).unit
    return f"{points_text(first.points, unit)} – {points_text(second.points, unit)}"


@register.filter
def counts_games(match: Match) -> bool:
    """Is it the best of several games?"""
    return selectors.counts_games(match)


@register.filter
def at(values: Mapping[Any, Any], key: object) -> Any:
    """What stands under a key, None where nothing does."""
    return values.get(key)
