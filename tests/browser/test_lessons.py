"""A visitor who has never played presses one button, then only what the lesson marks, and completes the deal."""

import re
from time import monotonic

import pytest
from conftest import complaints
from playing import PAUSE_MS, gin, practise
from playwright.sync_api import Page, TimeoutError, expect

pytestmark = pytest.mark.browser

LIMIT_S = 150  # for one lesson; the house pauses as a person does
MARKED = "[data-lesson-next]"


def sit_down(page: Page, button: str) -> None:
    """One press on the page Play."""
    page.goto("/tables/new/")
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_url(re.compile(r"/tables/(?!new|lesson)"))


def follow(page: Page) -> list[str]:
    """Press whatever is marked, and nothing else, to the end of the lesson; the sentences in their order."""
    said, until, end = [], monotonic() + LIMIT_S, page.locator("table-lesson .tl-end")
    while not end.is_visible():
        words = page.locator("table-lesson .tl-says").inner_text()
        assert monotonic() < until, said[-3:]
        if not said or said[-1] != words:
            said.append(words)
        try:
            page.locator(MARKED).click(timeout=500)
        except TimeoutError:
            continue  # the house is to move, or the table is being drawn
    return [*said, page.locator("table-lesson .tl-says").inner_text()]


def test_a_visitor_ends_a_first_deal_of_gin_by_pressing_what_is_marked(visit):
    page = visit()
    sit_down(page, "Learn gin")
    said = follow(page)
    assert any("A meld is" in words for words in said)
    assert any("deadwood" in words for words in said)
    assert any(words.startswith("Knock and throw") for words in said)
    assert said[-1].startswith("You win the deal")
    expect(page.locator("gin-table .gt-end")).to_be_visible()


@pytest.mark.parametrize(
    "button",
    ["Conquian", *(pytest.param(name, marks=pytest.mark.marathon) for name in ("Oklahoma", "Hollywood", "Colonel"))],
)
def test_the_lessons_of_the_other_games_are_followed_to_their_end(visit, button):
    page = visit()
    sit_down(page, button)
    assert re.match("You win the deal|The house wins", follow(page)[-1])


def test_who_chooses_another_card_is_led_back(visit):
    page = visit()
    sit_down(page, "Learn gin")
    page.goto(page.url)
    table, says = page.locator("gin-table"), page.locator("table-lesson .tl-says")
    while not says.inner_text().startswith("Throw the"):
        page.locator(MARKED).click()
    wanted = page.locator(MARKED).get_attribute("data-card")
    table.locator(f'.gt-card:not([data-card="{wanted}"])').first.click()
    follow(page)


def test_a_hint_says_what_to_throw_and_why_and_goes_with_the_move(visit, axe):
    """At a practice table, on a phone; the table does not move for it."""
    page = visit(390, 844)
    player, until = practise(page, "gin-rummy-com"), monotonic() + LIMIT_S
    while not player.look().may_throw:
        assert monotonic() < until
        if not gin(player, player.look()):
            page.wait_for_timeout(PAUSE_MS)
    hand = page.locator("gin-table .gt-cards")
    before = hand.bounding_box()
    assert not complaints(page, axe)
    page.get_by_role("button", name="Hint").click()
    box = page.locator("table-hint .th-box")
    expect(box.locator(".th-says")).to_contain_text(re.compile("^(Throw|Knock and throw|Say gin)"))
    assert not page.evaluate("axe.run('table-hint')")["violations"]
    assert hand.bounding_box() == before
    card = page.locator(".gt-card[data-hinted]")
    expect(card).to_have_count(1)
    name = str(card.get_attribute("data-card"))
    box.get_by_role("button", name="Close").click()
    player.pick(name)
    player.use("d")
    expect(page.locator(".gt-card[data-hinted]")).to_have_count(0)
