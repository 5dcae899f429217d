"""Render long parts of pages once for each version of their facts, for all visitors."""

import re
import secrets
from typing import Any

from django import template
from django.core.cache import caches
from django.core.cache.utils import make_template_fragment_key
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()
KEEP_S = 3600
# A cached part has marks in place of the text that differs by visitor. They are random, so that no name can hold one.
TOKEN = f"token{secrets.token_hex(12)}"
OWN = f"own{secrets.token_hex(12)}"
MARKS = re.compile(f"{OWN}[^;]*;")


class CachedPart(template.Node):
    """A part of a page, cached in this process under a version; with an empty version it is rendered each time."""

    def __init__(self, nodes: NodeList, name: str, mine: FilterExpression, version: list[FilterExpression]) -> None:
        self.nodes, self.name, self.mine, self.version = nodes, name, mine, version

    def render(self, context: Context) -> SafeString:
        """The part, with the visitor's own row marked and the visitor's token in its forms."""
        values = [one.resolve(context) for one in self.version]
        text = self._cached(context, values) if values[0] else self._made(context)
        mine = self.mine.resolve(context)
        if mine:
            text = text.replace(f"{OWN}{mine};", ' class="me"')
        text = MARKS.sub("", text)
        if TOKEN in text:
            text = text.replace(TOKEN, str(context["csrf_token"]))
        return mark_safe(text)

    def _cached(self, context: Context, values: list[Any]) -> str:
        store = caches["template_fragments"]
        key = make_template_fragment_key(self.name, [*values, get_language()])
        text = store.get(key)
        if text is None:
            text = self._made(context)
            store.set(key, text, KEEP_S)
        return str(text)

    def _made(self, context: Context) -> str:
        with context.push(csrf_token=TOKEN):
            return self.nodes.render(context)


@register.tag
def cached(parser: Parser, token: Token) -> CachedPart:
    """`{% cached NAME MINE VERSION MORE... %}...{% endcached %}`: VERSION and MORE must cover everything that the part
    depends on, except the visitor's token and row. MINE is the key of the visitor's own row, as `{% own KEY %}` in that
    row has it, or None."""
    _tag, name, mine, *version = token.split_contents()
    nodes = parser.parse(("endcached",))
    parser.delete_first_token()
    return CachedPart(nodes, name, parser.compile_filter(mine), [parser.compile_filter(one) for one in version])


@register.simple_tag
def own(key: object) -> str:
    """A tag for a row of a cached part: it becomes the class of the visitor's own row if the key is theirs."""
    return mark_safe(f"{OWN}{key};")
