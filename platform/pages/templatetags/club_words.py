"""Filters for the pages of clubs."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of_key(found: Mapping[int, Any], key: int) -> Any:
    """The value under a key; an empty text if there is none."""
    return found.get(key, "")
