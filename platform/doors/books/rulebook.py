"""The rulebook: its text as a page with an anchor for each rule, and links to rules named in sentences."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from doors.books import prose

if TYPE_CHECKING:
    from markdown_it.token import Token

TEXT = settings.BASE_DIR / "docs" / "rules" / "RULES.md"
FAMILIES = "GIN|OKL|GRD|STR|BIG|HOL|CGN|DBL|3P|PRT|COL|CNQ|IRR|ONL"
RULE = rf"\b(?:{FAMILIES})-\d+\b"
SECTION = r"§\d+(?:\.\d+)?"
FOR_PROGRAMS = ("§0.1", "§1", "§14.5", "§15", "§16", "§18")
FOLD = "<details class='more'><summary>For programs and sources</summary><div>\n", "</div></details>\n"
PAGE = re.compile(r"S\d{3}(?:a/b|[ab])?|[BCDFGHIKMPRTX]\d+|[a-z]+\.com")
PAGES = {
    "S000": gettext_lazy("Colonel (Fosdick)"),
    "S001": gettext_lazy("Colonel (Ball)"),
    "S002": gettext_lazy("Color Gin"),
    "S003": gettext_lazy("Conquian"),
    "S004a": gettext_lazy("Gin with its laws"),
    "S004b": gettext_lazy("Gin (Pagat)"),
    "R2": "rummyrulebook.com",
    "R8": gettext_lazy("Foster’s laws of 1913"),
    "F1": gettext_lazy("Foster’s Complete Hoyle"),
    "F2": gettext_lazy("Foster’s Complete Hoyle"),
    "R": "rummy-games.com",
    "B": "bicyclecards.com",
    "T": "rummytalk.com",
    "I": "idiomdrottning.org",
    "K": "whiteknucklecards.com",
}  # RULES.md §0: a page, or all pages of one site by their letter
NAMED = re.compile(rf"(?P<tag><[^>]*>)|(?P<rule>{RULE})|(?P<section>{SECTION})")


def cited(text: str, *, page: str | None = None) -> SafeString:
    """A sentence (escaped, unless it is already safe) in which every named rule and section is a link to the rulebook,
    or to `page`."""
    there = reverse("pages:rulebook") if page is None else page
    return mark_safe(NAMED.sub(lambda found: _link(found, there), str(conditional_escape(text))))


def anchor(named: str) -> str:
    """The anchor of a rule ("GIN-24") or a section ("§14.2") on the page."""
    return named.replace("§", "section-")


@cache
def page() -> SafeString:
    """The whole text: every rule and section has its anchor, and every named rule is a link to it."""
    tokens = prose.parsed(TEXT.read_text(encoding="utf-8"))[3:]  # its title is that of the page around it
    for token, name in _anchored(tokens):
        token.attrSet("id", anchor(name))
    return cited(mark_safe(prose.drawn(_folded(tokens))), page="")


@cache
def contents() -> tuple[tuple[str, str], ...]:
    """The sections of the text: anchor and title."""
    found = re.findall(r"^## (\d+)\. (.+)$", TEXT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return tuple((anchor(f"§{number}"), f"{number}. {title.replace('`', '')}") for number, title in found)


@cache
def table(section: str) -> tuple[tuple[str, ...], ...]:
    """The rows of the tables in a section ("2"), each as its cells, without the heads."""
    text = TEXT.read_text(encoding="utf-8").split(f"\n## {section}. ", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    cells = (tuple(cell.strip() for cell in row.strip("| ").split(" | ")) for row in rows)
    return tuple(row for row in cells if row[0] not in ("option", "id") and not row[0].startswith("---"))


def in_words(said: str) -> str:
    """A cell of sources ("X1, S002 l.103", "R4 / S002") in the reader's words: the pages it names, and that they differ
    where they do (X); that the rule is ours where it comes from no page; empty where it is the rulebook's alone."""
    found = PAGE.findall(said)
    pages = list(dict.fromkeys(str(name) for one in found for name in _pages(one)))
    names = ", ".join(pages)
    if any(one.startswith("X") for one in found):
        return _("The sources differ: %(names)s") % {"names": names}
    if said.startswith("platform"):
        return _("Our own rule")
    return _("From: %(names)s") % {"names": names} if names else ""


def _pages(named: str) -> list[object]:
    if named.startswith("X"):
        row = next(row for row in table("1") if row[0] == named)
        return [page for one in PAGE.findall(" ".join(row[2:4])) for page in _pages(one)]
    if named.endswith("a/b"):
        return [PAGES[f"{named[:-3]}{half}"] for half in "ab"]
    return [PAGES.get(named) or PAGES.get(named[0], named)]


def _anchored(tokens: Sequence["Token"]) -> Iterator[tuple["Token", str]]:
    """Give headings, list items and table rows that begin with a name an anchor: each name once, at its first place."""
    seen: set[str] = set()
    opened: dict[str, Token] = {}
    for token in tokens:
        if token.type in ("heading_open", "list_item_open", "tr_open"):
            opened = {token.type: token}
        if token.type != "inline" or not opened:
            continue
        kind, holder = opened.popitem()
        name = _name(kind, token.content)
        if name and name not in seen:
            seen.add(name)
            yield holder, name


def _folded(tokens: Sequence["Token"]) -> list["Token"]:
    """The text with the parts for programs and sources folded away under their headings, which stay where links lead
    to."""
    shown: list[Token] = []
    level = ""
    for token, inside in zip(tokens, (*tokens[1:], None), strict=True):
        if level and token.type == "heading_open" and token.tag <= level:
            shown.append(prose.token("html_block", "", 0, content=FOLD[1]))
            level = ""
        shown.append(token)
        if token.type == "heading_open" and inside and _name(token.type, inside.content) in FOR_PROGRAMS:
            level = token.tag
        elif level and token.type == "heading_close" and token.tag == level:
            shown.append(prose.token("html_block", "", 0, content=FOLD[0]))
    return [*shown, prose.token("html_block", "", 0, content=FOLD[1])] if level else shown


def _name(kind: str, text: str) -> str:
    """The name of a place in the text; empty for most places."""
    if kind == "heading_open":
        found = re.match(r"(\d+(?:\.\d+)?)\.? ", text)
        return f"§{found[1]}" if found else ""
    found = re.fullmatch(RULE, text) if kind == "tr_open" else re.match(RULE, text)
    return found[0] if found else ""


def _link(found: re.Match[str], there: str) -> str:
    if found["tag"]:
        return found["tag"]
    return f'<a class="rule" href="{there}#{anchor(found[0])}">{found[0]}</a>'
