"""A table seen from its sockets: answers, resume, tabs, refusals, endings."""

import json
import uuid
from typing import Any
from zlib import crc32

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.dispatch import Signal
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.live import wire
from games.live.house.house import open_places
from games.live.processes import logins
from games.live.processes.hub import Hub
from games.live.setup.terms import GivenDeck
from games.live.shuffle import shared
from games.live.store import loading, play_rows, writer
from games.models import Deal, DealSecret, Play, Table
from games.services import tables as table_services
from games.signals import table_over
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, mover, seats

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)


@sync_to_async
def log(table: Table) -> list[tuple[int, str]]:
    return [(play.seq, play.action["do"]) for play in Play.objects.filter(table=table).order_by("seq")]


@sync_to_async
def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


async def play_a_deal(both: tuple[Socket, Socket]) -> None:
    """Play until the deal is scored (or, at a fast table, the next one has come)."""
    while both[0].view["phase"] != "done" and both[0].view["deal"] == 1:
        now, other = mover(both)
        actions = now.view["actions"]
        ends = [action for action in actions if action["do"] in ("knock", "gin")]
        goes = [action for action in actions if action["do"] not in ("draw_discard", "take_upcard")]
        answer = await now.command((ends or goes)[0])
        assert answer["k"] == "ack"
        await now.reach(answer["v"])
        await other.reach(answer["v"])


async def test_two_players_play_a_deal(table: Table, hub: Hub) -> None:
    both = await seats(table, await people(table), house=True)
    await play_a_deal(both)
    rows = await log(table)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    assert rows[:2] == [(1, "draw_for_deal"), (2, "deal")]
    deals = await sync_to_async(lambda: list(Deal.objects.filter(table=table)))()
    assert deals[0].number == 1
    assert deals[0].first_seq == 2


async def test_a_folded_view_is_the_view_of_a_newcomer(table: Table, hub: Hub) -> None:
    both = await seats(table, await people(table))
    for _ in range(6):
        now, other = mover(both)
        actions = [action for action in now.view["actions"] if action["do"] != "take_upcard"]
        answer = await now.command(actions[0])
        await now.reach(answer["v"])
        await other.reach(answer["v"])
    for socket, user in zip(both, await people(table), strict=True):
        again = await Socket(table, user=user).open()
        await again.reach(socket.version)
        assert again.view == socket.view


BAD: list[Any] = [
    ("text", "no JSON"),
    ("frame", {"k": "what"}),
    ("frame", {"k": "cmd", "id": "x", "v": 2, "do": "draw_stock"}),
    ("action", {"do": "fly"}),
    ("action", {"do": "discard"}),
    ("action", {"do": "discard", "card": "ZZ"}),
    ("action", {"do": "discard", "card": ["KD"]}),
    ("action", {"do": "pass_upcard", "more": 1}),
    ("action", {"do": "deal"}),
    ("action", {"do": "deal", "deck": list(range(52))}),
    ("action", {"do": "flag", "seat": "B"}),
    ("action", {"do": "credit", "seat": "A", "ms": 10}),
    ("action", {"do": "resign", "seat": "B"}),
]


@pytest.mark.parametrize(("kind", "what"), BAD)
async def test_what_is_malformed_is_refused_and_changes_nothing(table: Table, hub: Hub, kind: str, what: Any) -> None:
    both = await seats(table, await people(table))
    now, other = mover(both)
    before = dict(now.view)
    if kind == "text":
        await now.say(what)
        answer = await now.until("no")
    elif kind == "frame":
        await now.send(what)
        answer = await now.until("no")
    else:
        answer = await now.command(what)
    assert (answer["code"], answer["v"]) == ("frame", 2)
    await other.send({"k": "sync", "since": 2})
    assert (await other.until("hello", "ev"))["v"] == 2
    assert [frame["k"] for frame in other.frames[-5:] if frame["k"] not in ("pres", "next")][-1] == "hello"
    again = await Socket(table, user=(await people(table))["AB".index(now.view["seat"])]).open()
    await again.reach(2)
    assert again.view == before
    assert len(await log(table)) == 2


