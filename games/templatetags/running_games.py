"""A link from every page back to the game that the visitor is playing."""

from typing import Any

from django import template
from django.urls import reverse

from accounts import guests
from accounts.models import User
from games import selectors

register = template.Library()


@register.simple_tag(takes_context=True)
def running_game(context: dict[str, Any]) -> str | None:
    """The address of the newest table at which this visitor, perhaps a guest, plays now; None without one. Games by
    days do not count."""
    request = context.get("request")
    if request is None or not hasattr(request, "user"):
        return None
    if not isinstance(request.user, User) and guests.in_session(request.session) is None:
        return None
    player = guests.player_of(request)
    table = selectors.in_the_middle_of(player) if player else None
    return reverse("games:table", args=[table]) if table else None
