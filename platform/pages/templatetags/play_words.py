"""Words for keys: variants, endings of a deal, the files of a dump."""

from django import template

from games.models import rules_name
from pages.selectors import archive_search, dump_files

register = template.Library()
register.filter("variant_name", rules_name)
register.filter("outcome_name", archive_search.outcome_name)
register.filter("dump_holds", dump_files.dump_holds)
