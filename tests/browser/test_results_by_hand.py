"""Results by keyboard at the desk and by a slip on a phone; the hall screen with and without a connection."""

import re
from time import monotonic

import pytest
from conftest import PATIENCE_MS
from night import MORE, PLAYERS, running_round
from playing import PAUSE_MS
from playwright.sync_api import Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser
LEAVES = "() => window.dispatchEvent(new Event('beforeunload', {cancelable: true}))"  # false: the page asks first


def may_be_left(page: Page) -> None:
    """Once the last answer is on the page, it asks nobody."""
    until = monotonic() + PATIENCE_MS / 1_000
    while not page.evaluate(LEAVES):
        assert monotonic() < until, page.locator("main").inner_text()
        page.wait_for_timeout(PAUSE_MS)


def test_the_grid_is_filled_by_keyboard_alone(visit, shoot, site):
    page = visit(1280, 900, "light")
    slug = running_round(page, site, "Keys only")
    line = page.locator("#q-line")
    expect(line).to_be_focused()
    page.keyboard.type("a lot")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“a lot” is not a result")
    expect(line).to_be_focused()
    page.keyboard.type("2 33-101")  # the refused line is selected: the next one takes its place
    page.keyboard.press("Enter")
    page.keyboard.type("1")  # a quick hand: the line before is still on its way
    expect(page.get_by_text("1 table missing")).to_be_visible()
    expect(line).to_be_focused()
    expect(line).to_have_value("1")
    shoot(page, "grid-by-keyboard-1280-light")
    page.keyboard.press("Enter")
    expect(page.get_by_text("All results are in")).to_be_visible()
    rows = page.locator("table.grid-rows tbody tr")
    expect(rows.nth(1).locator('input[name="second"]')).to_have_value("101")
    page.get_by_role("button", name="Undo table 2").click()
    expect(page.get_by_text("1 table missing")).to_be_visible()
    assert page.url.split("?")[0].endswith(f"/o/{slug}/results/1/")


def test_lines_typed_faster_than_they_are_saved_are_all_saved(visit, site):
    page = visit(1280, 900, "light")
    slug = running_round(page, site, "Quick hands", players=PLAYERS + MORE)
    held = []

    def hold_the_first(route):
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route("**/results/1/", hold_the_first)
    expect(page.locator("#q-line")).to_be_focused()
    for line in ("101-11", "102-12", "4 104-14", "103-13"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator("#q-waiting")).to_have_text("Waiting to be saved: 102-12 · 4 104-14 · 103-13")
    assert len(held) == 1, "one is on its way, the others wait"
    assert page.evaluate(LEAVES) is False, "who leaves is asked first: the lines live in this page"
    held[0].continue_()
    expect(page.get_by_text("All results are in")).to_be_visible()
    may_be_left(page)
    page.goto(f"/o/{slug}/results/1/")
    rows = page.locator("table.grid-rows tbody tr")
    shown = [rows.nth(n).locator('input[name="first"]').input_value() for n in range(4)]
    assert shown == ["101", "102", "103", "104"]


def test_who_types_without_looking_up_saves_nothing_at_the_wrong_table(visit, site, shoot):
    """Each saved line is said; after a refused one the next is asked about, and its Enter alone says yes."""
    page = visit(1280, 900, "light")
    running_round(page, site, "Heads down", players=PLAYERS + MORE)
    page.keyboard.type("104-60\n")
    expect(page.locator("#q-said")).to_have_text(re.compile(r"Saved: Table 1: .+ 104 – .+ 60"))
    page.keyboard.type("104-104\n")
    expect(page.get_by_role("alert")).to_contain_text("“104-104” was not saved.")
    shoot(page, "grid-refused-1280-light")
    page.keyboard.type("104-33\n")
    expect(page.get_by_role("alert")).to_contain_text("The line before was refused. Is this the result of table 2?")
    expect(page.get_by_text("3 tables missing")).to_be_visible()
    page.keyboard.type("104-44\n")
    expect(page.get_by_role("alert")).to_contain_text("44")
    expect(page.get_by_text("3 tables missing")).to_be_visible()
    shoot(page, "grid-asked-1280-light")
    page.keyboard.press("Enter")
    expect(page.locator("#q-said")).to_have_text(re.compile(r"Saved: Table 2: .+ 104 – .+ 44"))
    expect(page.get_by_text("2 tables missing")).to_be_visible()


