"""Tables from outside their sockets: open, act, report; the archive opens when the sitting is over."""

import subprocess
import sys
import uuid
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections, transaction
from django.test import Client
from PIL import Image

from games import selectors
from games.live.finished import archive
from games.live.processes import announce, channel, owner
from games.live.processes.hub import Hub
from games.live.setup import terms
from games.live.table import ownerless
from games.live.table.commands import Answer, OutsideCommand
from games.models import Play, Table
from games.services import tables
from games.signals import table_over
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket

pytestmark = pytest.mark.django_db(transaction=True)
VERIFIER = Path(__file__).parents[2] / "tools" / "verify_deal.py"


def act(table: Table, by: Any, action: dict[str, Any], *, seen: int, cmd_id: uuid.UUID | None = None) -> int:
    ack = tables.act(table=table, cmd_id=cmd_id or uuid.uuid4(), seen=seen, action=action, by=by, now=live_tables.now())
    return ack.version


async def dealt(table: Table, hub: Hub) -> None:
    """Bring a table to its first decision."""
    socket = await Socket(table).open()
    await socket.reach(2)
    await socket.leave()


def mover_of(table: Table) -> Any:
    view = archive.snapshot(table, None)["view"]
    return live_tables.users(table)["AB".index(view["turn"])]


def test_a_table_with_bad_terms_is_not_opened() -> None:
    ann = live_tables.person()
    two = [tables.SeatSpec(ann), tables.SeatSpec(live_tables.person())]
    for wrong in ({"rules_key": "whist"}, {"settings": {"aids": "all"}}, {"settings": {"pace": "slow"}},
                  {"seats": [tables.SeatSpec(ann)] * 2}):  # fmt: skip
        with pytest.raises(tables.BadTable):
            tables.open_table(**({"rules_key": "gin-pagat", "seats": two, "now": live_tables.now()} | wrong))
    assert not Table.objects.exists()


async def test_act_without_an_owner_writes_by_itself(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)()
    await dealt(table, hub)
    await hub.stop()

    def check() -> None:
        who = mover_of(Table.objects.get(pk=table.pk))
        other = next(user for user in live_tables.users(table) if user != who)
        cmd_id = uuid.uuid4()
        for by, action, seen, code in (
            (other, {"do": "pass_upcard"}, 2, "E_NOT_TURN"),
            (who, {"do": "pass_upcard"}, 1, "stale"),
            (who, {"do": "fly"}, 2, "frame"),
            (live_tables.person(), {"do": "pass_upcard"}, 2, "role"),
        ):
            with pytest.raises(tables.Refused) as refused:
                act(table, by, action, seen=seen)
            assert refused.value.code == code
        assert act(table, who, {"do": "pass_upcard"}, seen=2, cmd_id=cmd_id) == 3
        assert act(table, who, {"do": "pass_upcard"}, seen=2, cmd_id=cmd_id) == 3
        assert Play.objects.filter(table=table).count() == 3

    await sync_to_async(check)()


async def test_act_goes_to_the_owner_and_its_sockets_hear_of_it(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)()
    watcher = await Socket(table).open()
    await watcher.reach(2)
    who = await sync_to_async(mover_of)(await sync_to_async(Table.objects.get)(pk=table.pk))
    assert await sync_to_async(act)(table, who, {"do": "pass_upcard"}, seen=2) == 3
    await watcher.reach(3)
    assert watcher.frames[-1]["ev"][0]["e"] == "passed"


async def test_a_table_that_is_closed_sends_everybody_away_and_takes_nothing_more(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)()
    watcher = await Socket(table).open()
    await watcher.reach(2)
    who = await sync_to_async(mover_of)(await sync_to_async(Table.objects.get)(pk=table.pk))
    await sync_to_async(tables.close_tables)(tables=[table.public_id])
    told = [await watcher.read()]
    while told[-1]["k"] != "close":  # its owner gives it up
        told.append(await watcher.read())
    assert {one["k"] for one in told[:-1]} <= {"watching", "pres"}, "who is there may be told before, no play"
    late = await Socket(table, user=who).open()
    assert (await late.read()) == {"k": "close", "code": 1008, "reason": "closed"}
    assert table.public_id not in hub.actors
    row = await sync_to_async(Table.objects.get)(pk=table.pk)
    assert (row.status, row.owner, row.result) == ("closed", None, None)
    with pytest.raises(tables.Refused) as refused:
        await sync_to_async(act)(row, who, {"do": "pass_upcard"}, seen=2)
    assert refused.value.code == "over"
    wish = OutsideCommand(table=table.public_id, cmd_id=uuid.uuid4(), seen=2, action={"do": "pass_upcard"}, by=who.pk)
    assert await sync_to_async(owner.ask)(wish) is None, "a wish that was on its way finds no owner"