async def test_illegal_stale_and_foreign_commands_get_their_codes(table: Table, hub: Hub) -> None:
    both = await seats(table, await people(table))
    now, other = mover(both)
    watcher = await Socket(table).open()
    await watcher.reach(2)
    assert (await now.command({"do": "draw_stock"}))["code"] == "E_PHASE"
    assert (await other.command({"do": "pass_upcard"}))["code"] == "E_NOT_TURN"
    assert (await now.command({"do": "pass_upcard"}, v=1))["code"] == "stale"
    assert (await now.command({"do": "pass_upcard"}, v=3))["code"] == "stale"
    assert (await now.command({"do": "claim"}))["code"] == "early"
    assert (await watcher.command({"do": "pass_upcard"}))["code"] == "role"
    assert len(await log(table)) == 2
    refusal = await now.command({"do": "draw_stock"})
    assert refusal["rule"]
    assert (await now.command({"do": "pass_upcard"}))["k"] == "ack"


async def test_the_same_command_again_gets_the_same_ack(table: Table, hub: Hub) -> None:
    now, other = mover(await seats(table, await people(table)))
    cmd_id = str(uuid.uuid4())
    first = await now.command({"do": "pass_upcard"}, cmd_id=cmd_id)
    await other.reach(3)
    await other.command({"do": "pass_upcard"})
    again = await now.command({"do": "pass_upcard"}, v=2, cmd_id=cmd_id)
    assert first == again
    assert len(await log(table)) == 4


async def test_a_process_sends_away_who_asks_for_a_table_of_another(table: Table, hub: Hub, settings: Any) -> None:
    settings.LIVE_SHARDS = 2
    for one in (table, *[await sync_to_async(live_tables.open_table)() for _ in range(7)]):
        socket = await Socket(one).open()
        frame = await socket.read()
        mine = loading.shard_of(one.public_id) == hub.shard
        assert frame["k"] == "hello" if mine else (frame["code"], frame["reason"]) == (1013, "shard")


