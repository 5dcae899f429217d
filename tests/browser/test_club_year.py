"""A club through its year, as its secretary sees it: started, its members invited, a series of evenings with a table of
the season after each, a name claimed by a code, a final night with prizes, a member who leaves, and the whole site
restored from a backup."""

import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from conftest import ROOT, Shoot, Site, Visit, started
from organiser import Organiser
from playwright.sync_api import Page, expect
from seat import sign_in_as

from tests import ready_databases
from tournaments.seasons.scoring import TEMPLATES

pytestmark = pytest.mark.browser

CLUB, EVENING, SEASON = "Wednesday Knockers", "Wednesday Gin", "The Year"
PASSWORD = "correct horse battery"
HALL = ("Ana García", "Bø Ørsted", "Dora Klein", "Emil Novák", "Fay O’Neil", "Gus Lind", "Hana Sato", "Ivo Marin")
JOINERS = ("Chen Wei", "Jo Vidal", "Kim Park")  # who open the link that they were sent
INVITED = (
    *JOINERS,
    *(f"Neighbour {sign}" for sign in ("Lee", "Moss", "Nash", "Orr", "Pike", "Quill", "Rowe", "Sand", "Tate")),
)

Points = dict[str, Fraction]
""" What a person has in the table of the season, or on an evening, by name."""

# Who comes on each evening that is played, and what the tables say.
COMES = (
    (*HALL,),
    (*HALL[:6], "Chen Wei", "Jo Vidal"),
    (*HALL[2:], "Chen Wei", "Kim Park"),
    (*HALL[:5], *JOINERS),
    (*HALL[:7], "Chen Wei"),
    (*HALL[1:6], *JOINERS),
)
RESULTS = (
    ("104-60", "33-101", "110-87", "100-92"),
    ("100-20", "102-51", "60-103", "71-100"),
    ("90-105", "100-0", "100-45", "12-101"),
    ("101-99", "40-104", "100-66", "108-3"),
    ("77-100", "100-88", "101-10", "56-102"),
    ("103-64", "100-31", "25-100", "106-95"),
)


def test_a_club_goes_through_a_year(tmp_path: Path, pages, shoot) -> None:
    """From its founding to the table that a restored site shows."""
    with started(tmp_path, "127.0.0.1") as site:
        visit = pages(site)
        olga = Organiser(visit(1280, 900), first_of_each(shoot), "year")
        found_the_club(olga)
        invite_the_members(olga)
        for name in JOINERS:
            join_by_the_link(olga, visit, name)
        make_a_series(olga)
        season, evenings = make_a_season(olga)
        call_an_evening_off(olga, evenings.pop(2))

        total: Points = {}
        for number, slug in enumerate(evenings):
            play_an_evening(olga, slug, number)
            add_up(total, points_by_place(olga.page, slug, number))
            look_at_the_season(olga, season, total, evenings=number + 1)
        again = same_again_next_week(olga, evenings[-1])
        play_an_evening(olga, again, len(evenings))
        add_up(total, points_by_place(olga.page, again, len(evenings)))
        look_at_the_season(olga, season, total, evenings=len(evenings) + 1)

        code = code_on_the_slip(olga, again, "Gus Lind")
        claim_the_name(olga, visit, code, "Gus Lind", "Gustav Lind")
        total["Gustav Lind"] = total.pop("Gus Lind")
        look_at_the_season(olga, season, total, evenings=len(evenings) + 1)

        night, places = hold_the_final_night(olga, season)
        print_the_prizes(olga, night, places)
        former = leave_for_good(visit, "Chen Wei")
        total[former] = total.pop("Chen Wei")
        table = look_at_the_season(olga, season, total, evenings=len(evenings) + 1)
        backup = write_a_backup(site, tmp_path / "stick")

    with started(bring_back(backup, tmp_path / "another-laptop"), "127.0.0.1") as restored:
        somebody = pages(restored)(1280, 900)
        somebody.goto(season)
        assert table_text(somebody) == table
        expect(somebody.get_by_text("Chen Wei")).to_have_count(0)
        olga_again = pages(restored)(1280, 900)
        sign_in_as(olga_again, "olga", PASSWORD)
        olga_again.goto(season)
        expect(olga_again.get_by_role("button", name="Close the season")).to_be_visible()


