"""Nothing jumps under the finger: the browser measures what moves as the cards come and in a match."""

import json

import pytest
from conftest import ARTIFACTS
from playing import Person, play_until, practise
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

MOST = 0.05  # the cumulative layout shift (web.dev/cls): half of what counts as good for a page

# Every shift without a press in the half second before it: when, how much, and what moved most.
WATCH = """window.shifts = []; new PerformanceObserver((list) => {
    for (const { hadRecentInput, startTime, value, sources } of list.getEntries()) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect: a, currentRect: b }) =>
            [node?.className || node?.localName || node?.nodeName, a.x, a.y, a.height, b.x, b.y, b.height].join(' '));
        shifts.push({ at: startTime, value, moved });
    }
}).observe({ type: 'layout-shift', buffered: true });"""


def cumulative(shifts: list[dict]) -> float:
    """The most that shifts in a row come to: less than a second between two, at most five seconds in all."""
    most = total = 0.0
    first = last = float("-inf")
    for shift in shifts:
        if shift["at"] - last >= 1000 or shift["at"] - first >= 5000:
            total, first = 0.0, shift["at"]
        total, last = total + shift["value"], shift["at"]
        most = max(most, total)
    return most


def watched(visit, rules: str, size: tuple[int, int]) -> Person:
    """A practice table in a window of this size whose shifts are written down from the first moment on."""
    page: Page = visit(*size)
    page.add_init_script(WATCH)
    return practise(page, rules)


def judge(page: Page) -> None:
    """Write down what has moved so far; it must not come to a jump."""
    shifts = page.evaluate("shifts")
    found = cumulative(shifts)
    text = {"cls": round(found, 4), "sum": round(sum(one["value"] for one in shifts), 4), "shifts": shifts}
    (ARTIFACTS / "layout-shift.json").write_text(json.dumps(text, indent=1))
    assert found < MOST, sorted(shifts, key=lambda one: -one["value"])[:5]


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("rules", ["gin-rummy-com", "conquian-bicycle"])
def test_the_first_cards_push_nothing_away(visit, rules: str, size: tuple[int, int]) -> None:
    person = watched(visit, rules, size)
    expect(person.table.locator("[data-card]").first).to_be_visible()
    person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    judge(person.page)


@pytest.mark.marathon
def test_nothing_jumps_in_a_whole_match_on_a_phone(visit) -> None:
    player = watched(visit, "gin-rummy-com", (390, 844))
    play_until(player, seconds=600)
    judge(player.page)
