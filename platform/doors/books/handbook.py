"""The handbook: the files in `docs/` as pages of this site, in the order of `docs/README.md`, with a search over their
sections."""

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from doors.books import prose, rulebook

if TYPE_CHECKING:
    from markdown_it.token import Token

FOLDER = settings.BASE_DIR / "docs"
INDEX = "README.md"
HEADING = re.compile(r"^## (.+)$")
LISTED = re.compile(r"^- \[[^\]]+\]\(([^)]+)\): (.+)$")
FENCE = re.compile(r"^```")
SIGNS = re.compile(r"[^\w\- ]")
MARKS = re.compile(r"[`*]|\]\([^)]*\)|\||!?\[|\]|-{3,}")
FEW = 20
AROUND = 90  # letters of a section before and after the word that was looked for
FOR_READERS = 3  # the first parts of the index: for organisers, players and operators


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: its name in addresses, its title, the sentence of the index about it, and its file under `docs/`."""

    name: str
    title: str
    about: str
    file: str

    @property
    def address(self) -> str:
        """Where it is read."""
        return reverse("pages:help-page", args=[self.name])

    @property
    def language(self) -> str:
        """The language that it is written in: that of its folder, else English."""
        folder = self.name.partition("/")[0]
        return folder if folder in dict(settings.LANGUAGES) else "en"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the handbook: its title and its pages."""

    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a page under one heading: its anchor, its heading (at the top the page's title), its plain text."""

    page: Page
    anchor: str
    heading: str
    text: str

    @property
    def address(self) -> str:
        """Where it is read."""
        return f"{self.page.address}#{self.anchor}" if self.anchor else self.page.address


@cache
def parts() -> tuple[Part, ...]:
    """All parts as `docs/README.md` lists them; what is no text of ours (the schema) is no page."""
    found: list[Part] = []
    for line in _read(INDEX).splitlines():
        if heading := HEADING.match(line):
            found.append(Part(heading[1], ()))
        elif (listed := LISTED.match(line)) and listed[1].endswith(".md"):
            file, about = listed[1], listed[2]
            title = _read(file).partition("\n")[0].removeprefix("# ")
            page = Page(name=file.removesuffix(".md"), title=title, about=plain(about), file=file)
            found[-1] = Part(found[-1].title, (*found[-1].pages, page))
    return tuple(found)


@cache
def pages() -> dict[str, Page]:
    """All pages by their names."""
    return {page.name: page for part in parts() for page in part.pages}


def page_in(name: str, language: str) -> Page | None:
    """The page of a name, in this language where it is written in it, else as it is; None if there is none."""
    return pages().get(f"{language}/{name}") or pages().get(name)


@cache
def text_of(page: Page) -> SafeString:
    """The text of a page without its title: each heading has an anchor, and links lead to pages of this site."""
    tokens = prose.parsed(_read(page.file))[3:]
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(inside.content))
    for token in tokens:
        if token.children:
            token.children = _led(token.children, page)
    return rulebook.cited(mark_safe(prose.drawn(tokens)))


@cache
def contents(page: Page) -> tuple[tuple[str, str], ...]:
    """The headings of a page: anchor and title."""
    return tuple((one.anchor, one.heading) for one in sections(page) if one.anchor)


@cache
def sections(page: Page) -> tuple[Section, ...]:
    """The sections of a page by its headings of the second level; what stands before the first has the page's title."""
    found: list[tuple[str, list[str]]] = [("", [])]
    is_code = False
    for line in _read(page.file).splitlines()[1:]:
        is_code ^= bool(FENCE.match(line))
        if (heading := HEADING.match(line)) and not is_code:
            found.append((heading[1], []))
        else:
            found[-1][1].append(line)
    return tuple(
        Section(page=page, anchor=anchor(head), heading=plain(head) or page.title, text=plain(" ".join(lines)))
        for head, lines in found
    )


def find(words: str) -> list[tuple[Section, str]]:
    """The sections that have all these words, those with a word in their heading first, and in each part those for
    readers before those for developers; at most 20, each with the words around the first that was found."""
    asked = words.casefold().split()
    if not asked:
        return []
    ranked = []
    for place, page in enumerate(pages().values()):
        for section in sections(page):
            head, text = f"{page.title} {section.heading}".casefold(), section.text.casefold()
            if all(word in head or word in text for word in asked):
                ranked.append((-sum(word in head for word in asked), place, section))
    ranked.sort(key=lambda row: row[:2])
    return [(section, _around(section.text, asked)) for _head, _place, section in ranked[:FEW]]


def anchor(heading: str) -> str:
    """The anchor of a heading, made as code forges make theirs: "What to watch" is `what-to-watch`."""
    return SIGNS.sub("", heading.casefold()).replace(" ", "-")


def plain(text: str) -> str:
    """A text without the signs of Markdown, its spaces as one each."""
    return " ".join(MARKS.sub("", text).split())


def _read(file: str) -> str:
    return (FOLDER / file).read_text(encoding="utf-8")


def _led(tokens: Sequence["Token"], page: Page) -> list["Token"]:
    """The tokens of a line: links and names of pages in code lead to pages of this site, and pictures come from
    where static files are. A link to what this site does not show is its words alone."""
    shown: list[Token] = []
    is_open = True
    for token in tokens:
        if token.type == "link_open":
            address = _address(str(token.attrs["href"]), page)
            is_open = address is not None
            if address is None:
                continue
            token.attrs["href"] = address
        elif token.type == "link_close" and not is_open:
            is_open = True
            continue
        elif token.type == "image":
            token.attrs["src"] = static(str(token.attrs["src"]).partition("static/")[2])
            token.attrs["loading"] = "lazy"
        elif token.type == "code_inline" and (other := _named(token.content, page)):
            shown += _link(other)
            continue
        shown.append(token)
    return shown


def _address(href: str, page: Page) -> str | None:
    """Where a link of a page leads on this site; None if to nothing that it shows."""
    if href.startswith(("https://", "http://", "#")):
        return href
    file, _sign, fragment = href.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.file), file))
    if path == "rules/RULES.md":
        return reverse("pages:rulebook")
    if path == "openapi.yaml":
        return reverse("api-docs")
    if path == INDEX:
        return reverse("pages:help")
    found = pages().get(path.removesuffix(".md"))
    if found is None:
        return None
    return f"{found.address}#{fragment}" if fragment else found.address


def _named(code: str, page: Page) -> Page | None:
    """The other page that a name in code means: `seasons.md`, `docs/seasons.md`."""
    found = pages().get(code.removeprefix("docs/").removesuffix(".md")) if code.endswith(".md") else None
    return found if found != page else None


def _link(page: Page) -> list["Token"]:
    """A link to a page, which has its title for words."""
    opened = prose.token("link_open", "a", 1, attrs={"href": page.address})
    return [opened, prose.token("text", "", 0, content=page.title), prose.token("link_close", "a", -1)]


def _around(text: str, asked: Sequence[str]) -> str:
    """The words around the first of those asked for that is in a text."""
    places = [at for at in (text.casefold().find(word) for word in asked) if at >= 0]
    at = min(places, default=0)
    begin = text.rfind(" ", 0, max(at - AROUND, 0)) + 1 if at > AROUND else 0
    end = text.find(" ", at + AROUND)
    end = len(text) if end < 0 else end
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"
