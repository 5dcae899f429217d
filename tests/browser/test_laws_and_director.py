"""An illegal knock under table laws leads to a ruling, and players talk, mute and report: two players and a director,
each in a separate browser."""

import re
from time import monotonic

import pytest
from conftest import PATIENCE_MS, complaints
from playing import PAUSE_MS, in_shell
from playwright.sync_api import Locator, Page, expect
from seat import Person, in_menu, sign_in, sign_in_as, to_first_deal

pytestmark = pytest.mark.browser

OPEN = """
from django.utils import timezone
from accounts import services as accounts
from accounts.models import User
from clubs import services as clubs
from duework import services as duework
from games.models import Table
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.stages.services import progression as stages
now = timezone.now()
olga = User.objects.get(username="{organiser}")
club = clubs.create_club(name="Knockers", organiser=olga)
laws = {{"laws": "table_laws", "clock": None, "pace": "fast", "chat": "full"}}
tournament = creating.create_tournament(
    club=club, name="Night of laws", variant="gin-rummy-com", by=olga, now=now, rounds=1, settings=laws
)
for name in ("Ann", "Ben"):
    user = accounts.official(username=name.lower() + "-laws", name=name, email="", password="seven of hearts")
    entering.enter(tournament=tournament, user=user, by=user, now=now)
entering.check_in_all(tournament=tournament, now=now, by=olga)
stages.begin(tournament=tournament, now=now, automatic=True, by=olga)
for _ in range(50):
    duework.sweep(now=timezone.now())
    table = Table.objects.filter(settings__tournament=tournament.public_id).first()
    if table:
        break
print("table", table.public_id, tournament.slug)
"""


def open_table(site) -> tuple[str, str]:
    """The table of a tournament's only match, and the tournament's address."""
    found = in_shell(site, OPEN.format(organiser=site.username))
    return re.findall(r"^table (\w+) (\S+)$", found, re.MULTILINE)[0]


def on_move(players: tuple[Person, Person]) -> tuple[Person, Person]:
    """Who is on move, and the other, once both pages know it."""
    mine, until = [player.table.locator(".gt-status.mine") for player in players], monotonic() + PATIENCE_MS / 1000
    while (count := [status.count() for status in mine]) not in ([1, 0], [0, 1]):
        assert monotonic() < until, f"on move are {count}"
        players[0].page.wait_for_timeout(PAUSE_MS)
    return players if count[0] else (players[1], players[0])


def lowest(player: Person) -> str:
    return min(player.hand(), key=lambda card: "A23456789TJQK".index(card[0]))


def knock_with_too_much(players: tuple[Person, Person]) -> tuple[Person, Person]:
    """Both leave the upcard, and who draws first knocks at once with whatever it is; who knocked, and who did not."""
    for _ in range(2):
        now, _other = on_move(players)
        expect(now.verb("v")).to_be_visible()
        now.verb("v").click()
        expect(now.table.locator(".gt-status.mine")).to_have_count(0)
    now, other = on_move(players)
    expect(now.verb("s")).to_be_visible()
    now.verb("s").click()
    expect(now.table.locator(".gt-card")).to_have_count(11)
    now.table.locator(f'.gt-card[data-card="{lowest(now)}"]').click()
    now.verb("k").click()
    now.table.locator("dialog[open] .button.primary").click()
    return now, other


