"""A move chosen in advance: shown, cancelled by one tap or by Escape, carried out when the turn comes."""

import re
from time import monotonic

import pytest
from playing import PAUSE_MS, gin, table_of_two
from playwright.sync_api import Page, expect
from seat import Person, in_menu, sign_in_as
from test_hands import drag, middle

pytestmark = pytest.mark.browser

DRAWN = 11  # cards in the hand of who has drawn


def thrower(people: list[Person]) -> tuple[Person, Person]:
    """Play on until somebody has drawn and is to throw; who that is, and who waits."""
    until = monotonic() + 90
    while True:
        for one, other in (people, people[::-1]):
            look = one.look()
            if look.may_throw and len(look.cards) == DRAWN:
                return one, other
            if not look.may_throw:
                gin(one, look)
        assert monotonic() < until, people[0].table.inner_text()
        people[0].page.wait_for_timeout(PAUSE_MS)


def choose(waiting: Person, card: str) -> None:
    """Choose a throw in advance by tap and key."""
    waiting.card(card).click(position={"x": 10, "y": 20})
    waiting.page.keyboard.press("d")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_draw_and_a_throw_are_chosen_in_advance(visit, shoot, site, width: int, height: int) -> None:
    key = f"ahead-{width}"
    table = table_of_two(site, "straight", key=key, options={}, settings={"shuffle": "server"})
    people = []
    for name in ("Ann", "Ben"):
        page: Page = visit(width, height)
        sign_in_as(page, f"{name}-{key}", "seven of hearts")
        page.goto(f"/tables/{table}/")
        people.append(Person(page))
    acting, waiting = thrower(people)
    page = waiting.page
    stock, note, cue = (page.locator(css) for css in (".gt-stack.stock", ".gt-note", ".gt-status"))
    early = page.locator('.gt-verb[data-key="s"]')
    expect(page.locator(".gt-verb:visible")).to_have_count(1)
    expect(early).to_have_accessible_name(re.compile("Stock ?: can be chosen in advance"))
    expect(early).to_have_attribute("aria-disabled", "false")

    page.locator(".stock .gt-pile").click()
    expect(stock).to_have_attribute("data-ahead", "")
    expect(cue).to_contain_text("In advance: stock.")
    expect(early).to_have_accessible_name(re.compile("Stock ?: chosen in advance"))
    page.locator(".stock .gt-pile").click()
    expect(stock).not_to_have_attribute("data-ahead", "")
    page.locator(".discards .gt-pile").click()
    expect(note).to_contain_text("Only the stock can be drawn from in advance")
    page.keyboard.press("s")
    expect(stock).to_have_attribute("data-ahead", "")
    page.keyboard.press("Escape")
    expect(stock).not_to_have_attribute("data-ahead", "")
    drag(page, middle(page.locator(".stock .gt-pile")), middle(page.locator(".gt-hand")))
    expect(stock).to_have_attribute("data-ahead", "")

    card = waiting.look().cards[-1]
    drag(page, middle(waiting.card(card)), middle(page.locator(".discards .gt-pile")))
    expect(waiting.card(card)).to_have_attribute("data-ahead", "")
    waiting.card(card).click(position={"x": 10, "y": 20})
    expect(waiting.card(card)).not_to_have_attribute("data-ahead", "")
    choose(waiting, card)
    expect(waiting.card(card)).to_have_attribute("data-ahead", "")
    expect(cue).to_contain_text("then throw")
    shoot(page, f"in-advance-{width}")

    look = acting.look()
    taken = acting.table.evaluate("table => table.view.taken?.from === 'pile' ? table.view.taken.card : ''")
    acting.pick(next(one for one in reversed(look.cards) if one not in look.melded and one != taken))
    acting.use("d")
    expect(waiting.card(card)).to_have_count(0)
    expect(waiting.table.locator(".gt-card")).to_have_count(DRAWN - 1)
    expect(acting.table.locator(".gt-status")).to_contain_text("Your turn")
    expect(page.locator("[data-ahead]")).to_have_count(0)

    page.keyboard.press("s")  # what the end of the sitting leaves undone is said, too
    expect(stock).to_have_attribute("data-ahead", "")
    in_menu(acting.table, "Resign")
    acting.table.locator("#gt-ask .button.danger").click()
    expect(page.locator(".gt-end")).to_be_visible()
    expect(page.locator("[data-ahead]")).to_have_count(0)
    expect(note).to_contain_text("went on without the move that you chose in advance")
    expect(note).to_be_in_viewport(ratio=1)
