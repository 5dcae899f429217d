"""A ladder on two phones: challenge, accept, result, and the places change."""

import pytest
from organiser import Organiser, player
from playwright.sync_api import Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser
SWEPT = 60_000  # ms: by then the sweep has closed the match's round, and the page has asked again


def places(page: Page, slug: str) -> list[str]:
    page.goto(f"/t/{slug}/ladder/")
    return page.locator("table.rungs a.player").all_inner_texts()


def test_a_challenge_on_two_phones_moves_the_places(visit, shoot, site):
    page = visit(390, 844)
    sign_in(page, site)
    olga = Organiser(page, shoot, "ladder-390")
    slug = olga.new_tournament("Winter Ladder", "ladder")
    olga.type_names("Ana García, 1900", "Bø Ørsted, 1850")
    lena = player(visit, slug, "Lena Ladder", "lena-ladder")
    mark = player(visit, slug, "Mark Rung", "mark-rung")
    page.goto(f"/o/{slug}/checkin/")
    page.get_by_role("button", name="Tick everybody").click()
    olga.press("Begin the ladder")
    page.wait_for_url(f"**/o/{slug}/ladder/")
    olga.look("desk")
    assert places(mark, slug) == ["Ana García", "Bø Ørsted", "Lena Ladder", "Mark Rung"]

    mark.get_by_role("button", name="Challenge Lena Ladder").click()
    expect(mark.get_by_text("You have challenged Lena Ladder, who answers by")).to_be_visible()
    shoot(mark, "ladder-390-challenged")
    lena.goto(f"/t/{slug}/ladder/")
    expect(lena.get_by_text("If you decline or do not answer, you lose the place.")).to_be_visible()
    shoot(lena, "ladder-390-to-answer")
    lena.get_by_role("button", name="Accept").click()
    lena.wait_for_url("**/time/")
    expect(lena.get_by_text("or the challenge lapses")).to_be_visible()
    shoot(lena, "ladder-390-time")

    mark.goto(f"/t/{slug}/ladder/")
    mark.get_by_role("link", name="Enter the result").click()
    mark.locator("input[name=first]").fill("70")
    mark.locator("input[name=second]").fill("104")
    mark.locator("form:has(input[name=first]) button[type=submit]").first.click()
    lena.goto(f"/t/{slug}/ladder/")
    lena.get_by_role("link", name="Match", exact=True).first.click()
    lena.get_by_role("button", name="Confirm").first.click()

    mark.goto(f"/t/{slug}/ladder/")
    expect(mark.get_by_text("Mark Rung beats Lena Ladder and takes the place.")).to_be_visible(timeout=SWEPT)
    assert places(mark, slug) == ["Ana García", "Bø Ørsted", "Mark Rung", "Lena Ladder"]
    shoot(mark, "ladder-390-moved")
    mark.get_by_role("link", name="Mark Rung").last.click()
    expect(mark.get_by_role("heading", name="Places over time")).to_be_visible()
    shoot(mark, "ladder-390-card")
    for one in (lena, mark):
        assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")
