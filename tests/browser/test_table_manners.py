"""Help for a player who is not looking at the table: its title, its keys, its connection, a dropped card."""

import re

import pytest
from playing import PAUSE_MS, practise
from playwright.sync_api import Page, expect
from seat import Person, in_menu

pytestmark = pytest.mark.browser


def until_to_throw(player: Person) -> None:
    """Play until a card is to be thrown."""
    for _ in range(4000):
        look = player.look()
        if look.may_throw:
            return
        for key in "vs":
            if key in look.verbs:
                player.use(key)
                break
        else:
            player.page.wait_for_timeout(PAUSE_MS)
    raise AssertionError(player.table.inner_text())


def is_refused_at_the_cards(player: Person) -> None:
    """What the server refuses is said at the pile or the card that it speaks of, and stands among what happened."""
    note, last = player.table.locator(".gt-note"), player.table.locator(".gt-last").inner_text()
    card = player.look().cards[0]
    refused = (
        ({"do": "draw_stock"}, player.table.locator(".stock .card")),
        ({"do": "knock", "card": card}, player.card(card)),
    )
    for action, spot in refused:
        player.table.evaluate("(table, action) => table.perform(action)", action)
        expect(note).to_have_attribute("data-at", re.compile("above|below"))
        line = player.table.locator(".gt-log li").first
        expect(line).to_have_text(f"Refused: {note.inner_text()}")
        slip, found = note.bounding_box(), spot.first.bounding_box()
        assert slip["x"] < found["x"] + found["width"] / 2 < slip["x"] + slip["width"]
        assert min(abs(slip["y"] + slip["height"] - found["y"]), abs(slip["y"] - found["y"] - found["height"])) < 60
        expect(player.table.locator(".gt-last")).to_have_text(last)
    player.table.locator(".felt").press("Escape")
    expect(note).to_have_text("")


def test_keys_act_and_a_card_dropped_on_the_discards_is_thrown(visit) -> None:
    page: Page = visit(1280, 800)
    player = practise(page, "gin-rummy-com")
    until_to_throw(player)
    expect(page).to_have_title(re.compile(r"^Your turn · "))
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("k")
    expect(player.table.locator(".gt-note")).not_to_be_empty()
    assert not page.locator("dialog[open]").count()
    is_refused_at_the_cards(player)
    page.locator("#gt-line").focus()
    page.keyboard.type("?")
    assert not page.locator("dialog[open]").count(), "not while somebody types"

    card = player.look().cards[-1]
    pile = page.locator(".gt-stack.discards")
    player.card(card).hover(position={"x": 12, "y": 40})
    page.mouse.down()
    box = pile.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40, steps=5)
    expect(pile).to_have_attribute("data-drag", "")
    page.mouse.up()
    expect(player.card(card)).to_have_count(0)


def test_a_lost_connection_is_said_within_three_seconds(visit) -> None:
    page: Page = visit(1280, 800)
    player = practise(page, "gin-rummy-com")
    until_to_throw(player)
    page.context.set_offline(True)
    status = player.table.locator(".gt-status")
    expect(status).to_have_text("Connection lost. Trying again.", timeout=3000)
    expect(status).not_to_have_class(re.compile("mine"))
    expect(page).to_have_title(re.compile("^No connection · "))
    icon = page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile("favicon[^-]*$"))
    in_menu(page, "Settings")  # its dialog comes with its first use: not now
    expect(player.table.locator(".gt-note")).to_have_text("The server did not answer. Try again.")
    page.context.set_offline(False)
    expect(status).to_contain_text("Your turn")
    in_menu(page, "Settings")
    expect(page.locator("#gt-ways")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_title(re.compile("^Your turn · "))
    expect(icon).to_have_attribute("href", re.compile("favicon-turn"))


def test_a_watcher_has_no_line_to_type_moves_in(visit) -> None:
    page: Page = visit(1280, 800)
    player = practise(page, "gin-rummy-com")
    expect(page.locator("#gt-line")).to_be_visible()
    watcher: Page = visit(1280, 800)
    watcher.goto(player.page.url)
    expect(watcher.locator(".gt-log")).to_be_visible()
    expect(watcher.get_by_role("button", name="Keys")).to_be_visible()
    assert not watcher.locator("#gt-line").count()


def test_what_happened_is_there_after_a_reload(visit) -> None:
    page: Page = visit(1280, 800)
    player = practise(page, "gin-rummy-com")
    until_to_throw(player)
    lines = player.table.locator(".gt-log li")
    oldest = lines.last.inner_text()
    page.reload()
    expect(lines.last).to_have_text(oldest)


def test_what_the_table_says_on_a_desk_leaves_the_deadwood_in_sight(visit) -> None:
    """A long sentence too; on phones it may lie over it for as long as it stands."""
    page: Page = visit(1280, 800)
    player = practise(page, "gin-rummy-com")
    until_to_throw(player)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("s")  # drawn already: the table says so
    note, deadwood = player.table.locator(".gt-note"), player.table.locator(".gt-deadwood")
    expect(note).not_to_be_empty()
    note.evaluate("note => { note.textContent = 'You have drawn already. '.repeat(7); }")
    one, other = note.bounding_box(), deadwood.bounding_box()
    assert (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or (one["y"] + one["height"] <= other["y"])
    )


GONE = "table => { table.presence = {A: {grace: 0}, B: {grace: 0}}; table.requestUpdate(); }"


def test_a_claim_stands_far_from_resigning(visit) -> None:
    page: Page = visit(1280, 800)
    player = practise(page, "gin-rummy-com")
    until_to_throw(player)
    player.table.evaluate(GONE)
    expect(player.table.locator(".felt .gt-claim button")).to_be_visible()
    expect(player.table.locator(".gt-menu").get_by_role("button", name="Resign")).to_be_visible()
    assert not player.table.locator(".gt-log .button.primary").count()
