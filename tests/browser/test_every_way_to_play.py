"""Whole matches by every way to play: by touch at three sizes of phone, by drag, and with what a screen reader says;
under table laws too. The other side plays by mouse."""

from time import monotonic

import pytest
from playing import PAUSE_MS, table_of_two
from playwright.sync_api import Browser, expect
from seat import Dragger, Person, Reader, Toucher, sign_in_as
from test_whole_matches import SHORT

pytestmark = pytest.mark.browser
GAMES = ("gin-rummy-com", "conquian-bicycle", "colonel-challenge")
LAWS = {"laws": "table_laws"}


def play(
    visit, site, second_browser: Browser, way: type[Person], rules: str, width: int, height: int, **settings: str
) -> None:
    """Ann plays a match to its end in this way, at this size; Ben by the mouse at a desk."""
    game, key = SHORT[rules], f"{way.__name__}-{rules}-{width}-{len(settings)}".lower()
    settings = {**game.settings, **settings}
    table = table_of_two(site, rules, key=key, options=game.options, settings=settings)
    pages = visit(width, height, has_touch=way is Toucher), visit(1280, 900, browser=second_browser)
    for page, name in zip(pages, ("Ann", "Ben"), strict=True):
        sign_in_as(page, f"{name}-{key}", "seven of hearts")
        page.goto(f"/tables/{table}/")
    players, until = (way(pages[0]), Person(pages[1])), monotonic() + 400
    while not all(player.is_over for player in players):
        assert monotonic() < until, [page.locator(".felt").inner_text() for page in pages]
        if not any(game.step(player, player.look()) for player in players):
            pages[0].wait_for_timeout(PAUSE_MS)
    expect(pages[0].locator(".gt-end h2")).to_be_visible()
    assert pages[0].evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.marathon
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (320, 568)])
@pytest.mark.parametrize("rules", GAMES)
def test_a_match_by_touch(visit, site, second_browser, rules: str, width: int, height: int) -> None:
    play(visit, site, second_browser, Toucher, rules, width, height)


@pytest.mark.marathon
@pytest.mark.parametrize("rules", GAMES)
def test_a_match_by_drag(visit, site, second_browser, rules: str) -> None:
    play(visit, site, second_browser, Dragger, rules, 390, 844)


@pytest.mark.marathon
@pytest.mark.parametrize("rules", GAMES)
def test_a_match_by_what_a_screen_reader_tells(visit, site, second_browser, rules: str) -> None:
    play(visit, site, second_browser, Reader, rules, 390, 844)


@pytest.mark.marathon
@pytest.mark.parametrize("way", [Toucher, Dragger, Reader])
def test_a_match_under_table_laws(visit, site, second_browser, way: type[Person]) -> None:
    play(visit, site, second_browser, way, "gin-rummy-com", 390, 844, **LAWS)
