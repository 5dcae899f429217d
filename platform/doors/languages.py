"""Pages in several languages: a page uses one if all its words are translated, otherwise only English."""

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


def translated(view: View) -> View:
    """Mark a view whose words (with those of the frame) are all translated into every language of the site."""
    view.is_translated = True  # type: ignore[attr-defined]  # a mark on a function
    return view


def is_translated(view: Callable[..., Any]) -> bool:
    """Is this view marked as translated?"""
    return bool(getattr(view, "is_translated", False))