def first_of_each(shoot: Shoot) -> Callable[[Page, str], None]:
    """Takes a picture of each kind of page once: six evenings look alike."""
    taken: set[str] = set()

    def take(page: Page, name: str) -> None:
        kind = name.split("-", 3)[3].rstrip("0123456789")
        if kind not in taken:
            taken.add(kind)
            shoot(page, name)

    return take


# ---- the club and its members


def found_the_club(olga: Organiser) -> None:
    """Olga joins the site and founds a club."""
    olga.join("Olga Organiser", "olga")
    olga.found_club(CLUB)


def invite_the_members(olga: Organiser) -> None:
    """Twenty lines pasted at once: names for those who play at the tables only, addresses for those to invite."""
    page = olga.page
    page.goto("/clubs/wednesday-knockers/members/")
    olga.follow("Paste a list")
    addressed = [f"{name}, {login_of(name)}@example.org" for name in INVITED]
    page.get_by_label("Names").fill("\n".join((*HALL, *addressed)))
    olga.press("Show what it would do")
    olga.press(f"Add {len(HALL)} and invite {len(INVITED)}")
    expect(page.get_by_role("heading", name=f"Open invitations: {len(INVITED)}")).to_be_visible()
    olga.look("invited")


def join_by_the_link(olga: Organiser, visit: Visit, name: str) -> None:
    """Somebody opens the link that the secretary sent, joins the site and becomes a member."""
    line = olga.page.locator("#invitations li", has_text=name)
    phone = visit(390, 844)
    phone.goto(line.locator("a.screen-address").inner_text())
    phone.locator("main").get_by_role("link", name="Join").click()
    sign_up(phone, name)
    phone.get_by_role("button", name="Accept and become a member").click()
    expect(phone.get_by_text("You are a member")).to_be_visible()


def login_of(name: str) -> str:
    """The login of a person: the name in small letters, without blanks."""
    return name.casefold().replace(" ", "")


def sign_up(page: Page, name: str) -> None:
    """Fill the form with which one joins the site."""
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Username").fill(login_of(name))
    for field in ("#id_password1", "#id_password2"):
        page.locator(field).fill(PASSWORD)
    page.get_by_label("I have read").check()
    page.locator("main form button[type=submit]").first.click()


# ---- the series and its season


def make_a_series(olga: Organiser) -> None:
    """The first evening, and five more by its rule: every week at the same hour."""
    page, first = olga.page, first_evening()
    slug = olga.new_tournament(EVENING, "swiss", rounds="1", starts_at=f"{first:%Y-%m-%dT%H:%M}", place="The Crown")
    page.goto(f"/o/{slug}/copy/")
    page.locator("#series").get_by_label("Until").fill(f"{first + timedelta(weeks=5):%Y-%m-%d}")
    olga.press("Show the evenings")
    expect(page.locator(".evenings li")).to_have_count(5)
    olga.look("series")
    olga.press("Make 5 evenings")
    expect(page.get_by_text("5 evenings are on the list.")).to_be_visible()


def first_evening() -> datetime:
    """The next Wednesday but today, at eight by the clocks of the club."""
    today = datetime.now(ZoneInfo("Europe/Madrid"))
    return (today + timedelta(days=(2 - today.weekday()) % 7 or 7)).replace(hour=20, minute=0)


def make_a_season(olga: Organiser) -> tuple[str, list[str]]:
    """One table over all evenings of this name; its address, and the evenings in the order of their days."""
    page, first = olga.page, first_evening()
    page.goto("/clubs/wednesday-knockers/seasons/")
    olga.follow("New season")
    page.get_by_label("Name").fill(SEASON)
    page.get_by_label("First day").fill(f"{first:%Y-%m-%d}")
    page.get_by_label("Last day").fill(f"{first + timedelta(weeks=30):%Y-%m-%d}")
    page.get_by_label("Evenings that count").select_option(EVENING)
    olga.press("Make the season")
    expect(page.get_by_role("heading", level=1)).to_have_text(SEASON)
    season = urlsplit(page.url).path
    olga.follow("Evenings")
    links = page.locator(".season-evenings a[href^='/t/']")
    expect(links).to_have_count(6)
    olga.look("evenings")
    return season, [str(link.get_attribute("href")).split("/")[2] for link in links.all()]


