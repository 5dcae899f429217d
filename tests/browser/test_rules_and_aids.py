"""From a table to its rules, ratings at the seats, aids turned off, melds laid in two steps."""

from time import monotonic, sleep

import pytest
from conftest import complaints
from playing import PAUSE_MS, in_shell, table_of_two
from playwright.sync_api import Page, Route, expect
from seat import Person, in_menu, sign_in, sign_in_as

pytestmark = pytest.mark.browser
RATED = """
from django.utils import timezone
from accounts.models import User
from ratings.models import PlayerRating, Pool
pool, _ = Pool.objects.get_or_create(key="oklahoma", defaults={"name": "Oklahoma", "variants": ["oklahoma"]})
PlayerRating.objects.create(
    pool=pool, player=User.objects.get(username="Ben-rated"), state=[1611.6], rating=1611.6, matches=3, opponents=2,
    provisional=True, last_at=timezone.now(), peak=1611.6,
)
"""

# Counts the drawings, from the first one on, that show what the player has put away.
WATCH = """window.flashes = 0; const look = () => {
    const sorts = [...document.querySelectorAll('.gt-sort button')];
    if (sorts.some((button) => button.textContent === 'Melds')) window.flashes += 1;
    requestAnimationFrame(look);
}; requestAnimationFrame(look);"""
SLOW_S = 0.5


def slowly(route: Route) -> None:
    """This file comes late, as on a bad line."""
    sleep(SLOW_S)
    route.continue_()


def sit_down(page: Page, rules: str) -> Person:
    """At a table with the house, by way of the page of the rules."""
    page.goto(f"/rules/{rules}/")
    page.get_by_role("link", name="Play it").click()
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Play by these rules").click()
    return Person(page)


def until_own_turn(person: Person, phase_verb: str) -> None:
    """Plays nothing but draws until cards may be laid or thrown."""
    for _ in range(600):
        look = person.look()
        if look.may_throw:
            return
        if look.waits:
            person.go_on()
        elif phase_verb in look.verbs:
            person.use(phase_verb)
        else:
            person.page.wait_for_timeout(25)
    raise AssertionError(person.table.locator(".gt-status").inner_text())


def unlike(cards: list[str]) -> list[str]:
    """Three cards that are neither of a rank nor of a suit."""
    for first in cards:
        for second in cards:
            for third in cards:
                three = (first, second, third)
                if len({card[0] for card in three}) == 3 and len({card[1] for card in three}) > 1:
                    return list(three)
    raise AssertionError(cards)


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_a_table_leads_to_its_rules_and_aids_are_taken_away(visit, site, shoot, axe, width, scheme):
    page = visit(width, 844, scheme)
    sign_in(page, site)
    page.goto("/tables/new/")
    page.get_by_role("link", name="Conquian and Colonel").click()
    with page.context.expect_page() as chosen:
        page.get_by_role("link", name="These rules in plain words").click()
    expect(chosen.value.get_by_role("heading", level=1)).to_have_text("Conquian")
    chosen.value.close()
    person = sit_down(page, "colonel-fosdick")
    with page.context.expect_page() as opened:
        page.locator(".gt-head a.badge").click()
    rules = opened.value
    expect(rules.get_by_role("heading", level=1)).to_have_text("Colonel (Fosdick)")
    rules.get_by_role("link", name="COL-7").first.click()
    expect(rules.locator("#COL-7")).to_be_in_viewport()
    rules.close()
    assert page.url.endswith("/"), "nobody leaves the table by it"

    until_own_turn(person, "s")
    in_menu(page, "Settings")
    page.get_by_label("Aids", exact=True).select_option("none")
    shoot(page, f"own-aids-{width}-{scheme}")
    assert not complaints(page, axe)
    page.keyboard.press("Escape")
    page.add_init_script(WATCH)
    page.route("**/dist/own-ways*", slowly)
    page.reload()
    expect(person.table.locator(".gt-card").first).to_be_visible()
    expect(page.locator(".gt-opens:visible, button:visible:has-text('Settings')").first).to_be_visible()
    assert page.evaluate("window.flashes") == 0, "what was put away is not shown for a moment either"
    expect(person.table.locator('.gt-sort button:has-text("Melds")')).to_have_count(0)
    expect(person.table.locator(".gt-card.melded")).to_have_count(0)

    chosen = unlike(person.look().cards)
    for card in chosen:
        person.pick(card)
    expect(person.verb("n")).to_be_visible()
    person.card(chosen[0]).focus()
    page.keyboard.press("n")
    expect(page.locator("#gt-ask")).to_contain_text("What lies on the table is not taken back")
    shoot(page, f"lay-{width}-{scheme}")
    assert not complaints(page, axe)
    page.keyboard.press("Enter")
    expect(person.table.locator(".gt-note a.rule")).to_have_attribute("href", "/rules/rulebook/#COL-8")
    shoot(page, f"refused-{width}-{scheme}")
    assert not complaints(page, axe)

    in_menu(page, "Settings")
    page.get_by_label("Aids", exact=True).select_option("full")
    page.keyboard.press("Escape")
    expect(person.table.locator('.gt-sort button:has-text("Melds")')).to_have_count(1)
    for card in chosen:
        person.pick(card)


def test_a_meld_that_the_aids_tell_lies_by_two_taps(visit, site):
    page = visit(1280, 900)
    sign_in(page, site)
    person, until = sit_down(page, "colonel-fosdick"), monotonic() + 120
    own, lay = person.table.locator(".gt-card.melded"), person.verb("n")
    while not (own.count() and own.first.is_visible() and not person.look().waits and person.look().may_throw):
        assert monotonic() < until, person.table.inner_text()
        if (look := person.look()).is_over:
            person = sit_down(page, "colonel-fosdick")
        elif not look.may_throw and "s" in look.verbs:
            person.verb("s").click()
        elif look.may_throw and look.cards:
            person.pick(look.cards[0])
            person.verb("d").click()
        else:
            page.wait_for_timeout(PAUSE_MS)
    before = person.table.locator(".gt-table .gt-meld").count()
    own.first.click()
    lay.click()
    expect(person.table.locator(".gt-table .gt-meld")).to_have_count(before + 1)
    expect(page.locator("#gt-ask")).to_have_count(0)


def test_a_rating_stands_at_the_seat_of_who_has_one(visit, site, shoot):
    table = table_of_two(site, "oklahoma", key="rated", options={}, settings={})
    in_shell(site, RATED)
    for width, scheme in ((390, "light"), (1280, "dark")):
        page = visit(width, 844, scheme)
        sign_in_as(page, "Ann-rated", "seven of hearts")
        page.goto(f"/tables/{table}/")
        expect(page.locator(".gt-seat.far .gt-rating")).to_have_text("1612?")
        expect(page.locator(".gt-seat.near .gt-rating")).to_have_count(0)
        shoot(page, f"rating-{width}-{scheme}")
