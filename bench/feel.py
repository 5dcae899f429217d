"""Measure how the table feels: frames while a deal is played, beside an empty page of the same browser, and the time
from one click to the first hand on a slow phone.

A Chromium drives a running site (`--site`, as `make run` starts it) as a guest on a phone of 390 by 844. The processor
is slowed four times, as Chromium's own tools do it; the slow phone has 1.6 Mbit/s and 150 ms as well. `--films FOLDER`
keeps six pictures of each kind of motion. A frame is the time between two calls of requestAnimationFrame; nothing else
should run on the machine, which draws by the processor. What a play costs the browser is told besides, of a processor
that is not slowed: styles looked up, and milliseconds of processor time; other work on the machine changes it less.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform"), str(ROOT / "tests/browser")]

from conftest import CANDIDATES, FLAGS, found  # noqa: E402
from playing import gin, practise  # noqa: E402

SLOWER = 4
LONG_MS = 32
SLOW_PHONE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
FRAMES = """() => { window.frames_ms = []; let last = performance.now();
    const tick = (now) => { frames_ms.push(now - last); last = now; requestAnimationFrame(tick); };
    requestAnimationFrame(tick); }"""
# Plays from within, so that nothing asks the page from outside meanwhile: takes the first way on that is offered, else
# throws the last card of the hand; three moves in two seconds.
PLAYS = """() => setInterval(() => {
    const press = (css) => { const one = document.querySelector(css); one?.click(); return Boolean(one); };
    const verb = (key) => `gin-table .gt-verb[data-key="${key}"][aria-disabled="false"]:not([data-early])`;
    if (document.querySelector('.gt-result, .gt-end') || press('dialog[open] .button.primary')) return;
    if (['g', 'k', 'v', 's', 'd'].some((key) => press(verb(key)))) return;
    if (document.querySelector('.gt-status.mine') && !document.querySelector('.gt-card[aria-selected="true"]'))
        [...document.querySelectorAll('.gt-card:not(.melded)')].at(-1)?.click();
}, 667)"""
EMPTY = "<style>p { animation: 1s infinite alternate go; } @keyframes go { to { translate: 200px; } }</style><p>card"
# What a play costs, by the names that Chromium gives its work.
WORK = {"UpdateLayoutTree": "styles", "Layout": "layout", "PrePaint": "paint", "Paint": "paint", "Layerize": "paint"}
TRACED = {"includedCategories": ["devtools.timeline", "toplevel"], "excludedCategories": ["*"]}
FLYING = "document.getAnimations().filter((one) => one.id.startsWith('gt-')).map((one) => one.id)"


@contextmanager
def phone(browser: Browser, site: str, *, slow_net: bool = False, slower: int = SLOWER) -> Iterator[Page]:
    """Open a page on a slowed phone."""
    context = browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="no-preference"
    )
    page = context.new_page()
    chromium = context.new_cdp_session(page)
    chromium.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    if slow_net:
        chromium.send("Network.enable")
        chromium.send("Network.emulateNetworkConditions", SLOW_PHONE)
    yield page
    context.close()


def figures(frames: list[float]) -> dict[str, Any]:
    """The statistics of the frames of a while, in milliseconds."""
    ordered = sorted(frames[1:])
    return {
        "frames": len(ordered),
        "median_ms": round(median(ordered), 1),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)], 1),
        "longest_ms": round(ordered[-1], 1),
        f"over_{LONG_MS}_ms": sum(one > LONG_MS for one in ordered),
    }


def of_nothing(browser: Browser, site: str, seconds: float) -> dict[str, Any]:
    """Measure the frames of an empty page on which one word moves."""
    with phone(browser, site) as page:
        page.set_content(EMPTY)
        page.evaluate(FRAMES)
        page.wait_for_timeout(seconds * 1000)
        return figures(page.evaluate("frames_ms"))


def of_a_deal(browser: Browser, site: str) -> dict[str, Any]:
    """Measure the frames of a deal against the house, from the first hand to the result."""
    with phone(browser, site) as page:
        player = practise(page, "gin-rummy-com")
        expect(player.table.locator(".gt-card").first).to_be_visible()
        page.wait_for_timeout(2_000)
        page.evaluate(FRAMES)
        page.evaluate(PLAYS)
        page.wait_for_timeout(30_000)
        return figures(page.evaluate("frames_ms"))


def of_a_play(browser: Browser, site: str) -> dict[str, Any]:
    """Measure what a play of a deal costs the browser on a processor that is not slowed."""
    with phone(browser, site, slower=1) as page:
        player = practise(page, "gin-rummy-com")
        expect(player.table.locator(".gt-card").first).to_be_visible()
        page.wait_for_timeout(2_000)
        chromium, events, done = page.context.new_cdp_session(page), list[dict[str, Any]](), list[object]()
        chromium.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
        chromium.on("Tracing.tracingComplete", lambda told: done.append(told))
        chromium.send("Tracing.start", {"traceConfig": TRACED, "transferMode": "ReportEvents"})
        began = player.table.evaluate("table => table.link.v")
        page.evaluate(PLAYS)
        page.wait_for_timeout(20_000)
        plays = player.table.evaluate("table => table.link.v") - began
        chromium.send("Tracing.end")
        while not done:
            page.wait_for_timeout(50)
        return costs(events, plays)


def costs(events: list[dict[str, Any]], plays: int) -> dict[str, Any]:
    """The costs of the drawing thread for each play: styles computed, and milliseconds."""
    whole = [one for one in events if one.get("ph") == "X"]
    drawn = Counter((one["pid"], one["tid"]) for one in whole if one["name"] == "UpdateLayoutTree")
    (thread, _), *_ = drawn.most_common(1)
    mine = [one for one in whole if (one["pid"], one["tid"]) == thread]
    ms = Counter[str]()
    for one in mine:
        if name := WORK.get(one["name"]):
            ms[f"{name}_ms"] += one.get("tdur", one["dur"]) / 1000
    styles = sum(one["args"].get("elementCount", 0) for one in mine if one["name"] == "UpdateLayoutTree")
    long = [one["tdur"] for one in mine if one["name"] == "ThreadControllerImpl::RunTask" and "tdur" in one]
    return {
        "plays": plays,
        "styles_a_play": round(styles / plays),
        **{name: round(value / plays, 2) for name, value in sorted(ms.items())},
        f"tasks_over_{LONG_MS // SLOWER}_ms": sum(one > LONG_MS / SLOWER * 1000 for one in long),
    }


def films_of(browser: Browser, site: str, films: Path) -> None:
    """Take six pictures of each kind of motion in a deal."""
    with phone(browser, site) as page:
        player = practise(page, "gin-rummy-com")
        until, filmed = monotonic() + 120, set[str]()
        while not player.table.locator(".gt-result, .gt-end").count() and monotonic() < until:
            if new := [name for name in page.evaluate(FLYING) if name not in filmed]:
                filmed.add(new[0])
                film(page, films, new[0])
            elif not gin(player, player.look()):
                page.wait_for_timeout(25)


def film(page: Page, films: Path, name: str) -> None:
    """Take six pictures of a motion."""
    films.mkdir(parents=True, exist_ok=True)
    for number in range(6):
        page.screenshot(path=films / f"{name}-{number}.png")


def first_table(browser: Browser, site: str) -> dict[str, Any]:
    """Measure the milliseconds from the click that sits down against the house, on a loaded home page, to the table and
    to the first hand."""
    with phone(browser, site, slow_net=True) as page:
        page.goto("/")
        page.wait_for_load_state("networkidle")
        button = page.get_by_role("button", name="Play the house now")
        began = monotonic()
        button.click()
        took = {}
        for name, what in (("table_ms", ".gt-seat"), ("hand_ms", ".gt-card")):
            page.locator(f"gin-table {what}").first.wait_for(timeout=60_000)
            took[name] = round((monotonic() - began) * 1000)
        return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", default="http://127.0.0.1:8000")
    parser.add_argument("--films", type=Path)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(CANDIDATES), args=[*FLAGS, "--no-sandbox"])
        told = {
            "nothing": of_nothing(browser, asked.site, 20),
            "deal": of_a_deal(browser, asked.site),
            "play": of_a_play(browser, asked.site),
            "slow_phone": first_table(browser, asked.site),
        }
        if asked.films:
            films_of(browser, asked.site, asked.films)
        browser.close()
    if asked.json:
        print(json.dumps(told))
    else:
        for name, values in told.items():
            print(name, *(f"{key} {value}" for key, value in values.items()), sep="  ")


if __name__ == "__main__":
    main()
