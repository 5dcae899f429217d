"""Whole matches between two people in two browsers: one by mouse, one by keys alone, which loses its connection in the
middle of a deal."""

import re
from time import monotonic
from typing import NamedTuple

import pytest
from conftest import complaints
from playing import PAUSE_MS, Step, colonel, conquian, gin, table_of_two, throw
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from seat import Look, Person, Typist, sign_in_as, to_first_deal

pytestmark = pytest.mark.browser


class Game(NamedTuple):
    """How a game is played, and what makes a match of it short."""

    step: Step
    options: dict[str, object] = {}
    settings: dict[str, object] = {}


SHORT = {
    "gin-rummy-com": Game(gin, options={"target": 30}),
    "hollywood-oklahoma": Game(gin, options={"target": 1}),
    "color": Game(gin, options={"suit_target": 1}),
    "colonel-challenge": Game(colonel, settings={"length": "game"}),
    "conquian-bicycle": Game(conquian, settings={"length": "best_of:3", "minutes": 1}),  # many a game of it is drawn
}
ALWAYS = ("gin-rummy-com", "conquian-bicycle")  # the others by `make marathon`: each takes a minute
AT_THE_CLUB = {
    name: game._replace(options={}, settings={"length": "best_of:5"} if game.settings else {})
    for name, game in SHORT.items()
}


class Line:
    """The connection of one page to its table: cut and mended in the middle of a deal."""

    def __init__(self, page: Page) -> None:
        self.page, self.is_cut, self.open = page, False, []
        page.route_web_socket(re.compile("/ws/"), self._carry)

    def _carry(self, route: WebSocketRoute) -> None:
        if self.is_cut:
            route.close(code=1001)
        else:
            self.open.append((route, route.connect_to_server()))

    def cut(self) -> None:
        self.is_cut = True
        self.page.context.set_offline(True)
        for route, server in self.open:
            server.close(code=1001)
            route.close(code=1001)
        self.open.clear()

    def mend(self) -> None:
        self.is_cut = False
        self.page.context.set_offline(False)


def one_look_each(players: tuple[Person, Person], step: Step) -> None:
    """Who has something to do does it."""
    if not any(step(player, player.look()) for player in players):
        players[0].page.wait_for_timeout(PAUSE_MS)


def own_cards(person: Person) -> set[str]:
    """The hand with those of its cards that lie ready in groups (Conquian)."""
    return set(person.table.evaluate("table => table.view.hand"))


def lost_and_back(typist: Person, look: Look, other: Person, line: Line) -> None:
    """Cut off when something is to be done, as the last look told: what one does is kept and sent once, the other sees
    who is away, and no card is lost."""
    away, notice = other.table.locator(".gt-seat.far .chip.warn"), typist.table.locator(".gt-status")
    line.cut()
    expect(notice).to_contain_text("Connection lost")
    expect(away).to_be_visible()
    held = own_cards(typist)
    if look.may_throw:
        throw(typist, look)
    elif leaves := [key for key in "rv" if key in look.verbs]:
        typist.use(leaves[0])
    expect(notice).to_contain_text("your move is kept")
    line.mend()
    expect(notice).not_to_contain_text("Connection lost")
    expect(other.table.locator(".gt-last")).to_contain_text(re.compile("Ben (threw|turned|rejected|passed)"))
    assert own_cards(typist) <= held
    assert len(held - own_cards(typist)) <= 1, "one card is thrown, and none is lost"
    expect(away).to_have_count(0)


def may_be_cut(look: Look) -> bool:
    """Is a card to be thrown, or one on offer to be left?"""
    return (look.may_throw and not look.is_asked and not look.chosen) or "r" in look.verbs


def play_match(visit, shoot, site, second_browser: Browser, axe: str, rules: str, game: Game, seconds: float) -> None:
    key = f"{rules}-{seconds:.0f}"
    table = table_of_two(site, rules, key=key, options=game.options, settings=game.settings)
    pages = visit(1280, 900, "light"), visit(390, 844, "dark", browser=second_browser)
    line = Line(pages[1])
    for page, name in zip(pages, ("Ann", "Ben"), strict=True):
        sign_in_as(page, f"{name}-{key}", "seven of hearts")
        page.goto(f"/tables/{table}/")
    players = clicker, typist = Person(pages[0]), Typist(pages[1])
    was_cut, until = False, monotonic() + seconds
    while not (clicker.is_over and typist.is_over):
        assert monotonic() < until, [page.locator(".felt").inner_text() for page in pages]
        if not was_cut and may_be_cut(look := typist.look()):
            for page, of in zip(pages, ("1280-light", "390-dark"), strict=True):
                shoot(page, f"match-{rules}-{of}")
                assert not complaints(page, axe)
            if typist.look() == look:  # else the play before was still on its way
                was_cut = True
                lost_and_back(typist, look, clicker, line)
        one_look_each(players, game.step)
    assert was_cut
    for page, of in zip(pages, ("1280-light", "390-dark"), strict=True):
        shoot(page, f"match-{rules}-over-{of}")
        assert not complaints(page, axe)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator(".gt-end h2")).to_have_text(re.compile("wins?|drawn|level"))
    rematch(clicker, typist)
    for page in pages:
        verifies(page, table)


def rematch(clicker: Person, typist: Typist) -> None:
    """One asks for another game, the other is told and agrees by keyboard: both come to one new table."""
    before = clicker.page.url
    clicker.table.get_by_role("button", name="Rematch").click()
    expect(typist.table.locator("table-again")).to_contain_text("Ann would like to play again")
    typist.go_to("table-again .button.primary")
    typist.page.keyboard.press("Enter")
    for player in (clicker, typist):
        player.page.wait_for_url(lambda url: url != before)
        expect(player.table.locator(".gt-card").first).to_be_visible()
    assert clicker.page.url == typist.page.url


def verifies(page: Page, table: str) -> None:
    """The first deal holds, and has in it what this browser itself gave to the shuffle."""
    to_first_deal(page, table)
    expect(page.locator('[data-says="right"]')).to_be_visible()
    expect(page.locator('[data-says="own-right"]')).to_be_visible()
    expect(page.locator("deal-check .right")).to_have_count(8)
    record = page.evaluate("JSON.parse(document.getElementById('deal-record').textContent)")
    assert '"mode":"players"' in record["shuffle"]["ctx"]


@pytest.mark.parametrize(
    "rules", [pytest.param(name, marks=() if name in ALWAYS else pytest.mark.marathon) for name in SHORT]
)
def test_two_people_play_a_match_to_its_end(visit, shoot, site, second_browser, axe, rules: str) -> None:
    play_match(visit, shoot, site, second_browser, axe, rules, SHORT[rules], 400)


@pytest.mark.marathon
@pytest.mark.parametrize("rules", AT_THE_CLUB)
def test_two_people_play_a_match_as_long_as_at_the_club(visit, shoot, site, second_browser, axe, rules: str) -> None:
    play_match(visit, shoot, site, second_browser, axe, rules, AT_THE_CLUB[rules], 3600)
