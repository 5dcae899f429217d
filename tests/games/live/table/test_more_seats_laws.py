"""Table laws at tables of three and more, seen from their sockets: who may object, who is asked, and what a director
rules."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.live.processes.hub import Hub
from games.models import Table
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, movers, person, seats
from tests.games.live.table.test_law_tables import replays, rulings
from tests.games.live.table.test_more_seats import waiting
from tests.games.live.test_directing import Desk

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)
Seated = tuple[Socket, ...]


async def sits(rules: str) -> tuple[Table, Seated, Desk]:
    table = await sync_to_async(live_tables.open_table)(rules=rules, options={"laws": "table_laws"})
    seated = await seats(table, await people(table), house=True)
    return table, seated, Desk(table, await sync_to_async(person)("Dora"))


async def told(seated: Seated, version: int) -> list[dict[str, Any]]:
    """What everybody at the table was told of a version."""
    for socket in seated:
        await socket.reach(version)
    return next(f["ev"] for f in seated[0].frames if f["k"] == "ev" and f["v"] == version)


async def does(seated: Seated, who: Socket, do: str, **more: Any) -> list[dict[str, Any]]:
    answer = await who.command({"do": do, **more})
    assert answer["k"] == "ack", answer
    return await told(seated, answer["v"])


async def to_the_first_draw(seated: Seated) -> Socket:
    """Nobody wants the upcard; who draws first."""
    while any(action["do"] == "pass_upcard" for action in movers(seated)[0].view["actions"]):
        await does(seated, movers(seated)[0], "pass_upcard")
    return movers(seated)[0]


async def test_any_opponent_of_battle_royal_objects_and_all_are_asked_in_turn(hub: Hub) -> None:
    """IRR-21, 22, 3P-14: the one who objects is asked first; the knock stands when the other lets it stand, too."""
    table, seated, _ = await sits("battle-royal")
    knocker = await to_the_first_draw(seated)
    await does(seated, knocker, "draw_stock")
    thrown = min(knocker.view["hand"], key=lambda card: "A23456789TJQK".index(card[0]))
    await does(seated, knocker, "knock", card=thrown)
    others = [socket for socket in seated if socket is not knocker]
    assert [socket.view["tries"] for socket in (knocker, *others)] == [["admit"], ["object"], ["object"]]
    last = next(socket for socket in others if socket.view["seat"] != socket.view["turn"])
    first = next(socket for socket in others if socket is not last)
    assert rulings(await does(seated, last, "object")) == [("IRR-21", knocker.view["seat"], "choose")]
    assert (last.view["choices"], first.view["choices"]) == (["reject_knock", "accept_knock"], [])
    await does(seated, last, "accept_knock")
    assert (last.view["choices"], first.view["choices"]) == ([], ["reject_knock", "accept_knock"])
    await does(seated, first, "reject_knock")
    assert all(set(socket.view["faced"]) == {knocker.view["seat"]} for socket in others)
    await replays(table)


@pytest.mark.parametrize("rules", ["cutthroat", "chouette"])
async def test_the_two_who_play_err_and_who_waits_only_hears_of_it(hub: Hub, rules: str) -> None:
    """IRR-16: a stock card that was seen lies open for all; 3P-6, 10: who waits does nothing."""
    table, seated, desk = await sits(rules)
    [idle] = waiting(seated)
    player = await to_the_first_draw(seated)
    assert "peek_stock" in player.view["tries"]
    assert idle.view["tries"] == []
    offender = player.view["seat"]
    assert rulings(await does(seated, player, "peek_stock", n=1)) == [("IRR-16", offender, "exposed")]
    assert len(idle.view["rows"][0]["cards"]) == 1
    assert (await idle.command({"do": "object"}))["code"] == "E_NOT_TURN"
    possible = {entry.key for entry in (await desk.sees()).entries}
    assert "dir_waive:IRR-19" in possible
    assert f"dir_record:IRR-28:{idle.view['seat']}" not in possible
    version = await desk.enter({"do": "dir_waive", "irr": "IRR-19"})
    assert rulings(await told(seated, int(version))) == [("IRR-19", None, "waived")]
    await replays(table)


async def test_a_director_rules_at_one_board_of_a_team_game(hub: Hub) -> None:
    """PRT-1: the other board plays on; IRR-33: the void one is dealt again; IRR-34: a count given to a partner."""
    table, seated, desk = await sits("partnership")
    standing = await desk.sees()
    assert len(standing.turns) == 2
    assert standing.laws == ("IRR-35", "IRR-34")
    other = next(socket for socket in seated if socket.view["board"] == 0)
    hand = list(other.view["hand"])
    version = await desk.enter({"do": "dir_void", "board": 1})
    assert rulings(await told(seated, int(version))) == [("IRR-33", None, "void")]
    await told(seated, int(version) + 1)
    assert other.view["hand"] == hand
    adjusted = await desk.enter({"do": "dir_adjust", "player": "B", "points": -5, "irr": "IRR-34"})
    assert rulings(await told(seated, int(adjusted))) == [("IRR-34", "B", "put right")]
    assert other.view["score"]["points"]["B"] == -5
    await replays(table)
