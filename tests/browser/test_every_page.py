"""Every page that a link leads to: one of each address, of each format where the address is a tournament's."""

import re
from collections import deque
from urllib.parse import urlsplit

import pytest
from conftest import Shoot, Site, complaints
from playing import in_shell
from playwright.sync_api import Error, Page
from seat import sign_in

from tests.composed import asking

pytestmark = [pytest.mark.browser, pytest.mark.marathon]

# Evenings of every kind, one round under way in each, and what a club has beside them.
FILL = """
from clubs.models import Club
from accounts.models import User
from tests.composed import filling
club, olga = Club.objects.order_by("pk").first(), User.objects.get(username="{username}")
filling.evenings_of_every_kind(club, olga)
filling.what_stands_beside_them(club, olga, asked="{asked}")
"""
# Not pages: files, what signs out or changes the language, and pages that are not ours.
LEFT_OUT = re.compile(r"/(api|admin|language|static)/|/logout/|\.(csv|json|jsonl|txt|ics|trf|svg|webp|css|html)$")
ASKED = "asked1to1a12"  # whom the organiser has challenged
# Pages without a link for whoever is signed in and already has all; looked at in tests of their own.
OPENED = ("/play/find/", "/play/seeking/", f"/play/challenges/to/{ASKED}/", "/site/mails/", "/claim/", "/conduct/",
          "/fair-deals/", "/s/")  # fmt: skip


def kind_of(path: str) -> str | None:
    """The address's form, with the format of its tournament; None for what is no page of ours."""
    return None if LEFT_OUT.search(path) else asking.kind_of(path)


def links(page: Page) -> list[str]:
    """The paths that the links of a page lead to on this site."""
    found = page.evaluate("[...document.querySelectorAll('a[href]')].map(a => [a.href, a.hasAttribute('download')])")
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    return [urlsplit(href).path for href, is_file in found if href.startswith(origin) and not is_file]


def crawl(
    page: Page, axe: str, shoot: Shoot, mark: str, opened: tuple[str, ...] = ()
) -> tuple[dict[str, str], list[str]]:
    """Follow links, one of each kind, and look at each page: the path of each kind, and what is wrong."""
    seen: dict[str, str] = {}
    wrong: list[str] = []
    todo = deque(["/", *opened])
    while todo:
        path = todo.popleft()
        kind = kind_of(path)
        if kind is None or kind in seen:
            continue
        seen[kind] = path
        try:
            answer = page.goto(path)
        except Error as error:
            wrong += [] if "Download is starting" in error.message else [f"{path}: {error.message}"]
            continue
        if not answer or "html" not in answer.headers.get("content-type", ""):
            continue
        wrong += [f"{path}: {answer.status}"] if answer.status >= 400 else []
        wrong += complaints(page, axe)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append(f"{path} scrolls sideways")
        shoot(page, f"every-{mark}-{re.sub('[^a-z0-9]+', '-', kind.lower()).strip('-')}")
        todo.extend(links(page))
    return seen, wrong


@pytest.fixture(scope="session")  # as long as the site
def filled(site: Site) -> Site:
    """The site with evenings of every kind."""
    in_shell(site, FILL.format(username=site.username, asked=ASKED))
    return site


SIZES = [(320, "dark", "es-ES"), (320, "light", "en-US"), (1280, "light", "en-US"), (844, "dark", "es-ES")]


@pytest.mark.parametrize(("width", "scheme", "language"), SIZES)
def test_every_page_is_clean_and_fits_its_window(visit, filled, axe, shoot, width, scheme, language) -> None:
    page = visit(width, 390 if width == 844 else 800, scheme, language)
    sign_in(page, filled)
    seen, wrong = crawl(page, axe, shoot, f"{width}-{language[:2]}", OPENED)
    print(len(seen), "kinds of pages")
    assert not wrong, "\n".join(wrong)
    assert len(seen) > 350


@pytest.mark.parametrize("language", ["es-ES", "en-US"])
def test_what_a_visitor_finds_is_clean_and_fits_a_small_phone(visit, filled, axe, shoot, language) -> None:
    seen, wrong = crawl(visit(320, 568, "light", language), axe, shoot, f"visitor-{language[:2]}")
    print(len(seen), "kinds of pages")
    assert not wrong, "\n".join(wrong)
    assert len(seen) > 100
