"""Results as people read them, and a value by its key."""

from collections.abc import Mapping
from typing import Any

from django import template

from games import engine
from tournaments import pairing
from tournaments.event.selectors import lengths
from tournaments.models import Match, noted_pair
from tournaments.standings.selectors.words import points_text

register = template.Library()


@register.filter
def result_words(match: Match) -> str:
    """The games of both sides where there was more than one, else their points, or, where they are not known, the match
    points of each."""
    first, second = match.sides.all()
    if first.points is None or second.points is None:
        return "–"
    games = noted_pair(first.games_won, second.games_won)
    if games is not None and sum(games) > 1:
        return f"{games[0]} – {games[1]}"
    if first.game_points is not None and first.game_points != second.game_points:
        return f"{first.game_points} – {second.game_points}"
    unit = pairing.points_table(match.round.stage.settings["points"]).unit
    return f"{points_text(first.points, unit)} – {points_text(second.points, unit)}"


@register.filter
def counts_games(match: Match) -> bool:
    """Is it the best of several games?"""
    return lengths.counts_games(match)


@register.filter
def points_keys(match: Match) -> str:
    """The keyboard for the points of a match: figures; with the minus, which the figures of some phones lack, where
    what is left in the hand is taken off (COL-14)."""
    rules = engine.VARIANTS.get(match.round.stage.tournament.variant)
    return "text" if rules is not None and rules.scoring == "meld_minus_hand" else "numeric"


@register.filter
def at(values: Mapping[Any, Any], key: object) -> Any:
    """The value under a key, None where there is none."""
    return values.get(key)
