"""Everybody can use it: axe finds nothing wrong on any page in either scheme; a whole deal is played by keys alone."""

import json
import os
import re
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page, expect
from seat import Person, sign_in

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
AXE = Path(os.environ.get("UNDERCUT_AXE", ROOT / "frontend/node_modules/axe-core/axe.min.js"))
DEMO = "/t/tonights-demo/"
# The page of the API is Swagger's own, exempt in site.md §8 too.
PUBLIC = ("/", "/tournaments/", DEMO, f"{DEMO}entrants/", f"{DEMO}rounds/1/", f"{DEMO}rounds/1/why/",
          f"{DEMO}standings/", f"{DEMO}crosstable/", f"{DEMO}tables/", "/ratings/", "/players/", "/players/?q=nobody",
          "/clubs/", "/archive/", "/archive/?player=nobody", "/deals/", "/accounts/login/", "/accounts/signup/",
          "/accounts/password/reset/", "/nothing-here/")  # fmt: skip
SIGNED = ("/", "/me/", "/tables/new/", "/clubs/new/", "/accounts/email/", "/accounts/password/change/",
          "/accounts/logout/", "/o/", "/o/new/")  # fmt: skip
NIGHT = ("/o/{}/setup/", "/o/{}/entries/", "/o/{}/checkin/", "/o/{}/pairings/1/", "/t/{}/", "/t/{}/entrants/",
         "/t/{}/standings/", "/t/{}/rounds/1/")  # fmt: skip
ROSTER = "name,rating,email\nAna García,1540,ana@example.org\nBø Ørsted,,\nChen Wei,1480,\n"


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core; skipped with the reason when it is not there."""
    if not AXE.is_file():
        pytest.skip("no axe-core (make frontend installs it, or UNDERCUT_AXE names axe.min.js)")
    return AXE.read_text(encoding="utf-8")


def complaints(page: Page, axe: str) -> list[str]:
    """What axe says against the page as it stands; given to the page by hand, because the policy stays on."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{page.url} {one['id']}: {json.dumps([node['html'][:160] for node in one['nodes']][:3])}" for one in found]


def look(page: Page, paths: tuple[str, ...], axe: str) -> list[str]:
    """Visit the pages and gather what axe says, and what scrolls sideways."""
    found: list[str] = []
    for path in paths:
        page.goto(path)
        found += complaints(page, axe)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{path} scrolls sideways")
    return found


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (320, "dark")])
def test_axe_finds_nothing_on_the_public_pages(visit, axe, width, scheme):
    page = visit(width, 800, scheme)
    assert not look(page, PUBLIC, axe)


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
def test_axe_finds_nothing_on_the_pages_of_an_organiser(visit, site, axe, width, scheme):
    page = visit(width, 800, scheme)
    page.on("dialog", lambda dialog: dialog.accept())
    sign_in(page, site)
    assert not look(page, SIGNED, axe)
    slug = f"axe-{width}"
    page.goto("/o/new/")
    page.get_by_label("Name").first.fill(f"Axe {width}")
    page.get_by_label(re.compile("played", re.IGNORECASE)).first.select_option("in_person")
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(f"**/o/{slug}/entries/")
    night = tuple(path.format(slug) for path in NIGHT)
    found = look(page, night, axe)
    page.goto(f"/o/{slug}/entries/")
    page.locator("#id_text").fill(ROSTER + "Bø Ørsted,,\n")
    page.get_by_role("button", name="Show what it would do").click()
    found += complaints(page, axe)
    page.locator("#id_text").fill(ROSTER)
    page.get_by_role("button", name="Show what it would do").click()
    found += complaints(page, axe)
    page.get_by_role("button", name="Accept all 3 lines").click()
    page.goto(f"/o/{slug}/checkin/")
    page.get_by_role("button", name="Everybody is here").click()
    page.get_by_role("button", name="Begin and pair round 1").click()
    page.wait_for_url("**/pairings/1/")
    assert not found + look(page, (*night, f"/o/{slug}/results/1/"), axe)


def test_a_spectator_s_table_is_clean(visit, axe):
    page = visit(390, 844, "dark")
    page.goto(f"{DEMO}tables/")
    page.get_by_role("link", name="Watch").first.click()
    expect(page.locator("gin-table .gt-last")).not_to_be_empty(timeout=20_000)
    assert not complaints(page, axe)


# ---- keys alone


class Keys:
    """A person without a mouse: only presses keys, and looks at what the table shows."""

    def __init__(self, page: Page) -> None:
        self.page, self.person = page, Person(page)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 40) -> None:
        """Tab on until this has the focus."""
        for _ in range(most):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never reached {selector}")

    @property
    def is_at_table(self) -> bool:
        """Is the focus somewhere in the table?"""
        return bool(self.page.evaluate("document.activeElement.closest('gin-table') !== null"))

    def play_deal(self, seconds: float = 120) -> None:
        """From the upcard to the result card."""
        until = monotonic() + seconds
        while not self.page.locator(".gt-result").count():
            assert monotonic() < until, self.page.locator(".gt-status").inner_text()
            assert self.is_at_table, "the focus was lost"
            self.turn()
            self.page.wait_for_timeout(80)

    def turn(self) -> None:
        """One thing that can be done now: leave the upcard, draw, end the deal, or throw the last card."""
        for key in ("v", "s", "g"):
            if self.person.verb(key).count():
                self.press(key)
                return
        if self.person.verb("k").count():
            self.press("k")
            expect(self.page.locator("#gt-knock")).to_be_visible()
            self.tab_to("#gt-knock .button.primary")
            self.press("Enter")
            expect(self.page.locator("#gt-knock")).to_have_count(0)
        elif self.page.locator(".gt-card").count() == 11:
            self.press("End", " ", "Enter")


def test_a_whole_deal_is_played_by_keys_alone(visit, site, shoot):
    page = visit(390, 844, "dark")
    sign_in(page, site)
    page.goto("/tables/new/")
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Sit down").press("Enter")
    page.wait_for_url(re.compile("/tables/[a-z0-9]{12}/"))
    keys = Keys(page)
    keys.tab_to(".skip")
    keys.press("Enter")
    expect(page.locator('.gt-cards [tabindex="0"]')).to_be_visible()
    keys.tab_to(".gt-cards [tabindex='0']")
    keys.press("?")
    expect(page.locator("#gt-keys")).to_be_visible()
    keys.press("Escape")
    keys.play_deal()
    shoot(page, "deal-by-keys-390-dark")
    assert keys.is_at_table
    if page.get_by_role("button", name="Next deal").count():
        keys.tab_to(".gt-result .button")
        keys.press("Enter")
        expect(page.locator(".gt-card").first).to_be_visible()
        assert keys.is_at_table


def test_a_played_table_is_clean_from_the_deal_to_the_result(visit, site, axe):
    page = visit(320, 640, "light")
    sign_in(page, site)
    page.goto("/tables/new/")
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Sit down").click()
    person = Person(page)
    person.play_until(person.verb("d"))
    found = complaints(page, axe)
    person.play_until(page.locator(".gt-result"))
    found += complaints(page, axe)
    page.get_by_role("button", name="Keys").click()
    found += complaints(page, axe)
    assert not found
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
