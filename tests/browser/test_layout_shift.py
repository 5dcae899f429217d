"""Nothing jumps under the finger: browsers measure the layout shift of a whole match on a phone."""

import json

import pytest
from conftest import ARTIFACTS
from playing import play_until, practise
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.marathon]

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


def test_nothing_jumps_in_a_whole_match_on_a_phone(visit) -> None:
    page: Page = visit(390, 844)
    page.add_init_script(WATCH)
    player = practise(page, "gin-rummy-com")
    play_until(player, seconds=600)
    shifts = page.evaluate("shifts")
    found = cumulative(shifts)
    text = {"cls": round(found, 4), "sum": round(sum(one["value"] for one in shifts), 4), "shifts": shifts}
    (ARTIFACTS / "layout-shift.json").write_text(json.dumps(text, indent=1))
    assert found < MOST, sorted(shifts, key=lambda one: -one["value"])[:5]
