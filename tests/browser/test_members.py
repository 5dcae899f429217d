"""The members of a club in the browser: pasted, managed by the menu of a row, ticked for the evening."""

import pytest
from conftest import complaints
from organiser import Organiser
from playwright.sync_api import expect
from seat import sign_in

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "scheme", "language"), [(1280, "light", "en-US"), (320, "dark", "en-US")])
def test_an_organiser_pastes_members_and_looks_after_one_by_keyboard(
    visit, shoot, site, axe, width, scheme, language
) -> None:
    page = visit(width, 800, scheme, language)
    organiser = Organiser(page, shoot, f"members-{width}")
    sign_in(page, site)
    page.goto("/clubs/")
    organiser.follow("The Undercut Club")  # other tests found clubs, too
    page.locator("nav.tabs").get_by_role("link", name="Members").click()
    organiser.look("list")
    assert not complaints(page, axe)
    page.get_by_role("link", name="Paste a list").click()
    page.get_by_label("Names").fill(f"Nora Newcomer {width}\nBad, no address")
    organiser.press("Show what it would do")
    expect(page.get_by_text("Lines that cannot be taken: 1")).to_be_visible()
    organiser.look("paste")
    assert not complaints(page, axe)
    page.get_by_label("Names").fill(f"Nora Newcomer {width}")
    organiser.press("Show what it would do")
    organiser.press("Add 1")
    page.get_by_placeholder("Find a member").fill(f"newcomer {width}")
    page.keyboard.press("Enter")
    more = page.get_by_role("button", name=f"More for Nora Newcomer {width}")
    more.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Remove from the club …")).to_be_visible()
    organiser.look("menu")
    assert not complaints(page, axe)
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Make a director")).to_have_count(0)  # a name without a login
    page.get_by_role("link", name="Remove from the club …").press("Enter")
    expect(page.get_by_role("heading", name=f"Remove Nora Newcomer {width} from the club?")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
