"""The question whether this browser shall take push, where somebody has just begun to wait for something."""

from typing import Any

from django import template

from notices.services import pushing

register = template.Library()


@register.inclusion_tag("notices/_ask_push.html")
def ask_push() -> dict[str, Any]:
    """A line that shows itself only in a browser that can take push, and was neither asked nor told *Not now*."""
    return {"push_key": pushing.public_key()}
