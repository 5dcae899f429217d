"""A small page on the website of others follows an evening, and leaves its reader where they read."""

import pytest
from night import MORE, PLAYERS, running_round
from playwright.sync_api import Route, expect

pytestmark = pytest.mark.browser
ELSEWHERE = "/page-of-a-club/"


def test_a_frame_follows_the_evening_and_does_not_jump(visit, site) -> None:
    desk, reader = visit(1280, 800), visit(390, 844)
    slug = running_round(desk, site, "Frame night", (*PLAYERS, *MORE))
    code = (
        f'<!doctype html><title>Club</title><iframe src="{site.url}/framed/t/{slug}/pairings/" height="200"></iframe>'
    )
    reader.route("**" + ELSEWHERE, lambda asked: asked.fulfill(body=code, content_type="text/html"))
    reader.clock.install()
    reader.goto(ELSEWHERE)
    frame = reader.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(frame.get_by_text("Hana Vu")).to_be_attached()
    inside = reader.frames[1]
    inside.evaluate("scrollTo(0, 80)")

    desk.locator("#q-line").fill("1 33-101")
    desk.keyboard.press("Enter")
    expect(desk.locator("#results")).to_contain_text("3 tables missing")
    expect(frame.get_by_text("101")).to_have_count(0)
    reader.clock.fast_forward(60_000)
    expect(frame.get_by_text("101")).to_have_count(1)
    assert inside.evaluate("scrollY") == 80

    # The evening is over: the content says so by not asking to be read again.
    asked: list[str] = []
    inside_address = f"{site.url}/framed/t/{slug}/pairings/"

    def over(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body="<!doctype html><main>It is over.</main>", content_type="text/html")

    reader.route(inside_address, over)
    reader.clock.fast_forward(60_000)
    expect(frame.get_by_text("It is over.")).to_be_visible()
    reader.clock.fast_forward(600_000)
    assert asked == [inside_address]
