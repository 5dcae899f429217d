"""A match in person on two phones: deals entered without a connection are sent when it is back; no sheet is forked."""

import time

import pytest
from conftest import complaints
from night import running_round
from playwright.sync_api import expect
from seat import sign_in

pytestmark = pytest.mark.browser


def enter(phone, who, first, second):
    """A knock: who knocked (0 or 1), and both counts."""
    phone.get_by_label("Knock", exact=True).check()
    phone.locator('.for-seat input[name="seat"]').nth(who).check()
    phone.locator("#id_count_first").fill(str(first))
    phone.locator("#id_count_second").fill(str(second))
    phone.get_by_role("button", name="Enter the deal").click()


def fits(phone):
    return phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def open_sheet(phone, letters):
    """The slip by its letters, and from it the score sheet."""
    phone.goto("/s/")
    phone.get_by_label("Table").fill("1")
    phone.get_by_label("Six letters").fill(letters)
    phone.get_by_role("button", name="Open the slip").click()
    phone.get_by_role("link", name="Write the score sheet deal by deal").click()
    expect(phone.get_by_role("heading", name="Deal 1", exact=False)).to_be_visible()


KEPT = """async (deals) => {
    const kept = await caches.match(location.pathname);
    const page = kept && new DOMParser().parseFromString(await kept.text(), "text/html");
    const gains = page?.querySelectorAll(".gt-sheet tbody td.num strong").length;
    return Boolean(navigator.serviceWorker.controller) && gains === deals;
}"""


def wait_until_kept(phone, deals):
    """`wait_for_function` takes a promise for a yes and waits for nothing."""
    until = time.monotonic() + 30
    while not phone.evaluate(KEPT, deals):
        assert time.monotonic() < until
        phone.wait_for_timeout(50)


def test_a_sheet_opens_again_without_a_connection(visit, shoot, site, axe):
    desk = visit(1280, 900, "light")
    slug = running_round(desk, site, "Cellar")
    desk.goto(f"/o/{slug}/print/slips/?round=1")
    phone = visit(390, 844, "light")
    open_sheet(phone, desk.locator(".slip-letters").first.inner_text())
    rows, unsent = phone.locator(".gt-sheet tbody tr"), phone.locator("[data-unsent]")
    enter(phone, 0, 5, 20)
    expect(rows.first).to_contain_text("+15")
    wait_until_kept(phone, 1)
    phone.context.set_offline(True)
    phone.reload()
    expect(rows.first).to_contain_text("+15")
    enter(phone, 1, 40, 6)
    expect(unsent.get_by_text("One deal is not sent")).to_be_visible()
    phone.reload()
    expect(unsent.get_by_text("One deal is not sent")).to_be_visible()
    shoot(phone, "score-sheet-reloaded-offline-390-light")
    assert not complaints(phone, axe)
    phone.context.set_offline(False)
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("+34")
    expect(unsent).to_be_hidden()
    desk.goto(f"/o/{slug}/results/1/")
    scopes = desk.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.map(one => one.scope))")
    assert not [scope for scope in scopes if "/s/" in scope]


def test_deals_wait_for_the_connection_and_two_phones_write_one_sheet(visit, shoot, site, axe):
    desk = visit(1280, 900, "light")
    slug = running_round(desk, site, "Sheets")
    desk.goto(f"/o/{slug}/print/slips/?round=1")
    letters = desk.locator(".slip").first.locator(".slip-letters").all_inner_texts()
    ana, ben = visit(390, 844, "dark"), visit(320, 640, "light")
    for phone, typed in zip((ana, ben), letters, strict=True):
        open_sheet(phone, typed)
    ana.context.set_offline(True)
    enter(ana, 0, 5, 20)
    enter(ana, 1, 40, 6)
    expect(ana.get_by_text("2 deals are not sent")).to_be_visible()
    shoot(ana, "score-sheet-offline-390-dark")
    assert fits(ana)
    assert not complaints(ana, axe)
    ana.context.set_offline(False)
    rows = ana.locator(".gt-sheet tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("+34")
    expect(ana.locator("[data-unsent]")).to_be_hidden()
    enter(ben, 0, 1, 30)
    expect(ben.locator("[data-unsent]").get_by_text("Somebody else has written")).to_be_visible()
    expect(ben.locator(".gt-sheet tbody tr")).to_have_count(2)
    shoot(ben, "score-sheet-conflict-320-light")
    assert fits(ben)
    assert not complaints(ben, axe)
    ben.get_by_role("button", name="Send after these").click()
    expect(ben.locator(".gt-sheet tbody tr")).to_have_count(3)
    enter(ben, 0, 11, 30)
    expect(ben.get_by_text("(GIN-15)")).to_be_visible()
    enter(ben, 0, 0, 60)
    expect(ben.get_by_role("heading", name="wins")).to_be_visible()
    shoot(ben, "score-sheet-over-320-light")
    assert not complaints(ben, axe)
    ben.get_by_role("button", name="Send the result").click()
    expect(ben.get_by_text("with their own slip")).to_be_visible()
    assert fits(ben)
    ana.goto(ana.url.replace("/deals/", "/"))
    expect(ana.get_by_role("button", name="and agree")).to_be_visible()


def test_a_deal_of_who_is_signed_out_is_kept_until_they_are_back(visit, site, axe):
    desk = visit(1280, 900, "light")
    slug = running_round(desk, site, "Attic")
    desk.goto(f"/o/{slug}/print/slips/?round=1")
    open_sheet(phone := visit(390, 844, "light"), desk.locator(".slip-letters").first.inner_text())
    match = phone.locator("score-entry").get_attribute("data-match")
    desk.goto(f"/matches/{match}/deals/")
    desk.context.clear_cookies(name="sessionid")
    enter(desk, 0, 5, 20)
    unsent = desk.locator("[data-unsent]")
    expect(unsent.get_by_text("you are signed out")).to_be_visible()
    expect(unsent.get_by_text("One deal is not sent")).to_be_visible()
    assert not complaints(desk, axe)
    sign_in(desk, site)
    desk.goto(f"/matches/{match}/deals/")
    expect(desk.locator(".gt-sheet tbody tr")).to_have_count(1)
    expect(unsent).to_be_hidden()