def test_figures_that_are_half_typed_when_the_round_closes_are_shown(visit, site, shoot):
    page = visit(390, 844, "light")
    running_round(page, site, "Half typed")
    for table in (1, 2):
        page.locator("#q-line").fill(f"{table}. 104-60")
        page.keyboard.press("Enter")
        expect(page.get_by_text("1 table missing" if table == 1 else "All results are in")).to_be_visible()
    page.locator("table.grid-rows tbody tr").nth(1).locator("input[name=first]").fill("77")
    told = page.locator("#not-entered")
    expect(told).to_be_visible()  # the round has closed by itself
    expect(told.locator("li")).to_contain_text(": 77")
    expect(told.get_by_role("link", name="Correct the result")).to_be_visible()
    shoot(page, "half-typed-390-light")


def test_two_desks_see_each_other_and_neither_writes_over_the_other(visit, site):
    ana, ben = visit(1280, 900, "light"), visit(1280, 900, "light")
    slug = running_round(ana, site, "Two desks")
    sign_in(ben, site)
    ben.goto(f"/o/{slug}/results/1/")
    expect(ben.locator("#q-line")).to_be_focused()
    ben.keyboard.type("1 60-104")  # half typed: nothing changes under his hands
    ana.keyboard.type("1 104-60")
    ana.keyboard.press("Enter")
    expect(ana.get_by_text("1 table missing")).to_be_visible()
    ben.keyboard.press("Enter")
    expect(ben.get_by_role("alert")).to_contain_text("Table 1: 104-60 stands, entered meanwhile")
    expect(ben.locator("#q-line")).to_have_value("60-104")
    ben.keyboard.type("2 101-33")
    ben.keyboard.press("Enter")
    rows = ana.locator("table.grid-rows tbody tr")
    expect(rows.nth(1).locator('input[name="first"]')).to_have_value("101")  # without a touch of hers
    expect(rows.nth(0).locator('input[name="first"]')).to_have_value("104")


def test_what_is_typed_without_a_connection_is_said_and_sent_when_it_is_back(visit, site, shoot):
    page = visit(1280, 900, "light")
    slug = running_round(page, site, "Cut off")
    page.context.set_offline(True)
    page.keyboard.type("1 104-60")
    page.keyboard.press("Enter")
    waits = page.locator("#q-waiting")
    expect(waits).to_contain_text("Not saved yet, sent again as soon as the connection is back: 1 104-60")
    page.keyboard.type("2 33-101")
    page.keyboard.press("Enter")
    expect(waits).to_contain_text("1 104-60 · 2 33-101")
    shoot(page, "grid-cut-off-1280-light")
    page.context.set_offline(False)
    expect(page.get_by_text("All results are in")).to_be_visible()
    page.goto(f"/o/{slug}/results/1/")
    rows = page.locator("table.grid-rows tbody tr")
    assert [rows.nth(n).locator('input[name="first"]').input_value() for n in range(2)] == ["104", "33"]


def test_a_line_that_the_site_did_not_take_is_there_when_the_page_is_loaded_again(visit, site):
    page = visit(1280, 900, "light")
    running_round(page, site, "Not taken")
    page.route("**/results/1/", lambda route: route.fulfill(status=403, body=""), times=1)
    page.locator("#q-line").fill("1 104-60")
    page.locator("#q-line").press("Enter")
    expect(page.locator("#q-waiting")).to_contain_text("Not saved: load this page again, then send it. 1 104-60")
    page.reload()
    expect(page.locator("#q-line")).to_have_value("1 104-60")
    page.locator("#q-line").press("Enter")
    expect(page.get_by_text("1 table missing")).to_be_visible()


