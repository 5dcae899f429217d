"""A note beside an address that is given to others, for where they cannot open it."""

from typing import Any

from django import template

from doors import addresses

register = template.Library()


@register.inclusion_tag("parts/_reach.html")
def reach_of(address: str) -> dict[str, Any]:
    """Say beside an `address` that only this computer, or only its network, opens it, and where the site's public
    address is set; nothing where everybody can open it."""
    is_alone = addresses.reach(address) == addresses.COMPUTER
    return {"words": addresses.reach_words(address), "class": "notice warning" if is_alone else "muted"}
