"""Fetch the files of a table ahead of time, from pages where people sit down: a moment after the page is there, and
when the browser has nothing else to do."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()
STYLES = ("table", "ways", "hint")
SCRIPTS = ["lit", "own-ways", "gin-table", "deal-shuffle"]
SCRIPTS += ["table-motion", "deal-door", "table-end", "table-hint", "table-again"]
FILES = (*((f"css/table/{name}.css", "style") for name in STYLES), *((f"dist/{name}.js", "script") for name in SCRIPTS))


@register.simple_tag
def table_ahead() -> SafeString:
    """The links to these files, which the script of every page turns into `prefetch` once the page is there: as such
    from the start they would share a slow line with the page itself."""
    links = ((static(path), kind) for path, kind in FILES)
    return format_html_join("", '<link rel="later" href="{}" as="{}">', links)
