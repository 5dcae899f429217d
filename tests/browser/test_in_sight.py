"""At every size, in every family of games, the hand, the piles, the plates and the verbs are visible without
scrolling."""

from time import monotonic

import pytest
from playing import PAUSE_MS, colonel, conquian, gin, practise
from playwright.sync_api import Page
from seat import press, sign_in

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (844, 390), (320, 568), (1280, 720), (768, 1024), (1024, 768)]
PATIENCE_S = 120
HARMLESS_PX = 1

# What of the table lies outside the window, after two frames in which the size settles: what it is, and its box.
OUTSIDE = """async ([parts, px]) => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const table = document.querySelector('gin-table');
    return parts.flatMap((css) => [...table.querySelectorAll(css)].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && (box.left < -px || box.top < -px || box.right > innerWidth + px
            || box.bottom > innerHeight + px);
    }).map((one) => {
        const box = one.getBoundingClientRect();
        return [css, ...[box.left, box.top, box.right, box.bottom].map(Math.round)].join(' ');
    })); }"""
PARTS = [".gt-cards .gt-card svg", ".gt-stack .gt-pile", ".gt-coin", ".gt-seat", ".gt-status", ".gt-verb"]


def outside(page: Page) -> list[str]:
    """What cannot be seen without scrolling at each size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        found += [f"{width}x{height} {one}" for one in page.evaluate(OUTSIDE, [PARTS, HARMLESS_PX])]
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


@pytest.mark.parametrize(
    ("rules", "laws", "play"),
    [
        ("gin-rummy-com", "strict", gin),
        ("gin-rummy-com", "table_laws", gin),
        ("hollywood-oklahoma", "strict", gin),
        ("colonel-challenge", "strict", colonel),
        ("conquian-bicycle", "strict", conquian),
        ("conquian-bicycle", "table_laws", conquian),
        ("cutthroat", "strict", gin),
        ("battle-royal", "strict", gin),
        ("partnership", "strict", gin),
    ],
)
def test_nothing_that_is_needed_lies_outside_the_window(visit, site, rules: str, laws: str, play) -> None:
    """Twice: when a card may be drawn, used or turned, and when one may be thrown."""
    page = visit(1280, 800)
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, site)
    person, seen, until = practise(page, rules, laws), dict[bool, list[str]](), monotonic() + PATIENCE_S
    while len(seen) < 2:
        assert monotonic() < until, person.table.inner_text()
        look = person.look()
        has_drawn = look.may_throw or look.is_arranging or len(look.cards) > 10
        is_asked = (look.verbs or has_drawn) and not look.waits and not look.is_asked
        if look.is_over:
            person = practise(page, rules, laws)
        elif is_asked and has_drawn not in seen:
            seen[has_drawn] = outside(page)
        elif not play(person, look) and not press(person.table.get_by_role("button", name="Finish")):
            page.wait_for_timeout(PAUSE_MS)
    assert seen == {False: [], True: []}
