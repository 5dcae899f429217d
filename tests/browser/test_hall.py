"""A club night on a laptop: a phone opens the address that `up` prints for the hall, and the whole site works there."""

import pytest
from conftest import Visit, started
from night import running_round
from playing import PAUSE_MS, gin, practise
from playwright.sync_api import expect
from seat import sign_in

pytestmark = pytest.mark.browser

HALL = "127.0.0.2"  # stands for the laptop's address on the network of the hall


@pytest.fixture
def hall(tmp_path, browser):
    """A site that listens for a hall, what its start printed, and a maker of pages there."""
    with started(tmp_path, HALL, HOST=HALL) as site:
        visits = Visit(browser, site)
        yield site, (tmp_path / "up.log").read_text(), visits
        visits.close()
        assert not visits.complaints()


def test_a_phone_signs_in_enters_a_result_by_slip_and_plays_a_move(hall, shoot):
    site, printed, visit = hall
    assert f"ready at {site.url}/" in printed
    assert f"scan the code or open {site.url}/" in printed
    assert "█" in printed, "the code itself"
    assert "firewall" in printed

    desk = visit(1280, 900, "light")
    slug = running_round(desk, site, "Hall")
    desk.goto(f"/o/{slug}/print/slips/?round=1")
    stub = desk.locator(".slip-stub").first
    assert desk.locator(".slip-door").first.inner_text().startswith(site.url)
    letters = stub.locator(".slip-letters").inner_text()

    phone = visit(390, 844, "dark")
    phone.goto(f"{site.url}/")
    sign_in(phone, site)
    phone.goto("/s/")
    phone.get_by_label("Table").fill("1")
    phone.get_by_label("Six letters").fill(letters)
    phone.get_by_role("button", name="Open the slip").click()
    expect(phone.get_by_label("Points of")).to_have_count(2)
    for points, field in zip(("104", "60"), phone.get_by_label("Points of").all(), strict=True):
        field.fill(points)
    shoot(phone, "hall-slip-390-dark")
    phone.get_by_role("button", name="Send the result").click()
    expect(phone.get_by_text("to agree")).to_be_visible()

    person = practise(phone, "gin-rummy-com")
    before = person.table.get_attribute("data-version") or person.table.inner_text()
    while not gin(person, person.look()):
        phone.wait_for_timeout(PAUSE_MS)
    expect(person.table).not_to_have_text(before)
    shoot(phone, "hall-table-390-dark")
