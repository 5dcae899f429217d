"""The lists of a site of many years: their queries use an index, read no more than they show, and are not repeated."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import services as accounts
from clubs import services as clubs
from clubs.models import Club
from games import selectors as games
from games.models import Deal, Seat, Status, Table
from pages.selectors import archive_search
from ratings.selectors import matches as rated_matches
from tests.markup import tight
from tournaments.event.selectors import finding

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@contextmanager
def as_when_tables_are_large() -> Iterator[None]:
    """PostgreSQL reads a table of a few rows from end to end; here it uses an index where there is one."""
    if connection.vendor == "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        for way in ("seqscan", "sort", "bitmapscan"):
            cursor.execute(f"SET enable_{way} = off")
        try:
            yield
        finally:
            for way in ("seqscan", "sort", "bitmapscan"):
                cursor.execute(f"RESET enable_{way}")


def plan(found: QuerySet) -> str:
    with as_when_tables_are_large():
        return found.explain()


def asked(path: str) -> list[str]:
    """The statements that a page sends."""
    with CaptureQueriesContext(connection) as seen:
        assert Client().get(path).status_code == 200
    return [one["sql"] for one in seen.captured_queries]


def archived(rules: str, kind: str) -> Deal:
    """A finished deal of a sitting that is over."""
    table = Table.objects.create(rules=rules, status=Status.OVER, opened_at=NOW, finished_at=NOW)
    for seat, name in enumerate(("Ann", "Bob")):
        Seat.objects.create(table=table, seat=seat, user=accounts.player_for(name=f"{name} {table.pk}")[0])
    return Deal.objects.create(table=table, number=1, type=kind, first_seq=1, last_seq=9, finished_at=NOW)


def test_the_latest_results_are_found_in_an_index() -> None:
    assert "tournaments_results" in plan(finding.results())


def test_deals_with_a_ruling_are_found_in_an_index_of_directors_entries() -> None:
    assert "games_play_director" in plan(games.search(ruled_only=True))


def test_the_deals_of_a_player_are_found_by_the_numbers_of_their_tables() -> None:
    deal = archived("gin-rummy-com", "knock")
    player = deal.table.seats.get(seat=0).user
    found = games.search(player=player.public_id)
    assert [one.pk for one in found] == [deal.pk]
    assert "accounts_user" not in str(found.query)


def test_the_list_of_matches_is_not_sorted_to_find_what_is_there_once() -> None:
    assert not [sql for sql in asked("/api/v1/matches/") if "DISTINCT" in sql]


def test_rating_changes_are_read_by_the_matches_ids_alone() -> None:
    with CaptureQueriesContext(connection) as seen:
        rated_matches.gains(["match:one"])
    [changes] = [one["sql"] for one in seen.captured_queries if 'FROM "ratings_change"' in one["sql"]] or [""]
    assert "ratings_ratedmatch" not in changes


def test_what_can_be_searched_for_is_not_gathered_on_every_view() -> None:
    archived("gin-rummy-com", "knock")
    assert len([sql for sql in asked("/archive/") if "DISTINCT" in sql]) == 2
    assert not [sql for sql in asked("/archive/") if "DISTINCT" in sql]


def test_a_search_for_what_is_new_in_the_archive_is_understood_at_once() -> None:
    archived("gin-rummy-com", "knock")
    assert list(archive_search.choices({})["variant"]) == ["gin-rummy-com"]
    archived("gin-pagat", "gin")
    answer = Client().get("/archive/?variant=gin-pagat")
    assert (len(answer.context["deals"]), answer.context["dropped"]) == (1, [])


def test_a_large_club_lists_its_members_page_by_page_and_finds_them_by_name(club: Club, as_olga: Client) -> None:
    for number in range(1, 121):
        clubs.add_member(club=club, user=accounts.player_for(name=f"Member {number:03d}")[0])
    where, seen = f"/clubs/{club.slug}/members/", []
    page = as_olga.get(where)
    assert "Members: 121" in tight(page.content.decode())
    while True:
        shown = page.context["members"]
        seen += [one.user.name for one in shown]
        assert len(shown) <= 50
        if not shown.has_next():
            break
        assert f'href="?page={shown.number + 1}"' in tight(page.content.decode())
        page = as_olga.get(f"{where}?page={shown.number + 1}")
    assert "Members: 1<" in tight(Client().get(where).content.decode()), "nobody else has said yes to being shown"
    assert seen == [*(f"Member {number:03d}" for number in range(1, 121)), "Olga Organ"]
    found = as_olga.get(f"{where}?q=er+07")
    assert [one.user.name for one in found.context["members"]] == [f"Member {number:03d}" for number in range(70, 80)]
    assert [one.user.name for one in as_olga.get(f"{where}?role=organiser").context["members"]] == ["Olga Organ"]
    assert "No member is called" in tight(as_olga.get(f"{where}?q=nobody").content.decode())
