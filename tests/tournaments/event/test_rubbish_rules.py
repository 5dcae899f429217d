"""A key of rules that somebody has written by hand, at every door that takes the key of a preset: refused at its field
with what goes there, or not found; never a fault of the site, and nothing is made."""

from urllib.parse import quote

import pytest

from clubs import services as clubs
from games.engine import record
from games.models import Challenge, Gathering, Seek, Table
from games.services import house_rules
from tests.games.live import live_tables
from tournaments.errors import Invalid
from tournaments.exchange.services import rows
from tournaments.models import Arena, SitAndGo, Tournament

pytestmark = pytest.mark.django_db
RUBBISH = {
    "no such preset": "gin-pagats~knock_limit=7",
    "no such option": "gin-pagat~knock_limits=7",
    "of another kernel": "gin-pagat~force=off",
    "too much": "gin-pagat~knock_limit=99",
    "not a number": "gin-pagat~knock_limit=seven",
    "goes with nothing": "gin-pagat~double_cap=8",
    "without a value": "gin-pagat~knock_limit",
    "nothing": "gin-pagat~",
    "a sign alone": "~",
    "twice": "gin-pagat~knock_limit=7~knock_limit=8",
    "another order": "gin-pagat~knock_limit=7~gin_bonus=30",
    "another spelling": "gin-pagat~knock_limit=07",
    "chosen elsewhere": "gin-pagat~laws=table_laws",
    "of a record": "gin-pagat{knock_limit=7}",
    "other figures": "gin-pagat~knock_limit=٧",
    "long": "gin-pagat~" + "knock_limit=7~" * 60 + "x",
    "too long": "gin-pagat~" + "x" * 2_000,
    "blanks": "gin-pagat~knock_limit= 7",
    "markup": "gin-pagat~<b>=1",
}
CLOCK = {"bank_s": 300, "increment_s": 5, "move_s": None}
EVENING = {"club": "tuesday-knockers", "name": "Last", "text": "Ana 120, Bo 85", "dry_run": False}
API = {  # the door, its body, and the field that holds the rules
    "tournament": ("tournaments/", {"club": "tuesday-knockers", "name": "Open", "mode": "in_person"}, "variant"),
    "evening": ("tournaments/enter-evening/", EVENING, "variant"),
    "table": ("tables/", {"level": "novice"}, "rules"),
    "arena": ("arenas/", {"name": "Arena", "clock": CLOCK, "minutes": 40, "starts_in": 15}, "rules"),
    "sit-and-go": ("sit-and-gos/", {"kind": "cup", "seats": 4, "clock": CLOCK}, "rules"),
}
PAGES = {
    "tournament": ("/o/new/", {"name": "Open", "mode": "in_person"}, "variant"),
    "evening": ("/o/evening/", {"name": "Last", "text": "Ana 120, Bo 85"}, "variant"),
    "with the house": ("/tables/new/", {"others": "house", "level": "novice"}, "rules"),
    "with a link": ("/tables/new/", {"others": "people", "level": "novice"}, "rules"),
    "a friend": ("/play/friend/", {"clock": "none"}, "rules"),
    "an opponent": ("/play/find/", {"length": "", "clock": "10+5", "laws": "strict"}, "rules"),
    "a challenge": ("/play/challenges/to/{other}/", {"length": "", "clock": "10+5", "laws": "strict"}, "rules"),
    "arena": ("/arenas/new/", {"name": "Arena", "clock": "5+5", "minutes": "40", "starts_in": "15"}, "rules"),
    "sit-and-go": ("/sit-and-go/new/", {"kind": "cup", "seats": "4", "clock": "5+5"}, "rules"),
}
ASKED = (
    "/o/new/?variant={}",
    "/o/new/plan/?variant={}",
    "/tables/new/?rules={}",
    "/play/find/?rules={}",
    "/play/friend/?rules={}",
    "/rules/{}/",
    "/deals/?variant={}",
    "/records/?rules={}",
    "/ratings/{}/",
    "/clubs/tuesday-knockers/rules/new/?preset={}",
    "/clubs/tuesday-knockers/rules/differences/?preset={}",
    "/api/v1/deals/?rules={}",
    "/api/v1/records/?rules={}",
    "/api/v1/tables/?rules={}",
    "/api/v1/presets/{}/options/",
    "/api/v1/pools/{}/leaderboard",
)


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


def nothing_is_made():
    return not any(one.objects.exists() for one in (Tournament, Table, Gathering, Seek, Challenge, Arena, SitAndGo))


