"""Words for keys: variants, how a deal ended, the files of a dump."""

from django import template

from games.models import rules_name
from pages import selectors

register = template.Library()
register.filter("variant_name", rules_name)
register.filter("outcome_name", selectors.outcome_name)
register.filter("dump_holds", selectors.dump_holds)
