"""A long round on a phone: its next act stays in sight."""

import pytest
from night import running_round
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MANY = [f"Player {n:02d}" for n in range(1, 25)]


def test_the_next_act_is_in_sight_above_the_end_of_twelve_rows(visit, shoot, site):
    page = visit(390, 844, "light")
    slug = running_round(page, site, "Twelve tables", players=MANY)
    for table in range(1, 13):
        page.locator("#q-line").fill(f"{table}. 1")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_contain_text(f"{12 - table} table" if table < 12 else "All results are in")
    close = page.get_by_role("button", name="Close the round")
    expect(close).to_be_in_viewport(ratio=1)
    shoot(page, "results-all-in-390-light")
    close.click()
    expect(page.get_by_role("button", name="Pair round 2")).to_be_in_viewport(ratio=1)
    page.goto(f"/o/{slug}/results/1/")
    pair = page.get_by_role("button", name="Pair the next round")
    expect(pair).to_be_in_viewport(ratio=1)
    shoot(page, "results-closed-390-light")
    pair.click()
    page.wait_for_url("**/pairings/2/")
