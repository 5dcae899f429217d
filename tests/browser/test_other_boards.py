"""The board where a partner sits: beside the player's own board if there is room, else in a sheet over it."""

import json

import pytest
from conftest import PATIENCE_MS
from playing import practise
from playwright.sync_api import Page, TimeoutError, expect
from seat import Person

pytestmark = pytest.mark.browser

# What the small felt shows, beside what the view of this player holds, at one moment.
SHOWN = """(table) => {
    const at = 1 - table.view.board, one = table.view.boards[at], felt = table.querySelector('.gs-board');
    const text = (css) => felt.querySelector(css)?.textContent.trim() ?? null;
    return {
        heading: text('h2').includes(table.names[one.seats.find((seat) => (seat > 'B') === (table.me < 'C')
            && (seat.charCodeAt(0) - table.me.charCodeAt(0)) % 2 === 0)]),
        names: one.seats.every((seat) => felt.querySelector(`[aria-label="${table.names[seat]}"]`)),
        held: [...felt.querySelectorAll('.gt-backs')].map((fan) => fan.querySelectorAll('svg').length).sort().join()
            === (one.phase === 'done' ? [] : one.counts.filter(Boolean)).sort().join(),
        stock: (text('.gt-left') ?? '0') === String(one.stock),
        top: (felt.querySelectorAll('.gs-pile')[1].querySelector('use')?.getAttribute('href').split('#')[1] ?? null)
            === one.top,
        cue: one.turn ? text('.gs-cue').includes(table.names[one.turn]) : text('.gs-cue') !== '',
        hidden: !JSON.stringify(one).includes('hand'),
    };
}"""
SEEN = {"heading": True, "names": True, "held": True, "stock": True, "top": True, "cue": True, "hidden": True}


def shows_all(player: Person) -> None:
    """What comes over the wire is drawn a moment later: wait until both say the same."""
    seen = f"seen => JSON.stringify(({SHOWN})(document.querySelector('gin-table'))) === seen"
    try:
        player.page.wait_for_function(seen, arg=json.dumps(SEEN, separators=(",", ":")), timeout=PATIENCE_MS)
    except TimeoutError:
        assert player.table.evaluate(SHOWN) == SEEN


def test_the_board_of_a_partner_lies_beside_the_own_one(visit, shoot) -> None:
    page: Page = visit(1280, 800)
    player = practise(page, "partnership")
    expect(player.table.locator(".gt-card").first).to_be_visible()
    board = page.locator(".gs-board")
    expect(board).to_be_visible()
    shows_all(player)
    own, beside = page.locator(".felt").bounding_box(), board.bounding_box()
    assert own["x"] + own["width"] <= beside["x"]
    assert beside["y"] + beside["height"] <= 800, "all of it is in sight"
    expect(page.locator(".gs-sum")).to_contain_text("added up")
    expect(page.locator(".gs-boards")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shoot(page, "other-board-1280")


def test_on_a_phone_the_board_of_a_partner_is_a_sheet(visit, shoot) -> None:
    page: Page = visit(390, 844)
    player = practise(page, "partnership")
    expect(player.table.locator(".gt-card").first).to_be_visible()
    board = page.locator(".gs-board")
    expect(board).to_be_hidden()
    assert page.evaluate(
        "[scrollY, document.querySelector('.gt-act').getBoundingClientRect().bottom <= innerHeight]"
    ) == [
        0,
        True,
    ]
    page.get_by_role("button", name="Show the other boards").click()
    expect(board).to_be_visible()
    shows_all(player)
    expect(page.locator(".gs-sum")).to_contain_text("added up")
    shoot(page, "other-board-390")
    page.keyboard.press("Escape")
    expect(board).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
