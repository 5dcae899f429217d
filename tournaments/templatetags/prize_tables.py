"""The prizes of a tournament that is over, under its standings and on paper."""

from typing import Any

from django import template

from tournaments.models import Tournament, TournamentState
from tournaments.prizes import selectors

register = template.Library()


@register.inclusion_tag("tournaments/prizes/_tables.html")
def prize_tables(tournament: Tournament) -> dict[str, Any]:
    """The tables of a tournament that is over; nothing before."""
    held = selectors.prizes_of(tournament) if tournament.state == TournamentState.FINISHED else None
    return selectors.shown(held)
