"""Fetch the files of a table ahead of time, from pages where people sit down, while the browser has nothing else to
do."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()
STYLES = ("table", "ways", "hint")
SCRIPTS = ("lit", "own-ways", "gin-table", "deal-shuffle", "table-motion", "deal-door", "table-end", "table-hint")
FILES = (*((f"css/table/{name}.css", "style") for name in STYLES), *((f"dist/{name}.js", "script") for name in SCRIPTS))


@register.simple_tag
def table_ahead() -> SafeString:
    """The links that make an idle browser fetch these files."""
    links = ((static(path), kind) for path, kind in FILES)
    return format_html_join("", '<link rel="prefetch" href="{}" as="{}">', links)
