"""The top of every page of a club, for pages of other apps too: its head with its tabs, and its colour."""

from typing import Any

from django import template

from clubs import selectors
from clubs.models import Club
from pages.selectors.of_club import head_of_club

register = template.Library()


@register.inclusion_tag("pages/club/_head.html", takes_context=True)
def club_head(context: dict[str, Any], club: Club, tab: str) -> dict[str, Any]:
    """The club's name, what a visitor may do there, and its tabs; `tab` is the open one."""
    request = context["request"]
    return head_of_club(request.user, club) | {"tab": tab, "request": request, "user": request.user}


@register.inclusion_tag("pages/club/_style.html")
def club_colour(club: Club) -> dict[str, Any]:
    """The style that gives a page the club's colour, if it has chosen one."""
    return {"club": club, "board": selectors.board(club)}
