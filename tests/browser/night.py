"""Bring a tournament in person to a running round 1, by its organiser's pages."""

from playwright.sync_api import Page, expect
from seat import sign_in

PLAYERS = ("Ana García", "Bø Ørsted", "Chen Wei", "Dora Klein")
MORE = ("Emil Roy", "Fay Lind", "Gil Sato", "Hana Vu")


def running_round(page: Page, site, name: str, players=PLAYERS, rounds: int = 0) -> str:
    """Sign in, create, enter these players, check them in, publish round 1; the address part of the tournament."""
    page.on("dialog", lambda dialog: dialog.accept())
    sign_in(page, site)
    page.goto("/o/new/?plain=1")
    page.get_by_label("Name").first.fill(name)
    if rounds:
        page.get_by_label("rounds of").fill(str(rounds))
    page.get_by_label("In person", exact=True).check()
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url("**/entries/")
    slug = page.url.rsplit("/", 3)[1]
    page.locator("#id_text").fill("name\n" + "\n".join(players))
    page.get_by_role("button", name=f"Accept all {len(players)} lines").click()
    page.goto(f"/o/{slug}/checkin/")
    page.get_by_role("button", name="Tick everybody").click()
    page.get_by_role("button", name="Begin and pair round 1").click()
    page.wait_for_url("**/pairings/1/")
    page.get_by_role("button", name="Publish and start").click()
    page.goto(f"/o/{slug}/results/1/")
    expect(page.locator("#q-line")).to_be_focused()  # as soon as the sweep has started the round
    return slug
