"""A draft changed by hand: two names are chosen, or one is dragged onto the other; the cost is said first."""

import re

import pytest
from conftest import complaints
from night import running_round
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def draft(visit, site):
    """The draft of round 2 of four players, of whom two have won."""

    def opened(width: int, height: int, scheme: str, *, has_touch: bool = False) -> Page:
        page = visit(width, height, scheme, has_touch=has_touch)
        slug = running_round(page, site, f"Draft {width}", rounds=3)
        for said in ("1 table missing", "All results are in"):
            expect(page.locator("#q-line")).to_be_focused()
            page.keyboard.type("100-60")
            page.keyboard.press("Enter")
            expect(page.get_by_text(said)).to_be_visible()
        page.get_by_role("button", name="Close the round").first.click()
        page.get_by_role("button", name="Pair round 2").first.click()
        page.wait_for_url(f"**/o/{slug}/pairings/2/")
        return page

    return opened


def rows(page: Page) -> list[str]:
    return [" ".join(row.split()) for row in page.locator("table.pairs tbody tr").all_inner_texts()]


def names(page: Page) -> tuple[Locator, Locator]:
    """Somebody of the first table, and somebody of the second."""
    picks = page.locator("table.pairs button.pick")
    return picks.nth(0), picks.nth(2)


def middle(pick: Locator) -> tuple[float, float]:
    box = pick.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def keeps(page: Page, before: list[str]) -> None:
    """The cost stands there and wants a reason; then the change is kept."""
    bar = page.locator("#swap")
    expect(bar.get_by_text(re.compile("have met already|have different points")).first).to_be_visible()
    expect(bar.get_by_label("Reason")).to_be_focused()
    page.keyboard.type("Agreed on")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Changed.")).to_be_visible()
    assert rows(page) != before


def test_two_names_are_clicked_and_undone_or_kept(draft, shoot, axe) -> None:
    page = draft(1280, 800, "light")
    before, bar = rows(page), page.locator("#swap")
    for undo in (lambda: bar.get_by_role("button", name="Undo").click(), lambda: page.keyboard.press("Escape")):
        one, other = names(page)
        one.click()
        expect(one).to_have_attribute("aria-pressed", "true")
        expect(bar).to_contain_text("Now choose the other name.")
        other.click()
        expect(bar.get_by_role("button", name="Keep it")).to_be_visible()
        shoot(page, "draft-swap-1280")
        assert not complaints(page, axe)
        assert rows(page) != before, "the table shows it"
        undo()
        expect(bar).to_be_empty()
        assert rows(page) == before
    picks = page.locator("table.pairs button.pick")
    picks.nth(0).click()
    picks.nth(1).click()
    expect(bar).to_contain_text("are one pair already")
    assert not complaints(page, axe)
    bar.get_by_role("button", name="Choose others").click()
    one, other = names(page)
    one.click()
    other.click()
    keeps(page, before)


def test_what_is_undone_before_its_cost_is_known_is_not_waited_for(draft) -> None:
    page = draft(1280, 800, "light")
    before, bar, held = rows(page), page.locator("#swap"), []
    page.route("**/check/?*", lambda route: held.append(route))
    one, other = names(page)
    one.click()
    with page.expect_request("**/check/?*"):
        other.click()
    assert rows(page) != before
    with page.expect_event("requestfailed", lambda request: "/check/" in request.url):
        page.keyboard.press("Escape")
    expect(bar).to_be_empty()
    assert rows(page) == before
    page.unroute("**/check/?*")
    one.click()
    other.click()
    keeps(page, before)


def test_a_name_is_dragged_onto_another(draft) -> None:
    page = draft(844, 600, "dark")
    before = rows(page)
    one, other = names(page)
    one.scroll_into_view_if_needed()
    page.mouse.move(*middle(one))
    page.mouse.down()
    page.mouse.move(*middle(other), steps=5)
    expect(page.locator(".pick.ghost")).to_be_visible()
    expect(other).to_have_class(re.compile("over"))
    page.mouse.up()
    expect(page.locator(".pick.ghost")).to_have_count(0)
    keeps(page, before)


def test_a_finger_holds_a_name_and_drags_it(draft, shoot, axe) -> None:
    page = draft(390, 844, "light", has_touch=True)
    before = rows(page)
    one, other = names(page)
    other.scroll_into_view_if_needed()
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, at: tuple[float, float] | None = None) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start, end = middle(one), middle(other)
    touch("touchStart", start)
    expect(page.locator(".pick.ghost")).to_be_visible()
    touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    touch("touchMove", end)
    touch("touchEnd")
    expect(page.locator("#swap").get_by_role("button", name="Keep it")).to_be_visible()
    shoot(page, "draft-swap-390")
    assert not complaints(page, axe)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keeps(page, before)


def test_the_keyboard_does_all_of_it(draft) -> None:
    page = draft(1024, 700, "dark")
    before = rows(page)
    one, other = names(page)
    one.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#swap")).to_contain_text("Now choose the other name.")
    other.focus()
    page.keyboard.press("Space")
    keeps(page, before)
