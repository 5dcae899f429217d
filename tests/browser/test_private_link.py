"""A table by link: its settings fit together, the address is passed on, and a person who opens it sits down."""

import re

import pytest
from playwright.sync_api import Page, expect
from seat import Person

pytestmark = pytest.mark.browser

# Each choice of a list that is wider than the closed list: its text, measured in its own letters.
TOO_LONG = """() => [...document.querySelectorAll('main select:not([name=rules])')].flatMap((list) => {
    const style = getComputedStyle(list), pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 12;  // its arrow
    return [...list.options].map((one) => one.text).filter((text) => pen.measureText(text).width > room); })"""
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.mark.parametrize("language", ["en-US", "es-ES"])
def test_what_is_chosen_fits_its_closed_list(visit, language: str) -> None:
    page: Page = visit(390, 844, language=language)
    page.goto("/tables/new/?rules=gin-rummy-com")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(TOO_LONG) == [], f"{width} px"


def test_the_address_is_copied_and_leads_a_friend_to_the_table(visit) -> None:
    host, friend = visit(320, 844), visit(390, 844, "dark")
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.goto("/tables/new/")
    host.get_by_role("link", name="Play a friend").click()
    expect(host.locator("main form.friend button").first).to_be_visible()
    assert host.evaluate(
        "document.querySelector('main form.friend button').getBoundingClientRect().bottom < innerHeight"
    )
    host.get_by_role("button", name="Make the link").click()
    expect(host.locator("#gathering .badge")).to_have_text("you")
    host.get_by_role("button", name="Copy the address").click()
    expect(host.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    assert host.evaluate(FITS)
    friend.goto(host.evaluate("navigator.clipboard.readText()"))
    expect(friend.locator("main")).to_contain_text("Take a free seat.")
    assert friend.evaluate(FITS)
    friend.get_by_role("button", name="Sit at B").click()
    for page in (host, friend):
        page.wait_for_url(re.compile(r"/tables/(?!waiting|new)"))
        Person(page)