def test_a_row_that_did_not_arrive_is_said_and_sent_again(visit, site):
    page = visit(1280, 900, "light")
    running_round(page, site, "A row cut off")
    row = page.locator("table.grid-rows tbody tr").nth(0)
    row.locator('input[name="first"]').fill("77")
    row.locator('input[name="second"]').fill("101")
    page.context.set_offline(True)
    row.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#offline")).to_contain_text("What you have just sent is not saved")
    page.context.set_offline(False)
    expect(page.get_by_text("1 table missing")).to_be_visible()
    expect(page.locator('table.grid-rows input[name="first"][value="77"]')).to_have_count(1)


def test_a_line_typed_after_the_session_has_ended_is_there_after_signing_in(visit, site):
    page = visit(1280, 900, "light")
    slug = running_round(page, site, "Signed out")
    page.locator("table.grid-rows tbody tr").nth(1).locator('input[name="first"]').fill("88")
    page.context.clear_cookies(name=re.compile("session"))
    page.locator("#q-line").fill("1 104-60")
    page.locator("#q-line").press("Enter")
    page.wait_for_url(re.compile(r"/accounts/login/\?next="))
    assert page.locator("#results").count() == 0, "the whole page has gone there"
    page.locator("#id_login").fill(site.username)
    page.locator("#id_password").fill(site.password)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(f"**/o/{slug}/results/1/**")
    expect(page.locator("#q-line")).to_have_value("1 104-60")
    expect(page.locator("table.grid-rows tbody tr").nth(1).locator('input[name="first"]')).to_have_value("88")
    page.locator("#q-line").press("Enter")
    expect(page.get_by_text("1 table missing")).to_be_visible()


def test_slips_on_two_phones_one_enters_and_the_other_agrees(visit, shoot, site):
    desk = visit(1280, 900, "light")
    slug = running_round(desk, site, "Slips")
    desk.goto(f"/o/{slug}/print/slips/?round=1")
    shoot(desk, "slips-on-paper")
    stubs = desk.locator(".slip").first.locator(".slip-stub")
    first, second = (name.strip() for name in stubs.locator("h4").all_inner_texts())
    letters = stubs.locator(".slip-letters").all_inner_texts()
    phone, other = visit(390, 844, "dark"), visit(390, 844, "light")
    for one, typed in ((phone, letters[0].upper()), (other, letters[1])):
        one.goto("/s/")
        one.get_by_label("Table").fill("1")
        one.get_by_label("Six letters").fill(typed)
        one.get_by_role("button", name="Open the slip").click()
    expect(phone.get_by_text(f"This is the slip of {first}.")).to_be_visible()
    phone.get_by_label(f"Points of {first}").fill("104")
    phone.get_by_label(f"Points of {second}").fill("60")
    shoot(phone, "slip-390-dark")
    phone.get_by_role("button", name="Send the result").click()
    expect(phone.get_by_text(f"waiting for {second} to agree")).to_be_visible()
    shoot(phone, "slip-sent-390-dark")
    expect(other.get_by_text(f"{first} has entered this result.")).to_be_visible()  # nobody loads the page again
    shoot(other, "slip-to-agree-390-light")
    other.get_by_role("button", name=f"Yes, I am {second} and agree").click()
    expect(other.get_by_text("Already in: this result stands.")).to_be_visible()
    expect(phone.get_by_text("Already in: this result stands.")).to_be_visible()
    expect(phone.get_by_role("button", name="Undo (for ten seconds)")).to_have_count(0)
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    desk.goto(f"/o/{slug}/results/1/")
    expect(desk.get_by_text("1 table missing")).to_be_visible()


