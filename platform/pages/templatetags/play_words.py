"""Words for keys: variants, how a deal ended, the files of a dump."""

from django import template

from pages import selectors

register = template.Library()
register.filter("variant_name", selectors.variant_name)
register.filter("outcome_name", selectors.outcome_name)
register.filter("dump_holds", selectors.dump_holds)
