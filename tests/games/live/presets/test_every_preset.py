"""Every preset on offer is played live to its end: by random lawful play, over sockets, into the log."""

import random
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import engine
from games.engine.record import checked
from games.live.finished import archive, game_records
from games.live.processes.hub import Hub
from games.live.setup import terms
from games.live.store import loading
from games.models import LIVE_VARIANTS, Deal, Play, Status, Table
from tests.games.house_rule_sets import THREE
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, movers, seats

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)
SHORT: dict[str, dict[str, Any]] = {
    "pad": {"target": 1},
    "columns": {"target": 1},
    "colours": {"suit_target": 1},
    "pairwise": {"target": 60},  # some deals, so that all come to sit out and to play
    "sides": {"target": 60},
    "partnership": {"team_target": 60},
}
ENDS = ("knock", "gin", "big_gin")
MOST_PLAYS = 10_000  # some sittings of partnership and Conquian take ten times as long as most


def wish(chance: random.Random, view: dict[str, Any]) -> dict[str, Any]:
    """Any lawful action; but a deal has to end, so most of the time an ending, and a throw that leaves little."""
    actions: list[dict[str, Any]] = view["actions"]
    ends = [action for action in actions if action["do"] in ENDS]
    after = (view["aids"] or {}).get("after") or {}
    quiet = [action for action in actions if action["do"] not in ("cq_fold", "challenge")]
    if quiet and chance.random() < 0.95:
        actions = quiet
    if chance.random() < 0.85:
        if ends:
            return chance.choice(ends)
        if after and all(action["do"] == "discard" for action in actions):
            return min(actions, key=lambda action: after[action["card"]])
    wished = dict(chance.choice(actions))
    throws = wished.pop("throws", None)  # CNQ-10: one of these goes with the new table
    return wished if throws is None else wished | {"discard": chance.choice(throws)}


async def play_to_the_end(seated: tuple[Socket, ...], chance: random.Random, table: Table) -> list[dict[str, Any]]:
    """Random lawful play until the sitting is over; what the first seat was told of it. Now and then a watcher who
    missed three versions comes back."""
    first = seated[0]
    while not first.view["over"]:
        now = chance.choice(movers(seated))
        answer = await now.command(wish(chance, now.view))
        assert answer["k"] == "ack", answer
        await all_reach(seated, answer["v"])
        while not movers(seated) and not first.view["over"]:  # chance is due
            await all_reach(seated, first.version + 1)
        assert first.version < MOST_PLAYS
        if first.version % 16 == 0 and not first.view["over"]:
            await comes_back(table, first.version)
    return [event for frame in first.frames if frame["k"] == "ev" for event in frame["ev"]]


async def all_reach(seated: tuple[Socket, ...], version: int) -> None:
    for socket in seated:
        await socket.reach(version)


@pytest.mark.parametrize("rules", [*sorted(LIVE_VARIANTS), *THREE.values()])
async def test_a_sitting_is_played_to_its_end(hub: Hub, rules: str) -> None:
    chance = random.Random(f"{rules} live")
    options = SHORT.get(engine.VARIANTS[rules].sheet.name, {})
    table = await sync_to_async(live_tables.open_table)(rules=rules, options=options)
    seated = await seats(table, await people(table), house=True)
    told = await play_to_the_end(seated, chance, table)
    assert seated[0].view["over"]
    assert seated[0].view["ending"]["how"] == "played"
    assert {"deal_scored", "game_won"} <= {event["e"] for event in told}
    await looks_the_same_afterwards(table, seated)
    assert await in_the_archive(table, seated[0].version)


async def comes_back(table: Table, version: int) -> None:
    """Who missed a few versions gets them and a full view: that of who comes for the first time."""
    late, new = Socket(table, since=version - 3), Socket(table)
    for socket in (late, new):
        await (await socket.open()).reach(version)
    assert late.view == new.view
    resumed = next(frame for frame in late.frames if frame["k"] == "resume")
    assert (resumed["from"], len(resumed["ev"])) == (version - 2, 3)
    for socket in (late, new):
        await socket.leave()


async def looks_the_same_afterwards(table: Table, seated: tuple[Socket, ...]) -> None:
    """Who comes back gets the view that the changes had added up to."""
    for socket, user in zip(seated, await people(table), strict=True):
        again = await Socket(table, user=user).open()
        await again.reach(socket.version)
        assert again.view == socket.view


@sync_to_async
def in_the_archive(table: Table, version: int) -> bool:
    """The table is over, its log folds to the same version, and every deal has a record with its shuffle."""
    table = Table.objects.prefetch_related("seats__user").get(pk=table.pk)
    assert (table.status, table.version, Play.objects.filter(table=table).count()) == (Status.OVER, version, version)
    deals = list(Deal.objects.filter(table=table))
    assert loading.read(table, terms.terms(table)).state.rest.deal == len(deals) > 0
    for deal in deals:
        record = archive.deal_record(deal)
        assert record is not None
        assert all(step["text"] for step in record["steps"]), [s["event"] for s in record["steps"] if not s["text"]]
        assert all(list(step["hands"]) == record["players"] for step in record["steps"])
        assert len(record["deck"]) == len(set(record["deck"])) == len(engine.VARIANTS[table.rules].pack.cards)
    [(_, state)] = checked((game_records.game_record(table) or "").splitlines())
    assert state is not None
    assert state.rest.deal == len(deals)
    return True
