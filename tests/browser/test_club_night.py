"""A club night as a new user meets it: `make run`, watch, sign in, play a match, run a tournament of one's own."""

import json
import re
import urllib.request
from time import monotonic, sleep

import pytest
from playing import play_until
from playwright.sync_api import Locator, Page, expect
from seat import Person, in_menu, sign_in

pytestmark = pytest.mark.browser

ROSTER = (
    "name,rating,email\nAna García,1540,ana@example.org\nBø Ørsted,,\nChen Wei,1480,\nDora Klein,,dora@example.org\n"
)


def api(site, path: str):
    """What the public API says."""
    with urllib.request.urlopen(f"{site.url}/api/v1/{path}", timeout=30) as answer:
        return json.load(answer)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark"), (320, "light")])
def test_a_visitor_sees_the_demo_tournament_being_played(visit, shoot, site, width, scheme):
    page = visit(width, 800, scheme)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/t/tonights-demo/")  # on the home page others may stand before it
    expect(page.get_by_role("heading", level=1)).to_have_text("Tonight’s demo")
    shoot(page, f"tournament-{width}-{scheme}")
    page.get_by_role("link", name="Watch").first.click()
    last = page.locator("gin-table .gt-last")
    expect(last).not_to_be_empty()
    shoot(page, f"spectator-{width}-{scheme}")
    before = last.inner_text()
    expect(last).not_to_have_text(before)
    assert page.locator("gin-table .gt-card").count() == 0, "a spectator sees no hand"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_demo_moves_by_itself(site):
    """Its tables are at work though nobody looks at them."""
    tables = api(site, "tables/")["results"]
    assert len(tables) >= 5
    until = monotonic() + 120
    while sum(table["version"] for table in tables) <= 20:
        assert monotonic() < until, tables
        sleep(0.25)
        tables = api(site, "tables/")["results"]


PAGES = ("/", "/tournaments/", "/t/tonights-demo/", "/t/tonights-demo/entrants/", "/t/tonights-demo/rounds/1/",
         "/t/tonights-demo/rounds/1/why/", "/t/tonights-demo/standings/", "/t/tonights-demo/crosstable/",
         "/t/tonights-demo/tables/", "/ratings/", "/players/", "/clubs/", "/archive/", "/accounts/login/",
         "/accounts/signup/", "/api/docs/")  # fmt: skip


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_every_public_page_answers_and_fits(visit, shoot, width, scheme):
    page = visit(width, 800, scheme)
    for path in PAGES:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        name = path.strip("/").replace("/", "-") or "home"
        shoot(page, f"{name}-{width}-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} scrolls sideways"


def test_a_visitor_without_an_account_plays_a_deal_reloads_in_mid_hand_resigns_and_plays_again(visit, shoot):
    page = visit(390, 844, "light")
    page.goto("/")
    page.get_by_role("button", name="Play the house now").click()
    page.wait_for_url(re.compile("/tables/[a-z0-9]{12}/"))
    person = Person(page)
    play_until(person, page.locator("gin-table .gt-card").first)  # the hand has been dealt
    held = person.hand()
    assert len(held) in {10, 11}
    page.reload()
    expect(page.locator("gin-table .gt-card").first).to_be_visible()
    assert person.hand() == held, "a reload in mid-hand keeps the hand"
    shoot(page, "table-mid-hand-390-light")  # no card is on its way after a reload
    play_until(person, page.locator(".gt-result"))
    in_menu(page, "Resign")
    page.locator("#gt-ask[open] .button.danger").click()
    expect(page.locator(".gt-end")).to_be_visible()
    shoot(page, "match-over-390-light")
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != first and "/tables/" in url)
    expect(page.locator("gin-table .gt-card").first).to_be_visible()
    deal = page.request.get("/api/v1/deals/?limit=1").json()["results"][0]
    page.goto(f"/deals/{deal['id']}/")
    replay = page.locator("gin-replay")
    expect(replay).to_be_visible()
    replay.get_by_role("button", name=re.compile("knock|end", re.IGNORECASE)).first.click()
    shoot(page, "replay-390-light")


