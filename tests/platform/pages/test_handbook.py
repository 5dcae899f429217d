"""The handbook: the files in `docs/` as pages, linked from every page's *Help*."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from doors.books import handbook
from pages.templatetags import site_places
from tools import handbook_pictures

ROOT = Path(__file__).resolve().parents[3]

EACH_PAGE = pytest.mark.parametrize("name", handbook.pages())


@pytest.fixture
def said(db):
    def read(address: str, **headers: str) -> str:
        answer = Client(headers=headers).get(address)
        assert answer.status_code == 200
        return answer.content.decode()

    return read


def names(resolver: URLResolver, space: str = "") -> set[str]:
    """The names of all addresses of the site, with their namespaces."""
    found: set[str] = set()
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            found |= names(one, f"{one.namespace}:" if one.namespace else space)
        elif isinstance(one, URLPattern) and one.name:
            found.add(space + one.name)
    return found


def test_the_index_lists_every_page_and_leads_to_it(said):
    index = said("/help/")
    assert len(handbook.pages()) > 50
    for page in handbook.pages().values():
        assert f'<a href="/help/{page.name}/">' in index
    assert index.index("For organisers") < index.index("For players") < index.index("<details")


@EACH_PAGE
def test_a_page_has_its_text_and_every_link_in_it_leads_somewhere(name: str, client, db):
    page = handbook.pages()[name]
    text = client.get(page.address).content.decode()
    article = text.partition("<article")[2].partition("</article>")[0]
    assert len(article) > 200
    for anchor, _title in handbook.contents(page):
        assert f'id="{anchor}"' in article
        assert f'href="#{anchor}"' in text
    for href in set(re.findall(r'href="([^"]+)"', article)):
        where, _sign, fragment = href.partition("#")
        if where.startswith("https://"):
            continue
        if where.startswith("/help/"):
            other = handbook.pages()[where.removeprefix("/help/").rstrip("/")] if where != "/help/" else page
            assert not fragment or f'id="{fragment}"' in handbook.text_of(other), href
        elif where:
            assert where in ("/rules/rulebook/", "/api/docs/"), href
        else:
            assert f'id="{fragment}"' in article, href


def test_each_picture_is_used_is_there_and_is_a_screenshot_that_a_browser_test_takes():
    texts = "".join((handbook.FOLDER / page.file).read_text(encoding="utf-8") for page in handbook.pages().values())
    used = set(re.findall(r"\]\(\S*static/handbook/([\w-]+)\.webp\)", texts))
    assert used == set(handbook_pictures.PICTURES) == {file.stem for file in handbook_pictures.PLACE.iterdir()}
    tests = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests/browser").glob("*.py"))
    names_ = re.findall(r'shoot\(\w+, f?"([^"]+)"\)', tests)
    taken = [re.compile(re.sub(r"\\{[^}]+\\}", r"\\w+", re.escape(name))) for name in names_]
    for shot in handbook_pictures.PICTURES.values():
        assert any(name.fullmatch(shot) for name in taken), f"no browser test takes {shot}"


@pytest.mark.parametrize("address", ["/help/nothing/", "/help/README/", "/help/../README/", "/help/openapi.yaml/"])
def test_what_is_no_page_is_not_found(address: str, client, db):
    assert client.get(address).status_code == 404


def test_a_search_leads_to_the_sections_that_have_all_words(said):
    found = said("/help/?q=backup+passphrase")
    assert '<a href="/help/backup/#every-night">' in found
    assert "UNDERCUT_BACKUP_PASSPHRASE_FILE" in found
    assert "Try fewer of them" in said("/help/?q=backup+zebra")
    assert "&lt;script&gt;" in said("/help/?q=<script>")
    assert "<details" in said("/help/?q=++"), "nothing is looked for: the index"


def test_a_word_of_a_heading_comes_before_words_of_texts():
    first, _words = handbook.find("check-in")[0]
    assert "check-in" in f"{first.page.title} {first.heading} {first.text}".casefold()
    assert next(one.page.name for one, _words in handbook.find("conquian spanish")) == "spanish"


def test_in_spanish_it_says_that_it_is_in_english(said):
    page = said("/help/clubnight/", **{"accept-language": "es"})
    assert "El manual está en inglés." in page
    assert 'handbook" lang="en"' in page


def test_a_page_that_is_written_in_the_readers_language_is_shown_in_it(said):
    page = said("/help/playing/", **{"accept-language": "es"})
    assert '<h1 lang="es">Jugar</h1>' in page
    assert "El manual está en inglés." not in page
    assert '<h1 lang="en">Playing</h1>' in said("/help/playing/")
    in_spanish, in_english = (handbook.contents(handbook.pages()[name]) for name in ("es/playing", "playing"))
    assert len(in_spanish) == len(in_english)


def test_help_of_each_place_is_a_heading_that_is_there_and_each_line_is_of_use():
    there = names(get_resolver())
    led = {
        next((n for n, (names, _page) in enumerate(site_places.HELP) if names.fullmatch(one)), None) for one in there
    }
    for number, (names_, where) in enumerate(site_places.HELP):
        name, _sign, heading = where.partition("#")
        assert not heading or heading in dict(handbook.contents(handbook.pages()[name])), where
        assert number in led, f"no address leads to it: {names_.pattern}"


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/", "/help/playing/#the-first-game"),
        ("/tournaments/", "/help/playing/#a-tournament"),
        ("/ratings/", "/help/playing/#ratings"),
        ("/rules/", "/help/rules/README/"),
        ("/help/", "/help/"),
        ("/nowhere/", "/help/"),
    ],
)
def test_help_leads_to_what_is_said_about_the_page(address: str, where: str, client, db):
    page = client.get(address).content.decode()
    assert f'<a href="{where}">Help</a>' in page
    assert reverse("pages:help") == "/help/"
