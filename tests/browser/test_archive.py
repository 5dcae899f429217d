"""A visitor of the archive finds a deal, has it analysed, steps through it, checks its shuffle, and downloads it."""

import json
import re
from pathlib import Path

import pytest
from playing import in_shell
from playwright.sync_api import Page, expect
from seat import sign_in

from games import engine
from games.engine import record

pytestmark = pytest.mark.browser
QUICK = 120_000  # ms within which two house players play a deal and the analyst judges it, on a busy machine too

OPEN = """
from django.utils import timezone
from accounts import services as accounts
from games.services import tables
seats = [tables.SeatSpec(accounts.house_player(name=name, level="novice"), "novice") for name in ("Quill", "Vesper")]
settings = {"pace": "fast", "length": "deals:1"}
tables.open_table(rules_key="gin-pagat", seats=seats, settings=settings, now=timezone.now())
"""
# From the top: a hand, the piles, the other hand, the buttons; whether all end in the window, and none on another.
BOARD = """() => { const parts = [...document.querySelectorAll('gin-replay :is(.gr-seat, .gt-centre, .gr-buttons)')];
    const boxes = parts.map((one) => [one.classList[0], one.getBoundingClientRect()]).sort((a, b) => a[1].y - b[1].y);
    return [boxes.map(([name]) => name), Math.max(...boxes.map(([, box]) => box.bottom)) <= innerHeight,
        boxes.every(([, box], n) => !n || box.top >= boxes[n - 1][1].bottom - 1)]; }"""
# The links over the board that something covers.
COVERED = """() => [...document.querySelectorAll('.page-head a')].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }).map((one) => one.textContent)"""


SHIFTED = """() => new Promise((done) => { let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
        .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 300); })"""


def test_a_deal_is_found_stepped_through_analysed_and_taken_along(visit, shoot, site):
    house_players_play_a_deal(site)
    page = visit(390, 844, "dark")
    sign_in(page, site)
    find_the_deal(page)
    page.get_by_role("button", name="Analyse this deal").click()
    expect(page.locator("#analysis progress")).to_be_visible()

    steps = page.locator("[data-step]")
    the_board_is_in_sight(page)
    step_through(page, steps.count())
    hide_a_hand(page)
    expect(page.get_by_text("Checked in your browser")).to_be_visible()
    shoot(page, "archive-390-deal")
    take_it_along(page, steps.count())
    nothing_jumps_while_it_is_drawn(page)

    expect(page.locator("#analysis").get_by_text("Points given up")).to_be_visible(timeout=QUICK)
    for name in ("Quill", "Vesper"):
        expect(page.locator("#analysis").get_by_role("row", name=name).first).to_contain_text("±")
    shoot(page, "archive-390-analysed")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def house_players_play_a_deal(site) -> None:
    """Opens a table of one deal between two house players; they play it by themselves."""
    in_shell(site, OPEN)


def find_the_deal(page: Page) -> None:
    """By one player against the other, looked for until the sitting is over; the address keeps the search."""
    page.goto("/archive/")
    found = page.locator("main table").get_by_role("link", name="Deal 1", exact=True)
    for _ in range(QUICK // 500):
        page.get_by_label("Player", exact=True).fill("Quill")
        page.get_by_label("Against").fill("Vesper")
        page.get_by_role("button", name="Search").click()
        page.wait_for_url("**/archive/?player=Quill&versus=Vesper*")
        if found.count():
            break
        page.wait_for_timeout(500)
    expect(found).to_have_count(1)
    found.click()
    page.wait_for_url("**/deals/*/")


def the_board_is_in_sight(page: Page) -> None:
    """On a desk and on a phone: hands, piles and buttons without a scroll, and nothing over the links above them."""
    expect(page.locator("gin-replay .gr-buttons")).to_be_visible()
    page.locator("main > .notice").evaluate_all("(all) => all.forEach((one) => one.remove())")  # of another test's game
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BOARD) == [["gr-seat", "gt-centre", "gr-seat", "gr-buttons"], True, True]
        assert page.evaluate(COVERED) == []


def nothing_jumps_while_it_is_drawn(page: Page) -> None:
    """The script of the board comes late, as on a slow line: the steps below are already where they will be."""
    other = page.context.new_page()
    other.route(re.compile("gin-replay"), lambda route: (other.wait_for_timeout(500), route.continue_()))
    other.goto(page.url)
    expect(other.locator("gin-replay .gt-centre")).to_be_visible()
    assert other.evaluate(SHIFTED) < 0.05
    other.close()


def step_through(page: Page, last: int) -> None:
    """By key, by the slider, by the list; the list of steps follows and the address names the step."""
    here = page.locator("[data-step][aria-current=step]")
    expect(here).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(here).to_have_attribute("data-step", "3")
    expect(page).to_have_url(re.compile("#3$"))
    page.get_by_role("slider").press("End")
    expect(here).to_have_attribute("data-step", str(last))
    page.keyboard.press("k")
    expect(page.locator("gin-replay .gt-last")).to_have_text(re.compile("knocks|goes gin|discards"))
    page.locator('[data-step="1"] a').click()
    expect(here).to_have_attribute("data-step", "1")


def hide_a_hand(page: Page) -> None:
    """One hand face down: neither its cards nor its deadwood can be read off the page, not among the unseen either."""
    page.get_by_text(re.compile("^Cards that .* has not seen: ")).click()
    framed = page.locator(".gr-unseen b")
    expect(framed).to_have_count(10)
    hand = page.locator("gin-replay .gr-seat").filter(has_text="Vesper")
    expect(hand).to_contain_text("deadwood")
    hand.get_by_role("button", name="Hide").click()
    expect(hand.get_by_role("img", name=re.compile(r"^1[01] cards$"))).to_be_visible()
    expect(hand).not_to_contain_text("deadwood")
    expect(page.get_by_text("Cards that Quill has not seen: 41")).to_be_visible()
    expect(framed).to_have_count(0)


def take_it_along(page: Page, steps: int) -> None:
    """The deal as data, and its sitting as a game record that the engine reads and plays again."""
    data = json.loads(downloaded(page, "Record (JSON)").read_text(encoding="utf-8"))
    assert data["names"] == {"A": "Quill", "B": "Vesper"}
    assert len(data["steps"]) == steps
    text = downloaded(page, "Sitting (text)").read_text(encoding="utf-8")
    [read] = record.read(text.splitlines())
    _state, events = engine.replay(engine.rule_set("gin-pagat"), record.actions_of(read))
    [scored] = [event for event in events if isinstance(event, engine.DealScored)]
    assert (scored.result.type, scored.result.points) == (data["result"]["type"], data["result"]["points"])


def downloaded(page: Page, link: str) -> Path:
    """The file behind a link of the page."""
    with page.expect_download() as download:
        page.get_by_role("link", name=link).click()
    return Path(download.value.path())
