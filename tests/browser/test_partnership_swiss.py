"""A Swiss of four pairs online: two people are partners at one sitting of two boards; the other six are house
players."""

import re
from time import monotonic

import pytest
from playing import PAUSE_MS, gin, in_shell
from playwright.sync_api import Page, expect
from seat import Person, sign_in_as

pytestmark = pytest.mark.browser
MATCH_S = 240  # a bound for a deal of two boards on a busy machine

OPEN = """
from django.utils import timezone
from accounts import services as accounts
from accounts.models import User
from clubs.models import Club
from tournaments.event.services import creating
from tournaments.teams.services import line_ups
now, olga = timezone.now(), User.objects.filter(is_superuser=True).first()
made = creating.create_tournament(
    club=Club.objects.first(), name="Pairs online", variant="partnership", by=olga, now=now, rounds=2, mode="online",
    options={"length": "deals:1/more"}, settings={"pace": "fast", "clock": None},
)
people = [
    accounts.official(username=name.lower() + "-pairs", name=name, email="", password="seven of hearts")
    for name in ("Ann", "Ben")
]
enter = lambda name, users: line_ups.enter_team(
    tournament=made, name=name, members=[line_ups.Person(user=user) for user in users], by=olga, now=now)
enter("", people)
for pair, names in (("Aces", ("Nell", "Ned")), ("Bees", ("Nora", "Nico")), ("Cats", ("Nina", "Noah"))):
    enter(pair, [accounts.house_player(name=f"{name} (house)", level="novice") for name in names])
print("slug", made.slug)
"""


def play_out(both: list[Person]) -> None:
    """Two partners play on, each at the own board, until the sitting is over for both."""
    until = monotonic() + MATCH_S
    while not all(looks := [person.look().is_over for person in both]):
        assert monotonic() < until, [person.table.inner_text() for person in both]
        moved = [gin(person, person.look()) for person, is_over in zip(both, looks, strict=True) if not is_over]
        if not any(moved):
            both[0].page.wait_for_timeout(PAUSE_MS)


def sits_down(page: Page, slug: str) -> Person:
    """To the own table from the page of the tournament."""
    link, until = page.get_by_role("link", name="Go to your table").first, monotonic() + 60
    while page.goto(f"/t/{slug}/") and not link.count():  # the round starts within a second or two
        assert monotonic() < until, page.locator("main").inner_text()
        page.wait_for_timeout(PAUSE_MS)
    link.click()
    page.wait_for_url(re.compile(r"/tables/[a-z0-9]{12}/"))
    return Person(page)


def test_four_pairs_play_two_rounds_of_a_swiss_online(visit, shoot, site) -> None:
    slug = re.findall(r"^slug (\S+)$", in_shell(site, OPEN), re.MULTILINE)[0]
    desk, ann, ben = visit(1280, 800, "light"), visit(1280, 800, "light"), visit(390, 844, "dark")
    desk.on("dialog", lambda dialog: dialog.accept())
    sign_in_as(desk, site.username, site.password)
    sign_in_as(ann, "ann-pairs", "seven of hearts")
    sign_in_as(ben, "ben-pairs", "seven of hearts")
    desk.goto(f"/o/{slug}/checkin/")
    expect(desk.locator("main")).to_contain_text("Ann & Ben")
    desk.get_by_role("button", name="Tick everybody").click()
    desk.get_by_role("button", name="Begin and pair round 1").click()
    for number in (1, 2):
        if number > 1:
            desk.goto(f"/o/{slug}/pairings/{number}/")
            desk.get_by_role("button", name="Pair the next round").click()
        desk.wait_for_url(f"**/pairings/{number}/")
        desk.get_by_role("button", name="Publish and start").click()
        expect(desk.locator("main")).to_contain_text(re.compile("running|Results"))
        both = [sits_down(ann, slug), sits_down(ben, slug)]
        for person in both:
            expect(person.table.locator(".gs-boards")).to_contain_text("partner")
        shoot(ann, f"pairs-table-{number}-1280-light")
        shoot(ben, f"pairs-table-{number}-390-dark")
        play_out(both)
        for person in both:
            expect(person.table.locator(".gt-end h2")).to_have_text(re.compile("match|level|Your team"))
            assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shoot(ben, f"pairs-over-{number}-390-dark")
        ann.goto(f"/t/{slug}/rounds/{number}/")
        expect(ann.locator("main")).to_contain_text(re.compile("closed|sealed"), timeout=MATCH_S * 1000)
    ann.goto(f"/t/{slug}/standings/")
    rows = ann.locator("table.data tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="Aces")).to_contain_text("Nell (house), Ned (house)")
    shoot(ann, "pairs-standings-1280-light")
    ben.goto(f"/t/{slug}/rounds/1/")
    ben.locator("td.result a, a", has_text=re.compile(r"\d+ – \d+")).first.press("Enter")
    expect(ben.locator("#boards-of-deals")).to_contain_text("together")
    shoot(ben, "pairs-match-390-dark")
