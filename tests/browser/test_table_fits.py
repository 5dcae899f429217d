"""The table at every size, in every game and state, in both languages: nothing overlaps, no word is cut, nothing
scrolls, and cards are as large as they are drawn. The views come from the engine and are drawn in one page of one
browser, without a site (`prepared.py`, `measure.js`)."""

from pathlib import Path
from typing import Any

import prepared
import pytest
from playwright.sync_api import Browser, Page, expect
from seat import in_menu

from games import engine

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800), (1440, 900)]
# The width of a card in the hand and in a pile by the size of the window; of a covered card in a hand at least `strip`.
WANTED = {
    (320, 568): {"card": 62, "pile": 52},
    (390, 844): {"card": 82, "pile": 86},
    (844, 390): {"card": 90, "pile": 74},
    (768, 1024): {"card": 98, "pile": 104},
    (1280, 800): {"card": 98, "pile": 104},
    (1440, 900): {"card": 98, "pile": 104},
}
STRIP = 34
# One game of each kind is drawn in every state; of the others, whose tables differ by words and figures alone, some.
KINDS = [
    "gin-pagat", "doubling", "big-gin", "hollywood", "color", "oklahoma-full", "colonel-challenge", "colonel-meldscore",
    "conquian-bicycle", "battle-royal", "cutthroat", "chouette", "partnership", "partnership-n",
]  # fmt: skip
MORE = {
    "waiting": ("away", "left", "tab", "lost"),
    "knock": ("chosen", "ruling"),
    "throw": ("chosen",),
}
BRIEF = ("draw", "end")
HOST = "<!doctype html><title>Table</title><style>iframe { border: 0 }</style><iframe></iframe>"


@pytest.fixture(scope="module")
def drawn() -> dict[str, dict[str, Any]]:
    """The states of every game."""
    return {key: prepared.states(key, seeds=(1, 2) if key in KINDS else (1,)) for key in sorted(engine.VARIANTS)}


# Where more lies on the felt than a hand and two piles, the cards of the hand give way so far: by the kind of the table
# (more than two seats; melds on the table; a challenge with its explanation) and the width of the window.
LEAST = {
    "seats": {320: 54, 844: 80},
    "melds": {320: 46, 844: 80, 1280: 84},
    "asked": {320: 24, 390: 52, 844: 60, 1280: 60, 1440: 80},
}


def wanted_at(size: tuple[int, int], name: str, view: dict[str, Any]) -> dict[str, float]:
    """The sizes of cards at a table in this state."""
    kind = "asked" if name.startswith("asked accept") else "melds" if view.get("table") is not None else "seats"
    plain = kind == "seats" and len(view["counts"]) == 2 and not view.get("boards") and not view.get("pile_cards")
    wanted = WANTED[size]
    least = wanted["card"] if plain else LEAST[kind].get(size[0], wanted["card"])
    return {"card": least, "pile": wanted["pile"], "strip": STRIP if plain or size[0] > 320 else 28}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_table_fits_at_every_size(browser: Browser, drawn, language: str) -> None:
    pages = {f"/{key}": prepared.page(key, language=language) for key in drawn} | {"/": HOST}
    with (
        prepared.served(pages) as url,
        browser.new_context(
            viewport={"width": 1500, "height": 1100}, reduced_motion="reduce", locale=language
        ) as context,
    ):
        context.add_init_script(path=Path(__file__).with_name("socket.js"))
        page = context.new_page()
        page.goto(f"{url}/")
        page.add_script_tag(content=Path(__file__).with_name("measure.js").read_text(encoding="utf-8"))
        page.evaluate("window.one = new drawn()")
        found = []
        for key, states in drawn.items():
            found += of_game(page, key, states, is_brief=key not in KINDS)
    assert not found, f"{len(found)}:\n" + "\n".join(found[:200])


def of_game(page: Page, key: str, states: dict[str, Any], *, is_brief: bool) -> list[str]:
    """What does not fit at the table of a game; size by size, because a new size costs a browser more than a state."""
    page.evaluate("path => one.open(path)", f"/{key}")
    cases = [
        [name, state, frame, [wanted_at(size, name, frame["view"]) for size in SIZES]]
        for name, frame in states.items()
        if (name in BRIEF if is_brief else name != "over")
        for state in ("", *(() if is_brief else MORE.get(name, ())))
    ]
    return [f"{key} {said}" for said in page.evaluate(ALL, [cases, [list(size) for size in SIZES]])]


ALL = """async ([cases, sizes]) => {
    const found = [];
    for (const [n, size] of sizes.entries())
        for (const [name, state, frame, wanted] of cases) {
            await one.show(frame, state);
            found.push(...one.measure(size, wanted[n]).map((said) => `${name} ${state} ${size.join("×")}: ${said}`));
        }
    return found; }"""


