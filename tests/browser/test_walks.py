"""Evenings of other formats as an organiser runs them: groups and a cup, a double elimination, teams, a league."""

import re

import pytest
from organiser import NAMES, Organiser, player
from playwright.sync_api import Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser


@pytest.fixture
def olga(visit, shoot, site):
    """The organiser of the demo club, signed in on a device of this width."""

    def signed_in(mark: str, width: int, scheme: str = "light") -> Organiser:
        page = visit(width, 844 if width < 1000 else 900, scheme)
        sign_in(page, site)
        return Organiser(page, shoot, f"{mark}-{width}")

    return signed_in


def test_groups_then_a_cup_to_its_champion_with_a_group_corrected_in_between(olga):
    """On a phone: two groups of three, the best of each and a match for third place."""
    walk = olga("groups", 390, "dark")
    page = walk.page
    slug = walk.new_tournament("Spring Cup", "groups_cut")
    walk.type_names(*(f"{name}, {1900 - 50 * n}" for n, name in enumerate(NAMES[:6])))
    walk.check_in(6)
    for number in (1, 2, 3):
        walk.publish(number)
        walk.type_results(*the_better_wins(page))
        walk.close(number)
        if number < 3:
            walk.pair_next(number + 1)
    walk.follow("Look at who goes on")

    before = who_goes_on(page)
    walk.press("Confirm: “Final” begins with these")
    expect(page.get_by_text("who plays can still be taken back")).to_be_visible()
    turn_the_best_two_of_each_group(walk, slug)
    page.goto(f"/o/{slug}/stages/")
    walk.look("corrected")
    if page.get_by_role("button", name="Take it back").count():
        walk.press("Take it back")
    assert who_goes_on(page) != before, "the correction has changed who goes on"
    walk.press("Confirm: “Final” begins with these")

    walk.pair_next(4)
    expect(page.get_by_text("Semifinal 2")).to_be_visible()
    walk.publish(4)
    walk.type_results("100-60", "90-100")
    walk.close(4)
    walk.pair_next(5)
    expect(page.get_by_text("Match for place 3")).to_be_visible()
    champion = page.locator("table.pairs tbody tr").filter(has_text="Final").locator("bdi").first.inner_text()
    walk.publish(5)
    walk.type_results("100-60", "100-90")
    walk.close(5)
    walk.confirm()
    page.goto(f"/t/{slug}/")
    expect(page.locator(".podium strong").first).to_have_text(champion)
    walk.look("the-end")
    for tab in ("Bracket", "Standings"):
        walk.follow(tab)
        expect(page.locator("main")).to_contain_text(champion)
        walk.look(tab.lower())
    walk.follow("Results and corrections")
    page.wait_for_url("**/results/5/")


def who_goes_on(page: Page) -> list[str]:
    """The seeds of the next stage, as they are shown to be confirmed."""
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    return page.locator("section.accent table tbody th").all_inner_texts()


def the_better_wins(page: Page) -> list[str]:
    """A line a table: whoever was typed earlier wins, so that no group is a circle, which lots would decide."""
    rows = page.locator("table.grid-rows tbody tr").all()
    names = [row.locator("bdi").all_inner_texts()[:2] for row in rows]
    return ["100-60" if NAMES.index(first) < NAMES.index(second) else "60-100" for first, second in names]


def turn_the_best_two_of_each_group(walk: Organiser, slug: str) -> None:
    """The results of first against second were read upside down: mended one by one, each seen before."""
    page = walk.page
    for first, second in ((0, 3), (1, 2)):  # of the groups 1 4 5 and 2 3 6
        for number in (1, 2, 3):
            page.goto(f"/o/{slug}/results/{number}/")
            row = page.locator("tbody tr").filter(has_text=NAMES[first]).filter(has_text=NAMES[second])
            if row.count():
                break
        row.get_by_role("link", name="Correct").click()
        was = [page.locator(f"#{side}").input_value() for side in ("first", "second")]
        for side, points in zip(("first", "second"), reversed(was), strict=True):
            page.locator(f"#{side}").fill(points)
        walk.press("Show what it changes")
        expect(page.locator("#effect")).to_contain_text("Stage 2 has not begun")
        page.get_by_label("Reason").fill("Read upside down")
        walk.press("Apply exactly this")
        expect(page.get_by_text("Corrected.", exact=True)).to_be_visible()


