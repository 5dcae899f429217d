"""An organiser in the browser: follows links, presses buttons, types results; checks every page on the way."""

import re

from playwright.sync_api import Page, expect

NAMES = ("Ana García", "Bø Ørsted", "Chen Wei", "Dora Klein", "Emil Novák", "Fay O’Neil", "Gus Lind", "Hana Sato")


class Organiser:
    """Follows links and presses buttons; looks at every page on the way, and none may scroll sideways."""

    def __init__(self, page: Page, shoot, mark: str) -> None:
        self.page, self.mark, self.shown, self.number = page, mark, shoot, 0
        page.on("dialog", lambda dialog: dialog.accept())

    def look(self, name: str) -> None:
        """A picture of the page as it stands; it fits its window."""
        self.number += 1
        self.shown(self.page, f"walk-{self.mark}-{self.number:02d}-{name}")
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
        page.get_by_label("I have read").check()
        self.look("join")
        page.locator("main form button[type=submit]").first.click()
        page.wait_for_url("**/me/")
        self.look("my-page")

    def found_club(self, name: str) -> None:
        self.follow("Start a club")
        self.page.get_by_label("Name of the club").fill(name)
        self.page.get_by_label("Time zone").select_option("Europe/Madrid")
        self.press("Start the club")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)
        self.look("club")

    def new_tournament(self, name: str, template: str, mode: str = "in_person", **fields: str) -> str:
        """One screen; what of its fields is filled beside name, format and mode. The address part of the tournament."""
        page = self.page
        page.goto("/o/new/?plain=1")
        page.get_by_label("Name", exact=True).fill(name)
        choose_format(page, template)
        page.locator(f"[name=mode][value={mode}]").check()
        page.get_by_text("More: tie-breaks").click()
        for key, value in fields.items():
            page.locator(f"#id_{key}").fill(value)
        expect(page.locator("#plan .notice")).to_be_visible()
        self.look("new-tournament")
        self.press("Create the tournament")
        page.wait_for_url("**/entries/")
        self.look("no-entries")
        return page.url.rsplit("/", 3)[1]

    def type_names(self, *lines: str, entries: int = 0) -> None:
        """A roster typed: names, or whole lines; `entries` where several lines make one."""
        self.page.locator("#id_text").fill("\n".join((*lines, "")))
        accept = self.page.get_by_role("button", name=f"Accept all {len(lines)} lines")
        expect(accept).to_be_visible()
        self.look("dry-run")
        accept.click()
        counted = re.compile(rf"^{entries or len(lines)} (players|pairs|teams)$")
        expect(self.page.get_by_role("heading", name=counted)).to_be_visible()

    def check_in(self, count: int) -> None:
        """All of them are here; the first draft."""
        self.follow("To the check-in")
        self.press("Tick everybody")
        expect(self.page.get_by_text(f"{count} of {count} here")).to_be_visible()
        self.look("check-in")
        self.press("Begin and pair round 1")
        self.page.wait_for_url("**/pairings/1/")

    def publish(self, number: int) -> None:
        self.look(f"draft-{number}")
        self.press("Publish and start")
        self.follow("To the results")
        self.page.wait_for_url(f"**/results/{number}/")
        expect(self.page.locator("#q-line")).to_be_focused()  # as soon as the sweep has started the round

    def type_results(self, *lines: str, what: str = "table") -> None:
        """Only the keyboard: a line, Enter, the next missing table (or board) comes by itself."""
        for left, line in reversed(list(enumerate(reversed(lines)))):
            expect(self.page.locator("#q-line")).to_be_focused()
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")
            said = f"{left} {what}{'s' if left > 1 else ''} missing" if left else "All results are in"
            expect(self.page.get_by_text(said)).to_be_visible()

    def close(self, number: int) -> None:
        """Close the round, which leads to the page of the evening with what comes next."""
        self.press("Close the round")
        expect(self.page.get_by_text(f"Round {number} is closed.")).to_be_visible()
        expect(self.page.locator("#next-step")).to_be_visible()
        self.look(f"closed-{number}")

    def confirm(self) -> None:
        """The last step: the standings are right, and the tournament is over."""
        self.press("Confirm the standings")
        expect(self.page.get_by_role("heading", name="This tournament is over")).to_be_visible()

    def pair_next(self, number: int) -> None:
        """The next round's draft."""
        self.press(re.compile(r"^Pair (the next round|round \d+)$"))
        self.page.wait_for_url(f"**/pairings/{number}/")


def player(visit, slug: str, name: str, login: str) -> Page:
    """Somebody with a phone who joins the site, enters and is here."""
    page = visit(390, 844)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("/accounts/signup/")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Username").fill(login)
    for field in ("#id_password1", "#id_password2"):
        page.locator(field).fill("correct horse battery")
    page.get_by_label("I have read").check()
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/me/")
    page.goto(f"/t/{slug}/")
    page.get_by_role("button", name="Enter this tournament").click()
    page.get_by_role("button", name="I am here: check in").click()
    expect(page.get_by_text("You are checked in.")).to_be_visible()
    return page


def choose_format(page: Page, template: str) -> None:
    """The card of a format on the page of a new tournament; the rarer ones lie under "more"."""
    card = page.locator(f"[name=template][value={template}]")
    if not card.is_visible():
        page.get_by_text("More formats").click()
    card.check()