async def test_a_play_of_another_door_is_caught_up_with(hub: Hub) -> None:
    """Another process wrote: the owner loses its next compare-and-swap, folds the play in and goes on."""
    table = await sync_to_async(live_tables.open_table)()
    watcher = await Socket(table).open()
    await watcher.reach(2)
    row = await sync_to_async(Table.objects.get)(pk=table.pk)
    who = await sync_to_async(mover_of)(row)
    wish = OutsideCommand(table=table.public_id, cmd_id=uuid.uuid4(), seen=2, action={"do": "pass_upcard"}, by=who.pk)
    assert await sync_to_async(ownerless.play)(wish) == Answer(wish.cmd_id, 3)
    assert hub.actors[table.public_id].sitting.version == 2
    player = await Socket(table, user=who).open()
    await player.reach(2)
    assert (await player.command({"do": "pass_upcard"}))["code"] == "stale"
    await watcher.reach(3)
    other = next(user for user in await sync_to_async(live_tables.users)(table) if user != who)
    second = await Socket(table, user=other).open()
    await second.reach(3)
    assert (await second.command({"do": "pass_upcard"}))["k"] == "ack"


async def test_an_owner_that_is_told_of_a_play_catches_up_at_once(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its loop was so busy that the door wrote by itself: viewers see the play without a command of theirs."""
    table = await sync_to_async(live_tables.open_table)()
    watcher = await Socket(table).open()
    await watcher.reach(2)
    who = await sync_to_async(mover_of)(await sync_to_async(Table.objects.get)(pk=table.pk))
    monkeypatch.setattr(owner, "ask", lambda wish: None)
    assert await sync_to_async(act)(table, who, {"do": "pass_upcard"}, seen=2) == 3
    await watcher.reach(3)
    assert watcher.frames[-1]["ev"][0]["e"] == "passed"


async def test_tables_play_on_while_redis_is_away(transactional_db: None, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    started = Hub(forgiving_s=0)
    await started.start()
    table = await sync_to_async(live_tables.open_table)()
    await dealt(table, started)
    who = await sync_to_async(mover_of)(await sync_to_async(Table.objects.get)(pk=table.pk))
    player = await Socket(table, user=who).open()
    await player.reach(2)
    assert (await player.command({"do": "pass_upcard"}))["k"] == "ack"
    await started.stop()
    other = next(user for user in await sync_to_async(live_tables.users)(table) if user != who)
    assert await sync_to_async(act)(table, other, {"do": "pass_upcard"}, seen=3) == 4
    await sync_to_async(connections.close_all)()


@pytest.mark.parametrize(
    "action", [{"do": "discard", "card": "\ud800"}, {"do": "discard", "card": 2**80}], ids=["half a letter", "huge"]
)
async def test_what_no_other_process_could_be_told_is_refused_in_words(
    transactional_db: None, settings: Any, action: dict[str, Any]
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    table = await sync_to_async(live_tables.open_table)()
    ann = (await sync_to_async(live_tables.users)(table))[0]
    wish = {"table": table, "cmd_id": uuid.uuid4(), "seen": 0, "action": action, "by": ann, "now": live_tables.now()}
    with pytest.raises(tables.Refused) as refused:
        await sync_to_async(tables.act)(**wish)
    assert refused.value.code == "frame"


@pytest.mark.parametrize("told", [b"", b"hello", bytes(40)])
def test_what_others_say_on_our_line_is_passed_over(told: bytes) -> None:
    assert channel._opened("live.undercut.0", told) is None


def test_act_inside_a_transaction_is_refused() -> None:
    table = live_tables.open_table()
    with transaction.atomic(), pytest.raises(RuntimeError):
        act(table, live_tables.users(table)[0], {"do": "resign"}, seen=0)


def test_resigning_twice_is_resigning_once_and_opens_the_archive() -> None:
    table, cmd_id = live_tables.open_table(), uuid.uuid4()
    loser = live_tables.users(table)[0]
    assert [act(table, loser, {"do": "resign"}, seen=0, cmd_id=cmd_id) for _ in range(2)] == [1, 1]
    result = selectors.result(Table.objects.get(pk=table.pk))
    assert result is not None
    assert (result.winner, result.how, result.abandoned) == (1, "resign", True)


def test_a_failed_receiver_is_called_again_until_it_succeeds() -> None:
    table = live_tables.open_table()
    heard: list[str] = []

    def hear(sender: Any, table: Table, **_: Any) -> None:
        heard.append(table.public_id)
        if len(heard) == 1:
            raise RuntimeError("not now")

    table_over.connect(hear)
    try:
        assert act(table, live_tables.users(table)[0], {"do": "resign"}, seen=0) == 1, "the play is committed"
        assert Table.objects.get(pk=table.pk).reported_at is None
        announce.sweep(live_tables.now())
        announce.sweep(live_tables.now())
    finally:
        table_over.disconnect(hear)
    assert heard == [table.public_id] * 2
    assert Table.objects.get(pk=table.pk).reported_at is not None


async def played_out(hub: Hub) -> Table:
    """A table with at least one deal, resigned after it."""
    table = await sync_to_async(live_tables.open_table)(aids="none")
    both = await live_tables.seats(table, await sync_to_async(live_tables.users)(table), house=True)
    while both[0].view["deal"] == 1:
        now, _ = live_tables.mover(both)
        plain = [action for action in now.view["actions"] if action["do"] not in ("draw_discard", "take_upcard")]
        ends = [action for action in plain if action["do"] in ("knock", "gin")]
        answer = await now.command((ends or plain)[0])
        for socket in both:
            await socket.reach(answer["v"])
        if now.view["phase"] == "done" and not now.view["over"]:
            for socket in both:
                await socket.reach(answer["v"] + 1)
    return table


async def test_a_deal_is_found_when_its_sitting_is_over_and_not_before(hub: Hub, tmp_path: Path) -> None:
    table = await played_out(hub)
    deal = await sync_to_async(lambda: table.deals.get(number=1))()
    address = f"/api/v1/deals/{deal.public_id}/"
    picture = f"/deals/{deal.public_id}/picture.png"

    def before() -> None:
        assert selectors.final_deal(deal.public_id) is None
        assert archive.deal_record(deal) is None
        assert Client().get(address).status_code == 404
        assert Client().get(picture).status_code == 404

    await sync_to_async(before)()

    def resign() -> None:
        row = Table.objects.get(pk=table.pk)
        act(row, live_tables.users(row)[0], {"do": "resign"}, seen=row.version)

    await sync_to_async(resign)()

    def after() -> None:
        found = selectors.final_deal(deal.public_id)
        assert found == deal
        record = archive.deal_record(deal)
        assert record is not None
        assert record["steps"][0]["event"]["e"] == "dealt"
        assert record["result"]["e"] == "deal_scored"
        assert all(step["text"] for step in record["steps"])
        assert sorted(record["deck"]) == sorted(set(record["deck"]))
        assert len(record["deck"]) == 52
        assert [deal.number for deal in selectors.deals(table=table)][:1] == [1]
        answer = Client().get(address)
        assert answer.status_code == 200
        file = tmp_path / "record.json"
        file.write_bytes(answer.content)
        subprocess.run([sys.executable, "-I", str(VERIFIER), str(file)], check=True)
        assert picture in Client().get(f"/deals/{deal.public_id}/").content.decode()
        with Image.open(BytesIO(Client().get(picture).content)) as shown:
            assert shown.size == (1200, 630)
        Table.objects.filter(pk=table.pk).update(is_private=True)
        sat = Client()
        sat.force_login(live_tables.users(table)[0])
        assert sat.get(f"/deals/{deal.public_id}/").status_code == 200
        assert picture not in sat.get(f"/deals/{deal.public_id}/").content.decode()
        assert sat.get(picture).status_code == 404, "a picture is everybody's"

    await sync_to_async(after)()


def test_partners_are_dealt_by_the_server_alone() -> None:
    ann = live_tables.person("Ann")
    table = tables.open_practice(user=ann, rules_key="partnership", level="novice", now=live_tables.now())
    assert terms.terms(table).shuffle == "server"
    assert [seat.house_level for seat in table.seats.all()] == ["", "novice", "novice", "novice"]


def test_the_house_fills_a_table_of_three() -> None:
    table = tables.open_practice(
        user=live_tables.person("Ann"), rules_key="battle-royal", level="club", now=live_tables.now()
    )
    assert [(seat.seat, seat.house_level) for seat in table.seats.all()] == [(0, ""), (1, "club"), (2, "club")]
    assert table.label.endswith("Clive (house) – Clara (house)")