async def test_a_socket_that_was_led_to_the_wrong_process_is_named_in_the_log(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Pages look well while the proxy has two table processes mistaken for each other, and no move is played."""
    monkeypatch.setattr(loading, "ws_path", lambda public_id: f"/ws/t/1/{public_id}/")
    frame = await (await Socket(table).open()).read()
    assert (frame["code"], frame["reason"]) == (1013, "shard")
    assert "1013 shard: a socket for shard 1 came to the process of shard 0" in caplog.text


async def test_a_table_whose_shard_is_another_now_is_asked_for_again(table: Table, hub: Hub, settings: Any) -> None:
    """A page from before the number of processes changed."""
    settings.LIVE_SHARDS = next(n for n in range(2, 50) if crc32(table.public_id.encode()) % n)
    path = f"/ws/t/{hub.shard}/{table.public_id}/"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "ws_path", lambda _: path)
        frame = await (await Socket(table).open()).read()
    assert (frame["code"], frame["reason"]) == (1013, "moved")


async def test_missed_events_are_resumed_and_an_old_version_is_synced(table: Table, hub: Hub) -> None:
    who = await people(table)
    both = await seats(table, who)
    now, other = mover(both)
    answer = await now.command({"do": "pass_upcard"})
    await other.reach(answer["v"])
    user = who["AB".index(other.view["seat"])]
    behind = await Socket(table, user=user, since=2).open()
    frame = await behind.until("resume", "sync")
    assert (frame["k"], frame["from"], frame["v"]) == ("resume", 3, 3)
    assert [event["e"] for events in frame["ev"] for event in events] == ["passed"]
    assert behind.view == other.view
    level = await Socket(table, user=user, since=3).open()
    assert [(await level.read())["k"] for _ in range(2)] == ["hello", "pres"]
    await level.send({"k": "sync", "since": 0})
    assert (await level.until("resume", "sync"))["v"] == 3
    ahead = await Socket(table, user=user, since=99).open()
    assert (await ahead.until("resume", "sync"))["k"] == "sync"


async def test_the_newest_tab_plays_and_the_older_can_take_the_seat_back(table: Table, hub: Hub) -> None:
    who = await people(table)
    both = await seats(table, who)
    old, _ = mover(both)
    new = await Socket(table, user=who["AB".index(old.view["seat"])]).open()
    assert (await old.until("seat"))["active"] is False
    assert (await old.command({"do": "pass_upcard"}))["code"] == "role"
    await old.send({"k": "seat"})
    assert (await old.until("seat"))["active"] is True
    assert (await new.until("hello"))["active"] is True
    assert (await new.until("seat"))["active"] is False
    assert (await old.command({"do": "pass_upcard"}))["k"] == "ack"


async def test_a_second_frame_that_is_too_large_ends_the_socket(table: Table, hub: Hub) -> None:
    now, _ = mover(await seats(table, await people(table)))
    large = json.dumps({"k": "cmd", "id": str(uuid.uuid4()), "v": 2, "do": "discard", "card": "K" * 5000})
    await now.say(large)
    assert (await now.until("no"))["code"] == "frame"
    await now.say(large)
    assert (await now.until("close"))["code"] == 1008


async def test_a_flood_ends_the_socket_and_no_other(table: Table, hub: Hub) -> None:
    now, other = mover(await seats(table, await people(table)))
    for _ in range(25):
        await now.send({"k": "pong", "n": 0})
    closed = await now.until("close")
    assert (closed["code"], closed["reason"]) == (1008, "rate")
    await other.send({"k": "sync", "since": 0})
    assert (await other.until("sync", "resume"))["v"] == 2


async def test_a_person_at_a_seat_hears_something_every_second(table: Table, hub: Hub, monkeypatch) -> None:
    monkeypatch.setattr("games.live.wire.BEAT_S", 0.5)
    now, other = mover(await seats(table, await people(table)))
    assert [frame["beat"] for one in (now, other) for frame in one.frames if frame["k"] == "hello"] == [500, 500]
    first = await now.until("ping")
    assert (await now.until("ping"))["n"] == first["n"] + 1
    watcher = await Socket(table).open()
    assert (await watcher.until("hello"))["beat"] == 0


async def test_a_house_token_opens_its_seat_alone(table: Table, hub: Hub) -> None:
    who = await people(table)
    mine = live_tables.token(table, 1, who[1])
    socket = await Socket(table, token=mine, user=who[0]).open()
    assert (await socket.until("hello"))["role"] == "B"
    other = await sync_to_async(live_tables.open_table)()
    for bad in (mine, "nonsense", live_tables.token(other, 0, who[1])):
        stranger = await Socket(other, token=bad).open()
        assert (await stranger.until("close"))["reason"] == "auth"


async def test_a_token_in_the_address_opens_nothing(hub: Hub) -> None:
    private = await sync_to_async(live_tables.open_table)(spectators=False)
    who = await people(private)
    stranger = await Socket(private, query=f"token={live_tables.token(private, 1, who[1])}").open()
    assert (await stranger.until("close"))["reason"] == "auth", "addresses are written into logs"


async def test_strangers_from_one_address_leave_places_to_others(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_STRANGERS_PER_ADDRESS", 2)
    crowd = [await Socket(table, address="192.0.2.1").open() for _ in range(3)]
    assert [(await one.until("hello", "close")).get("reason") for one in crowd] == [None, None, "full"]
    for socket in (
        Socket(table, address="192.0.2.2"),
        Socket(table, address="192.0.2.1", user=(await people(table))[0]),
    ):
        assert (await (await socket.open()).until("hello", "close"))["k"] == "hello"


async def test_a_table_without_spectators_shows_them_nothing(hub: Hub) -> None:
    private = await sync_to_async(live_tables.open_table)(spectators=False)
    stranger = await Socket(private).open()
    assert (await stranger.read())["reason"] == "auth"


async def test_resigning_ends_the_sitting_and_is_told_once(table: Table, hub: Hub) -> None:
    heard: list[int] = []

    def hear(sender: Any, table: Table, **_: Any) -> None:
        heard.append(table.pk)

    assert isinstance(table_over, Signal)
    table_over.connect(hear)
    try:
        who = await people(table)
        both = await seats(table, who)
        loser, winner = mover(both)
        assert (await loser.command({"do": "resign"}))["k"] == "ack"
        await winner.reach(3)
        assert winner.view["over"] is True
        assert winner.view["ending"] == {"how": "resign", "winner": winner.view["seat"], "loser": loser.view["seat"]}
        assert (await winner.until("close"))["code"] == 1000
        late = await Socket(table, user=who[0]).open()
        assert (await late.until("sync"))["view"]["over"] is True
        assert (await late.until("close"))["code"] == 1000
        await sync_to_async(hub._reporters.submit(lambda: None).result)()
        assert heard == [table.pk]
    finally:
        table_over.disconnect(hear)
    now = await fresh(table)
    assert now.status == "over"
    assert now.reported_at is not None
    assert now.result["how"] == "resign"
    assert now.result["winner"] == "AB".index(winner.view["seat"])


async def test_a_flag_falls_and_the_sitting_is_lost(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(clock={"bank_s": 1})
    both = await seats(table, await people(table))
    late, other = mover(both)
    assert late.frames[-1].get("clk") or late.frames[1].get("clk")
    await other.reach(3)
    assert other.view["ending"] == {"how": "flag", "winner": other.view["seat"], "loser": late.view["seat"]}
    assert (await log(table))[-1] == (3, "flag")


async def test_a_move_after_the_flag_comes_too_late(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(clock={"move_s": 1000})
    late, _ = mover(await seats(table, await people(table)))
    actor = await hub.actor(table.public_id)
    actor.since[0] -= 2000
    assert (await late.command({"do": "pass_upcard"}))["code"] == "over"


async def test_nobody_takes_the_id_of_a_play_that_the_table_makes_by_itself(hub: Hub) -> None:
    """A command is written once for its id: whoever foresaw that of the coming flag could think for ever."""
    table = await sync_to_async(live_tables.open_table)(clock={"bank_s": 600})
    now, other = mover(await seats(table, await people(table)))
    published = uuid.UUID("8f0e6b1e-4b0c-5c11-9d0a-2d6f1f9c7a10")  # where these ids once came from
    foreseen = uuid.uuid5(published, f"flag:{table.public_id}:3")
    assert (await now.command({"do": "pass_upcard"}, cmd_id=str(foreseen)))["v"] == 3
    await other.reach(3)
    hub.actors[table.public_id].since = [hub.now() - 700]
    assert (await other.until("ev"))["ev"][0]["e"] == "flagged"


async def test_the_cut_and_the_first_deal_come_at_once_the_next_when_both_are_ready(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(pace="people")
    first, second = await seats(table, await people(table), house=True)
    assert first.view["deal"] == 1
    await play_a_deal((first, second))
    assert (await first.until("next"))["ready"] == []
    scored = first.version
    await first.send({"k": "ready"})
    assert (await second.until("next"))["ready"] in ([], ["A"])
    await second.send({"k": "ready"})
    await first.reach(scored + 1)
    assert first.view["deal"] == 2


async def test_secrets_are_sealed_and_their_commitment_is_shown(table: Table, hub: Hub) -> None:
    both = await seats(table, await people(table))
    rows = await sync_to_async(lambda: list(DealSecret.objects.filter(table=table).order_by("deal")))()
    assert [row.deal for row in rows] == [0, 1]
    assert both[0].view["commitment"] == both[1].view["commitment"] == rows[1].commitment


async def test_after_a_restart_the_seat_on_move_has_time(transactional_db: None) -> None:
    table = await sync_to_async(live_tables.open_table)(clock={"bank_s": 15})
    first = Hub(forgiving_s=0)
    await first.start()
    late, _ = mover(await seats(table, await people(table)))
    letter = late.view["seat"]
    await first.stop()
    second = Hub(forgiving_s=0)
    await second.start()
    try:
        watcher = await Socket(table).open()
        await watcher.reach(3)
        assert (await log(table))[-1] == (3, "credit")
        assert second.actors[table.public_id].sitting.left["AB".index(letter)] == 20_000
        player = await Socket(table, user=(await people(table))["AB".index(letter)]).open()
        await player.reach(3)
        assert (await player.command({"do": "pass_upcard"}, v=2))["k"] == "ack"
    finally:
        await second.stop()


async def test_a_database_that_stays_away_sends_everybody_away(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, other = mover(await seats(table, await people(table)))

    def broken(_: Any) -> Any:
        raise OperationalError("gone")

    monkeypatch.setattr(writer.statements, "commit", broken)
    monkeypatch.setattr(writer, "PATIENCE_S", 0.05)
    await now.send({"k": "cmd", "id": str(uuid.uuid4()), "v": 2, "b": 0, "do": "pass_upcard"})
    for socket in (now, other):
        assert (await socket.until("close"))["code"] == 1013
    assert table.public_id not in hub.actors
    monkeypatch.undo()
    back = await Socket(table, user=(await people(table))["AB".index(now.view["seat"])]).open()
    await back.reach(2)
    assert (await back.command({"do": "pass_upcard"}))["k"] == "ack"


async def test_who_comes_while_the_database_is_away_is_told_to_come_back(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> Any:
        raise OperationalError("gone")

    hub.drop(await hub.actor(table.public_id), 1012, "restart")
    monkeypatch.setattr(loading, "load_all", away)
    socket = await Socket(table, user=(await people(table))[0]).open()
    closed = await socket.until("close")
    assert (closed["code"], closed["reason"]) == (1013, "database")


async def test_a_bug_at_one_table_does_not_touch_another(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [await sync_to_async(live_tables.open_table)() for _ in range(2)]
    (sick, _), (well, _) = [mover(await seats(table, await people(table))) for table in tables]
    actor = hub.actors[tables[0].public_id]
    monkeypatch.setattr(actor, "command", lambda _: 1 / 0)
    await sick.send({"k": "cmd", "id": str(uuid.uuid4()), "v": 2, "b": 0, "do": "pass_upcard"})
    assert (await sick.until("close"))["code"] == 1011
    assert (await well.command({"do": "pass_upcard"}))["k"] == "ack"


async def test_a_play_that_cannot_be_put_into_words_does_not_stop_its_table(
    table: Table, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, _other = mover(await seats(table, await people(table)))
    real = play_rows.write_of
    monkeypatch.setattr(play_rows, "write_of", lambda *_, **__: 1 / 0)
    await now.send({"k": "cmd", "id": str(uuid.uuid4()), "v": 2, "b": 0, "do": "pass_upcard"})
    assert (await now.until("close"))["code"] == 1011
    monkeypatch.setattr(play_rows, "write_of", real)
    back = await Socket(table, user=now.line.scope["user"]).open()
    await back.reach(2)
    assert (await back.command({"do": "pass_upcard"}))["k"] == "ack"


async def test_an_address_from_which_nobody_is_here_is_not_remembered(table: Table, hub: Hub) -> None:
    socket = Socket(table)
    socket.line.scope["client"] = ("192.0.2.7", 4000)
    await (await socket.open()).reach(2)
    assert hub.addresses["192.0.2.7"] == 1
    await socket.leave()
    assert "192.0.2.7" not in hub.addresses


async def test_a_table_that_nobody_uses_is_put_away_and_found_again(table: Table, hub: Hub) -> None:
    both = await seats(table, await people(table))
    for socket in both:
        await socket.leave()
    actor = hub.actors[table.public_id]
    assert actor.empty_since is not None
    actor.empty_since -= 100
    await hub._evict()
    assert table.public_id not in hub.actors
    assert (await fresh(table)).owner is None
    again = await seats(table, await people(table))
    assert (await mover(again)[0].command({"do": "pass_upcard"}))["k"] == "ack"


async def test_a_table_where_only_the_house_is_left_is_put_away_and_the_house_comes_back_with_its_player(
    hub: Hub,
) -> None:
    """One who gives a practice game up by closing the page keeps no house player waiting for ever."""
    ann = await sync_to_async(live_tables.person)("Ann")
    opening = {"rules_key": "gin-pagat", "level": "novice", "pace": "quick", "now": live_tables.now()}
    table = await sync_to_async(table_services.open_practice)(user=ann, **opening)
    nora = (await people(table))[1]
    both = await seats(table, [ann, nora], house=False)
    await both[1].leave()
    [place] = await sync_to_async(open_places)()
    house = await Socket(table, token=live_tables.token(table, place.seat, nora)).open()
    actor = hub.actors[table.public_id]
    assert actor.empty_since is not None
    actor.empty_since -= 100
    await hub._evict()
    assert table.public_id in hub.actors, "Ann is there"
    await both[0].leave()
    actor.empty_since -= 100
    await hub._evict()
    closed = await house.until("close")
    assert (closed["code"], closed["reason"]) == (1013, "unused")
    assert table.public_id not in hub.actors
    assert await sync_to_async(open_places)() == []
    await (await Socket(table, user=ann).open()).reach(2)
    assert await sync_to_async(open_places)() == [place]


def test_the_house_sits_down_with_the_house_at_a_table_to_which_nobody_has_come(db: None) -> None:
    seated = table_services.of_the_house("novice", 2)
    table = table_services.open_table(
        rules_key="gin-pagat", seats=seated, settings={"pace": "fast"}, now=live_tables.now()
    )
    assert table.owner is None
    assert [(place.table, place.seat) for place in open_places()] == [(table.public_id, 0), (table.public_id, 1)]


async def test_the_house_waits_where_it_wins_against_who_stays_away(hub: Hub) -> None:
    ann = await sync_to_async(live_tables.person)("Ann")
    seated = await sync_to_async(lambda: [table_services.SeatSpec(ann), *table_services.of_the_house("novice", 1)])()
    settings = {"gone": "automatic", "pace": "fast"}
    table = await sync_to_async(table_services.open_table)(
        rules_key="gin-pagat", seats=seated, settings=settings, now=live_tables.now()
    )
    house = await Socket(table, token=live_tables.token(table, 1, seated[1].user)).open()
    here = await (await Socket(table, user=ann).open()).arrived(2)
    await here.leave()
    actor = hub.actors[table.public_id]
    assert actor.empty_since is not None
    actor.empty_since -= 100
    await hub._evict()
    assert hub.actors[table.public_id] is actor
    gone = actor.presence[0]
    assert gone.gone_since is not None
    gone.gone_since -= 1000
    assert (await house.until("close"))["code"] == 1000
    assert house.view["ending"] == {"how": "claim", "winner": "B", "loser": "A"}


async def test_who_is_deactivated_loses_the_socket(table: Table, hub: Hub) -> None:
    ann, ben = await people(table)
    both = await seats(table, [ann, ben])
    await hub._recheck()
    await sync_to_async(User.objects.filter(pk=ann.pk).update)(is_active=False)
    await hub._recheck()
    while both[0].closed is None:
        await both[0].read()
    assert both[0].closed == (1008, "auth")
    await both[1].send({"k": "sync", "since": both[1].version})
    assert (await both[1].until("hello"))["v"] == both[1].version


async def test_who_signs_out_loses_every_socket_of_that_login_at_once(table: Table, hub: Hub) -> None:
    """A socket does not outlive its login; one of another device stays."""
    ann, ben = await people(table)
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        await sync_to_async(client.force_login)(ann)

    async def comes(client: Client) -> Socket:
        socket = Socket(table, user=ann)
        socket.line.scope["session"] = await sync_to_async(lambda: client.session)()
        return await (await socket.open()).arrived(2)

    ours, other = await comes(here), await (await Socket(table, user=ben).open()).arrived(2)
    theirs = await comes(elsewhere)
    assert (await sync_to_async(here.post)(reverse("account_logout"))).status_code == 302
    while ours.closed is None:
        await ours.read(2)
    assert ours.closed == (1008, "auth")
    for socket in (theirs, other):
        await socket.send({"k": "sync", "since": socket.version})
        assert (await socket.until("hello"))["v"] == socket.version


def test_who_signs_out_is_no_longer_signed_in() -> None:
    user = live_tables.person()
    session = SessionStore()
    session.create()
    mine, nobodys, by_token = (user.pk, session.session_key), (user.pk, "x" * 32), (user.pk, "")
    assert logins.ended({mine, nobodys, by_token}, live_tables.now()) == {nobodys}
    session.flush()
    assert logins.ended({mine, by_token}, live_tables.now()) == {mine}


def test_a_new_password_ends_the_logins_of_the_old_one() -> None:
    """As at every page: who found the old password out does not go on playing at a socket."""
    user, client = live_tables.person(), Client()
    user.set_password("old and known")
    user.save()
    client.force_login(user)
    login = (user.pk, client.session.session_key)
    assert logins.ended({login}, live_tables.now()) == set()
    user.set_password("new and nobody's")
    user.save()
    assert logins.ended({login}, live_tables.now()) == {login}


@sync_to_async
def held(*, rounds: int = 1) -> Table:
    """A table of two shared decks, each played once or (in a mirror) twice, its seats changed."""
    decks = shared.new_decks(tournament="t1", round_number=1, rules="gin-pagat", count=2)
    given = [
        GivenDeck(
            ctx=deck.ctx, sealed=deck.sealed, commitment=deck.commitment, dealer=shared.dealer_of(deck.number) ^ turn
        )
        for turn in range(rounds)
        for deck in decks
    ]
    seats = [table_services.SeatSpec(live_tables.person("Ann")), table_services.SeatSpec(live_tables.person("Ben"))]
    settings = {"pace": "fast", "spectators": True}
    return table_services.open_table(
        rules_key="gin-pagat", seats=seats, settings=settings, decks=given, now=live_tables.now()
    )


@pytest.mark.parametrize("rounds", [1, 2])
async def test_a_table_whose_decks_others_play_is_seen_by_its_seats_alone(hub: Hub, rounds: int) -> None:
    """No socket but a seat's is let in while the sitting goes on and after it, until the table is released."""
    table = await held(rounds=rounds)
    who = await people(table)
    stranger = await sync_to_async(live_tables.person)("Spectator")
    other = (await people(await held()))[0]
    both = await seats(table, who, at_version=1, house=True)
    assert both[0].view["dealer"] == "A", "the first deck is dealt without a draw"
    secrets = await sync_to_async(lambda: list(DealSecret.objects.filter(table=table).order_by("deal")))()
    assert both[0].view["commitment"] == (secrets[0].commitment if rounds == 1 else "")
    for looker in (None, stranger, other):
        assert await refused(table, looker)
    while not both[0].view["over"]:
        now, then = mover(both)
        if now.view["turn"] is None:
            await now.reach(now.version + 1)
            await then.reach(now.version)
            continue
        ends = [action for action in now.view["actions"] if action["do"] in ("knock", "gin")]
        goes = [action for action in now.view["actions"] if action["do"] not in ("draw_discard", "take_upcard")]
        answer = await now.command((ends or goes)[0])
        assert answer["k"] == "ack", answer
        for socket in both:
            await socket.reach(answer["v"])
    dealers = await sync_to_async(lambda: list(Deal.objects.filter(table=table).values_list("dealer", flat=True)))()
    assert dealers == [0, 1, 1, 0][: 2 * rounds]
    for looker in (None, stranger, other):
        assert await refused(table, looker)
    said = json.dumps([socket.frames for socket in both])
    assert not any(frame.get("next_dealer") for socket in both for frame in socket.frames)
    if rounds == 2:
        assert not any(secret.commitment in said for secret in secrets)
    await sync_to_async(table_services.release)(tables=[table.public_id])
    late = await Socket(table, user=stranger).open()
    assert (await late.until("hello"))["role"] == "public"


async def refused(table: Table, user: User | None) -> bool:
    socket = await Socket(table, user=user).open()
    frame = await socket.read()
    return frame["k"] == "close" and frame["reason"] == "auth" and not socket.frames
