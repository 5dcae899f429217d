"""Cards by hand: drawn and thrown by a drag, a double tap and a push up, at every size."""

import re
from time import monotonic

import pytest
from playing import PAUSE_MS, practise
from playwright.sync_api import Locator, Page, expect
from seat import Person

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (844, 390), (320, 568)]


def until(player: Person, key: str) -> None:
    """Play on until this verb may be used: pass and draw, throw the last card of the hand."""
    bound = monotonic() + 90
    while key not in (look := player.look()).verbs or look.is_asked or "v" in look.verbs:
        assert monotonic() < bound, player.table.inner_text()
        if look.is_over:
            player = practise(player.page, "gin-rummy-com")
        elif look.waits:
            player.go_on()
        elif "v" in look.verbs:
            player.use("v")
        elif look.may_throw and key != "d":
            if not look.chosen:
                player.pick(next(card for card in reversed(look.cards) if card not in look.melded))
            player.use("d")
        elif look.may_throw:
            return
        elif "s" in look.verbs:
            player.use("s")
        else:
            player.page.wait_for_timeout(PAUSE_MS)


def middle(what: Locator) -> tuple[float, float]:
    """The middle of what is seen of a thing, a little to its left: cards of a hand overlap."""
    box = what.bounding_box()
    assert box is not None
    return box["x"] + min(14, box["width"] / 2), box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], *, slowly: bool = True) -> None:
    """Press, move and let go."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6 if slowly else 2)
    page.mouse.up()


def loose(player: Person) -> str:
    """A card that no meld needs and that may be thrown."""
    look = player.look()
    taken = player.table.evaluate("table => table.view.taken?.from === 'pile' ? table.view.taken.card : ''")
    return next(card for card in reversed(look.cards) if card not in look.melded and card != taken)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_card_is_drawn_and_thrown_by_hand(visit, width: int, height: int) -> None:
    page: Page = visit(width, height)
    player = practise(page, "gin-rummy-com")
    hand = page.locator(".gt-hand")

    until(player, "u")
    drag(page, middle(page.locator(".stock .gt-pile.open")), (width / 2, 2))
    assert len(player.look().cards) == 10, "let go of elsewhere, it springs back"
    expect(page.locator(".gt-lifted")).to_have_count(0)
    drag(page, middle(page.locator(".stock .gt-pile.open")), middle(hand))
    expect(page.locator(".gt-card")).to_have_count(11)

    card = loose(player)
    player.card(card).dblclick(position={"x": 10, "y": 20})
    expect(player.card(card)).to_have_count(0)

    until(player, "u")
    drag(page, middle(page.locator(".discards .gt-pile.open")), middle(hand))
    expect(page.locator(".gt-card")).to_have_count(11)
    card = loose(player)
    x, y = middle(player.card(card))
    drag(page, (x, y), (x, y - 60), slowly=False)
    expect(player.card(card)).to_have_count(0)

    until(player, "u")
    player.use("s")
    expect(page.locator(".gt-card")).to_have_count(11)
    card = loose(player)
    drag(page, middle(player.card(card)), middle(page.locator(".discards .gt-pile")))
    expect(player.card(card)).to_have_count(0)


def test_what_the_opponent_took_from_the_discards_stays_marked(visit) -> None:
    page: Page = visit(390, 844)
    player = practise(page, "gin-rummy-com")
    until(player, "u")
    told = "table => table.changed([{e: 'drew', seat: table.me === 'A' ? 'B' : 'A', from: 'pile', card: 'QC'}], {}, 0)"
    player.table.evaluate(
        "table => { table.view = {...table.view, hand: table.view.hand.filter((one) => one !== 'QC'), top: null}; }"
    )
    player.table.evaluate(told)
    known = page.locator(".gt-known")
    expect(known).to_contain_text("Q♣")
    expect(known).to_have_attribute("aria-label", re.compile("^Taken from the discards: .*queen of clubs"))
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        tag, fan = known.bounding_box(), page.locator(".gt-top .gt-backs").bounding_box()
        assert abs(tag["x"] + tag["width"] / 2 - fan["x"] - fan["width"] / 2) < 30, f"{width} px: {tag} {fan}"
        assert abs(tag["y"] - fan["y"] - fan["height"]) < 30, f"{width} px: {tag} {fan}"
    player.table.evaluate(told.replace("'drew'", "'discarded'"))
    expect(known.get_by_text("Q♣")).to_have_count(0)
