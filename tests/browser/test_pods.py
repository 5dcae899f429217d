"""Tables of three and more in the browser: a cutthroat evening of nine by phones, an online evening of seven."""

import re
from collections import Counter
from time import monotonic

import pytest
from organiser import Organiser, choose_format
from playing import in_shell
from playwright.sync_api import Page, expect
from seat import sign_in

pytestmark = pytest.mark.browser
NINE = ("Ana García", "Bø Ørsted", "Chen Wei", "Dora Klein", "Emil Novák", "Fay O’Neil", "Gus Lind", "Hana Sato", "Ivo")
MOST_S = 240

OPEN = """
from django.utils import timezone
from clubs.models import Club
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.stages.services import progression as stages
now, club = timezone.now(), Club.objects.order_by("pk").first()
tournament = creating.create_tournament(
    club=club, name="{name}", variant="{rules}", by=None, now=now, template="pod_swiss", rounds=1, mode="online",
    settings={{"house_level": "novice", "pace": "fast", "clock": None, "automatic": False}},
)
lines = ["name", *(f"Player {{n}}" for n in range(1, 8))]
entering.import_entries(tournament=tournament, text="\\n".join(lines), dry_run=False, now=now)
entering.check_in_all(tournament=tournament, by=None, now=now)
stages.begin(tournament=tournament, by=None, now=now)
print("slug", tournament.slug)
"""


def slips(page: Page, slug: str, number: int) -> dict[int, list[str]]:
    """The addresses of the slips of a round by table, as the organiser's page prints them."""
    answer = page.request.get(f"/o/{slug}/print/slips/?round={number}")
    assert answer.ok
    found: dict[int, list[str]] = {}
    tournaments = page.request.get("/api/v1/tournaments/?limit=100").json()["results"]
    (ours,) = (one["id"] for one in tournaments if one["slug"] == slug)
    rounds = page.request.get(f"/api/v1/rounds/?tournament={ours}&number={number}").json()["results"]
    for one in rounds:
        for slip in page.request.get(f"/api/v1/rounds/{one['id']}/slips/").json():
            found.setdefault(slip["table_no"], []).append(f"/s/{slip['code']}/")
    return found


def test_nine_play_cutthroat_in_person_and_send_their_results_by_phone(visit, site, shoot) -> None:
    """Two rounds: one phone a table enters three scores, another agrees; nobody sits with the same player twice."""
    page = visit(1280, 900)
    organiser = Organiser(page, shoot, "pods")
    sign_in(page, site)
    slug = new_evening(organiser)
    organiser.type_names(*NINE)
    organiser.check_in(9)
    met: set[frozenset[str]] = set()
    points: Counter[str] = Counter()
    for number in (1, 2):
        organiser.look(f"draft-{number}")
        organiser.press("Publish and start")
        organiser.follow("To the results")
        page.wait_for_url(f"**/results/{number}/")
        expect(page.locator("#q-line")).to_be_focused()
        tables = slips(page, slug, number)
        assert {table: len(codes) for table, codes in tables.items()} == {1: 3, 2: 3, 3: 3}
        for table, codes in tables.items():
            names = by_phone(visit, shoot, codes, f"{number}-{table}")
            pairs = {frozenset((one, other)) for one in names for other in names if one != other}
            assert not pairs & met
            met |= pairs
            points.update(dict(zip(names, (5, 3, 1), strict=True)))
        page.goto(f"/o/{slug}/results/{number}/")
        expect(page.get_by_text("All results are in")).to_be_visible()
        organiser.look(f"results-{number}")
        if number == 1:  # with its last result a round closes by itself
            organiser.pair_next(2)
    phone = visit(390, 844, "dark")
    for path in ("rounds/2", "standings", "crosstable"):
        phone.goto(f"/t/{slug}/{path}/")
        shoot(phone, f"pods-{path.replace('/', '-')}-390-dark")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    phone.goto(f"/t/{slug}/standings/")
    for name, total in points.items():
        expect(phone.locator("tbody tr", has_text=name)).to_contain_text(str(total))


def new_evening(organiser: Organiser) -> str:
    """An evening of cutthroat in person, on the one screen; the address part of the tournament."""
    page = organiser.page
    page.goto("/o/new/?plain=1")
    page.get_by_label("Name", exact=True).fill("Cutthroat night")
    choose_format(page, "pod_rounds")
    expect(page.get_by_label("Three and more", exact=True)).to_be_checked()  # the rules follow the format
    page.get_by_label("Rules").select_option("cutthroat")
    page.get_by_label("In person", exact=True).check()
    page.get_by_text("More: tie-breaks").click()
    expect(page.get_by_label("Players at a table")).to_be_visible()
    expect(page.get_by_label("Swiss system")).to_be_hidden()
    expect(page.locator("#plan .notice")).to_be_visible()
    organiser.look("new-pods")
    organiser.press("Create the tournament")
    page.wait_for_url("**/entries/")
    return page.url.rsplit("/", 3)[1]


