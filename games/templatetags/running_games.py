"""A link back to a running game, for guests, who have no page of their own that leads to it."""

from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts import guests
from games import selectors

register = template.Library()


@register.simple_tag(takes_context=True)
def running_game(context: dict[str, Any]) -> str | None:
    """The address of the casual game that this browser's guest sits at, the newest one; None for everybody else."""
    request = context.get("request")
    if request is None or not isinstance(getattr(request, "user", None), AnonymousUser):
        return None
    if guests.in_session(request.session) is None:
        return None
    player = guests.player_of(request)
    table = selectors.casual_of(player).order_by("-pk").first() if player else None
    return reverse("games:table", args=[table.public_id]) if table else None
