"""The page of a tournament that a visitor leaves open follows the evening as a whole, its head and all."""

import pytest
from night import PLAYERS, running_round
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_head_and_content_of_a_page_left_open_change_together(visit, site) -> None:
    desk, reader = visit(1280, 800), visit(390, 844)
    slug = running_round(desk, site, "Left open", PLAYERS)
    reader.goto(f"/t/{slug}/")
    expect(reader.locator(".page-head .badge")).to_have_text("Round 1")
    reader.evaluate("window.isLoadedOnce = true")
    for _ in range(2):  # two refreshes, in which nothing has changed
        with reader.expect_response(lambda answer: "hx-request" in answer.request.headers) as found:
            pass
        assert "hx-refresh" not in found.value.headers
    assert reader.evaluate("window.isLoadedOnce")
    desk.goto(f"/o/{slug}/results/1/")
    for table in range(len(PLAYERS) // 2):
        desk.locator("#q-line").fill(f"{table + 1} 101-33")
        desk.keyboard.press("Enter")
        expect(desk.locator("#q-line")).to_be_focused()
    desk.goto(f"/o/{slug}/")
    desk.get_by_role("button", name="Pair round 2").first.click()
    desk.wait_for_url("**/pairings/2/")
    desk.get_by_role("button", name="Publish and start").click()
    expect(reader.locator("#overview")).to_contain_text("Round 2")
    expect(reader.locator(".page-head .badge")).to_have_text("Round 2")
