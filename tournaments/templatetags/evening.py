"""The steps of the organiser through an evening, on each of their pages."""

from typing import Any

from django import template

from tournaments.evening import selectors

register = template.Library()


@register.simple_tag(takes_context=True)
def night_steps(context: template.Context) -> dict[str, Any]:
    """The steps of a tournament by its rounds (`night_of`), and the number of items at the director's desk."""
    tournament, rounds = context["night_of"]
    return selectors.night(tournament, rounds)
