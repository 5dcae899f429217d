"""A Conquian cup in person with a drawn semifinal: the match is played on, and there is a final and a champion."""

import pytest
from conftest import complaints
from organiser import Organiser
from playwright.sync_api import Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser
FOUR = ("Ana García", "Bø Ørsted", "Chen Wei", "Dora Klein")


def test_a_drawn_semifinal_is_played_on_and_a_final_follows(visit, shoot, site, axe) -> None:
    """The desk types a drawn game, which is no result; the players' sheet goes on with the next game, which decides."""
    page = visit(1280, 900)
    organiser = Organiser(page, shoot, "conquian")
    sign_in(page, site)
    slug = new_cup(organiser)
    organiser.type_names(*FOUR)
    organiser.check_in(4)
    organiser.publish(1)
    for drawn in ("1 =", "1 0-0"):
        type_line(page, drawn)
        expect(page.locator("#q-waiting")).to_be_hidden()
        expect(page.get_by_role("alert")).to_contain_text("play on")
        expect(page.get_by_text("2 tables missing")).to_be_visible()
    organiser.look("drawn-is-no-result")
    first, second = by_sheet(visit, shoot, axe, page, slug)
    page.goto(f"/o/{slug}/results/1/")
    expect(page.get_by_text("1 table missing")).to_be_visible()
    type_line(page, "2 1-0")
    expect(page.get_by_text("All results are in")).to_be_visible()
    organiser.close(1)
    page.goto(f"/t/{slug}/bracket/")
    expect(page.locator(".bracket").first).to_contain_text(first)
    organiser.look("bracket-with-a-final")
    page.goto(f"/o/{slug}/results/1/")
    organiser.pair_next(2)
    organiser.publish(2)
    finalists = page.locator("table.grid-rows tbody tr").first
    expect(finalists).to_contain_text(first)
    expect(page.locator("table.grid-rows tbody")).to_contain_text(second)  # for the third place
    organiser.type_results("1 1-0", "2 0-1")
    organiser.close(2)
    organiser.confirm()
    phone = visit(390, 844, "dark")
    phone.goto(f"/t/{slug}/standings/")
    expect(phone.locator("tbody tr")).to_have_count(4)
    phone.goto(f"/t/{slug}/bracket/")
    shoot(phone, "conquian-bracket-390-dark")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def new_cup(organiser: Organiser) -> str:
    """A single elimination of Conquian in person, on the one screen; the address part of the tournament."""
    page = organiser.page
    page.goto("/o/new/?plain=1")
    page.get_by_label("Name", exact=True).fill("Conquian cup")
    page.get_by_label("Single elimination").check()
    page.get_by_label("Conquian and Colonel").check()
    page.get_by_label("In person", exact=True).check()
    expect(page.locator("#plan")).to_contain_text("Conquian")
    organiser.press("Create the tournament")
    page.wait_for_url("**/entries/")
    return page.url.rsplit("/", 3)[1]


def type_line(page: Page, line: str) -> None:
    """A result by keyboard in the line of the grid, in the place of what stands there."""
    expect(page.locator("#q-line")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type(line)
    page.keyboard.press("Enter")


def by_sheet(visit, shoot, axe, desk: Page, slug: str) -> tuple[str, str]:
    """At table 1 a phone writes a drawn game, which cannot be sent, then one that the first wins; the other phone
    agrees. Who won and who lost."""
    desk.goto(f"/o/{slug}/print/slips/?round=1")
    stubs = desk.locator(".slip").first.locator(".slip-stub")
    names = [name.strip() for name in stubs.locator("h4").all_inner_texts()]
    letters = stubs.locator(".slip-letters").all_inner_texts()
    phones = [visit(390, 844), visit(390, 844, "dark")]
    for phone, typed in zip(phones, letters, strict=True):
        phone.goto("/s/")
        phone.get_by_label("Table").fill("1")
        phone.get_by_label("Six letters").fill(typed)
        phone.get_by_role("button", name="Open the slip").click()
    first, other = phones
    first.get_by_role("link", name="Write the score sheet deal by deal").click()
    first.get_by_label("Drawn", exact=True).check()
    first.get_by_role("button", name="Enter the deal").click()
    expect(first.get_by_role("heading", name="Deal 2", exact=False)).to_be_visible()
    expect(first.get_by_role("button", name="Send the result")).to_have_count(0)
    shoot(first, "conquian-drawn-game-390")
    assert not complaints(first, axe)
    first.get_by_label("Eleven down", exact=True).check()
    first.locator('.for-seat input[name="seat"]').first.check()
    first.get_by_role("button", name="Enter the deal").click()
    expect(first.get_by_role("heading", name="wins")).to_be_visible()
    first.get_by_role("button", name="Send the result").click()
    expect(first.get_by_text("with their own slip")).to_be_visible()
    other.reload()
    other.get_by_role("button", name="and agree").click()
    expect(other.get_by_text("result stands").first).to_be_visible()
    return names[0], names[1]
