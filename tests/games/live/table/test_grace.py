"""The grace of a lost connection at a live table: counted down for the opponent, stopped by a director, claimed."""

from asgiref.sync import sync_to_async

from accounts.models import User
from games.live.processes.hub import Hub
from games.live.table.actor import TableActor
from games.models import Kind, Play, Table
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, mover, seats
from tests.games.live.processes.test_takeover import dies
from tests.games.live.test_directing import Desk


@sync_to_async
def people(table: Table) -> list[User]:
    return live_tables.users(table)


async def goes(hub: Hub, table: Table) -> tuple[Socket, Socket, TableActor]:
    """Who stays, and who has just lost the connection, in the middle of a deal."""
    stays, leaves = mover(await seats(table, await people(table)))
    assert (await stays.command({"do": "pass_upcard"}))["k"] == "ack"
    for socket in (stays, leaves):
        await socket.reach(3)
    await leaves.leave()
    return stays, leaves, hub.actors[table.public_id]


async def grace_told(socket: Socket, seat: str) -> int:
    """The seconds of grace that the next frame about who is here tells of this seat."""
    while True:
        frame = await socket.until("pres")
        if seat in frame["grace"]:
            return int(frame["grace"][seat])


async def test_the_opponent_sees_the_grace_count_down_to_the_claim(table: Table, hub: Hub) -> None:
    """The opponent sees the countdown, then may claim."""
    stays, leaves, actor = await goes(hub, table)
    seat = leaves.view["seat"]
    assert await grace_told(stays, seat) == 120
    left = actor.presence["AB".index(seat)]
    assert left.gone_since is not None
    left.gone_since -= 117.5
    told = [120]
    while told[-1]:
        told.append(await grace_told(stays, seat))
    assert told == sorted(set(told), reverse=True)
    assert len(told) > 2, "second by second, with nothing else happening at the table"
    assert (await stays.command({"do": "claim"}))["k"] == "ack"


async def test_who_comes_back_ends_the_countdown(table: Table, hub: Hub) -> None:
    stays, leaves, _ = await goes(hub, table)
    assert await grace_told(stays, leaves.view["seat"]) == 120
    back = await (await Socket(table, user=leaves.line.scope["user"]).open()).arrived(3)
    frame = await stays.until("pres")
    while frame["grace"]:
        frame = await stays.until("pres")
    assert (frame["A"], frame["B"], back.closed) == ("here", "here", None)
    assert (await stays.command({"do": "claim"}))["code"] == "early"


async def test_a_freeze_stops_the_grace_and_the_clock_goes_on_with_it(table: Table, hub: Hub) -> None:
    """A director's freeze stops clocks and grace."""
    stays, leaves, actor = await goes(hub, table)
    seat = "AB".index(leaves.view["seat"])
    left = actor.presence[seat]
    assert left.gone_since is not None
    left.gone_since -= 100
    desk = Desk(table, await sync_to_async(live_tables.person)("Dora"))
    await stays.reach(await frozen(desk, "dir_freeze"))
    before = actor.graces(hub.now())["AB"[seat]]
    assert actor.graces(hub.now() + 1000)["AB"[seat]] == before
    actor.presence._stopped_at -= 1000  # type: ignore[operator]  # as if the director had taken so long
    left.gone_since -= 1000
    await stays.reach(await frozen(desk, "dir_resume"))
    assert before - 15 < actor.graces(hub.now())["AB"[seat]] <= before
    assert (await stays.command({"do": "claim"}))["code"] == "early"
    left.gone_since -= 30
    assert (await stays.command({"do": "claim"}))["k"] == "ack"


async def frozen(desk: Desk, what: str) -> int:
    version = await desk.enter({"do": what})
    assert isinstance(version, int), version
    return version