def test_an_open_slip_follows_what_the_desk_settles(visit, site):
    """Two sides differ; the desk decides, and the phones that are open say so without being touched."""
    desk = visit(1280, 900, "light")
    slug = running_round(desk, site, "Settled")
    desk.goto(f"/o/{slug}/print/slips/?round=1")
    letters = desk.locator(".slip").first.locator(".slip-letters").all_inner_texts()
    phones = visit(390, 844, "dark"), visit(390, 844, "light")
    for phone, typed, points in zip(phones, letters, ((90, 104), (104, 90)), strict=True):
        phone.goto("/s/")
        phone.get_by_label("Table").fill("1")
        phone.get_by_label("Six letters").fill(typed)
        phone.get_by_role("button", name="Open the slip").click()
        for at, figure in zip(("first", "second"), points, strict=True):
            phone.locator(f"#id_{at}").fill(str(figure))
        phone.get_by_role("button", name="Send the result").click()
        expect(phone.get_by_role("button", name="Undo (for ten seconds)")).to_be_visible()
    for phone in phones:
        expect(phone.get_by_role("heading", name="Different results")).to_be_visible()
    desk.goto(f"/o/{slug}/results/1/")
    desk.get_by_role("link", name="Settle it").click()
    desk.get_by_role("button", name="This is right").first.click()
    for phone in phones:
        expect(phone.get_by_text("Already in: this result stands.")).to_be_visible()
        expect(phone.get_by_role("heading", name="Different results")).to_have_count(0)


def test_the_hall_screen_runs_on_when_the_connection_is_lost(visit, shoot, site):
    desk = visit(1280, 900, "light")
    slug = running_round(desk, site, "Hall")
    desk.goto(f"/o/{slug}/screens/")
    desk.get_by_label("Announcement").last.fill("Supper at nine")
    desk.get_by_role("button", name="Put it up").click()
    address = desk.get_by_role("link", name="Open Hall").get_attribute("href")
    hall = visit(1280, 720, "dark")
    hall.goto(address)
    clock, stamp = hall.locator(".hall-clock"), hall.locator("#hall-stamp")
    expect(hall.get_by_text("Supper at nine")).to_be_visible()
    expect(hall.locator(".hall-pane.current")).to_have_count(1)
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    expect(stamp).to_have_text(re.compile(r"^as of \d\d:\d\d$"))
    shoot(hall, "hall-1280-dark")
    hall.context.set_offline(True)
    expect(stamp).to_have_text(re.compile(r"^No connection: as of \d\d:\d\d$"))
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    expect(hall.locator(".hall-names li").first).to_be_visible()
    hall.context.set_offline(False)


def test_a_result_of_another_desk_leaves_what_is_written_and_chosen_here(visit, site):
    """The region comes anew with each result; the fold, the reason in it and a choice in a row stay."""
    page = visit(1280, 900, "light")
    slug = running_round(page, site, "Two desks", players=PLAYERS + MORE, rounds=3)
    page.locator("summary", has_text="Pair the next round without waiting").click()
    page.get_by_label("Reason (public)").click()
    page.keyboard.type("The last ")
    last = page.locator("table.grid-rows tbody tr").last
    outcome = page.locator(f"#{last.locator('select').get_attribute('id')}")  # rows that are done move down
    chosen = outcome.locator("option").nth(1).get_attribute("value")
    outcome.evaluate("(list, value) => { list.value = value }", chosen)
    expect(page.get_by_label("Reason (public)")).to_be_focused()
    other = page.context.new_page()
    other.goto(f"/o/{slug}/results/1/")
    other.locator("#q-line").press_sequentially("101-11")
    other.locator("#q-line").press("Enter")
    expect(page.get_by_text("3 tables missing")).to_be_visible()
    page.keyboard.type("bus")
    expect(page.get_by_label("Reason (public)")).to_be_visible()
    expect(page.get_by_label("Reason (public)")).to_have_value("The last bus")
    expect(outcome).to_have_value(chosen)
    row = page.locator(f"#{outcome.get_attribute('id').replace('o', 'a')}")
    row.click()
    page.keyboard.type("10")
    other.locator("#q-line").press_sequentially("102-12")
    other.locator("#q-line").press("Enter")
    expect(page.get_by_text("2 tables missing")).to_be_visible()
    page.keyboard.type("4")
    expect(row).to_have_value("104")
