"""Rulings as their readers have them."""

from django import template

from tournaments.desk.selectors import verdicts
from tournaments.models import Case, TableRuling

register = template.Library()


@register.simple_tag
def ruling_read(ruling: TableRuling) -> tuple[str, str]:
    """The words of a ruling and its reason, in the reader's language where a law gave them."""
    return verdicts.read(ruling)


@register.simple_tag
def case_outcome(case: Case) -> str:
    """How a case ended, in the reader's language where a law gave the words."""
    return verdicts.outcome(case)
