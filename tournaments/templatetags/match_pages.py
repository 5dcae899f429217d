"""The addresses to which a match, its deals and its sides lead."""

from django import template
from django.urls import reverse

from games.models import Deal
from tournaments.models import Match, MatchSide, MatchState, Tournament

register = template.Library()


@register.simple_tag
def watch_page(match: Match, tournament: Tournament) -> str:
    """The live table while a match is played at it and may be watched, else the page of the match."""
    if match.state == MatchState.PLAYING and tournament.settings.get("spectators") is not False:
        return reverse("games:table", args=[match.table])
    return reverse("tournaments:match", args=[match.public_id])


@register.simple_tag
def deal_page(match: Match, deal: Deal) -> str:
    """The replay of a deal: the public one once its match is over, before that the one of its table."""
    if match.state == MatchState.OVER:
        return reverse("games:deal", args=[deal.public_id])
    return reverse("games:table-deal", args=[match.table, deal.number])


@register.simple_tag
def side_page(tournament: Tournament, side: MatchSide, is_of_teams: bool) -> str:
    """The page of the person who is a side of a match; the card of the entry where it is a team or partners."""
    members = side.entry.members.all()
    if is_of_teams or len(members) > 1:
        return reverse("tournaments:card", args=[tournament.slug, side.entry.public_id])
    return reverse("pages:player", args=[members[0].user.public_id])