def test_settings_are_closed_without_a_scroll(browser: Browser) -> None:
    with (
        prepared.served({"/gin": prepared.page("gin-pagat")}) as url,
        browser.new_context(reduced_motion="reduce", has_touch=True, is_mobile=True) as context,
    ):
        context.add_init_script(path=Path(__file__).with_name("socket.js"))
        page = context.new_page()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{url}/gin")
            in_menu(page, "Settings")
            close = page.locator("#gt-ways").get_by_role("button", name="Close")
            bottom = close.evaluate("close => close.getBoundingClientRect().bottom")
            assert bottom <= height, (width, height, bottom)
            close.click()
            expect(page.locator("#gt-ways")).to_be_hidden()


def test_a_knock_shows_how_the_melds_will_be_laid_and_its_button(browser: Browser) -> None:
    states = prepared.states("gin-pagat", seeds=(1, 2))
    with (
        prepared.served({"/gin-pagat": prepared.page("gin-pagat"), "/": HOST}) as url,
        browser.new_context(reduced_motion="reduce") as context,
    ):
        context.add_init_script(path=Path(__file__).with_name("socket.js"))
        page = context.new_page()
        page.goto(f"{url}/")
        page.add_script_tag(content=Path(__file__).with_name("measure.js").read_text(encoding="utf-8"))
        page.evaluate("window.one = new drawn()")
        page.evaluate("path => one.open(path)", "/gin-pagat")
        for width, height in SIZES:
            shown, foot, text, answers = page.evaluate(LAID, [states["knock"], [width, height]])
            assert foot <= height, (width, height, foot)
            assert text <= answers, (width, height, text, answers)
            assert len(shown) == 10, (width, height, shown)
            assert min(shown) >= 30, (width, height, shown)


# With the card to throw chosen: the width of each card in the question before a knock, how far down its button and its
# last sentence reach, and where the row of its answers begins.
LAID = """async ([frame, [width, height]]) => {
    one.frame.style.width = `${width}px`, one.frame.style.height = `${height}px`;
    await one.show(frame, "");
    one.table.choose(frame.view.actions.find((action) => action.do === "knock").card);
    one.table.verb("k").click();
    await one.table.updateComplete;
    const cards = [...one.table.querySelectorAll("#gt-knock .gt-groups .card")];
    const found = cards.map((card) => Math.round(card.getBoundingClientRect().width));
    const foot = one.table.querySelector("#gt-knock .button.primary").getBoundingClientRect().bottom;
    const answers = one.table.querySelector("#gt-knock > .actions"), text = answers.previousElementSibling;
    const places = [text.getBoundingClientRect().bottom, answers.getBoundingClientRect().top];
    one.table.querySelector("#gt-knock").close();
    return [found, foot, ...places]; }"""


@pytest.mark.parametrize("size", SIZES[:3], ids=lambda size: f"{size[0]}x{size[1]}")
def test_conquian_offers_only_what_can_be_done_and_lays_a_meld_by_two_taps(browser: Browser, size) -> None:
    """The ways lie ready as chips, the verbs in the bar at the foot; tools come with a chosen card. The other side's
    cards stay in sight. What is counted: the card to throw, and *Lay down*."""
    frame = prepared.states("conquian-bicycle", seeds=(1, 2))["ways"]
    with (
        prepared.served({"/": prepared.page("conquian-bicycle")}) as url,
        browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True) as context,
    ):
        context.add_init_script(path=Path(__file__).with_name("socket.js"))
        page = context.new_page()
        page.goto(f"{url}/")
        page.evaluate(USED, frame)
        verbs, tools = page.locator(".gt-foot .gt-verb:visible"), page.locator(".gt-arrange .gt-verb:visible")
        assert [one.get_attribute("data-key") for one in verbs.all()] in (["d", "r"], ["d", "v"])
        assert {one.get_attribute("data-key") for one in tools.all()} <= {"w", "q"}
        theirs = page.locator(".gt-table.far .laid .card")
        assert theirs.count()
        assert all(card.is_visible() for card in theirs.all())
        chips = page.locator(".gt-uses [data-way]")
        expect(chips).to_have_count(4)
        chips.last.tap()
        expect(chips.last).to_have_attribute("aria-pressed", "true")
        chips.first.tap()
        throws = {card for action in frame["view"]["actions"] for card in action.get("throws") or ()}
        hand = page.locator(".gt-cards .gt-card")
        card = next(one for one in reversed(hand.all()) if one.get_attribute("data-card") in throws)
        card.tap(position={"x": 8, "y": 20})
        assert {one.get_attribute("data-key") for one in tools.all()} <= {"w", "q"}
        page.evaluate("table = document.querySelector('gin-table'); table.choose(table.drafting.groups[0][0])")
        expect(tools.first).to_have_attribute("data-key", "0")
        page.evaluate("table.choose(table.drafting.groups[0][0])")
        page.locator(".gt-foot [data-key=d]").tap()
        assert page.evaluate("sent.do") == "cq_use"


USED = """async (frame) => {
    const table = document.querySelector("gin-table");
    await customElements.whenDefined("gin-table");
    table.perform = (action) => { window.sent = action; };
    table.state("open", "");
    table.changed([], frame.view, frame.clk, true);
    table.requestUpdate();
    await table.updateComplete; }"""