async def test_who_goes_while_the_table_stands_has_the_whole_grace(table: Table, hub: Hub) -> None:
    both = await seats(table, await people(table))
    stays, leaves = mover(both)
    actor = hub.actors[table.public_id]
    seat = "AB".index(leaves.view["seat"])
    desk = Desk(table, await sync_to_async(live_tables.person)("Dora"))
    await stays.reach(await frozen(desk, "dir_freeze"))
    await leaves.leave()
    assert actor.graces(hub.now() + 500)["AB"[seat]] == 120
    await stays.reach(await frozen(desk, "dir_resume"))
    assert 110 < actor.graces(hub.now())["AB"[seat]] <= 120


async def test_who_stays_away_after_a_restart_is_gone_and_can_be_claimed_against(table: Table) -> None:
    """A restart forgives for a while; then the grace of who has not come back begins."""
    first = Hub(forgiving_s=0)
    await first.start()
    stays, leaves = mover(await seats(table, await people(table)))
    for socket, other in ((stays, leaves), (leaves, stays)):
        answer = await socket.command({"do": "pass_upcard"})
        await socket.reach(answer["v"])
        await other.reach(answer["v"])
    await dies(first)

    again = Hub(forgiving_s=0)
    await again.start()
    try:
        back = await Socket(table, user=stays.line.scope["user"]).open()
        assert await grace_told(back, leaves.view["seat"]) == 120
        gone = again.actors[table.public_id].presence["AB".index(leaves.view["seat"])]
        assert gone.gone_since is not None
        gone.gone_since -= 120
        assert (await back.command({"do": "claim"}))["k"] == "ack"
    finally:
        await again.stop()


async def test_nobody_is_missed_while_a_fresh_start_is_forgiven(table: Table) -> None:
    """For 60 s after a start nobody is flagged or forfeited."""
    hub = Hub(forgiving_s=60)
    await hub.start()
    try:
        stays, leaves, actor = await goes(hub, table)
        await hub._tick()
        assert (await stays.command({"do": "claim"}))["code"] == "early"
        actor.presence["AB".index(leaves.view["seat"])].gone_since = hub.now() - 1000
        assert (await stays.command({"do": "claim"}))["code"] == "early"
    finally:
        await hub.stop()


async def test_who_has_never_come_has_no_grace(table: Table, hub: Hub) -> None:
    """That is a no-show, and the tournament's business."""
    ann, _ben = await people(table)
    here = await Socket(table, user=ann).open()
    await here.reach(2)
    await hub._tick()
    assert hub.actors[table.public_id].graces(hub.now()) == {}
    assert (await here.command({"do": "claim"}))["code"] == "early"


async def test_who_is_gone_beyond_the_grace_has_lost_where_the_tournament_says_so(
    transactional_db: None, hub: Hub
) -> None:
    """A tournament may make it automatic; it is a forfeit, never a void."""
    table = await sync_to_async(live_tables.open_table)(gone="automatic")
    stays, leaves, actor = await goes(hub, table)
    gone = actor.presence["AB".index(leaves.view["seat"])]
    assert gone.gone_since is not None
    gone.gone_since -= 119
    await stays.reach(4)
    assert stays.view["ending"] == {"how": "claim", "winner": stays.view["seat"], "loser": leaves.view["seat"]}
    row = await sync_to_async(lambda: Play.objects.get(table=table, seq=4))()
    assert (row.kind, row.by_id, row.action["gone"]) == (Kind.CLOCK, None, leaves.view["seat"])


async def test_nobody_loses_so_while_nobody_is_there_to_win(transactional_db: None, hub: Hub) -> None:
    """A line that is down for a whole hall decides no match."""
    table = await sync_to_async(live_tables.open_table)(gone="automatic")
    stays, _leaves, actor = await goes(hub, table)
    await stays.leave()
    for seat in (0, 1):
        gone = actor.presence[seat]
        assert gone.gone_since is not None
        gone.gone_since -= 1000
    actor.tick(hub.now())
    assert actor.pending is None
    assert actor.sitting.ending is None
