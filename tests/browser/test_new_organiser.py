"""The first evening of a newcomer: from "Join" to the last standings, with only what the pages offer."""

import pytest
from organiser import NAMES as ALL
from organiser import Organiser
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NAMES = ALL[:7]
ROUNDS = 3


@pytest.mark.parametrize("width", [390, 1280])
def test_a_new_organiser_runs_a_first_evening(visit, shoot, width):
    page = visit(width, 844 if width < 1000 else 900, "light" if width < 1000 else "dark")
    olga = Organiser(page, shoot, str(width))
    olga.join(f"Olga Organiser {width}", f"olga{width}")
    olga.found_club(f"Tuesday Knockers {width}")
    slug = olga.new_tournament(f"First Tuesday {width}", "swiss", rounds=str(ROUNDS))
    olga.type_names(*NAMES)
    olga.check_in(len(NAMES))

    olga.publish(1)
    olga.look("results-open")
    olga.type_results("104-60", "110-87", "33-101")
    olga.look("results-in")
    olga.close(1)

    olga.pair_next(2)
    page.get_by_text("Why these pairings?").click()
    before = page.locator("table.pairs tbody").inner_text()
    mend_table_one(olga, slug, (60, 104))
    page.goto(f"/o/{slug}/pairings/2/")
    assert page.locator("table.pairs tbody").inner_text() != before, "the draft is paired again"

    for number in (2, 3):
        olga.publish(number)
        olga.type_results("1", "100-71/9", "0")
        olga.close(number)
        if number < ROUNDS:
            olga.pair_next(number + 1)
    olga.look("last-step")
    olga.confirm()

    page.goto(f"/t/{slug}/standings/")
    standings = page.locator("main table").first.locator("tbody tr")
    expect(standings).to_have_count(len(NAMES))
    prints_and_puts_up_a_screen(olga, visit, shoot, slug)


def mend_table_one(olga: Organiser, slug: str, right: tuple[int, int]) -> None:
    """The sheet of table 1 was read upside down: look at what it changes, say why, apply."""
    page = olga.page
    page.goto(f"/o/{slug}/results/1/")
    olga.follow("Correct the result table 1")
    page.locator("#first").fill(str(right[0]))
    page.locator("#second").fill(str(right[1]))
    olga.press("Show what it changes")
    expect(page.get_by_role("heading", name="What this changes")).to_be_visible()
    expect(page.locator("#effect")).to_contain_text("Nothing is changed yet")
    olga.look("correction")
    page.get_by_label("Reason").fill("Sheet read upside down")
    olga.press("Apply exactly this")
    expect(page.get_by_text("Corrected.")).to_be_visible()
    olga.look("corrected")


def prints_and_puts_up_a_screen(olga: Organiser, visit, shoot, slug: str) -> None:
    """The round pack opens as it will be printed; the hall screen needs no login."""
    page = olga.page
    page.goto(f"/o/{slug}/results/{ROUNDS}/")
    olga.look("the-end")
    olga.follow("Print")
    olga.look("print")
    olga.follow(f"Round pack {ROUNDS}")
    expect(page.locator("main")).to_contain_text(NAMES[0])
    olga.look("round-pack")
    page.goto(f"/o/{slug}/screens/")
    olga.press("Put it up")
    expect(page.locator(".screen-qr svg")).to_be_visible()
    olga.look("screens")
    address = page.locator(".screen-address").inner_text()
    hall = visit(1280, 720, "dark")
    hall.goto(address)
    expect(hall.locator("body")).to_contain_text(NAMES[0])
    shoot(hall, f"new-organiser-{olga.mark}-hall")
