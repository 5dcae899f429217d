"""Tables of more than two with a person and house players: by keyboard alone, to the end of a deal."""

import re
from time import monotonic

import pytest
from conftest import complaints
from playing import PAUSE_MS, gin, play_until
from playwright.sync_api import Page, expect
from seat import Typist, sign_in

pytestmark = pytest.mark.browser
MOST_S = 240


def practise(page: Page, rules: str) -> Typist:
    """Sit down with house players that answer at once."""
    page.goto(f"/tables/new/?rules={rules}")
    page.get_by_label("How it moves").select_option("quick")
    page.get_by_role("button", name="Sit down").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    return Typist(page)


def test_a_person_plays_cutthroat_by_keyboard_with_two_of_the_house(visit, site) -> None:
    page = visit(390, 844)
    sign_in(page, site)
    player = practise(page, "cutthroat")
    until, log = monotonic() + MOST_S, player.table.locator(".gt-log ol")
    while not (player.table.locator(".gt-result").count() and "You threw" in "".join(log.all_inner_texts())):
        assert monotonic() < until, log.inner_text()
        if not gin(player, player.look()):  # a deal that goes without the person is scored, too: on to the next
            page.wait_for_timeout(PAUSE_MS)
    expect(player.table.locator(".gs-queue li")).to_have_count(1)
    expect(player.table.locator(".gt-sheet thead th")).to_have_count(5)
    said = player.table.locator('[aria-live="polite"]')
    while not re.search(r"\d+, .+ \d+, .+ \d+", said.inner_text()):  # the two of the house may go on meanwhile
        assert monotonic() < until, said.inner_text()
        page.keyboard.press("b")
        page.wait_for_timeout(PAUSE_MS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Whether every card that is known lies within the plate of its player; one is made known at each other seat.
ON_PLATES = """async (table) => {
    table.seen = (seat) => (seat === table.me ? [] : ['4S']);
    table.requestUpdate();
    await table.updateComplete;
    return [...table.querySelectorAll('.gs-far .gt-known')].map((known) => {
        const tag = known.getBoundingClientRect(), plate = known.closest('.gt-seat').getBoundingClientRect();
        return tag.width > 0 && tag.left >= plate.left && tag.right <= plate.right && tag.top >= plate.top
            && tag.bottom <= plate.bottom;
    });
}"""


def lies_on_its_plate(player: Typist) -> None:
    """A card that everybody saw a player take is shown at that player's name; after a deal, at those of the next."""
    until = monotonic() + 60
    while not (found := player.table.evaluate(ON_PLATES)):
        assert monotonic() < until, player.table.inner_text()
        if player.look().waits:
            player.go_on()
        player.page.wait_for_timeout(PAUSE_MS)
    assert all(found), found


@pytest.mark.parametrize(
    ("rules", "width", "scheme"),
    [
        ("cutthroat", 320, "dark"),
        pytest.param("chouette", 390, "light", marks=pytest.mark.marathon),
        pytest.param("battle-royal", 320, "light", marks=pytest.mark.marathon),
        ("partnership", 1280, "dark"),
    ],
)
def test_axe_finds_nothing_at_a_table_of_more_than_two(visit, site, shoot, axe, rules, width, scheme) -> None:
    page = visit(width, 800, scheme)
    sign_in(page, site)
    player = practise(page, rules)
    play_until(player, player.table.locator(".gt-log li:nth-child(8)"))
    lies_on_its_plate(player)
    found = complaints(page, axe)
    shoot(page, f"{rules}-{width}-{scheme}")
    play_until(player, player.table.locator(".gt-result"))
    assert not found + complaints(page, axe)
    shoot(page, f"{rules}-scored-{width}-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
