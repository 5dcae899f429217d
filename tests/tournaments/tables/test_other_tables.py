"""The other tables beside a watched one: those of its round, or the hottest; no more than their watchers have seen."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from doors.caching import versioned
from duework import services as duework
from games.models import Deal, Status, Table
from games.services import tables
from pages.selectors import watched_tables
from pages.selectors.watched_tables import hottest_tables
from tests.games import sittings
from tests.games.live import live_tables
from tests.markup import tight
from tournaments.models import Entry, Match
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
ROW = re.compile(r'href="/tables/(\w+)/.*?</bdi><b>(-?\d+)</b>.*?</bdi><b>(-?\d+)</b>.*?<small>deal (\d+)', re.DOTALL)


@pytest.fixture
def running(make_tournament, clock):
    def run(players=6, **settings):
        tournament = make_tournament(players=players, rounds=1, mode="online", settings=settings)
        stages.begin(tournament=tournament, now=clock(), automatic=True)
        while duework.sweep(now=clock()):
            pass
        return list(Match.objects.filter(round__stage__tournament=tournament).order_by("table_no"))

    return run


def part(client, table):
    versioned.forget()
    answer = client.get(reverse("pages:table-others", args=[table]))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return tight(answer.content.decode())


def rows(client, table):
    """The tables on the part, each with the points of both and the deal."""
    return {row[0]: (int(row[1]), int(row[2]), int(row[3])) for row in ROW.findall(part(client, table))}


def scored(public_id, points, *, minutes_ago=0.0):
    """A deal of this table that its first player has won."""
    table = Table.objects.get(public_id=public_id)
    Deal.objects.create(
        table=table, number=table.deals.count() + 1, dealer=0, first_seq=0, last_seq=1, type="knock", winner=0,
        points=points, entry={}, finished_at=timezone.now() - timedelta(minutes=minutes_ago),
    )  # fmt: skip


def test_those_of_the_round_stand_beside_it_by_number_with_names_points_and_deal(client, running):
    first, second, third = running()
    scored(third.table, 60)
    assert rows(client, first.table) == {second.table: (0, 0, 1), third.table: (60, 0, 2)}
    assert list(rows(client, first.table)) == [second.table, third.table], "by number, though the third is hotter"
    text = part(client, first.table)
    assert "round 1" in text
    assert str(second.sides.first().entry) in text
    assert '<progress aria-hidden="true" max="100" value="60">' in text


def test_points_that_the_watchers_of_a_table_have_not_seen_are_not_told_beside_another(client, running):
    first, second, _ = running()
    scored(second.table, 20, minutes_ago=60)
    Table.objects.filter(public_id=second.table).update(settings={"delay": "open:15"})
    scored(second.table, 50, minutes_ago=5)
    assert rows(client, first.table)[second.table] == (20, 0, 2)
    Table.objects.filter(public_id=second.table).update(settings={"delay": "moves:10"})
    assert rows(client, first.table)[second.table] == (0, 0, 1), "no move has followed"
    Table.objects.filter(public_id=second.table).update(settings={})
    assert rows(client, first.table)[second.table] == (70, 0, 3)


def test_tables_that_nobody_may_watch_are_not_told_and_have_no_such_part(client, running):
    first, second, third = running()
    Table.objects.filter(public_id=second.table).update(settings={"spectators": False})
    assert list(rows(client, first.table)) == [third.table]
    assert client.get(reverse("pages:table-others", args=[second.table])).status_code == 404
    assert client.get(reverse("pages:table-others", args=["nothing"])).status_code == 404
    Table.objects.filter(public_id=third.table).update(is_held=True)
    assert part(client, first.table).strip() == ""


def test_a_table_that_is_over_is_no_longer_there(client, running):
    first, second, third = running()
    Table.objects.filter(public_id=second.table).update(status=Status.OVER)
    Match.objects.filter(pk=second.pk).update(state="over")
    assert list(rows(client, first.table)) == [third.table]


def test_beside_a_casual_table_stand_the_hottest_of_all(client, running):
    seats = [tables.SeatSpec(live_tables.person(name)) for name in ("Ann", "Ben")]
    casual = tables.open_table(rules_key="gin-rummy-com", seats=seats, settings={"pace": "fast"}, now=timezone.now())
    matches = running(players=2 * watched_tables.OTHERS + 2)
    scored(matches[-1].table, 40)
    found = rows(client, casual.public_id)
    assert len(found) == watched_tables.OTHERS
    assert next(iter(found)) == matches[-1].table
    assert casual.public_id not in found


def test_one_look_serves_all_who_watch_the_round_for_a_while(client, running, django_assert_max_num_queries):
    first, second, _ = running()
    rows(client, first.table)
    with django_assert_max_num_queries(8):
        again = client.get(reverse("pages:table-others", args=[second.table])).content.decode()
    assert first.table in again


def test_the_page_of_a_watched_table_knows_where_they_are_and_that_of_a_player_does_not(client, running):
    first, _, _ = running(delay="open:3")
    page, others = reverse("games:table", args=[first.table]), reverse("pages:table-others", args=[first.table])
    watched = tight(client.get(page).content.decode())
    assert f'data-others="{others}"' in watched
    assert 'data-late="shown 3 minutes late" data-live="Live, 3 min late"' in watched
    client.force_login(first.sides.first().entry.members.get().user)
    played = tight(client.get(page).content.decode())
    assert others not in played
    assert "table-gallery" not in played


@pytest.mark.parametrize(
    ("variant", "entry", "points"),
    [
        ("cutthroat", {}, [0, 30, 0]),
        ("chouette", {"box": 0}, [0, 30, 30]),
    ],
)
def test_a_table_of_three_stands_among_them_with_the_points_of_each(
    client, make_pods, next_round, variant, entry, points
):
    first, second = next_round(make_pods(6, variant=variant, mode="online", settings={"pace": "fast"})).matches.all()
    table = Table.objects.get(public_id=second.table)
    Deal.objects.create(
        table=table, number=1, dealer=0, first_seq=0, last_seq=1, type="knock", winner=1, points=30, entry=entry,
        finished_at=timezone.now(),
    )  # fmt: skip
    text = part(client, first.table)
    assert [int(one) for one in re.findall(r"</bdi><b>(-?\d+)</b>", text)] == points
    assert "deal 2" in text
    assert [one.match for one in hottest_tables()] == [second, first], "the one that has begun is hotter"
    lobby = client.get(reverse("pages:watch")).content.decode()
    assert " – ".join(map(str, points)) in lobby


@pytest.mark.django_db(transaction=True)
def test_home_draws_a_table_of_two_also_where_one_of_three_is_hotter(
    client, running, make_pods, next_round, monkeypatch
):
    monkeypatch.setattr(watched_tables, "HOTTEST", 1)
    [two] = running(players=2)
    three = next_round(make_pods(3, mode="online", settings={"pace": "fast"})).matches.get()
    Entry.objects.filter(seats__round=three.round).update(rating_at_entry=2900)
    versioned.forget()
    assert [one.public_id for one in hottest_tables()] == [three.table]
    table = Table.objects.get(public_id=two.table)
    Table.objects.filter(pk=table.pk).update(settings=table.settings | {"shuffle": "server"})
    sittings.deal(Table.objects.get(pk=table.pk))
    assert f'href="/tables/{two.table}/"' in client.get("/").content.decode()
