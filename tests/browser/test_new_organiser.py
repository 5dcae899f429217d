"""The first evening of somebody who has never been here: from "Join" to the last standings, by what the pages offer."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

NAMES = ("Ana García", "Bø Ørsted", "Chen Wei", "Dora Klein", "Emil Novák", "Fay O’Neil", "Gus Lind")
ROUNDS = 3


class Organiser:
    """Follows links and presses buttons; looks at every page on the way, and none may scroll sideways."""

    def __init__(self, page: Page, shoot, mark: str) -> None:
        self.page, self.mark, self.shown, self.number = page, mark, shoot, 0
        page.on("dialog", lambda dialog: dialog.accept())

    def look(self, name: str) -> None:
        """A picture of the page as it stands; it fits its window."""
        self.number += 1
        self.shown(self.page, f"new-organiser-{self.mark}-{self.number:02d}-{name}")
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{self.page.url} is too wide"

    def follow(self, name: str | re.Pattern[str]) -> None:
        """Follow the first link of this name."""
        self.page.get_by_role("link", name=name).first.click()

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press the first button of this name."""
        self.page.get_by_role("button", name=name).first.click()

    # ---- the evening

    def join(self, name: str, login: str) -> None:
        page = self.page
        page.goto("/")
        self.look("home")
        self.follow("Join")
        page.get_by_label("Your name").fill(name)
        page.get_by_label("Username").fill(login)
        page.locator("#id_password1").fill("correct horse battery")
        page.locator("#id_password2").fill("correct horse battery")
        self.look("join")
        page.locator("main form button[type=submit]").first.click()
        page.wait_for_url("**/me/")
        self.look("my-page")

    def found_club(self, name: str) -> None:
        self.follow("Found a club")
        self.page.get_by_label("Name of the club").fill(name)
        self.page.get_by_label("Time zone").select_option("Europe/Madrid")
        self.press("Found the club")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)
        self.look("club")

    def new_tournament(self, name: str) -> None:
        page = self.page
        self.follow("New tournament")
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Format").select_option("swiss")
        page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
        page.get_by_label("Played", exact=True).select_option("in_person")
        expect(page.locator("#plan")).to_contain_text(str(ROUNDS))
        self.look("new-tournament")
        self.press("Create the tournament")
        page.wait_for_url("**/entries/")
        self.look("no-entries")

    def type_names(self) -> None:
        self.page.get_by_label("type or paste").fill("\n".join((*NAMES, "")))
        self.press("Show what it would do")
        self.look("dry-run")
        self.press(f"Accept all {len(NAMES)} lines")
        expect(self.page.get_by_role("heading", name=f"{len(NAMES)} entries")).to_be_visible()

    def check_in(self) -> None:
        self.follow("To the check-in")
        self.press("Everybody is here")
        expect(self.page.get_by_text(f"{len(NAMES)} of {len(NAMES)} here")).to_be_visible()
        self.look("check-in")
        self.press("Begin and pair round 1")
        self.page.wait_for_url("**/pairings/1/")

    def publish(self, number: int) -> None:
        self.page.get_by_text("Why these pairings?").click()
        self.look(f"draft-{number}")
        self.press("Publish and start")
        self.follow("To the results")
        self.page.wait_for_url(f"**/results/{number}/")
        expect(self.page.locator("#q-line")).to_be_focused(timeout=20_000)  # as soon as the sweep has started the round

    def type_results(self, *lines: str) -> None:
        """Only the keyboard: a line, Enter, the next missing table comes by itself."""
        for left, line in reversed(list(enumerate(reversed(lines)))):
            expect(self.page.locator("#q-line")).to_be_focused()
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")
            said = f"{left} table{'s' if left > 1 else ''} missing" if left else "All results are in"
            expect(self.page.get_by_text(said)).to_be_visible()

    def close(self, number: int) -> None:
        self.press("Close the round")
        self.page.wait_for_url("**/standings/")
        self.look(f"standings-{number}")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_new_organiser_runs_a_first_evening(visit, shoot, width):
    page = visit(width, 844 if width < 1000 else 900, "light" if width < 1000 else "dark")
    olga = Organiser(page, shoot, str(width))
    olga.join("Olga Organiser", f"olga{width}")
    olga.found_club(f"Tuesday Knockers {width}")
    olga.new_tournament(f"First Tuesday {width}")
    slug = page.url.rsplit("/", 3)[1]
    olga.type_names()
    olga.check_in()

    olga.publish(1)
    olga.look("results-open")
    olga.type_results("104-60", "110-87", "33-101")
    olga.look("results-in")
    olga.close(1)

    olga.press("Pair the next round")
    page.wait_for_url("**/pairings/2/")
    before = page.locator("table.pairs tbody").inner_text()
    mend_table_one(olga, slug, (60, 104))
    page.goto(f"/o/{slug}/pairings/2/")
    assert page.locator("table.pairs tbody").inner_text() != before, "the draft is paired anew"

    for number in (2, 3):
        olga.publish(number)
        olga.type_results("1", "100-71/9", "0")
        olga.close(number)
        if number < ROUNDS:
            olga.press("Pair the next round")
            page.wait_for_url(f"**/pairings/{number + 1}/")

    standings = page.locator("main table").first.locator("tbody tr")
    expect(standings).to_have_count(len(NAMES))
    prints_and_puts_up_a_screen(olga, visit, shoot, slug)


def mend_table_one(olga: Organiser, slug: str, right: tuple[int, int]) -> None:
    """The sheet of table 1 was read upside down: look at what it changes, say why, apply."""
    page = olga.page
    page.goto(f"/o/{slug}/results/1/")
    olga.follow("Correct table 1")
    page.locator("#first").fill(str(right[0]))
    page.locator("#second").fill(str(right[1]))
    olga.press("Show what it changes")
    expect(page.get_by_role("heading", name="What this changes")).to_be_visible()
    expect(page.locator("#effect")).to_contain_text("Nothing is changed yet")
    olga.look("correction")
    page.get_by_label("Reason").fill("Sheet read upside down")
    olga.press("Apply exactly this")
    expect(page.get_by_text("Corrected.")).to_be_visible()
    olga.look("corrected")


def prints_and_puts_up_a_screen(olga: Organiser, visit, shoot, slug: str) -> None:
    """The round pack opens as it will be printed; the hall screen needs no login."""
    page = olga.page
    page.goto(f"/o/{slug}/results/{ROUNDS}/")
    olga.look("the-end")
    olga.follow("Print")
    olga.look("print")
    olga.follow(f"Round pack {ROUNDS}")
    expect(page.locator("main")).to_contain_text(NAMES[0])
    olga.look("round-pack")
    page.goto(f"/o/{slug}/screens/")
    olga.press("Put it up")
    expect(page.locator(".screen-qr svg")).to_be_visible()
    olga.look("screens")
    address = page.locator(".screen-address").inner_text()
    hall = visit(1280, 720, "dark")
    hall.goto(address)
    expect(hall.locator("body")).to_contain_text(NAMES[0])
    shoot(hall, f"new-organiser-{olga.mark}-hall")
