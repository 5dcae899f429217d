"""The steps of the organiser through an evening, on each of their pages."""

from typing import Any

from django import template

from tournaments.evening.selectors import steps

register = template.Library()
# The tabs that are not the evening itself, by the pages that stand under them; all others have the stepper.
TABS = {
    "entries": "players",
    "special": "players",
    "desk": "desk",
    "setup": "settings",
    "stages": "settings",
    "prizes": "settings",
    "end": "settings",
    "announcements": "announcements",
    "lists": "files",
    "print": "print",
    "screens": "screens",
}


@register.simple_tag(takes_context=True)
def night_steps(context: template.Context) -> dict[str, Any]:
    """The steps of a tournament by its rounds (`night_of`), and the number of items at the director's desk."""
    tournament, rounds = context["night_of"]
    step = str(context.get("step") or "")
    tab = TABS.get(step, "tonight")
    shown = {"with_steps": tab == "tonight", "with_counts": step == "tonight"}
    return {"tab": tab, **steps.night(tournament, rounds, **shown)}
