"""Two strangers press one button, and sit at one table."""

import re
from time import monotonic

import pytest
from conftest import complaints
from playing import practise
from playwright.sync_api import Browser, Page, expect
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


@pytest.mark.parametrize("language", ["en-US", "es-ES"])
def test_the_rule_sets_of_a_game_are_chosen_by_keys_and_fit_a_phone(visit, axe, language: str) -> None:
    """A press changes the page in its place: what was pressed keeps the focus, nothing moves or scrolls sideways."""
    page: Page = visit(390, 844, language=language)
    for game in ("gin", "more"):
        page.goto(f"/tables/new/?game={game}")
        chips = page.locator(".chips a")
        expect(chips.first).to_have_attribute("aria-current", "true")
        last = chips.last
        last.focus()
        before = page.evaluate("scrollY")
        page.keyboard.press("Enter")
        expect(last).to_have_attribute("aria-current", "true")
        expect(last).to_be_focused()
        expect(page.locator(".chips [aria-current]")).to_have_count(1)
        assert page.evaluate("scrollY") == before
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert complaints(page, axe) == []
    expect(page.locator(".ticket h2")).to_have_text(last.inner_text())


def test_without_script_a_rule_set_is_chosen_by_its_link(browser: Browser, site) -> None:
    with browser.new_context(java_script_enabled=False, base_url=site.url) as context:
        page = context.new_page()
        page.goto("/tables/new/?game=oklahoma")
        page.get_by_role("link", name="Oklahoma gin, all options").click()
        expect(page.locator(".chips [aria-current]")).to_have_text("Oklahoma gin, all options")
        page.get_by_role("button", name="Find a game").click()
        expect(page.locator("#seeking-title")).to_contain_text("Oklahoma gin, all options")


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