@pytest.mark.parametrize("door", API)
def test_programs_are_told_the_field(desk, club, door):
    path, body, field = API[door]
    for what, rubbish in RUBBISH.items():
        answer = desk.post(f"/api/v1/{path}", body | {field: rubbish}, content_type="application/json")
        assert answer.status_code == 400, (what, answer.status_code, answer.content)
        assert [*answer.json()["errors"]] == [field], (what, answer.json())
    assert nothing_is_made()


@pytest.mark.parametrize("door", PAGES)
def test_pages_show_the_form_again(desk, club, door):
    path, form, field = PAGES[door]
    path = path.format(other=live_tables.person("Bo").public_id)
    for what, rubbish in RUBBISH.items():
        answer = desk.post(path, form | {field: rubbish, "club": club.slug})
        assert answer.status_code in (200, 422), (what, answer.status_code)
        assert answer.context["form"].errors[field], what
        assert "<b>=1" not in answer.content.decode()
    assert nothing_is_made()


@pytest.mark.parametrize("address", ASKED)
def test_an_address_finds_nothing_or_says_so(desk, club, address):
    for what, rubbish in RUBBISH.items():
        answer = desk.get(address.format(quote(rubbish)))
        assert answer.status_code in (200, 302, 400, 404, 422), (what, answer.status_code)
        assert "<b>=1" not in answer.content.decode()


@pytest.mark.parametrize("what", RUBBISH)
def test_a_file_of_a_tournament_is_refused_at_its_rules(what):
    with pytest.raises(Invalid) as bad:
        rows.check_tournament({"name": "Open", "variant": RUBBISH[what], "mode": "in_person"})
    assert bad.value.field == "tournament[0].variant"


@pytest.mark.parametrize("what", sorted(RUBBISH.keys() - {"of a record"}))
def test_a_record_by_such_rules_is_refused(what):
    lines = ['[Undercut "1"]', f'[Rules "{RUBBISH[what]}"]', '[A "Ann"]', '[B "Ben"]']
    with pytest.raises(record.RecordError):
        list(record.checked(lines))


# ---- what can be played, and is not for this person


@pytest.fixture
def theirs(organiser, clock):
    """A rule set of a club that the organiser runs beside this one; the person who asks is no member of it."""
    other = clubs.create_club(name="Friday Club", organiser=organiser)
    chosen = {"preset": "gin-pagat", "options": {"gin_bonus": 30}}
    return house_rules.make(club=other, name="Theirs", by=organiser, now=clock(), **chosen)


@pytest.mark.parametrize("door", ["table", "arena", "sit-and-go"])
def test_rules_of_a_club_that_one_is_no_member_of_are_not_played(client, club, theirs, door):
    client.force_login(live_tables.person("Cy"))
    path, body, field = API[door]
    answer = client.post(f"/api/v1/{path}", body | {field: theirs.rules}, content_type="application/json")
    assert answer.status_code in (400, 422), answer.content
    assert field in answer.json()["errors"]
    assert nothing_is_made()


@pytest.mark.parametrize("door", ["arena", "sit-and-go"])
def test_where_strangers_meet_the_presets_are_played(desk, club, theirs, door):
    path, body, field = API[door]
    answer = desk.post(f"/api/v1/{path}", body | {field: theirs.rules}, content_type="application/json")
    assert "Strangers meet by the presets" in str(answer.json()["errors"][field])
    assert nothing_is_made()


def test_what_a_club_has_withdrawn_or_changed_is_chosen_no_more(desk, club, organiser, clock):
    one = house_rules.make(
        club=club, name="Ours", preset="gin-pagat", options={"gin_bonus": 30}, by=organiser, now=clock()
    )
    house_rules.choose(club=club, rules=one.rules, now=clock())
    later = house_rules.change(rules=one, name="Ours", options={"gin_bonus": 40}, by=organiser, now=clock())
    for door in ("tournament", "evening", "table"):
        path, body, field = API[door]
        answer = desk.post(f"/api/v1/{path}", body | {field: one.rules}, content_type="application/json")
        assert (answer.status_code, field in answer.json()["errors"]) == (400, True), (door, answer.content)
    house_rules.withdraw(rules=later, by=organiser, now=clock())
    path, body, field = API["tournament"]
    answer = desk.post(f"/api/v1/{path}", body | {field: later.rules}, content_type="application/json")
    assert "offers it no more" in str(answer.json()["errors"][field])
    assert nothing_is_made()
