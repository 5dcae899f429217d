"""The players of an evening: typed, pasted, chosen among members, taken out and put back, with one field."""

import re

import pytest
from conftest import complaints
from organiser import Organiser
from playwright.sync_api import Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser
SIZES = [(1280, 800, "light", "Adler"), (390, 844, "dark", "Bauer"), (844, 390, "light", "Cramer")]


@pytest.mark.parametrize(("width", "height", "scheme", "name"), SIZES)
def test_one_field_takes_a_name_a_member_and_a_list(visit, shoot, site, axe, width, height, scheme, name) -> None:
    page = visit(width, height, scheme)
    walk = Organiser(page, shoot, f"players-{width}")
    sign_in(page, site)
    walk.new_tournament(f"Players {width}", "swiss")
    assert not complaints(page, axe)
    field, found = page.locator("#id_text"), page.locator("#found")

    field.fill(f"Wanda {name}")
    field.press("Enter")  # one line is sent as it stands
    expect(page.get_by_text(f"Wanda {name} is entered.")).to_be_visible()
    expect(field).to_be_focused()
    field.fill(f"Anton {name}\nBerta {name}")
    page.get_by_role("button", name="Accept all 2 lines").click()
    counts(page, 3)

    field.fill(f"Anton {name}t\nNew {name}\nBad One, 15oo")
    expect(found.get_by_text("is not a rating")).to_have_count(2)  # as a problem, and in its line
    expect(found.get_by_role("button")).to_have_count(0)
    field.fill(f"Anton {name}t\nNew {name}")
    expect(found.get_by_text(f"Perhaps the same as Anton {name}")).to_be_visible()
    walk.look("dry-run")
    assert not complaints(page, axe)
    found.get_by_label("The same person").check()
    page.get_by_role("button", name="Enter 1 more").click()
    counts(page, 4)

    takes_one_out_and_puts_it_back(page, walk, axe, f"New {name}")
    chooses_a_member_by_keyboard(page, walk, axe, f"Berta {name}")


def counts(page: Page, n: int) -> None:
    """Heading and tab say the same number."""
    expect(page.get_by_role("heading", name=re.compile(rf"^{n} players?$"))).to_be_visible()
    tab = page.get_by_role("navigation", name="Run this tournament").get_by_role("link", name=re.compile("^Players"))
    expect(tab).to_have_text(re.compile(rf"Players\s+{n}\s*$"))


def takes_one_out_and_puts_it_back(page: Page, walk: Organiser, axe: str, name: str) -> None:
    """A typo removed leaves nothing; undone, it is as it was; removed again, it is gone."""
    for then in ("Undo", ""):
        page.get_by_role("button", name=f"More for {name}").click()
        page.get_by_role("button", name=re.compile("^Remove")).click()
        expect(page.get_by_text(f"{name} is taken out.")).to_be_visible()
        counts(page, 3)
        walk.look("taken-out")
        assert not complaints(page, axe)
        if then:
            page.get_by_role("button", name=then).click()
            counts(page, 4)


def chooses_a_member_by_keyboard(page: Page, walk: Organiser, axe: str, name: str) -> None:
    """Another event of the club knows this one; some letters find them, an arrow and Enter enter them."""
    slug = page.url.split("/")[4]
    page.goto(f"/o/{slug}/")
    again = walk.new_tournament(f"Again {slug}", "swiss")
    field = page.locator("#id_text")
    field.press_sequentially(name[:-3].lower())
    member = page.locator("#found").get_by_role("button", name=re.compile(name))
    expect(member).to_be_visible()
    walk.look("suggested")
    assert not complaints(page, axe)
    field.press("ArrowDown")
    expect(member).to_be_focused()
    member.press("Enter")
    page.wait_for_url(f"**/o/{again}/entries/**")
    expect(page.get_by_text(f"{name} is entered.")).to_be_visible()
    counts(page, 1)