def test_rules_chosen_while_the_plan_is_on_its_way_stay(visit, site) -> None:
    """The plan brings the list of rules anew, as it was when the plan was asked for."""
    page, late = visit(1280, 900), []
    sign_in(page, site)
    page.goto("/o/new/?plain=1")
    page.route("**/o/new/plan/**", lambda route: route.continue_() if late else late.append(route))
    with page.expect_request("**/o/new/plan/**"):
        page.get_by_label("Name", exact=True).fill("A slow line")
    rules = page.get_by_label("Rules")
    rules.select_option(label="Gin, GRA")
    late[0].continue_()
    expect(page.locator("#plan h2")).to_have_text("A slow line")
    expect(page.locator("#plan")).to_contain_text("Gin, GRA")
    expect(rules.locator("option:checked")).to_have_text("Gin, GRA")


def by_phone(visit, shoot, codes: list[str], mark: str) -> list[str]:
    """A phone enters the scores of its table, the next one agrees; who sits there."""
    first, second = visit(390, 844), visit(390, 844)
    first.goto(codes[0])
    names = first.locator("table.pod-form tbody th").all_inner_texts()
    for name, score in zip(names, ("140", "85", "40"), strict=True):
        first.get_by_label(f"Score of {name}").fill(score)
    shoot(first, f"pods-slip-{mark}")
    assert first.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first.get_by_role("button", name="Send the result").click()
    expect(first.get_by_text(f"waiting for {names[1]} or {names[2]} to agree")).to_be_visible()
    second.goto(codes[1])
    second.get_by_role("button", name=re.compile("Yes, I am")).click()
    expect(second.get_by_text("result stands").first).to_be_visible()
    shoot(second, f"pods-agreed-{mark}")
    for phone in (first, second):
        phone.close()
    return names


@pytest.mark.parametrize(("rules", "sizes"), [("chouette", [3, 4])])
def test_seven_play_online_and_the_results_come_by_themselves(visit, site, shoot, rules, sizes) -> None:
    """A table of three and one of four: the organiser publishes, the house plays, everybody watches."""
    said = in_shell(site, OPEN.format(name=f"Seven at {rules}", rules=rules))
    slug = re.findall(r"^slug (\S+)$", said, re.MULTILINE)[0]
    page = visit(1280, 900)
    page.on("dialog", lambda dialog: dialog.accept())
    sign_in(page, site)
    page.goto(f"/o/{slug}/pairings/1/")
    page.get_by_role("button", name=re.compile("Pair the next round")).click()
    expect(page.get_by_role("button", name="Publish and start")).to_be_visible()
    assert sorted(one.locator("li").count() for one in page.locator("table.pods ol.seats").all()) == sizes
    shoot(page, f"pods-draft-{rules}-1280")
    page.get_by_role("button", name="Publish and start").click()
    watcher = visit(390, 844, "dark")
    watch(watcher, slug, max(sizes))
    shoot(watcher, f"pods-watching-{rules}-390-dark")
    expect(watcher.locator("gin-table .gt-end table-end")).to_be_visible(timeout=MOST_S * 1000)
    shoot(watcher, f"pods-table-over-{rules}-390-dark")
    until = monotonic() + MOST_S
    while "to come" in (text := state_of(watcher, slug)) or "playing" in text:
        assert monotonic() < until, text
    expect(watcher.locator("table.pods")).to_contain_text("over")
    shoot(watcher, f"pods-round-over-{rules}-390-dark")
    watcher.goto(f"/t/{slug}/standings/")
    expect(watcher.locator("main")).to_contain_text("Player 1")
    assert watcher.evaluate("document.documentElement.scrollWidth <= innerWidth")


def watch(page: Page, slug: str, seats: int) -> None:
    """Look at the live table at which most sit."""
    until = monotonic() + MOST_S
    while True:
        page.goto(f"/t/{slug}/rounds/1/")
        full = page.locator("table.pods tbody tr").filter(has=page.locator(f"ol.seats li:nth-child({seats})"))
        if "/tables/" in (full.locator("td.num a").get_attribute("href") or ""):
            break
        assert monotonic() < until
    page.goto(full.locator("td.num a").get_attribute("href") or "")  # or it is over before the click
    expect(page.locator("gin-table .gt-last")).not_to_be_empty()


def state_of(page: Page, slug: str) -> str:
    page.goto(f"/t/{slug}/rounds/1/")
    return page.locator("table.pods").inner_text()
