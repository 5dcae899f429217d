"""Live tables under table laws: two clients at their sockets, one errs, and the law of the variant applies."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.live.finished import archive, game_records
from games.live.processes.hub import Hub
from games.live.setup import terms
from games.live.store import loading, snapshots
from games.models import Deal, Table
from games.services import tables
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, mover, seats

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)
LAWS = {"laws": "table_laws"}


@sync_to_async
def opened(rules: str = "gin-rummy-com", **options: Any) -> Table:
    return live_tables.open_table(rules=rules, options=LAWS | options)


async def does(both: tuple[Socket, Socket], who: Socket, do: str, **more: Any) -> list[dict[str, Any]]:
    """A command that is accepted; the events that both were told of it, and nothing but its version in the answer."""
    answer = await who.command({"do": do, **more})
    assert set(answer) == {"k", "id", "v"}, answer
    for socket in both:
        await socket.reach(answer["v"])
    told = [next(f["ev"] for f in socket.frames if f["k"] == "ev" and f["v"] == answer["v"]) for socket in both]
    shown = [[{**event, "card": None} if event["e"] == "drew" else event for event in events] for events in told]
    assert shown[0] == shown[1]
    return told[0]


async def refused(who: Socket, do: str, **more: Any) -> str:
    return str((await who.command({"do": do, **more}))["code"])


async def knocks_with_too_much(both: tuple[Socket, Socket]) -> tuple[Socket, Socket]:
    """Both leave the upcard; the non-dealer draws and knocks far beyond any limit. Who knocked, and who did not."""
    first, second = mover(both)
    await does(both, first, "pass_upcard")
    await does(both, second, "pass_upcard")
    await does(both, first, "draw_stock")
    thrown = min(first.view["hand"], key=lambda card: "A23456789TJQK".index(card[0]))
    [knock] = await does(both, first, "knock", card=thrown)
    assert (knock["e"], knock["count"]) == ("knocked", None)
    return first, second


def rulings(events: list[dict[str, Any]]) -> list[tuple[str, str | None, str]]:
    return [(event["irr"], event["offender"], event["remedy"]) for event in events if event["e"] == "ruled"]


async def test_an_illegal_knock_is_objected_to_rejected_and_play_goes_on(hub: Hub) -> None:
    """IRR-21: the law answers when the opponent notices, and he chooses."""
    table = await opened()
    both = await seats(table, await people(table), house=True)
    knocker, other = await knocks_with_too_much(both)
    assert (other.view["phase"], other.view["turn"], other.view["spread"]["count"]) == (
        "showdown", other.view["seat"], None
    )  # fmt: skip
    assert (knocker.view["tries"], other.view["tries"]) == (["admit"], ["object"])
    assert await refused(knocker, "object") == "E_NO_RIGHT"
    found = await does(both, other, "object")
    assert rulings(found) == [("IRR-21", knocker.view["seat"], "choose")]
    assert other.view["choices"] == ["reject_knock", "accept_knock"]
    assert knocker.view["choices"] == []
    assert await refused(knocker, "reject_knock") == "E_NO_RIGHT"
    chosen = await does(both, other, "reject_knock")
    assert chosen[0]["e"] == "chose"
    assert set(other.view["faced"]) == {knocker.view["seat"]}
    assert (other.view["turn"], other.view["phase"]) == (other.view["seat"], "draw")
    assert [(one["kind"], one["irr"]) for one in other.view["effects"]] == [("face_up", "IRR-21")]
    await does(both, other, "draw_stock")
    await does(both, other, "discard", card=other.view["hand"][0])
    assert (other.view["faced"], other.view["effects"], knocker.view["effects"]) == ({}, [], [])
    for socket, user in zip(both, await people(table), strict=True):
        again = await (await Socket(table, user=user).open()).arrived(socket.version)
        assert again.view == socket.view
    await replays(table)


async def test_an_illegal_knock_may_be_accepted_and_one_that_nobody_notices_is_scored(hub: Hub) -> None:
    """IRR-22: scored with the true counts; §14.5: with no objection, too."""
    table = await opened()
    both = await seats(table, await people(table), house=True)
    knocker, other = await knocks_with_too_much(both)
    await does(both, knocker, "admit")
    await does(both, other, "accept_knock")
    if other.view["phase"] == "showdown":
        await does(both, other, "finish")
    while both[0].view["deal"] == 1:
        await both[0].reach(both[0].version + 1)
    await both[1].reach(both[0].version)
    knocker, other = await knocks_with_too_much(both)
    scored = await does(both, other, "finish")
    assert "deal_scored" in [event["e"] for event in scored]
    assert rulings(scored) == []
    await replays(table)


async def test_visible_slips_are_answered_at_once(hub: Hub) -> None:
    """IRR-16, 19: a stock card that was seen lies open; IRR-15: a card grabbed out of turn goes back."""
    table = await opened()
    both = await seats(table, await people(table), house=True)
    first, second = mover(both)
    await does(both, first, "pass_upcard")
    await does(both, second, "pass_upcard")
    assert rulings(await does(both, second, "draw_discard")) == [("IRR-15", second.view["seat"], "returned")]
    told = await does(both, first, "peek_stock", n=1)
    assert rulings(told) == [("IRR-16", first.view["seat"], "exposed")]
    [row] = second.view["rows"]
    assert (len(row["cards"]), row["right_of"]) == (1, second.view["seat"])
    assert "ban" in [effect["kind"] for effect in first.view["effects"]]
    assert await refused(second, "discard", card=first.view["hand"][0]) == "E_NOT_TURN"
    await replays(table)


async def test_what_is_impossible_stays_refused(hub: Hub) -> None:
    table = await opened()
    both = await seats(table, await people(table), house=True)
    first, second = mover(both)
    assert await refused(first, "discard", card=second.view["hand"][0]) == "E_PHASE"
    assert await refused(first, "object") == "E_PHASE"
    for entry in ({"do": "dir_void"}, {"do": "dir_waive", "irr": "IRR-19"}, {"do": "dir_undo", "event": 2}):
        assert (await first.command(entry))["code"] == "frame"
    assert first.version == 2


async def test_the_rulings_stand_in_the_record_of_the_deal(hub: Hub) -> None:
    table = await opened()
    both = await seats(table, await people(table), house=True)
    knocker, other = await knocks_with_too_much(both)
    await does(both, other, "object")
    await does(both, other, "reject_knock")
    await does(both, knocker, "resign")
    texts = await told_in_the_archive(table)
    assert any("IRR-21" in text for text in texts), texts
    assert all(texts)


async def test_aids_are_off_where_players_may_err() -> None:
    table = await opened()
    assert (table.mode, table.settings["aids"]) == ("table_laws", "none")
    with pytest.raises(tables.BadTable):
        await opened(laws="recorded")


@sync_to_async
def replays(table: Table) -> None:
    """The log folds to what the table shows, from its first play and from its snapshot."""
    row = Table.objects.prefetch_related("seats__user").get(pk=table.pk)
    fixed = terms.terms(row)
    folded = list(loading.history(fixed, until=row.version))[-1].sitting
    assert snapshots.to_snapshot(folded) == snapshots.to_snapshot(loading.read(row, fixed))


@sync_to_async
def told_in_the_archive(table: Table) -> list[str]:
    row = Table.objects.prefetch_related("seats__user").get(pk=table.pk)
    record = archive.deal_record(Deal.objects.get(table=row))
    text = game_records.game_record(row)
    assert record is not None
    assert text is not None
    assert "IRR-21" in text
    return [step["text"] for step in record["steps"]]
