"""Watchers: who is ahead, tables side by side, and talk that the players do not hear."""

import re
from time import monotonic

import pytest
from conftest import complaints
from playing import PAUSE_MS, in_shell
from playwright.sync_api import Page, expect
from seat import sign_in, sign_in_as

pytestmark = pytest.mark.browser
PATIENCE_S = 90
HOUSE = """
from django.utils import timezone
from accounts import services as accounts
from games.services import tables
house = [accounts.house_player(name=name, level="beginner") for name in ("Rosa", "Theo")]
seats = [tables.SeatSpec(user, house_level="beginner") for user in house]
settings = {"pace": "quick", "delay": "open:deals"}
table = tables.open_table(
    rules_key="gin-pagat", seats=seats, options={"target": 1_000}, settings=settings, now=timezone.now()
)
print("house", table.public_id)
"""
PEOPLE = """
from django.utils import timezone
from accounts import services as accounts
from games.services import tables
ann = accounts.official(username="ann-watched", name="Ann", email="", password="seven of hearts")
people = [tables.SeatSpec(ann), tables.SeatSpec(accounts.player_for(name="Ben")[0])]
talked = tables.open_table(rules_key="gin-pagat", seats=people, settings={"chat": "full"}, now=timezone.now())
print("people", talked.public_id)
"""
NIGHT = """
from django.utils import timezone
from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.stages.services import progression as stages
now, by = timezone.now(), User.objects.get(username="organiser")
night = creating.create_tournament(
    club=clubs.create_club(name="Those who watch", organiser=by), name="A night to watch", variant="gin-rummy-com",
    by=by, now=now, rounds=2, settings={"pace": "people", "clock": None},
)
for number in range(1, 11):
    player = accounts.house_player(name=f"Watched {number}", level="novice")
    entry = entering.enter(tournament=night, user=player, by=by, now=now)
    entering.check_in(entry=entry, by=by, now=now)
stages.begin(tournament=night, by=by, now=now, automatic=True)
print("night", night.slug)
"""
DEALT = """
from django.utils import timezone
from accounts import services as accounts
from games.services import tables
seats = [tables.SeatSpec(accounts.player_for(name=name)[0]) for name in {names}]
table = tables.open_table(rules_key="{rules}", seats=seats, settings={{"shuffle": "server"}}, now=timezone.now())
print("table", table.public_id)
"""
# The piles of a deal under way, the sum of one that is over.
BOARD = ".gt-layout .felt :is(.gt-centre, .gt-sum)"
FITS = "document.documentElement.scrollWidth <= innerWidth"
# How many boards stand in the first row.
IN_A_ROW = """() => { const tops = [...document.querySelectorAll('gin-small')].map((one) =>
    Math.round(one.getBoundingClientRect().top)); return tops.filter((top) => top === tops[0]).length; }"""

# Over which of these places a card of the fans is seen to lie; what is cut off at the top edge is not seen.
LIES_OVER = """(places) => {
    const cuts = (one) => one && ['clipPath', 'overflowY'].some((name) => !['none', 'visible'].includes(
        getComputedStyle(one)[name]));
    const box = (one) => { const { left, right, top, bottom } = one.getBoundingClientRect();
        const cut = [one.closest('.gt-top'), one.closest('.felt, .gs-board')].find(cuts);
        const edge = cut?.getBoundingClientRect().top ?? top;
        return { left, right, top: Math.max(top, edge), bottom }; };
    const hit = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const cards = [...document.querySelectorAll('.gt-backs .card')].map(box);
    const over = places.flatMap((css) => [...document.querySelectorAll(css)].filter((one) => one.checkVisibility())
        .filter((one) => cards.some((card) => hit(card, one.getBoundingClientRect()))).map(() => css));
    return cards.every((card) => card.left >= 0 && card.right <= innerWidth && card.bottom <= innerHeight)
        ? over : [...over, 'the edge of the window']; }"""
# No card moves, and the fans lie where they lay a tenth of a second ago.
AT_REST = """() => {
    const moves = (one) => one.playState === 'running' && one.effect?.target?.closest?.('.card, .gt-card');
    if (document.getAnimations().some(moves)) return false;
    const cards = [...document.querySelectorAll('.gt-backs .card')];
    const now = JSON.stringify(cards.map((one) => one.getBoundingClientRect()));
    const before = window.laid;
    window.laid = now;
    return now === before; }"""
KEPT_FREE = ["body > header", ".gt-name strong", ".gt-head .badge", ".gt-head button", ".gt-pile", ".gt-stack p"]


@pytest.fixture
def house(site) -> str:
    """The address of a table of the house, whose deals watchers see once they are over; it waits between two deals, so
    that the game lasts longer than its test."""
    return opened(site, HOUSE)


@pytest.fixture(scope="module")
def people(site) -> str:
    """The address of a table of two people, at which others may talk."""
    return opened(site, PEOPLE)


def opened(site, code: str) -> str:
    """The address of the table that this opens."""
    found = re.findall(r"^(?:house|people) (\w+)$", in_shell(site, code), re.MULTILINE)
    return f"/tables/{found[0]}/"


def test_who_stands_better_is_said_in_bars_and_in_words(visit, house, shoot, axe):
    page: Page = visit(1280, 800)
    page.goto(house)
    course = page.get_by_role("region", name="Who stands better")
    expect(course.locator(".dc-now")).to_have_text(re.compile("^The deal brings"))
    expect(course.get_by_role("img")).to_have_attribute("aria-label", re.compile("^The deal brings .*At best"))
    course.get_by_text("Play by play").focus()
    page.keyboard.press("Enter")
    expect(course.get_by_role("list", name="Play by play").get_by_role("listitem").first).to_be_visible()
    assert page.evaluate(FITS)
    assert not complaints(page, axe)
    shoot(page, "who-stands-better")


