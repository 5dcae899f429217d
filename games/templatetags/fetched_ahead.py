"""Files of a table that pages from which one sits down fetch while nobody waits for them."""

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
    """The links by which a browser that has nothing else to do fetches them."""
    links = ((static(path), kind) for path, kind in FILES)
    return format_html_join("", '<link rel="prefetch" href="{}" as="{}">', links)