def call_an_evening_off(olga: Organiser, slug: str) -> None:
    """The hall is closed on one evening."""
    page = olga.page
    page.goto(f"/o/{slug}/setup/")
    bar = page.locator(".save-bar")
    expect(bar).to_have_css("position", "static")  # nothing is changed: it covers no field
    page.get_by_label("Name", exact=True).press_sequentially("x")
    expect(bar).to_have_css("position", "sticky")
    olga.press("Undo")
    expect(bar).to_have_css("position", "static")
    olga.follow("Cancel or delete")
    page.get_by_label("Why").fill("The hall is closed")
    olga.press("Cancel the tournament")
    page.goto(f"/t/{slug}/")
    expect(page.get_by_text("The hall is closed")).to_be_visible()


def same_again_next_week(olga: Organiser, slug: str) -> str:
    """A copy of the last evening, a week later; its address part."""
    page = olga.page
    page.goto(f"/t/{slug}/")
    olga.press("Same again next week")
    page.wait_for_url("**/setup/")
    copy = page.url.rsplit("/", 3)[1]
    assert copy != slug
    return copy


# ---- an evening, and what it brings


def play_an_evening(olga: Organiser, slug: str, number: int) -> None:
    """Members are ticked from the second evening on those of the last time first; one round is played and typed."""
    page = olga.page
    page.goto(f"/o/{slug}/entries/")
    if number:
        olga.press("Those of last time")
    else:
        olga.follow("Tick members")
    for name in {*COMES[number - 1], *COMES[number]} if number else COMES[number]:
        page.get_by_label(name, exact=True).set_checked(name in COMES[number])
    olga.press("Enter those ticked")
    expect(page.get_by_text("8 players are entered.")).to_be_visible()
    olga.check_in(8)
    olga.publish(1)
    olga.type_results(*RESULTS[number])
    olga.close(1)
    olga.confirm()


def points_by_place(page: Page, slug: str, number: int) -> Points:
    """What an evening is worth by the ready points of a season: those of the place, shared among equal ones, and those
    for being there."""
    page.goto(f"/t/{slug}/standings/")
    rows = [row.locator("td") for row in page.locator("main table").first.locator("tbody tr").all()]
    places = {row.nth(1).inner_text().strip(): int(row.nth(0).inner_text()) for row in rows}
    assert set(places) == set(COMES[number])
    said, ready = TEMPLATES["places"], TEMPLATES["places"]["places"]
    found = {}
    for name, place in places.items():
        equal = list(places.values()).count(place)
        found[name] = Fraction(sum(ready[place - 1 : place - 1 + equal]), equal) + said["attendance"]
    return found


def add_up(total: Points, evening: Points) -> None:
    """One more evening in the sum."""
    for name, points in evening.items():
        total[name] = total.get(name, Fraction(0)) + points


def look_at_the_season(olga: Organiser, season: str, total: Points, *, evenings: int) -> str:
    """The table has exactly these points, the most first, and a column for each evening; its text."""
    page = olga.page
    page.goto(season)
    expect(page.locator("table.season-table th.evening")).to_have_count(evenings)
    shown = standing(page)
    assert dict(shown) == {name: round(points, 2) for name, points in total.items()}
    assert [points for _name, points in shown] == sorted(total.values(), reverse=True)
    olga.look(f"season-{evenings}")
    return table_text(page)


def standing(page: Page) -> list[tuple[str, Fraction]]:
    """The names of the table and their points, from the top."""
    rows = page.locator("table.season-table tbody tr").all()
    return [(row.locator("th bdi").inner_text().strip(), figure(row.locator("td.side").inner_text())) for row in rows]


def figure(text: str) -> Fraction:
    """A figure as people write it: 12, 12½ or 12.33."""
    return Fraction(text.replace("½", "") or 0) + ("½" in text) * Fraction(1, 2)


def table_text(page: Page) -> str:
    """All that the table of the season says."""
    return page.locator("table.season-table").inner_text()


# ---- a name and its owner


def code_on_the_slip(olga: Organiser, slug: str, name: str) -> str:
    """The code that is printed on the slip of somebody without an account."""
    page = olga.page
    page.goto(f"/o/{slug}/print/slips/?round=1")
    return page.locator(".slip-stub", has_text=name).locator(".slip-claim").inner_text()


