"""A phone in the hand: what is played with stands on the screen at once, without a scroll."""

import pytest
from playing import table_of_two
from playwright.sync_api import expect
from seat import Person, sign_in_as

pytestmark = pytest.mark.browser

WITH_ITS_BARS = 664  # what a browser leaves of a phone's 844 px


@pytest.mark.parametrize(
    ("rules", "height"), [("gin-rummy-com", WITH_ITS_BARS), ("colonel-challenge", 844), ("conquian-bicycle", 844)]
)
def test_a_hand_stands_whole_over_the_action_bar(visit, shoot, site, rules: str, height: int) -> None:
    table = table_of_two(site, rules, key=f"phone-{rules}", options={}, settings={"shuffle": "server"})
    page = visit(390, height)
    sign_in_as(page, f"Ann-phone-{rules}", "seven of hearts")
    page.goto(f"/tables/{table}/")
    person = Person(page)
    expect(person.table.locator(".gt-card").first).to_be_visible()
    shoot(page, f"phone-{rules}-{height}")
    lowest = max(
        card.bounding_box()["y"] + card.bounding_box()["height"] for card in person.table.locator(".gt-card svg").all()
    )
    assert page.evaluate("scrollY") == 0
    assert lowest <= person.table.locator(".gt-act").bounding_box()["y"]


def test_melds_are_marked_in_the_upper_row_too(visit, site) -> None:
    table = table_of_two(site, "gin-rummy-com", key="marks", options={}, settings={"shuffle": "server"})
    page = visit(390, 844)
    sign_in_as(page, "Ann-marks", "seven of hearts")
    page.goto(f"/tables/{table}/")
    card = Person(page).table.locator(".gt-card").first
    expect(card).to_be_visible()
    card.evaluate("card => card.classList.add('melded')")
    mark = card.locator("svg").evaluate(
        "svg => { const style = getComputedStyle(svg); return [style.outlineStyle, parseFloat(style.outlineOffset)]; }"
    )
    assert mark[0] == "solid", "a border within the card, which the row below it does not cover"
    assert mark[1] < 0
