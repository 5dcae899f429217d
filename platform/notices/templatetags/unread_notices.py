"""The number of unread notices, for the header and the title of each page."""

from typing import Any

from django import template

from accounts.models import User
from notices.selectors import inbox

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notices(context: dict[str, Any]) -> str:
    """The number of unread notices of the visitor, for the badge; empty for none and for visitors without an
    account."""
    user = getattr(context.get("request"), "user", None)
    found = inbox.unread(user) if isinstance(user, User) else 0
    return f"{inbox.MOST_COUNTED - 1}+" if found >= inbox.MOST_COUNTED else str(found or "")