@pytest.mark.parametrize(("rules", "count"), [("gin-pagat", 2), ("cutthroat", 3), ("partnership", 4)])
def test_the_fans_of_both_hands_lie_over_nothing_else(visit, site, rules: str, count: int) -> None:
    names = [f"{name} {rules}" for name in ("Rosamunde", "Theodora", "Valerie", "Wilhelmina")[:count]]
    table = re.findall(r"^table (\w+)$", in_shell(site, DEALT.format(rules=rules, names=names)), re.MULTILINE)[0]
    page: Page = visit(1280, 800)
    page.goto(f"/tables/{table}/")
    expect(page.locator(".felt .gt-low .card")).to_have_count(10)
    for width, height in ((1280, 800), (390, 844), (320, 568), (844, 390), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(AT_REST, polling=100)
        assert page.evaluate(LIES_OVER, KEPT_FREE) == [], f"{width} by {height}"
        assert page.evaluate(FITS)


@pytest.fixture(scope="module")
def night(site) -> str:
    """The address of a tournament at whose five tables the house plays, at the pace of people."""
    slug = re.findall(r"^night (\S+)$", in_shell(site, NIGHT), re.MULTILINE)[0]
    return f"/t/{slug}"


def test_tables_stand_side_by_side_and_move_by_themselves(visit, night, shoot, axe):
    page: Page = visit(390, 844)
    page.goto(f"{night}/tables/together/")
    said = page.locator("gin-small .gm-said")
    expect(said.first).to_be_visible()
    assert (page.locator("gin-small").count(), page.evaluate(IN_A_ROW)) == (4, 1)
    before = page.locator(".together").inner_text()
    expect(page.locator(".together")).not_to_have_text(before, use_inner_text=True)
    assert page.evaluate(FITS)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(IN_A_ROW) == 2
    assert not complaints(page, axe)
    shoot(page, "side-by-side")


def test_a_watcher_steps_back_while_moves_come_sees_the_other_tables_and_how_many_watch(visit, night, shoot, axe):
    page, other = visit(1280, 800), visit(390, 844)
    page.goto(f"{night}/tables/")
    page.locator("main a[href^='/tables/']").first.click()
    other.goto(page.url)
    for one in (page, other):
        expect(one.locator(".tg-crowd b")).to_have_text("2")
    expect(page.locator(".tg-others li")).to_have_count(4)
    # a page that has seen no move steps back into the deal before, not to an earlier moment of this one
    opening = page.locator(".gt-last").inner_text()
    expect(page.locator(".gt-last")).not_to_have_text(opening, use_inner_text=True)
    page.locator(".felt").focus()
    page.keyboard.press("ArrowLeft")
    cue, live = page.locator(".gt-status"), page.locator(".tg-live")
    expect(cue).to_contain_text("An earlier moment")
    seen, board = page.locator(".gt-last").inner_text(), page.locator(BOARD).all_inner_texts()
    expect(live).to_have_text(re.compile(r"\+([3-9]|\d\d)"))  # two moves have come since
    assert (page.locator(".gt-last").inner_text(), page.locator(BOARD).all_inner_texts()) == (seen, board)
    assert live.get_attribute("aria-pressed") == "false"
    assert not complaints(page, axe)
    shoot(page, "an-earlier-moment")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".gt-last")).not_to_have_text(seen)
    expect(cue).to_contain_text("An earlier moment")
    page.keyboard.press("l")
    expect(live).to_have_attribute("aria-pressed", "true")
    expect(cue).not_to_contain_text("An earlier moment")
    there = page.locator(".tg-others a").first
    address = there.get_attribute("href")
    there.click()
    page.wait_for_url(f"**{address}")
    expect(other.locator(".tg-crowd b")).to_have_text("1")
    assert other.evaluate(FITS)


def test_further_back_than_the_page_has_seen_the_table_the_last_deal_opens_step_by_step(visit, house):
    page: Page = visit(1280, 800)
    page.goto(house)
    expect(page.locator(".gt-sheet .gt-to-deal")).not_to_have_count(0)
    page.reload()
    expect(page.locator(".tg-steps .tg-back")).to_have_attribute("aria-disabled", "false")
    opened, until = page.locator("#gr-panel").get_by_role("heading"), monotonic() + PATIENCE_S
    while not opened.count():  # deals come meanwhile, and each is one step more
        assert monotonic() < until, page.locator(".felt").inner_text()
        page.keyboard.press("Home")
        page.wait_for_timeout(PAUSE_MS)
    expect(opened).to_have_text(re.compile(r"^Deal \d+$"))


def test_players_do_not_hear_what_watchers_say(visit, site, people, shoot, axe):
    player, watcher = visit(390, 844), visit(1280, 800)
    sign_in_as(player, "ann-watched", "seven of hearts")
    sign_in(watcher, site)
    for page in (player, watcher):
        page.goto(people)
        expect(page.locator(".gt-status")).to_be_visible()
    watcher.get_by_role("button", name="Talk").click()
    watcher.get_by_label("Write to those who watch").fill("A close one!")
    watcher.get_by_role("button", name="Send").click()
    expect(watcher.locator(".gt-heard")).to_contain_text("A close one!")
    assert not complaints(watcher, axe)
    shoot(watcher, "watchers-talk")
    player.get_by_role("button", name="Talk").click()
    expect(player.get_by_text("Nobody has said anything yet.")).to_be_visible()
    expect(player.get_by_text("A close one!")).to_have_count(0)