def talk(ann: Person, ben: Person, shoot, axe: str) -> None:
    """The key / and the chip open the talk; what is written is text; a mute holds over a reload."""
    ann.table.locator(".felt").focus()
    ann.page.keyboard.press("/")
    expect(ann.table.get_by_label("Write to the table")).to_be_focused()
    ann.page.keyboard.type("<b>Good</b> evening")
    ann.page.keyboard.press("Enter")
    expect(ann.table.locator(".gt-heard li.mine")).to_contain_text("<b>Good</b> evening")
    expect(ann.table.get_by_label("Write to the table")).to_have_value("")
    chip = ben.table.get_by_role("button", name="Talk, 1 new")
    expect(chip).to_be_visible()
    shoot(ben.page, "chat-chip-390")
    chip.click()
    expect(ben.table.locator(".gt-heard")).to_contain_text("<b>Good</b> evening")
    expect(ben.table.locator(".gt-chat [aria-live=polite]")).to_contain_text("<b>Good</b> evening")
    expect(ben.table.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(ben.table.locator(".felt")).to_be_focused()
    ben.table.locator(".gt-chat-chip").last.click()  # on a phone the talk is a sheet
    ben.table.get_by_role("button", name="Good luck!").click()
    expect(ann.table.locator(".gt-heard")).to_contain_text("Ben Good luck!")
    for person, size in ((ann, "1280"), (ben, "390")):
        shoot(person.page, f"chat-open-{size}")
        assert complaints(person.page, axe) == []
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.table.get_by_role("button", name="Mute Ann").click()
    expect(ben.table.locator(".gt-heard")).not_to_contain_text("evening")
    ben.page.reload()
    ben.table.locator(".gt-chat-chip").last.click()
    expect(ben.table.get_by_role("button", name="Unmute Ann")).to_be_visible()
    ann.page.keyboard.type("Can you hear me?")
    ann.page.keyboard.press("Enter")
    expect(ann.table.locator(".gt-heard")).to_contain_text("Can you hear me?")
    ben.table.get_by_role("button", name="Unmute Ann").click()
    expect(ben.table.locator(".gt-heard")).to_contain_text("Can you hear me?")
    ben.table.get_by_role("button", name="Back to the cards").click()
    expect(ben.table.locator(".felt")).to_be_focused()


def report(ann: Person, ben: Person, desk: Page, slug: str, shoot) -> None:
    """Ben reports Ann; the director reads what was said, asks her to be silent, and lets her talk again."""
    talk = ben.table.get_by_role("button", name="Report Ann")
    if not talk.is_visible():  # on a phone it is a sheet, which was closed
        ben.table.locator(".gt-chat-chip").last.click()
    talk.click()
    shoot(ben.page, "chat-report-390")
    ben.table.get_by_label("What is wrong?").fill("Shouting at me")
    ben.table.get_by_role("button", name="Send the report").click()
    expect(ben.table.locator(".gt-chat-note")).to_contain_text("Your report has been sent.")
    desk.goto(f"/o/{slug}/desk/")
    desk.get_by_role("listitem").filter(has_text="Shouting at me").get_by_role("link", name="Open the case").click()
    expect(desk.locator("main")).to_contain_text("<b>Good</b> evening")
    shoot(desk, "chat-case")
    desk.get_by_label("Reason (the player reads it)").fill("Softly, please")
    desk.get_by_role("button", name="Ask for silence").click()
    expect(desk.locator("main")).to_contain_text("is asked not to talk: Softly, please")
    expect(ann.table.locator(".gt-say")).to_contain_text("Softly, please")  # at once, before she has said anything
    expect(ann.table.get_by_label("Write to the table")).to_have_count(0)
    shoot(ann.page, "chat-silenced-1280")
    desk.get_by_label("Reason (the player reads it)").fill("Well said")
    desk.get_by_role("button", name="Let the player talk again").click()
    ann.table.get_by_label("Write to the table").fill("Thank you")
    ann.page.keyboard.press("Enter")
    expect(ben.table.locator(".gt-heard")).to_contain_text("Thank you")


def test_an_illegal_knock_goes_to_a_ruling(visit, shoot, site, axe) -> None:
    table, slug = open_table(site)
    pages = visit(1280, 900, "light"), visit(390, 844, "dark")
    for page, name in zip(pages, ("ann-laws", "ben-laws"), strict=True):
        sign_in_as(page, name, "seven of hearts")
        page.goto(f"/tables/{table}/")
    ann, ben = Person(pages[0]), Person(pages[1])
    talk(ann, ben, shoot, axe)
    knocker, other = knock_with_too_much((ann, ben))
    expect(other.table.get_by_role("button", name="Object")).to_be_visible()
    expect(knocker.table.get_by_role("button", name="Admit a slip")).to_be_visible()
    expect(other.table.locator(".gt-law")).not_to_contain_text("IRR")
    expect(other.table.locator(".gt-last")).to_have_text(re.compile(r"^\w+ knocks, throwing (10|\w)[♠♥♦♣]\.$"))
    panel, more = other.table.locator("#gt-director"), other.table.locator(".gt-opens").last
    if more.is_visible():  # on a phone it stands among the sheets
        more.click()
    panel.get_by_label("What happened?").fill("Far more than ten")
    other.page.route("**/director/call", lambda route: route.abort())
    panel.get_by_role("button", name="Call the director").click()
    expect(other.table.get_by_text("The server did not answer. Try again.")).to_be_visible()
    expect(panel.get_by_label("What happened?")).to_have_value("Far more than ten")
    other.page.unroute("**/director/call")
    panel.get_by_role("button", name="Call the director").click()
    expect(panel).to_contain_text("The director has been called.")
    if more.is_visible():
        other.page.keyboard.press("Escape")
    expect(other.table.get_by_text("The server did not answer. Try again.")).to_have_count(0)
    for page, size in zip(pages, ("1280-light", "390-dark"), strict=True):
        shoot(page, f"laws-knock-{size}")
        assert not complaints(page, axe)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    desk = visit(1280, 900, "light")
    rule_on_it(desk, site, slug, shoot, axe)

    for player in (ann, ben):  # what was ruled stands over the table, not only among what happened
        ruling = player.table.locator(".felt .gt-ruling")
        expect(ruling).to_contain_text("IRR-21")
        assert ruling.bounding_box()["y"] < player.table.locator(".gt-hand").bounding_box()["y"]
    for player, erred in ((knocker, ".gt-hand"), (other, ".gt-seat.far")):  # … and as a slip at whoever erred
        slip = player.table.locator(".gt-note[data-at]")
        expect(slip).to_contain_text("IRR-21")
        at, box = slip.bounding_box(), player.table.locator(erred).bounding_box()
        assert at["x"] < box["x"] + box["width"]
        assert box["x"] < at["x"] + at["width"]
    choice = other.table.get_by_role("button", name="Take the knock off")
    expect(choice).to_be_visible()
    expect(panel).to_contain_text("IRR-21")
    shoot(other.page, "laws-choice")
    assert not complaints(other.page, axe)
    other.table.locator(".felt").focus()
    other.page.keyboard.press("1")
    other.table.locator("dialog[open] .button.primary").press("Enter")
    expect(other.table.locator(".gt-law")).to_contain_text("plays with the hand face up")
    expect(knocker.table.locator(".gt-log")).to_contain_text("IRR-21")
    report(ann, ben, desk, slug, shoot)
    in_menu(knocker.table, "Resign")
    knocker.table.locator("#gt-ask .button.danger").click()
    expect(other.table.locator(".gt-end")).to_be_visible()
    is_told_that_it_failed(other, panel)
    in_the_record(other.page, table)


def is_told_that_it_failed(person: Person, panel: Locator) -> None:
    """An appeal that does not arrive says so on the card of the result, too."""
    more = person.table.locator(".gt-opens").last
    if more.is_visible():
        more.click()
    panel.locator("details summary").first.click()
    panel.get_by_label("Why").first.fill("The count was wrong")
    person.page.route("**/director/appeal", lambda route: route.abort())
    panel.locator("details .button").first.click()
    note = person.table.locator(".gt-note")
    expect(note).to_have_text("The server did not answer. Try again.")
    expect(note).to_be_in_viewport(ratio=1)


def rule_on_it(desk: Page, site, slug: str, shoot, axe) -> None:
    """The director finds the call and decides it in three steps: what happened, what the law says, one button."""
    sign_in(desk, site)
    desk.goto(f"/o/{slug}/desk/")
    expect(desk.locator("#desk")).to_contain_text("Table 1, round 1")
    expect(desk.locator("#desk")).to_contain_text("Far more than ten")
    shoot(desk, "laws-desk")
    assert not complaints(desk, axe)
    desk.get_by_role("link", name="Open the case").click()
    desk.get_by_label("Search what happened").fill("deadwood opponent")
    expect(desk.locator("#happenings a", has_text="Drew from the stock")).to_have_count(0)
    shoot(desk, "laws-happened")
    assert not complaints(desk, axe)
    desk.get_by_role("link", name="Knocked with too much deadwood").press("Enter")
    law = desk.locator(".laws li", has_text="IRR-21")
    expect(law).to_contain_text("The opponent may refuse the knock.")
    shoot(desk, "laws-says")
    assert not complaints(desk, axe)
    law.get_by_role("button", name="It was").first.press("Enter")
    expect(desk.locator("#step")).to_contain_text("Ruling by IRR-21")
    desk.get_by_label("A word to the table").fill("Counted at the table")
    shoot(desk, "laws-decide")
    assert not complaints(desk, axe)
    desk.get_by_role("button", name="Record, tell and close").click()
    expect(desk.locator("main")).to_contain_text("the case is closed")
    expect(desk.locator("#desk")).to_contain_text("Nobody waits.")


def in_the_record(page: Page, table: str) -> None:
    """The page of the deal names the law."""
    to_first_deal(page, table)
    expect(page.locator("main")).to_contain_text("Ruling by IRR-21")