def test_a_cup_with_a_losers_side_and_its_bracket(olga, visit, shoot):
    """On a laptop: double elimination of four; the unbeaten one wins the grand final, nothing is played after it."""
    walk = olga("cup", 1280, "light")
    page = walk.page
    slug = walk.new_tournament("Winter Cup", "double_elim")
    walk.type_names(*(f"{name}, {1900 - 50 * n}" for n, name in enumerate(NAMES[:4])))
    walk.check_in(4)
    spectator = visit(390, 844, "dark")
    for number, lines in enumerate((("100-60", "100-70"), ("100-80", "100-90"), ("100-95",), ("100-40",)), 1):
        walk.publish(number)
        walk.type_results(*lines)
        walk.close(number)
        spectator.goto(f"/t/{slug}/bracket/")
        expect(spectator.locator(".tie .won:not(.open)").first).to_be_visible()
        if page.get_by_role("button", name=re.compile(r"^Pair round \d+$")).count():
            walk.pair_next(number + 1)
    walk.confirm()
    page.goto(f"/t/{slug}/")
    expect(page.locator(".podium strong").first).to_have_text(NAMES[0])
    walk.follow("Bracket")
    walk.look("bracket")
    expect(page.get_by_role("heading", name="Losers’ side")).to_be_visible()
    shoot(spectator, "cup-390-bracket")
    assert spectator.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_teams_are_entered_board_by_board(olga):
    """On a phone: two teams of two, the boards typed one after the other; the match is what they make."""
    walk = olga("teams", 390)
    page = walk.page
    slug = walk.new_tournament("Team Night", "team_swiss", rounds="1", boards="2")
    walk.type_names("Ana, 1800, , Aces", "Ben, , , Aces", "Cleo, 1700, , Boxers", "Dan, , , Boxers", entries=2)
    walk.check_in(2)
    walk.publish(1)
    expect(page.locator("#q-table")).to_have_value("1.1")
    page.keyboard.type("1.2 100-95")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 board missing")).to_be_visible()
    expect(page.locator("#q-table")).to_have_value("1.1")
    walk.look("one-board")
    walk.type_results("100-60", what="board")
    walk.look("boards")
    walk.close(1)
    walk.confirm()
    page.goto(f"/t/{slug}/rounds/1/")
    expect(page.get_by_role("cell", name="2 – 0")).to_be_visible()
    page.goto(f"/t/{slug}/")
    expect(page.locator(".podium strong").first).to_have_text("Aces")
    walk.look("the-end")


def test_two_players_of_a_league_settle_their_time(olga, visit, shoot):
    """One proposes a time, the other accepts it, the director sees it."""
    walk = olga("league", 1280)
    page = walk.page
    slug = walk.new_tournament("Autumn League", "league", mode="online")
    lena, mark = (player(visit, slug, name, login) for name, login in (("Lena Lund", "lena"), ("Mark Moss", "mark")))
    page.goto(f"/o/{slug}/checkin/")
    walk.press("Begin: rounds follow automatically")
    page.goto(f"/o/{slug}/times/")
    expect(page.get_by_text("no time yet")).to_be_visible()

    lena.goto(f"/t/{slug}/")
    lena.get_by_role("link", name="Settle the time").click()
    lena.get_by_label("Day and time").fill(wish(lena, days=2))
    lena.get_by_role("button", name="Propose").click()
    expect(lena.get_by_text("proposed by you")).to_be_visible()
    shoot(lena, "league-390-proposed")
    mark.goto(f"/t/{slug}/")
    mark.get_by_role("link", name="Settle the time").click()
    expect(mark.get_by_text("proposed by Lena Lund")).to_be_visible()
    mark.get_by_role("button", name="Accept").click()
    expect(mark.get_by_role("heading", name="The time is settled")).to_be_visible()
    shoot(mark, "league-390-settled")
    page.goto(f"/o/{slug}/times/")
    expect(page.locator("main .badge.good")).to_be_visible()
    walk.look("times")
    for one in (lena, mark):
        assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")


def wish(page: Page, days: int) -> str:
    """So many days from now at eight in the evening, as the field of a browser takes it."""
    text = (
        "days => { const at = new Date(Date.now() + days * 864e5); return at.toISOString().slice(0, 10) + 'T20:00'; }"
    )
    return str(page.evaluate(text, days))
