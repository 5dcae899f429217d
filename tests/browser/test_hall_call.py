"""A call in the hall on the director's phone, without a script: cards were missing at the end of a deal. Five presses
and no word typed; the score sheet follows. And the same pages with scripts, in Spanish and in the dark."""

import re

import pytest
from conftest import complaints
from playing import in_shell
from playwright.sync_api import Browser, Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser

OPEN = """
from django.utils import timezone
from accounts.models import User
from clubs import services as clubs
from games import engine
from tournaments.desk import services as desk
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.models import Match
from tournaments.results.services import score_sheets
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
now = timezone.now()
olga = User.objects.get(username="{organiser}")
club = clubs.create_club(name="Cafe Astoria", organiser=olga)
tournament = creating.create_tournament(
    club=club, name="Night of calls", variant="gin-rummy-com", by=olga, now=now, rounds=1, mode="in_person"
)
text = "name,rating,email,team\\nAda,,,\\nBela,,,"
entering.import_entries(tournament=tournament, text=text, dry_run=False, now=now)
entering.check_in_all(tournament=tournament, now=now, by=olga)
stages.begin(tournament=tournament, now=now, by=olga)
rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=now, by=olga)
editing.publish_round(rnd=rnd, now=now, by=olga)
running.start_round(rnd=rnd, now=now)
match = Match.objects.select_related("round__stage__tournament").get(round=rnd)
deal = engine.DealEntry(how="knock", seat=0, counts=(4, 30), dealer=0)
score_sheets.enter_deal(match=match, entry=deal, key="one", version=0, now=now)
first, second = (entry.members.get().user for entry in match.entries)
for who, words in ((first, "A card is missing"), (second, "And another")):
    desk.call_director(match=match, table="", words=words, by=who, now=now)
print("night", tournament.slug, match.public_id)
"""


def decide(desk: Page, slug: str, press) -> None:
    """Five presses: the case, what happened, whose it was, the law's choice, the decision."""
    desk.goto(f"/o/{slug}/desk/")
    press(desk.locator("#desk li", has_text="A card is missing").locator("a"))
    press(desk.locator('#happenings a[href*="happened=end"]'))
    press(desk.locator(".whose label").first)
    press(desk.locator('button[value="IRR-10:1"]'))
    expect(desk.locator(".effect .totals")).to_contain_text("26 → 16")
    press(desk.locator('button[value="decide_call"]'))
    expect(desk.locator("#desk li", has_text="A card is missing")).to_have_count(0)


def test_cards_that_were_missing_are_ruled_on_by_five_presses(browser: Browser, site, visit, shoot, axe) -> None:
    found = in_shell(site, OPEN.format(organiser=site.username))
    slug, match = re.findall(r"^night (\S+) (\w+)$", found, re.MULTILINE)[0]
    context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844}, java_script_enabled=False)
    phone, presses = context.new_page(), []
    sign_in(phone, site)

    def press(button) -> None:
        presses.append(button)
        button.click()

    decide(phone, slug, press)
    assert len(presses) == 5
    phone.goto(f"/matches/{match}/")
    expect(phone.locator("main")).to_contain_text("16")
    context.close()

    dark = visit(390, 844, "dark", "es-ES")
    sign_in(dark, site)
    dark.goto(f"/o/{slug}/desk/")
    dark.locator("#desk li", has_text="And another").locator("a").click()
    case = dark.url
    for name, asked in (
        ("happened", ""),
        ("law", "?happened=knock"),
        ("decide", "?choice=IRR-33:again"),
        ("other", "?choice=other"),
    ):
        dark.goto(case + asked)
        shoot(dark, f"call-{name}-390")
        assert not complaints(dark, axe)
        assert dark.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dark.goto(f"{case}?happened=knock")
    expect(dark.locator(".laws")).to_contain_text("El rival puede rechazar el cierre.")
    dark.goto(case)
    dark.locator("#q").fill("baraja")
    expect(dark.locator('#happenings a[href*="happened=knock"]')).to_have_count(0)
    expect(dark.locator('#happenings a[href*="happened=pack"]')).to_be_visible()
