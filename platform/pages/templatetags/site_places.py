"""The place of the site that a page belongs to, which the bar at the top marks, and what the handbook says about it."""

import re

from django import template
from django.http import HttpRequest
from django.urls import ResolverMatch, reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from doors.books import handbook

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
# The names of addresses, and the page of the handbook that is about them with its heading; the first that fits holds.
HELP = tuple(
    (re.compile(names), page)
    for names, page in (
        (
            r"tournaments:(desk|case|open-case|call-director|rulings|correct.*|special.*)",
            "clubnight#when-something-happens",
        ),
        (r"tournaments:(seasons?|season-.+|new-season)", "seasons"),
        (r"tournaments:(lists|list-file|load|export|document|documents|dump|elsewhere|club-elsewhere)", "in-and-out"),
        (r"tournaments:(conditions|standings|equals|why|season-scoring)", "tie-breaks"),
        (r"tournaments:(print|print-document|slips|deal-sheets)", "clubnight#paper-takes-over"),
        (
            r"tournaments:(new|new-plan|setup|stages|entries|add-.+|tick-members|copy|series)",
            "clubnight#before-the-night",
        ),
        (
            r"tournaments:(evening|begin|checkin.*|entrants|pair.*|results|round|draft-check|end|finish|live)",
            "clubnight#on-the-night",
        ),
        (r"tournaments:.+|pages:(tonight|tournament-picture)", "playing#a-tournament"),
        (r"pages:(club.*|board|invitation|claim.*|house_rules.*)", "clubnight#the-first-time"),
        (r"ratings:(published|calibration)", "published-lists"),
        (r"ratings:.+|pages:players?", "playing#ratings"),
        (r"games:(table-analysis|deal-analysis)", "analysis"),
        (
            r"games:(deals?|deal-text|fair-deals|table-deal)|pages:(archive.*|records|deal-picture)",
            "playing#replays-and-analysis",
        ),
        (r"pages:(dumps|dump-file)", "public-dump"),
        (r"games:table.*|pages:table-.+", "playing#at-the-table"),
        (r"notices:kept_mails|site_work", "deploy#watching-it"),
        (r"notices:.+", "playing#what-you-are-told"),
        (r"webhooks:.+", "webhooks"),
        (r"api-docs|account_token.*", "api"),
        (r"pages:privacy|account_(data|export|leave)", "own-data"),
        (r"pages:me|account_.+|mfa_.+|usersessions_.+", "playing#your-account"),
        (r"pages:(rules|preset|variations|rulebook)", "rules/README"),
        (
            r"games:.+|pages:(home|lobby|mine|daily.*|problem.*|seeking|find|take|watch|together)",
            "playing#the-first-game",
        ),
    )
)
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


@register.filter
def help_page(route: ResolverMatch | None) -> str:
    """The address of what the handbook says about a page, by the page's address; its index where nothing fits."""
    name = route.view_name if route else ""
    page = next((page for names, page in HELP if names.fullmatch(name)), "")
    if not page:
        return reverse("pages:help")
    name, _sign, heading = page.partition("#")
    return f"{handbook.pages()[name].address}{'#' if heading else ''}{heading}"


@register.filter
def way_back(request: HttpRequest) -> str:
    """What the links to join and to sign in add to their address, so that one comes back to this page; of the pages of
    accounts, to the page they lead to. Empty on the front page, from which one comes to one's own page."""
    back = request.path
    if back.startswith("/accounts/"):
        back = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()})
    return f"?{urlencode({'next': back})}" if back != "/" and is_ours else ""
