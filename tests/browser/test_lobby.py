"""Two strangers press one button, and sit at one table."""

import re

import pytest
from playwright.sync_api import Page, expect
from seat import Person

pytestmark = pytest.mark.browser


def test_two_strangers_find_a_game_and_sit_at_one_table(visit) -> None:
    one, other = visit(390, 844), visit(1280, 800)
    for page in (one, other):
        page.goto("/tables/new/")
    one.get_by_role("button", name="Find a game").click()
    expect(one.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    expect(other.locator("#lobby")).to_contain_text("Guest")
    other.get_by_role("button", name="Find a game").click()
    for page in (one, other):
        page.wait_for_url(re.compile(r"/tables/(?!new)"))
    assert one.url == other.url
    for page in (one, other):
        Person(page)


def test_with_nobody_there_the_house_sits_down(visit) -> None:
    page: Page = visit(320, 568, "dark")
    page.goto("/tables/new/")
    page.get_by_role("button", name="Find a game").click()
    page.get_by_role("button", name="Novice").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    expect(page.locator("gin-table")).to_contain_text("house")
