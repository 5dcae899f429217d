"""An evening of casual tables is entered afterwards, in the browser, from the page of the club."""

import pytest
from conftest import complaints
from organiser import Organiser
from playwright.sync_api import expect
from seat import sign_in

pytestmark = pytest.mark.browser
EVENING = "Ana 120, Bo 85, Cy 40\nDora 130, Emil 20\nAna 60, Dora 125, Bo 33 /9"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_an_organiser_types_an_evening_and_sees_its_standings(visit, shoot, site, axe, width, scheme) -> None:
    """A bad line is named and stays in the form; mended, the dry run shows rounds and new names; then there it is."""
    page = visit(width, 900, scheme)
    evening = EVENING.replace("Ana 120", f"Ana {110 + width % 100}")  # the same scores twice would be refused
    organiser = Organiser(page, shoot, f"evening-{width}")
    sign_in(page, site)
    page.goto("/clubs/")
    page.locator("main .lines a[href^='/clubs/']").first.click()
    organiser.follow("Enter an evening played without the site")
    page.get_by_label("Name", exact=True).fill(f"Pub night {width}")
    page.get_by_label("Rules").select_option("cutthroat")
    page.get_by_label("The tables, one a line").fill(evening)
    organiser.look("form")
    assert not complaints(page, axe)
    organiser.press("Show what each line means")
    expect(page.get_by_text("Line 2: Cutthroat is played by 3 at a table")).to_be_visible()
    organiser.look("bad-line")
    page.get_by_label("The tables, one a line").fill(evening.replace("Emil 20", "Emil 20, Fay 0"))
    organiser.press("Show what each line means")
    expect(page.get_by_text("nothing is saved yet")).to_be_visible()
    expect(page.locator("tbody tr").last).to_contain_text("Ana 60, Dora 125, Bo 33 /9")
    organiser.look("dry-run")
    assert not complaints(page, axe)
    organiser.press("Enter these tables")
    page.wait_for_url("**/t/pub-night*/")
    organiser.look("tournament")
    slug = page.url.rstrip("/").rsplit("/", 1)[1]
    page.goto(f"/t/{slug}/standings/")
    expect(page.locator("tbody tr").first).to_contain_text("Dora")
    organiser.look("standings")
    page.goto(f"/t/{slug}/rounds/2/")
    organiser.look("round")
    page.goto(f"/t/{slug}/crosstable/")
    organiser.look("crosstable")