def test_an_organiser_runs_a_tournament_in_person(visit, shoot, site):
    """Create, import with a bad line, correct it, check in, pair, publish, enter results, see the standings."""
    page = visit(1280, 900, "light")
    page.on("dialog", lambda dialog: dialog.accept())  # begin, publish: the page asks first
    sign_in(page, site)
    page.goto("/o/new/?plain=1")
    page.get_by_label("Name").first.fill("Friday in person")
    page.get_by_label("rounds of").fill("2")
    page.get_by_label("In person", exact=True).check()
    shoot(page, "new-tournament-1280-light")
    page.locator("main form button[type=submit]").first.click()
    import_roster(page, shoot)
    page.goto("/o/friday-in-person/checkin/")
    page.get_by_role("button", name="Tick everybody").click()
    page.get_by_role("button", name="Begin and pair round 1").click()
    page.wait_for_url("**/pairings/1/")
    for number in (1, 2):
        play_round(page, shoot, number)
    page.goto("/t/friday-in-person/standings/")
    shoot(page, "standings-1280-light")
    expect(page.locator("main table").first.locator("tbody tr")).to_have_count(4)
    expect(page.locator("main table").first).to_contain_text("Ana García")


def import_roster(page: Page, shoot) -> None:
    """A line that stands twice is named and nothing is saved; the mended list is taken."""
    page.goto("/o/friday-in-person/entries/")
    page.locator("#id_text").fill(ROSTER + "Bø Ørsted,,\n")
    expect(page.locator("main")).to_contain_text("Line 6")
    expect(page.locator("main")).to_contain_text("0 players")
    shoot(page, "import-problems-1280-light")
    page.locator("#id_text").fill(ROSTER)
    accept = page.get_by_role("button", name="Accept all 4 lines")
    expect(accept).to_be_visible()
    shoot(page, "import-dry-run-1280-light")
    accept.click()
    expect(page.locator("main")).to_contain_text("4 players")


def play_round(page: Page, shoot, number: int) -> None:
    """Look at the draft, publish it, enter both results, close the round. What is typed in a row stays there while
    another is saved; then the cursor is on the typed line."""
    page.goto(f"/o/friday-in-person/pairings/{number}/")
    expect(page.locator("main")).to_contain_text("Ana García")
    shoot(page, f"draft-{number}-1280-light")
    page.get_by_role("button", name="Publish and start").click()
    results = f"/o/friday-in-person/results/{number}/"
    page.goto(results)
    for first, second in ((104, 60), (81, 110)):
        waiting = page.locator("tr", has=page.get_by_role("button", name="Save", exact=True))
        reload_until(page, results, waiting)
        left = waiting.count()
        waiting.last.locator('input[name="second"]').fill("77")
        waiting.first.locator('input[name="first"]').fill(str(first))
        waiting.first.locator('input[name="second"]').fill(str(second))
        waiting.first.get_by_role("button", name="Save", exact=True).click()
        expect(waiting).to_have_count(left - 1)
        expect(page.locator("#q-line")).to_be_focused()
        if left > 1:
            expect(waiting.first.locator('input[name="second"]')).to_have_value("77")
    shoot(page, f"results-{number}-1280-light")
    page.get_by_role("button", name="Close the round").click()
    expect(page.locator("#next-step")).to_be_visible()
    if number == 1:
        page.goto(results)
        page.get_by_role("button", name="Pair the next round").click()
        page.wait_for_url("**/pairings/2/")


def reload_until(page: Page, path: str, wanted: Locator) -> None:
    """Load the page until it shows what is wanted: the sweep starts a round within a second or two."""
    until = monotonic() + 60
    while not wanted.count():
        assert monotonic() < until, page.locator("main").inner_text()
        page.wait_for_timeout(250)
        page.goto(path)
