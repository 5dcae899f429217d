"""Markdown of our own files as HTML for our pages: without HTML of its own, its tables ready for narrow screens."""

from collections.abc import Sequence
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

READER = MarkdownIt("commonmark", {"html": False}).enable("table")


def parsed(text: str) -> list[Token]:
    """The tokens of a text, each cell of a table with the heading of its column."""
    tokens = READER.parse(text)
    _headed(tokens)
    return tokens


def drawn(tokens: Sequence[Token]) -> str:
    """The HTML of these tokens; a wide table scrolls in a frame of its own."""
    shown: str = READER.renderer.render(tokens, READER.options, {})
    return shown.replace("<table", '<div class="table-wrap" tabindex="0"><table').replace("</table>", "</table></div>")


def _headed(tokens: Sequence[Token]) -> None:
    """Give each cell of a table the heading of its column, for narrow pages that show a table as a list."""
    headings: list[str] = []
    column = 0
    for token, inside in pairwise(tokens):
        if token.type == "table_open":
            token.attrSet("class", "data")
            headings = []
        elif token.type == "tr_open":
            column = 0
        elif token.type == "th_open":
            headings.append(inside.content.replace("`", ""))
        elif token.type == "td_open":
            token.attrSet("data-label", headings[column])
            column += 1
