"""Pages in several languages: a page speaks one of them when all its words are in it, otherwise English throughout."""

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


def translated(view: View) -> View:
    """Marks a view all of whose words, those of the frame around it too, are in every language of the site."""
    view.is_translated = True  # type: ignore[attr-defined]  # a mark on a function
    return view


def is_translated(view: Callable[..., Any]) -> bool:
    """Is this view marked as speaking every language of the site?"""
    return bool(getattr(view, "is_translated", False))
