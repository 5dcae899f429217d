"""The files of the running site: packed, short, kept for years by their names; the stylesheets say what they said."""

import gzip
import re
import urllib.request
from email.message import Message
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from config.static_files import short

from .conftest import Site

pytestmark = pytest.mark.browser
CSS = Path(__file__).resolve().parents[2] / "static" / "css"
FOR_EVER = "max-age=315360000, public, immutable"
RULES = """text => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText); }"""
PAGES = ("/", "/tournaments/", "/ratings/", "/clubs/")


def got(address: str) -> tuple[Message, bytes]:
    """The headers and the body that a browser gets."""
    asked = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        return answer.headers, answer.read()


@pytest.mark.parametrize("path", PAGES)
def test_every_file_of_a_page_goes_out_packed_and_is_kept_for_years(site: Site, path: str) -> None:
    page = gzip.decompress(got(f"{site.url}{path}")[1]).decode()
    files = set(re.findall(r'(?:src|href)="(/static/[^"#?]+)', page))
    assert {name.rpartition(".")[2] for name in files} >= {"css", "js", "svg"}
    for name in files:
        headers, body = got(f"{site.url}{name}")
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", name), name
        assert headers["Cache-Control"] == FOR_EVER, name
        if len(body) > 1_000 and not name.endswith((".png", ".woff2")):
            assert headers["Content-Encoding"] == "gzip", name
        if name.endswith(".css"):
            source = CSS.parent / re.sub(r"^/static/|\.[0-9a-f]{12}", "", name)
            text = gzip.decompress(body).decode()
            assert re.sub(r"\.[0-9a-f]{12}\.", ".", text) == short(source.read_text()), name


def test_a_file_without_a_digest_in_its_name_is_asked_for_again(site: Site) -> None:
    assert got(f"{site.url}/static/css/site.css")[0]["Cache-Control"] == "max-age=60, public"


@pytest.mark.parametrize("sheet", sorted(CSS.rglob("*.css")), ids=lambda path: path.stem)
def test_a_short_stylesheet_has_the_same_rules(browser: Browser, sheet: Path) -> None:
    text = sheet.read_text(encoding="utf-8")
    with browser.new_page() as page:
        whole, made = (page.evaluate(RULES, one) for one in (text, short(text)))
    assert whole
    # An own property is kept as it is written: its blanks are no difference.
    assert [re.sub(r"\s+", "", rule) for rule in made] == [re.sub(r"\s+", "", rule) for rule in whole]


def test_what_stands_in_quotes_stays_as_it_is() -> None:
    assert short('a::after { content: "a; }  /* b */";  }\n/* c */ a > b , i { --x: ; color : red }') == (
        'a::after{content:"a; }  /* b */"}a > b ,i{--x:;color :red}'
    )