def claim_the_name(olga: Organiser, visit: Visit, code: str, name: str, owner: str) -> None:
    """A guest types the code of the slip, joins the site on the way, and the organiser agrees."""
    phone = visit(390, 844)
    phone.goto("/claim/")
    phone.get_by_label("Code").fill(code)
    phone.get_by_role("button", name="Go on, and join the site").click()
    sign_up(phone, owner)
    phone.get_by_role("button", name="Claim").click()
    expect(phone.get_by_text(f"You say that you are {name}.")).to_be_visible()
    page = olga.page
    page.goto("/clubs/wednesday-knockers/members/")
    olga.follow(f"{owner}: {name}")
    olga.look("claim")
    olga.press("Yes, it is the same person")
    expect(page.get_by_text(f"{name} is {owner} now.")).to_be_visible()
    last_evening = first_evening() + timedelta(weeks=6)
    expect(page.locator("table.members tr", has_text=owner)).to_contain_text(f"{last_evening.day} {last_evening:%b %Y}")
    olga.look("members")
    phone.reload()
    expect(phone.get_by_text("yours", exact=True)).to_be_visible()


# ---- the end of the year


def hold_the_final_night(olga: Organiser, season: str) -> tuple[str, list[str]]:
    """The first four of the table play a knockout for prizes, seeded by it; its address part, and the places."""
    page = olga.page
    page.goto(season)
    first, second, third, fourth = [name for name, _points in standing(page)][:4]
    olga.follow("Final night")
    page.get_by_label("The first so many of the table").fill("4")
    olga.press("Make the final night")
    page.wait_for_url("**/setup/")
    slug = page.url.rsplit("/", 3)[1]
    olga.follow("Prizes")
    page.get_by_label("Currency").fill("€")
    page.get_by_label("Prizes").first.fill("50 + Cup\n30")
    olga.press("Save")
    page.goto(f"/o/{slug}/entries/")
    olga.check_in(4)
    meet(page, (first, fourth), (second, third))
    olga.publish(1)
    olga.type_results("100-60", "71-100")
    olga.close(1)
    page.goto(f"/o/{slug}/results/1/")
    olga.pair_next(2)
    meet(page, (first, third), (fourth, second))
    olga.publish(2)
    olga.type_results("100-95", "100-0")
    olga.close(2)
    olga.confirm()
    return slug, [first, third, fourth, second]


def meet(page: Page, *tables: tuple[str, str]) -> None:
    """The draft has these two at each table, in this order."""
    for number, names in enumerate(tables):
        for name in names:
            expect(page.locator("table.pairs tbody tr").nth(number)).to_contain_text(name)


def print_the_prizes(olga: Organiser, slug: str, places: list[str]) -> None:
    """The final standings on paper end with the prizes: the winner has the cup, the loser of the final the rest."""
    page = olga.page
    page.goto(f"/t/{slug}/standings/")
    olga.follow("Print")
    olga.follow("Open Standings")
    expect(page.locator("#prizes")).to_be_visible()
    rows = [row.locator("td, th").all_inner_texts() for row in page.locator("#prizes tbody tr").all()]
    assert rows == [["1", places[0], "50 € + Cup"], ["2", places[1], "30 €"]]
    olga.look("prizes")


def leave_for_good(visit: Visit, name: str) -> str:
    """A member deletes the account; the name under which the results stay."""
    page = visit(390, 844)
    sign_in_as(page, login_of(name), PASSWORD)
    page.goto("/accounts/data/")
    page.get_by_role("link", name="Delete my account").click()
    page.get_by_label("Type the name with which you sign in").fill(login_of(name))
    page.get_by_role("button", name="Delete my account for good").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    said = page.get_by_text("Your account is deleted.").inner_text()
    return said.split("“")[1].split("”")[0]


def write_a_backup(site: Site, folder: Path) -> Path:
    """`manage.py backup` while the site runs; the file."""
    folder.mkdir()
    manage(site.data, "backup", str(folder))
    [made] = folder.glob("*.backup")
    return made


def bring_back(backup: Path, data: Path) -> Path:
    """`manage.py restore` into an empty site; its data folder."""
    data.mkdir()
    said = manage(data, "restore", str(backup))
    assert "Restored" in said
    return data


def manage(data: Path, *words: str) -> str:
    """A command in the terminal, as docs/backup.md says; what it answers."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=ready_databases.of_a_site(data),
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
