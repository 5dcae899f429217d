"""Two strangers press one button, and sit at one table."""

import re
from time import monotonic

import pytest
from conftest import complaints
from playing import practise
from playwright.sync_api import Page, expect
from seat import Person

pytestmark = pytest.mark.browser
PROMISED_S = 10  # a person, else the house


def test_two_strangers_find_a_game_and_sit_at_one_table(visit, axe) -> None:
    """One presses *Play now* on home, the other *Find a game* on Play, within the ten seconds that are promised."""
    one, other = visit(390, 844), visit(1280, 800)
    one.goto("/")
    other.goto("/tables/new/")
    one.get_by_role("button", name="Play now").click()
    expect(one.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    assert complaints(one, axe) == []
    expect(other.locator("#lobby")).to_contain_text("Guest")
    began = monotonic()
    other.get_by_role("button", name="Find a game").click()
    for page in (one, other):
        page.wait_for_url(re.compile(r"/tables/(?!new)"))
    assert monotonic() - began < PROMISED_S
    assert one.url == other.url
    for page in (one, other):
        Person(page)
    one.go_back()  # to where it searched: a page, not the part of it that led to the table
    expect(one.locator("main h1")).to_be_visible()


def test_with_nobody_there_the_house_sits_down(visit, axe) -> None:
    """After ten seconds, by itself."""
    page: Page = visit(320, 568, "dark")
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Novice").wait_for()
    assert complaints(page, axe) == []
    page.wait_for_url(re.compile(r"/tables/(?!new)"), timeout=(PROMISED_S + 10) * 1000)
    expect(page.locator("gin-table")).to_contain_text("house")


def test_who_does_not_want_to_wait_chooses_a_house_player(visit) -> None:
    page: Page = visit(390, 844)
    page.goto("/tables/new/")
    page.get_by_role("button", name="Find a game").click()
    page.get_by_role("button", name="Club").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    expect(page.locator("gin-table")).to_contain_text("house")


def test_home_fetches_the_files_of_a_table_once_it_is_there(visit) -> None:
    page: Page = visit(390, 844)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/", wait_until="load")
    assert not [url for url in asked if "gin-table" in url], "they would share a slow line with the page"
    expect(page.locator("link[rel=prefetch][href*=gin-table]")).to_have_count(1)
    expect(page.locator("link[rel=later]")).to_have_count(0)


def test_a_phone_changes_the_language_at_its_table(visit, axe) -> None:
    page: Page = visit(390, 844)
    table = practise(page, "gin-rummy-com").table
    expect(table.locator(".gt-card").first).to_be_visible()
    page.locator(".gt-opens").last.click()
    assert complaints(page, axe) == []
    address = page.url
    table.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert page.url == address
    expect(table.locator(".gt-card").first).to_be_visible()
