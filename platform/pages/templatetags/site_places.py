"""The place of the site that a page belongs to, which the bar at the top marks."""

from django import template
from django.urls import ResolverMatch

register = template.Library()
PLACES = {
    "games:deal": "deals",
    "games:deals": "deals",
    "games:fair-deals": "deals",
    "games:gathering": "play",
    "games:practice": "play",
    "games:table": "play",
    "games:table-analysis": "deals",
    "notices:kept_mails": "",
    "pages:archive": "deals",
    "pages:daily": "play",
    "pages:daily-day": "play",
    "pages:me": "me",
    "pages:player": "ratings",
    "pages:players": "ratings",
    "pages:problem": "play",
    "pages:problem-day": "play",
    "tournaments:my-calendar": "me",
}
OF_APPS = {"notices": "notices", "ratings": "ratings", "tournaments": "tournaments"}


@register.filter
def site_place(route: ResolverMatch | None) -> str:
    """The place of a page, by its address: play, tournaments, clubs, ratings, deals, me or notices; empty for pages of
    no place, and where no address was found."""
    if not route:
        return ""
    name = route.url_name or ""
    is_of_season = route.namespace == "tournaments" and "season" in name
    is_told_to_programs = route.namespace == "webhooks" and "slug" in route.kwargs
    if name.startswith("club") or is_of_season or is_told_to_programs:
        return "clubs"
    return PLACES.get(route.view_name, OF_APPS.get(route.namespace, ""))
