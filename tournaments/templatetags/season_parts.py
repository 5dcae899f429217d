"""What the pages of an evening say of the season of its club."""

from django import template

from tournaments.models import Season, Tournament, Trophy
from tournaments.seasons.selectors import reading

register = template.Library()


@register.simple_tag
def seasons_of(tournament: Tournament) -> list[Season]:
    """The seasons whose table has this tournament."""
    return reading.counting(tournament)


@register.simple_tag
def trophies_of(season: Season | None) -> list[Trophy]:
    """The trophies of a season; none where there is none."""
    return list(reading.trophies_in(season)) if season is not None else []
