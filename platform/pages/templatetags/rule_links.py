"""Links from pages to the rules: to a named rule, or to the sheet of a rule set."""

from django import template
from django.urls import reverse

from doors.books.rulebook import cited
from games import engine

register = template.Library()
register.filter("cited", cited)


@register.filter
def rules_page(rules: engine.RuleSet | str) -> str:
    """The address of the page of a rule set, or of a preset by its key; empty if there is none."""
    word = rules if isinstance(rules, str) else engine.rules_text(rules)
    if isinstance(rules, str) and rules not in engine.VARIANTS:
        return ""
    return reverse("pages:preset", args=[word])
