"""The deal of the day, from home to the ranking: as a guest, then under a name."""

import re
from time import monotonic

import pytest
from conftest import complaints
from playing import PAUSE_MS, gin
from playwright.sync_api import Page, expect
from seat import Person, sign_in

pytestmark = pytest.mark.browser
LIMIT_S = 240  # the house pauses as a person does


def play(page: Page) -> None:
    """Sit down from the page of the day, and play the deal to its end."""
    page.get_by_role("button", name="Play today’s deal").click()
    page.wait_for_url(re.compile(r"/tables/"))
    person, until = Person(page), monotonic() + LIMIT_S
    while not person.look().is_over:
        assert monotonic() < until, person.table.inner_text()
        if not gin(person, person.look()):
            page.wait_for_timeout(PAUSE_MS)


def test_a_guest_and_a_member_play_the_deal_of_the_day(visit, site, axe, shoot) -> None:
    guest = visit(390, 844, "dark")
    guest.goto("/")
    guest.get_by_role("link", name="List of the best").click()
    expect(guest.get_by_text("Nobody has finished today’s deal yet.")).to_be_visible()
    found = complaints(guest, axe)
    play(guest)
    guest.locator(".gt-end").get_by_role("link", name="List of the best").click()
    expect(guest.get_by_text("Sign up in this browser")).to_be_visible()
    member = visit(1280, 800)
    sign_in(member, site)
    member.goto("/daily/")
    play(member)
    member.goto("/daily/")
    expect(member.get_by_text("That is place 1.")).to_be_visible()
    expect(member.locator("tr.me")).to_have_count(1)
    shoot(member, "daily-1280")
    guest.reload()
    shoot(guest, "daily-390-dark")
    found += complaints(guest, axe) + complaints(member, axe)
    assert not found
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
