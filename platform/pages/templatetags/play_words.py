"""Words for what the games below call by key: variants and how a deal ended."""

from django import template

from pages import selectors

register = template.Library()
register.filter("variant_name", selectors.variant_name)
register.filter("outcome_name", selectors.outcome_name)
