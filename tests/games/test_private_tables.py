"""Private tables, opened by a link: rated only if asked for, and seen by nobody else, even afterwards."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from duework import services as duework
from games import selectors
from games.live.finished import deal_data, tallies
from games.models import Deal, Gathering, Table
from games.services import gatherings
from pages.selectors import dump_files
from ratings.models import Pool, RatedMatch
from ratings.services.runs import folding
from tests.games import sittings
from tests.games.live import live_tables
from tournaments.results.services import from_tables

pytestmark = pytest.mark.django_db(transaction=True)
A_DAY = {"bank_s": None, "increment_s": 0, "move_s": 24 * 3600}  # such a table is shuffled without its players
FORM = {"rules": "gin-pagat", "level": "novice", "clock": "day", "others": "people"}


@pytest.fixture
def ann() -> User:
    return accounts.official(username="ann", name="Ann Private", email="", password="correct horse 9")


@pytest.fixture
def ben() -> User:
    return accounts.official(username="ben", name="Ben Private", email="", password="correct horse 9")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def opened(ann: User, ben: User, **form: str) -> Table:
    """A table that Ann opens by the form, and at which Ben sits down by its page."""
    where = browser(ann).post(reverse("games:practice"), FORM | form)["Location"]
    browser(ben).post(where, {"seat": "1"})
    table = Gathering.objects.latest("pk").table
    assert table is not None
    return table


def played(table: Table) -> Table:
    """Two deals, after which A resigns; handed to the ratings."""
    over = sittings.play_out(table, deals=2)
    from_tables.table_over(table=over, now=timezone.now())
    return over


@pytest.mark.parametrize(("form", "weight"), [({}, 0), ({"is_rated": "on"}, 1)])
def test_a_game_with_a_friend_is_rated_where_that_was_ticked(ann, ben, form, weight) -> None:
    where = browser(ann).post(reverse("games:practice"), FORM | form)["Location"]
    said = browser(ben).get(where).content.decode()
    assert ("no: a casual game" in said, "if all who sit there have an account" in said) == (not weight, bool(weight))
    browser(ben).post(where, {"seat": "1"})
    table = Gathering.objects.latest("pk").table
    assert table is not None
    played(table)
    assert RatedMatch.objects.get(source=f"table:{table.public_id}").weight == weight


def test_a_rematch_is_rated_as_the_game_before(ann, ben) -> None:
    for form, is_rated in (({}, False), ({"is_rated": "on"}, True)):
        over = played(opened(ann, ben, **form))
        for one in (ann, ben):
            again = gatherings.offer_rematch(table=over, user=one, now=timezone.now())
        assert again.table is not None
        assert (again.table.settings["rated"], again.table.is_private) == (is_rated, True)


def test_a_guest_opens_no_rated_table(client: Client) -> None:
    answer = client.post(reverse("games:practice"), FORM | {"is_rated": "on"})
    assert (answer.status_code, "Guests play without a rating" in answer.content.decode()) == (422, True)


def test_a_table_that_does_not_say_rated_is_not(ann, ben) -> None:
    table = sittings.play_out(live_tables.open_table(), deals=1)
    from_tables.table_over(table=table, now=timezone.now())
    assert RatedMatch.objects.get().weight == 0


def routes(patterns: list, before: str = "") -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route


def addresses(*names: str) -> Iterator[str]:
    """All addresses of the site that name nothing, or one of these: a table, a deal, a rated match or a player."""
    for route in routes(get_resolver().url_patterns):
        if route.startswith("admin/") or "^" in route or "(?P" in route:
            continue
        for public_id in names:
            filled = re.sub(r"<(str|slug):public_id>", public_id, route).replace("<int:number>", "1")
            filled = re.sub(r"<(str|slug):kind>", "jsonl", filled)
            if "<" not in filled:
                yield f"/{filled}"


def addresses_about(player: User, pool: Pool) -> list[str]:
    """More that lists what this player played."""
    one = player.public_id
    return [
        f"/archive/?player={one}", f"/archive/?player={player.name}", "/archive/deals.txt",
        f"/api/v1/players/{one}/history?pool={pool.key}", f"/api/v1/deals/?player={one}",
    ]  # fmt: skip


def answer_of(client: Client, where: str) -> tuple[int, str]:
    """The status, and the text of what was answered well."""
    answer = client.get(where)
    said = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, said.decode(errors="replace") if answer.status_code < 400 else ""


@pytest.mark.parametrize("form", [{}, {"is_rated": "on"}])
def test_no_page_and_no_answer_shows_a_stranger_a_private_table(ann, ben, form) -> None:
    """Not if it is rated either: how the ratings changed is shown, but not from which table."""
    table = played(opened(ann, ben, **form))
    other = played(live_tables.open_table())
    pool = Pool.objects.get(beside=None)
    folding.rate_pending(pool=pool.key)
    shown = Deal.objects.filter(table=other).latest("pk")
    rated = RatedMatch.objects.get(a__in=(ann, ben), b__in=(ann, ben))
    stranger = browser(accounts.official(username="eve", name="Eve", email="", password="correct horse 9"))
    of_it = [table.public_id, *Deal.objects.filter(table=table).values_list("public_id", flat=True)]
    asked = {*addresses("0", ann.public_id, rated.public_id, shown.public_id), *addresses_about(ann, pool)}
    told, seen, changes = [], set(), set()
    for client in (Client(), stranger):
        for where in sorted(asked):
            _status, said = answer_of(client, where)
            if any(one in said for one in of_it):
                told.append(where)
            seen |= {where} if shown.public_id in said else set()
            changes |= {where} if rated.public_id in said else set()
    assert told == []
    assert len(seen) >= 4, "the lists show deals of other tables"
    assert (f"/players/{ann.public_id}/" in changes) == bool(form), "the change of the ratings is shown"


@pytest.mark.parametrize("form", [{}, {"is_rated": "on"}])
def test_a_private_table_answers_a_stranger_as_one_that_is_not_there(ann, ben, form) -> None:
    table = played(opened(ann, ben, **form))
    deal = Deal.objects.filter(table=table).latest("pk")
    stranger = browser(accounts.official(username="eve", name="Eve", email="", password="correct horse 9"))
    for client in (Client(), stranger):
        for route in addresses("PUBLIC"):
            there, not_there = (
                {answer_of(client, route.replace("PUBLIC", one))[0] for one in names}
                for names in ((table.public_id, deal.public_id), ("nosuchtable1",))
            )
            assert there == not_there, route


def test_those_who_sat_there_find_it(ann, ben) -> None:
    table = played(opened(ann, ben))
    deal = Deal.objects.filter(table=table).latest("pk")
    for one in (ann, ben):
        client = browser(one)
        for where in (
            f"/players/{one.public_id}/",
            f"/archive/?player={one.public_id}",
            f"/deals/{deal.public_id}/",
            f"/api/v1/deals/{deal.public_id}/",
            "/api/v1/deals/",
        ):
            answer = client.get(where)
            assert (answer.status_code, deal.public_id in answer.content.decode()) == (200, True), where
        assert client.get(f"/tables/{table.public_id}/").status_code == 200


def test_dumps_and_records_leave_private_tables_out(ann, ben) -> None:
    table, other = played(opened(ann, ben)), played(live_tables.open_table())
    lines = "".join(map(str, deal_data.lines(selectors.deals(), duework.Walk())))
    assert (table.public_id in lines, other.public_id in lines) == (False, True)
    people = {one["id"] for one in dump_files.public_players()} - {
        one.player.public_id for one in tallies.fold(Table.objects.filter(pk=other.pk))
    }
    assert ann.public_id in people or not RatedMatch.objects.filter(a=ann).exists()
    assert not selectors.tallies(player=ann).exists()
    assert list(tallies.differences()) == []
