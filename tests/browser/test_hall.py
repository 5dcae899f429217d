"""A club evening on a laptop with the players' phones on its network: two rounds by slip, a wall screen, a correction,
the network cut and the laptop started again in the middle, and the standings of the end."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import complaints, started
from night import running_round
from playing import PAUSE_MS, gin, practise
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

RESULT = "form[data-result]"  # whatever the phone's language
HALL = "127.0.0.2"  # stands for the laptop's address on the network of the hall


def letters_of(desk: Page, slug: str, number: int) -> list[list[str]]:
    """The letters on the slips of a round, table by table."""
    desk.goto(f"/o/{slug}/print/slips/?round={number}")
    slips = desk.locator(".slip")
    return [slips.nth(n).locator(".slip-letters").all_inner_texts() for n in range(slips.count())]


def open_slip(phone: Page, table: int, letters: str) -> None:
    """As it stands on the slip: the address of the hall with /s/, the table, six letters."""
    phone.goto("/s/")
    phone.locator("#id_table").fill(str(table))
    phone.locator("#id_letters").fill(letters)
    phone.locator("main form button[type=submit]").click()
    expect(phone.locator(RESULT)).to_be_visible()


def send(phone: Page, first: int, second: int) -> None:
    phone.locator("#id_first").fill(str(first))
    phone.locator("#id_second").fill(str(second))
    phone.locator(f"{RESULT} button[type=submit]").click()


def agree(phone: Page) -> None:
    phone.get_by_role("button", name="and agree").click()
    expect(phone.get_by_text("Agreed: the result stands.")).to_be_visible()


def close_round(desk: Page) -> None:
    desk.get_by_role("button", name="Close the round").click()
    expect(desk.locator("#next-step")).to_be_visible()


def pair_round(desk: Page, slug: str, number: int) -> None:
    desk.goto(f"/o/{slug}/results/{number - 1}/")
    desk.get_by_role("button", name="Pair the next round").click()
    desk.wait_for_url(f"**/pairings/{number}/")
    desk.get_by_role("button", name="Publish and start").click()
    desk.goto(f"/o/{slug}/results/{number}/")
    expect(desk.locator("#q-line")).to_be_focused()  # as soon as the sweep has started the round


def look_again(wall: Page) -> None:
    """Ask the site at once, as every ten seconds."""
    wall.evaluate("dispatchEvent(new Event('focus'))")


def forget_the_address(data: Path) -> None:
    """As if the site had last run in another Wi-Fi."""
    noted = data / "run" / "server.json"
    noted.write_text(json.dumps(json.loads(noted.read_text()) | {"phones": "http://192.0.2.9:8000"}))


def put_up_a_screen(desk: Page, wall: Page, slug: str) -> None:
    desk.goto(f"/o/{slug}/screens/")
    desk.get_by_role("button", name="Put it up").click()
    wall.goto(desk.locator(".screen-address").inner_text())
    expect(wall.locator(".hall-phones svg")).to_be_visible()


def correct_table_1(desk: Page, slug: str) -> None:
    """Round 1 is closed: the winner of table 1 was the other one."""
    desk.goto(f"/o/{slug}/results/1/")
    desk.get_by_role("link", name="Correct the result table 1").click()
    desk.locator("#first").fill("60")
    desk.locator("#second").fill("104")
    desk.get_by_role("button", name="Show what it changes").click()
    desk.get_by_label("Reason").fill("Read upside down")
    desk.get_by_role("button", name="Apply exactly this").click()
    expect(desk.get_by_text("Corrected.", exact=True)).to_be_visible()


def test_a_whole_evening_in_a_hall_whose_network_fails(tmp_path, pages, shoot, axe):
    with started(tmp_path, HALL, HOST=HALL) as site:
        printed, visit = (tmp_path / "up.log").read_text(), pages(site)
        assert f"ready at {site.url}/" in printed
        assert f"scan the code or open {site.url}/" in printed
        assert "█" in printed, "the code itself"
        assert "firewall" in printed
        desk, wall = visit(1280, 900, "light"), visit(1920, 1080, "dark")
        slug = running_round(desk, site, "Hall", rounds=2)
        put_up_a_screen(desk, wall, slug)
        letters = letters_of(desk, slug, 1)
        assert desk.locator(".slip-door").first.inner_text().startswith(site.url)

        ana, ben, chen = visit(390, 844, "dark"), visit(390, 844, "light"), visit(844, 390, "light", "es-ES")
        open_slip(ana, 1, letters[0][0])
        open_slip(ben, 1, letters[0][1])
        ana.context.set_offline(True)  # out of reach of the Wi-Fi
        send(ana, 104, 60)
        unsent = ana.locator("[data-unsent]")
        expect(unsent).to_contain_text("Waiting to be sent")
        ana.reload()
        expect(unsent).to_contain_text("104")
        shoot(ana, "hall-slip-offline-390-dark")
        assert not complaints(ana, axe)
        expect(ben.get_by_text("Enter the result")).to_be_visible()
        ana.context.set_offline(False)
        expect(ana.get_by_text("to agree")).to_be_visible()
        expect(unsent).to_be_hidden()
        ben.reload()
        agree(ben)
        desk.goto(f"/o/{slug}/results/1/")
        desk.locator("#q-line").fill("2 33-101")
        desk.keyboard.press("Enter")
        expect(desk.get_by_text("All results are in")).to_be_visible()
        close_round(desk)
        correct_table_1(desk, slug)
        pair_round(desk, slug, 2)
        look_again(wall)
        expect(wall.get_by_text("Round 2")).to_be_visible()
        shoot(wall, "hall-screen-1920-dark")
        letters = letters_of(desk, slug, 2)
        for phone, table, seat in ((ana, 1, 0), (ben, 1, 1), (chen, 2, 0)):
            open_slip(phone, table, letters[table - 1][seat])
        plays_a_move(ben, shoot)
        open_slip(ben, 1, letters[0][1])

    # the laptop is shut in the middle of the round: both sides of table 1 write the same, one of them sends it twice
    send(ana, 88, 101)
    expect(unsent).to_contain_text("Waiting to be sent")
    send(ben, 88, 101)
    expect(ben.locator("[data-unsent]")).to_contain_text("Waiting to be sent")
    look_again(wall)
    expect(wall.get_by_text("No connection: as of")).to_be_visible()
    forget_the_address(tmp_path)

    with started(tmp_path, HALL, port=urlsplit(site.url).port or 0, HOST=HALL):
        assert "The address has changed: until now it was http://192.0.2.9:8000/" in (tmp_path / "up.log").read_text()
        for phone in (ana, ben):
            phone.evaluate("dispatchEvent(new Event('online'))")
        for phone in (ana, ben):
            expect(phone.locator("[data-unsent]")).to_be_hidden()
        ana.reload()
        expect(ana.get_by_text("Already in: this result stands.")).to_be_visible()
        send(chen, 33, 101)
        expect(chen.locator(".slip-score")).to_contain_text("101")
        assert not complaints(chen, axe)
        shoot(chen, "hall-slip-sent-844x390-es")
        desk.goto(f"/o/{slug}/results/2/")
        desk.get_by_role("button", name="Confirm").first.click()
        close_round(desk)
        desk.goto(f"/t/{slug}/standings/")
        desk.get_by_role("button", name="Confirm the standings").click()
        expect(desk.get_by_role("heading", name="This tournament is over")).to_be_visible()
        desk.goto(f"/t/{slug}/standings/")
        expect(desk.get_by_role("heading", name="Final standings")).to_be_visible()
        expect(desk.locator("main table").first.locator("tbody tr")).to_have_count(4)
        look_again(wall)
        expect(wall.locator(".hall-stamp.lost")).to_have_count(0)
        expect(wall.get_by_text("closed")).to_be_visible()
        shoot(wall, "hall-screen-end-1920-dark")


def plays_a_move(phone: Page, shoot) -> None:
    """Live tables work on plain http, too: a guest plays a move against the house."""
    person = practise(phone, "gin-rummy-com")
    before = person.table.get_attribute("data-version") or person.table.inner_text()
    while not gin(person, person.look()):
        phone.wait_for_timeout(PAUSE_MS)
    expect(person.table).not_to_have_text(before)
    shoot(phone, "hall-table-390-dark")
