"""Events that players open themselves: two meet in an arena and come back to its table; four begin a sit-and-go."""

import re

import pytest
from conftest import complaints
from playing import in_shell
from playwright.sync_api import Page, expect
from seat import in_menu, sign_in_as

pytestmark = pytest.mark.browser

PEOPLE = """
from accounts import services as accounts
for name in {names}:
    accounts.official(username=name.lower() + "-{key}", name=name, email="", password="seven of hearts")
"""
BEGIN = """
from django.utils import timezone
from tournaments.models import Arena
Arena.objects.filter(public_id="{arena}").update(starts_at=timezone.now())
"""


def signed_in(visit, site, key: str, *names: str) -> list[Page]:
    """A page for each of these people, on a phone and on a desk by turns."""
    in_shell(site, PEOPLE.format(names=names, key=key))
    pages = []
    for number, name in enumerate(names):
        page = visit(*((390, 844) if number % 2 else (1280, 800)))
        sign_in_as(page, f"{name.lower()}-{key}", "seven of hearts")
        pages.append(page)
    return pages


def test_two_meet_in_an_arena_and_one_comes_back_to_its_table(visit, site, axe, shoot) -> None:
    ann, ben = signed_in(visit, site, "arena", "Ann", "Ben")
    ann.goto("/tables/new/")
    ann.get_by_role("link", name="Open events").first.click()
    ann.get_by_role("link", name="Open an arena").click()
    ann.get_by_label("Name").fill("Before lunch")
    ann.get_by_role("button", name="Open the arena").click()
    expect(ann.get_by_text("You take part.")).to_be_visible()
    where = ann.url
    ben.goto("/open/")
    ben.get_by_role("link", name="Before lunch").click()
    ben.get_by_role("button", name="Join", exact=True).click()
    expect(ann.locator("#arena tbody tr")).to_have_count(2)
    assert complaints(ann, axe) == []
    shoot(ben, "arena-waits")
    in_shell(site, BEGIN.format(arena=where.rstrip("/").rsplit("/", 1)[1]))
    for page in (ann, ben):
        page.wait_for_url(re.compile("/tables/"))
        expect(page.locator("gin-table .gt-card").first).to_be_visible()
    in_menu(ben, "Resign")
    ben.locator("#gt-ask[open] .button.danger").click()
    ann.get_by_role("link", name="Back to the event").click()
    expect(ann.locator("#arena tbody tr").first).to_contain_text("Ann")
    expect(ann.locator("#arena tbody tr").first.locator("td.side")).to_contain_text("2")
    shoot(ann, "arena-after-a-game")
    ben.goto(where)
    expect(ben.get_by_role("button", name="Play on")).to_be_visible()
    assert complaints(ben, axe) == []


def test_with_the_fourth_a_sit_and_go_begins(visit, site, axe, shoot) -> None:
    first, *others = signed_in(visit, site, "sit", "Cy", "Dee", "Eve", "Fay")
    first.goto("/sit-and-go/new/")
    first.get_by_role("button", name="Open it and sit down").click()
    expect(first.get_by_text("3 seats are free")).to_be_visible()
    assert complaints(first, axe) == []
    for page in others:
        page.goto(first.url if "/sit-and-go/" in first.url else "/open/")
        if page is others[0]:
            shoot(page, "sit-and-go")
        page.get_by_role("button", name="Take a seat").click()
    for page in (first, *others):
        page.wait_for_url(re.compile("/t/sit-and-go"))
    expect(first.get_by_role("link", name=re.compile("Go to your table|Your table")).first).to_be_visible(
        timeout=60_000
    )
