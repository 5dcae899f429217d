"""Records: every finished sitting is added once to its players' tallies; a new fold of the archive gives the same."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.live.finished import tallies
from games.live.processes.announce import report
from games.models import Deal, Table, Tally
from games.services import tables
from tests.games import sittings
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db(transaction=True)
RULES = "gin-pagat"


def sitting(people, winner, deals, *, day=1, held=False, net=50, rules=RULES):
    """A sitting that ended on this day: who won it (a seat), and its deals as (seat that won, type, points)."""
    seats = [tables.SeatSpec(user) for user in people]
    table = tables.open_table(rules_key=rules, seats=seats, now=live_tables.now())
    at = live_tables.now() - timedelta(days=100 - day)
    signed = [net if seat == winner else -net for seat in (0, 1)]
    result = {"winner": winner, "net": signed, "totals": [100 + one for one in signed]}
    Table.objects.filter(pk=table.pk).update(status="over", finished_at=at, result=result, is_held=held)
    for number, (seat, kind, points) in enumerate(deals, 1):
        Deal.objects.create(
            table=table, number=number, winner=seat, type=kind, points=points, first_seq=1, last_seq=2, finished_at=at
        )
    table.refresh_from_db()
    if not held:
        tallies.keep(table)
    return table


@pytest.fixture
def people():
    return [live_tables.person("Ann"), live_tables.person("Ben")]


def tally(user):
    return Tally.objects.get(player=user, rules=RULES)


def test_rows_go_on_from_sitting_to_sitting_and_end_with_the_first_that_is_not_won(people):
    ann, ben = people
    sitting(people, 0, [(0, "gin", 40), (0, "knock", 10)], day=1)
    sitting(people, 0, [(0, "gin", 30), (0, "big_gin", 60)], day=2)
    last = sitting(
        people, 0, [(0, "gin", 25), (1, "undercut", 33), (None, "dead", 0), (0, "unfinished", 0)], day=3, net=90
    )
    assert (tally(ann).wins_in_a_row, tally(ann).gins_in_a_row, tally(ann).gins) == (3, 3, 4)
    assert (tally(ann).best_deal, tally(ann).best_win, tally(ann).best_win_at) == (60, 90, last)
    assert (tally(ann).deals, tally(ann).deals_won, tally(ben).undercuts) == (7, 5, 1)
    sitting(people, 1, [], day=4)
    sitting(people, None, [], day=5)
    assert (tally(ann).wins_now, tally(ann).wins_in_a_row, tally(ben).wins_in_a_row) == (0, 3, 1)


def test_a_sitting_told_late_or_twice_comes_to_the_same(people):
    ann, _ben = people
    first, second = (sitting(people, 0, [(0, "gin", 40)], day=day) for day in (1, 3))
    late = sitting(people, 1, [(1, "undercut", 30)], day=2)
    assert (tally(ann).wins_in_a_row, tally(ann).gins_in_a_row, tally(ann).sittings) == (1, 1, 3)
    for table in (late, first, second, second):
        tallies.keep(table)
    assert (tally(ann).sittings, tally(ann).deals) == (3, 3)
    assert list(tallies.differences()) == []


def test_a_fold_of_the_archive_mends_what_differs(people, capsys):
    sitting(people, 0, [(0, "gin", 40)])
    Tally.objects.filter(player=people[0]).update(gins=7)
    Tally.objects.create(player=live_tables.person("Eve"), rules=RULES)
    with pytest.raises(CommandError, match="2 differences"):
        call_command("rebuild_records", "--check")
    assert "gins is 7, by the archive 1" in capsys.readouterr().out
    call_command("rebuild_records")
    call_command("rebuild_records", "--check")
    assert Tally.objects.count() == 2


def test_a_real_sitting_is_tallied_when_it_is_reported(people):
    table = sittings.play_out(live_tables.open_table(), seed=3, deals=2)
    ann, ben = live_tables.users(table)
    assert tally(ann).deals == tally(ben).deals == Deal.objects.exclude(type="unfinished").count()
    assert (tally(ann).won, tally(ben).won) == (0, 1)  # A resigned
    assert not report(table.pk, live_tables.now())
    assert list(tallies.differences()) == []


def test_nothing_of_a_held_table_is_told_before_it_is_let_go(people):
    table = sitting(people, 0, [(0, "gin", 99)], held=True)
    tallies.keep(table)
    assert not Tally.objects.exists()
    tables.release(tables=[table.public_id])
    assert tally(people[0]).best_deal == 99


@pytest.fixture
def four():
    return [live_tables.person(name) for name in ("Ann", "Ben", "Cleo", "Dora")]


def table_of_several(rules, people, *, winner, net, totals, deals, loser=None):
    """A sitting of more than two, as it is when it is over."""
    table = sitting(people, winner, deals, rules=rules, held=True)
    result = {"winner": winner, "net": net, "totals": totals, "loser": loser}
    Table.objects.filter(pk=table.pk).update(result=result, is_held=False)
    table.refresh_from_db()
    tallies.keep(table)
    tallies.keep(table)
    assert list(tallies.differences()) == []
    return {one.player.name.split()[0]: one for one in Tally.objects.filter(rules=rules).select_related("player")}


def test_three_for_themselves_hold_records_of_their_game(four):
    deals = [(2, "gin", 60), (2, "gin", 55), (0, "undercut", 21)]
    found = table_of_several("battle-royal", four[:3], winner=2, net=[-5, -9, 14], totals=[90, 70, 230], deals=deals)
    assert (found["Cleo"].won, found["Cleo"].best_win, found["Cleo"].gins_in_a_row) == (1, 14, 2)
    assert [found[name].deals for name in ("Ann", "Ben", "Cleo")] == [3, 3, 3]


def test_who_waits_has_no_part_in_a_deal(four):
    deals = [(2, "gin", 40), (0, "gin", 55), (2, "undercut", 21)]
    found = table_of_several("cutthroat", four[:3], winner=2, net=[-5, -9, 14], totals=[90, 70, 230], deals=deals)
    assert [(found[name].gins, found[name].deals_won) for name in ("Ann", "Ben", "Cleo")] == [(1, 1), (0, 0), (1, 2)]
    assert {(one.deals, one.gins_in_a_row) for one in found.values()} == {(0, 0)}


@pytest.mark.parametrize(("loser", "won"), [(None, [0, 1, 1, 1]), (3, [0, 1, 1, 0])])
def test_the_side_of_a_chouette_wins_together_without_who_left(four, loser, won):
    terms = {"net": [-90, 30, 30, 30], "totals": [50, 180, 180, 180], "deals": [(1, "gin", 40)], "loser": loser}
    found = table_of_several("chouette", four, winner=1, **terms)
    assert [found[name].won for name in ("Ann", "Ben", "Cleo", "Dora")] == won


def test_partners_hold_what_their_side_does(four):
    found = table_of_several(
        "partnership", four, winner=1, net=[-240, 240], totals=[60, 300], deals=[(1, "team", 44), (0, "team", 12)]
    )
    held = {name: (one.won, one.best_win, one.best_total, one.best_deal, one.deals) for name, one in found.items()}
    assert held["Ben"] == held["Dora"] == (1, 240, 300, 44, 2)
    assert held["Ann"] == held["Cleo"] == (0, 0, 60, 12, 2)


def test_the_pages_show_who_holds_what_and_where(people):
    ann, ben = people
    assert b"No record yet" in Client().get("/records/").content
    assert b"No finished sitting" in Client().get(f"/players/{ann.public_id}/").content
    table = sitting(people, 0, [(0, "gin", 40), (1, "undercut", 55)], net=70)
    page = Client().get(f"/records/?rules={RULES}")
    best = {one.name: [(tally.player, figure) for tally, figure, _ in one.holders] for one in page.context["records"]}
    assert best["Most points in a deal"] == [(ben, 55), (ann, 40)]
    assert best["Biggest win, in points"] == [(ann, 70)]
    assert "Most undercuts" in best
    assert f"/tables/{table.public_id}/" in page.content.decode()
    assert b"1 of 1" in Client().get(f"/players/{ann.public_id}/").content
    assert b"Nothing has been played by" in Client().get("/records/?rules=whist").content


def test_the_api_lists_records_the_best_first_and_names_what_it_does_not_know(people):
    sitting(people, 0, [(0, "gin", 40), (1, "undercut", 55)])
    found = Client().get(f"/api/v1/records/?rules={RULES}&by=best_deal").json()["results"]
    assert [one["player"] for one in found] == [people[1].public_id, people[0].public_id]
    assert [one["best_deal"] for one in found] == [55, 40]
    assert found[0]["best_deal_at"]
    [mine] = Client().get(f"/api/v1/records/?player={people[0].public_id}").json()["results"]
    assert (mine["gins_in_a_row"], mine["wins_in_a_row"], mine["best_win_at"] is not None) == (1, 1, True)
    answer = Client().get("/api/v1/records/?by=luck")
    assert (answer.status_code, "by" in answer.json()["errors"]) == (400, True)


def test_a_page_asks_as_much_of_a_large_house_as_of_a_small_one(people):
    def asked():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            Client().get(f"/records/?rules={RULES}")
        return len(queries)

    sitting(people, 0, [(0, "gin", 40), (1, "undercut", 55)])
    few = asked()
    for day in range(2, 12):
        sitting([live_tables.person("Eve"), people[1]], day % 2, [(0, "gin", 40 + day), (1, "undercut", 55)], day=day)
    assert asked() == few
