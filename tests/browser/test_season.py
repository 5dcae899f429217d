"""A season as its organiser uses it: made from a club's evenings, its points tried, closed; read on a phone."""

import re

import pytest
from organiser import NAMES, Organiser
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_season_from_its_first_evening_to_its_trophies(visit, shoot):
    page = visit(1280, 900, "light")
    walk = Organiser(page, shoot, "season-1280")
    walk.join("Sara Season", "sara")
    walk.found_club("The Season Club")
    slug = walk.new_tournament("Season Opener", "swiss", rounds="1")
    walk.type_names(*(f"{name}, {1900 - 50 * n}" for n, name in enumerate(NAMES[:4])))
    walk.check_in(4)
    walk.publish(1)
    walk.type_results("100-60", "100-80")
    walk.close(1)
    walk.confirm()

    page.goto(f"/t/{slug}/")
    page.locator(".eyebrow a[href^='/clubs/']").click()
    walk.follow("Seasons")
    walk.follow("New season")
    year = page.evaluate("new Date().getFullYear()")
    page.get_by_label("Name").fill("The Year")
    page.get_by_label("First day").fill(f"{year}-01-01")
    page.get_by_label("Last day").fill(f"{year}-12-31")
    walk.look("new")
    walk.press("Make the season")
    expect(page.get_by_role("heading", level=1)).to_have_text("The Year")
    expect(page.locator("table.season-table tbody tr")).to_have_count(4)
    walk.look("table")

    walk.follow("Points")
    page.get_by_label("Points by place, from the first").fill("1, 2")
    walk.press("Show the table")
    expect(page.get_by_text("A worse place cannot give more points")).to_be_visible()
    page.get_by_label("Points by place, from the first").fill("9, 5, 2½")
    walk.press("Show the table")
    expect(page.locator("#preview")).to_contain_text("9 · 5 · 2½")
    walk.look("preview")
    walk.press("Save")
    expect(page.locator("table.season-table tbody tr").first).to_contain_text("10")  # and one for being there

    walk.press("Close the season")
    expect(page.get_by_role("heading", name="Trophies")).to_be_visible()
    winner = page.locator(".season-podium .step-1 strong").inner_text()
    walk.look("closed")

    phone = visit(390, 844, "dark")
    phone.goto(page.url)
    row = phone.locator("table.season-table tbody tr").first
    expect(row).to_contain_text(winner)
    expect(row.locator("td.evening:visible")).to_have_count(1)
    Organiser(phone, shoot, "season-390").look("closed")
    phone.goto(f"{page.url}print/")
    expect(phone.locator(".paper")).to_contain_text(re.compile("Best attendance"))
    phone.get_by_role("button", name="Español").click()
    expect(phone.locator(".paper")).to_contain_text("Mejor asistencia")
