"""Markdown of our own files as HTML for our pages: without HTML of its own, its tables ready for narrow screens."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


@cache
def reader() -> "MarkdownIt":
    """The reader of all texts."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - 63 modules, which only who opens a book needs

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def token(kind: str, tag: str, nesting: Literal[-1, 0, 1], **more: Any) -> "Token":
    """A token of our own, for between those of a text."""
    from markdown_it.token import Token  # noqa: PLC0415 - as in `reader`

    return Token(kind, tag, nesting, **more)


def parsed(text: str) -> list["Token"]:
    """The tokens of a text, each cell of a table with the heading of its column."""
    tokens = reader().parse(text)
    _headed(tokens)
    return tokens


def drawn(tokens: Sequence["Token"]) -> str:
    """The HTML of these tokens; a wide table scrolls in a frame of its own."""
    shown: str = reader().renderer.render(tokens, reader().options, {})
    return shown.replace("<table", '<div class="table-wrap" tabindex="0"><table').replace("</table>", "</table></div>")


def _headed(tokens: Sequence["Token"]) -> None:
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
