"""Tables that are played by days: nobody has to be here, time runs meanwhile, and players are told that it is their
turn."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from games.live import turns
from games.live.processes.hub import Hub, is_unused
from games.live.setup import clock
from games.models import Status, Table
from games.services import challenges, seeks, tables
from games.services.turns import AFTER, BEFORE, EVERY, SOON_OVER, TURN, TURNS, turns_due
from notices.models import Notice
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, mover, seats
from tests.games.live.store.test_committing import play_on
from tests.games.test_challenges import person

pytestmark = pytest.mark.django_db(transaction=True)
DAY = {"bank_s": None, "increment_s": 0, "move_s": 24 * 3600}


def by_days() -> Table:
    """Ann and Ben have agreed on a game with a day for each decision, and the first cards are dealt."""
    wish = seeks.WantedGame(rules="gin-pagat", clock=DAY)
    ann, ben = person("Ann"), person("Ben")
    made = challenges.challenge(by=ann, to=ben, wish=wish, now=live_tables.now())
    table = challenges.accept_challenge(challenge=made, user=ben, now=live_tables.now()).table
    assert table is not None
    return table


def test_a_day_is_no_clock_beside_a_bank() -> None:
    assert clock.is_by_days(DAY)
    assert not clock.is_by_days({"move_s": 3600})
    assert not clock.is_by_days(None)
    assert clock.is_clock(DAY)
    assert not clock.is_clock(DAY | {"bank_s": 60}), "minutes and days do not go together"
    assert not clock.is_clock({"move_s": 4 * 24 * 3600})


def test_a_challenge_to_such_a_game_waits_for_two_days() -> None:
    ann, ben = person("Ann"), person("Ben")
    now = live_tables.now()
    made = challenges.challenge(by=ann, to=ben, wish=seeks.WantedGame(rules="gin-pagat", clock=DAY), now=now)
    assert made.lapses_at - now == timedelta(days=2)
    assert challenges.forget_old_challenges(now=now + timedelta(days=2)) == 0
    table = challenges.accept_challenge(challenge=made, user=ben, now=now + timedelta(days=1)).table
    assert table is not None
    assert table.settings["shuffle"] == "server", "a deal waits for nobody’s browser"


async def test_who_is_away_cannot_be_claimed_against(hub: Hub) -> None:
    table = await sync_to_async(by_days)()
    stays, leaves = mover(await seats(table, await sync_to_async(live_tables.users)(table)))
    assert (await stays.command({"do": "pass_upcard"}))["k"] == "ack"
    await stays.reach(3)
    await leaves.leave()
    actor = hub.actors[table.public_id]
    seat = "AB".index(leaves.view["seat"])
    await until(lambda: actor.presence[seat].sockets == 0)
    actor.presence[seat].gone_since = hub.now() - 3600
    assert actor.graces(hub.now()) == {}
    assert (await stays.command({"do": "claim"}))["code"] == "early"


async def forgotten(hub: Hub, table: Table, *, left: timedelta) -> Socket:
    """Nobody is here any more, and the table has left memory; then time passes until only so much of it is left. Gives
    who was on move."""
    first, second = mover(await seats(table, await sync_to_async(live_tables.users)(table)))
    actor = hub.actors[table.public_id]
    for socket in (first, second):
        await socket.leave()
    await until(lambda: not actor.audience.has_people())
    actor.empty_since = hub.now() - 3600
    assert is_unused(actor, hub.now())
    await hub._evict()
    assert table.public_id not in hub.actors
    await sync_to_async(lambda: Table.objects.filter(pk=table.pk).update(deadline_at=live_tables.now() + left))()
    return first


async def test_it_leaves_memory_and_comes_back_with_the_time_that_has_run(hub: Hub) -> None:
    table = await sync_to_async(by_days)()
    first = await forgotten(hub, table, left=timedelta(hours=19))
    back = await Socket(table, user=first.line.scope["user"]).open()
    await until(lambda: table.public_id in hub.actors)
    [running] = [one for one in hub.actors[table.public_id].clk() or [] if one.get("move") is not None]
    assert abs(running["move"] / 1000 - 19 * 3600) < 60, "five of twenty-four hours are gone"
    await back.leave()


async def test_a_day_without_a_move_loses_though_nobody_is_here(hub: Hub) -> None:
    table = await sync_to_async(by_days)()
    await forgotten(hub, table, left=timedelta(0))
    found: list[Table] = []
    for _look in range(600):
        found = await sync_to_async(lambda: list(Table.objects.filter(pk=table.pk, status=Status.OVER)))()
        if found:
            break
        await asyncio.sleep(0.1)
    assert found[0].result["how"] == "flag"


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, with a bound."""
    for _look in range(600):
        if holds():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it never held")


def dealt() -> tuple[Table, User]:
    """A table by days after its first deal, whose cards the sweep dealt, and who is on move."""
    table = by_days()
    while not (found := turns.turns([table])):
        play_on(table, 1)
        table.refresh_from_db()
    return table, found[0].user


def test_whose_turn_it_is_is_told_once_and_again_before_its_end() -> None:
    _table, on_move = dealt()
    live_tables.open_table(clock={"bank_s": 600, "increment_s": 5, "move_s": None})  # no such table
    [turn] = turns.turns(turns.by_days())
    assert (turn.user, turn.until - turn.since) == (on_move, timedelta(days=1))

    def told(after: timedelta) -> list[str]:
        now = turn.since + after
        turns_due(DueWork(), now)
        found = Notice.objects.filter(user=on_move, kind="turn").order_by("pk")
        return list(found.values_list("text", flat=True))

    assert told(AFTER - timedelta(seconds=1)) == []
    assert told(AFTER) == told(AFTER + EVERY) == [TURN]
    assert told(timedelta(days=1) - BEFORE) == [TURN, SOON_OVER]
    assert told(timedelta(days=1) - BEFORE + EVERY) == [TURN, SOON_OVER]
    assert not Notice.objects.filter(kind="turn").exclude(user=on_move).exists()


def test_the_look_comes_again_as_long_as_such_a_table_is_played() -> None:
    table, _on_move = dealt()
    works = DueWork.objects.filter(kind=TURNS, done_at=None)
    [first] = works.all()
    duework.sweep(now=first.due_at)
    [second] = works.all()
    assert second.due_at - first.due_at == EVERY
    tables.close_tables(tables=[table.public_id])
    duework.sweep(now=second.due_at)
    assert not works.all().exists()


def test_the_page_says_which_game_waits_for_the_reader(client: Client) -> None:
    table, on_move = dealt()
    other = next(user for user in live_tables.users(table) if user != on_move)
    for user, says in ((on_move, True), (other, False)):
        client.force_login(user)
        assert ("your turn" in client.get("/").content.decode()) == says
