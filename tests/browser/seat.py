"""A person at a live table, as the browser tests see one: reads the page, presses its buttons and keys."""

from time import monotonic

from playwright.sync_api import Locator, Page, TimeoutError, expect

SHORT = 1_000  # ms: a button may vanish under the finger when the other side moves


def press(button: Locator) -> bool:
    """Press a button that may be gone by now; whether it was there."""
    try:
        button.click(timeout=SHORT)
    except TimeoutError:
        return False
    return True


ENABLED = '[aria-disabled="false"]'


def sign_in(page: Page, site) -> None:
    """The organiser signs in with the login that the first start printed."""
    page.goto("/accounts/login/")
    page.get_by_label("Login").or_(page.get_by_label("Username")).first.fill(site.username)
    page.get_by_label("Password").fill(site.password)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/me/")


class Person:
    """Sits at the table of a page and plays plainly: leaves the upcard, draws, ends the deal when offered, throws."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = page.locator("gin-table")
        expect(self.table.locator(".gt-status")).to_be_visible()

    def verb(self, key: str) -> Locator:
        """An enabled verb of the action bar by its key."""
        return self.table.locator(f'.gt-verb[data-key="{key}"]{ENABLED}')

    @property
    def is_over(self) -> bool:
        """Is the sitting over?"""
        return self.table.locator(".gt-end").count() > 0

    def hand(self) -> set[str]:
        """The cards in hand as the page names them."""
        return {str(card.get_attribute("data-card")) for card in self.table.locator(".gt-card").all()}

    def step(self) -> bool:
        """Do what can be done now; whether there was anything."""
        ready = self.table.get_by_role("button", name="Next deal")
        for button in (ready, self.verb("g"), self.verb("v"), self.verb("s")):
            if button.count():
                return press(button.first)
        if self.verb("k").count():
            return self._knock()
        return self._throw()

    def play_until(self, done: "Locator | None" = None, seconds: float = 240) -> None:
        """Play until the sitting is over (or `done` is there), at most so long."""
        until = monotonic() + seconds
        while not self.is_over and not (done is not None and done.count()):
            assert monotonic() < until, f"not over after {seconds} s: {self.table.locator('.gt-status').inner_text()}"
            if not self.step():
                self.page.wait_for_timeout(50)

    def _knock(self) -> bool:
        """Knock in two steps: the verb opens the sheet, its first button confirms."""
        self.verb("k").first.click()
        confirm = self.table.locator("dialog[open] .button.primary")
        expect(confirm).to_be_visible()
        confirm.click()
        return True

    def _throw(self) -> bool:
        """Choose the card that was just drawn, else the last one, and throw it when that is allowed."""
        if "Choose a card" not in self._status() and "Throw a card" not in self._status():
            return False
        for card in [*self.table.locator(".gt-card.drawn").all(), *reversed(self.table.locator(".gt-card").all())]:
            if press(card) and self.verb("d").count():
                return press(self.verb("d").first)
        return False

    def _status(self) -> str:
        status = self.table.locator(".gt-status")
        return status.inner_text() if status.count() else ""
