"""A director at a live table: rulings, choices, the clock, points and an undo all go into the log."""

import re
import uuid
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from accounts.models import User
from games.engine.laws import catalogue
from games.live import directing
from games.live.finished import game_records
from games.live.processes.hub import Hub
from games.live.setup import law_words
from games.models import Deal, Kind, Play, Table
from games.services import tables
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, mover, person, seats
from tests.games.live.table.test_law_tables import does, knocks_with_too_much, opened, people, refused, replays, rulings

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = {"bank_s": 600, "increment_s": 5, "move_s": None}


class Desk:
    """A director with one table."""

    def __init__(self, table: Table, by: User) -> None:
        self.table, self.by = table, by

    @sync_to_async(thread_sensitive=False)
    def enter(self, action: dict[str, Any], why: str = "seen at the table", v: int | None = None) -> int | str:
        """The version that a command makes, or the code of its refusal."""
        table = Table.objects.get(pk=self.table.pk)
        seen = table.version if v is None else v
        try:
            ack = tables.act(table=table, cmd_id=uuid.uuid4(), seen=seen, action=action, by=self.by,
                               now=live_tables.now(), why=why)  # fmt: skip
        except tables.Refused as refusal:
            return refusal.code
        finally:
            connections.close_all()  # of this thread, which the test does not see again
        return ack.version

    @sync_to_async
    def sees(self) -> directing.Standing:
        return directing.standing(Table.objects.prefetch_related("seats__user").get(pk=self.table.pk))

    @sync_to_async
    def foresees(self, action: dict[str, Any]) -> directing.Foreseen:
        return directing.foresee(Table.objects.prefetch_related("seats__user").get(pk=self.table.pk), action)


async def sits(hub: Hub, **settings: Any) -> tuple[Table, tuple[Socket, Socket], Desk]:
    table = await opened(**settings)
    both = await seats(table, await people(table), house=True)
    return table, both, Desk(table, await sync_to_async(person)("Dora"))


async def told(both: tuple[Socket, Socket], version: int | str) -> list[dict[str, Any]]:
    """What both were told of a version, the same to each."""
    assert isinstance(version, int), version
    for socket in both:
        await socket.reach(version)
    said = [next(f["ev"] for f in socket.frames if f["k"] == "ev" and f["v"] == version) for socket in both]
    assert said[0] == said[1]
    return said[0]


async def test_a_director_rules_on_an_illegal_knock_and_chooses_for_the_player(hub: Hub) -> None:
    table, both, desk = await sits(hub)
    knocker, other = await knocks_with_too_much(both)
    offender = knocker.view["seat"]
    record = {"do": "dir_record", "irr": "IRR-21", "offender": offender}
    possible = {entry.key: entry for entry in (await desk.sees()).entries}
    assert possible[f"dir_record:IRR-21:{offender}"].action == record
    assert f"dir_record:IRR-21:{other.view['seat']}" not in possible
    assert any("IRR-21" in line for line in (await desk.foresees(record)).lines)
    assert rulings(await told(both, await desk.enter(record))) == [("IRR-21", offender, "choose")]
    assert other.view["choices"] == ["reject_knock", "accept_knock"]
    choice = {"do": "dir_choice", "player": other.view["seat"], "choice": "reject_knock"}
    chosen = await told(both, await desk.enter(choice))
    assert chosen[0]["e"] == "chose"
    assert set(other.view["faced"]) == {offender}
    rows = await sync_to_async(lambda: list(Play.objects.filter(table=table, kind=Kind.DIRECTOR)))()
    assert [(row.seat, row.by_id, row.action["why"]) for row in rows] == [(None, desk.by.pk, "seen at the table")] * 2
    lines = (await desk.sees()).lines
    assert [line.by for line in lines if line.by] == [str(desk.by)] * 2
    await replays(table)


async def test_the_clock_stops_goes_on_and_is_set(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(clock=CLOCK)
    both = await seats(table, await people(table), house=True)
    desk = Desk(table, await sync_to_async(person)("Dora"))
    first, _ = mover(both)
    assert [event["e"] for event in await told(both, await desk.enter({"do": "dir_freeze"}))] == ["frozen"]
    assert (first.view["frozen"], first.view["actions"]) == (True, [])
    assert await refused(first, "pass_upcard") == "frozen"
    assert await desk.enter({"do": "dir_freeze"}) == "E_PHASE"
    await told(both, await desk.enter({"do": "dir_clock", "player": "A", "ms": 60_000}))
    clk = [frame["clk"][0] for frame in both[0].frames if frame["k"] == "ev"][-1]
    assert 600_000 < clk["A"] <= 660_000
    assert clk["run"] is None
    await told(both, await desk.enter({"do": "dir_resume"}))
    assert (first.view["frozen"], bool(first.view["actions"])) == (False, True)
    await does(both, first, "pass_upcard")
    assert await desk.enter({"do": "dir_clock", "player": "C", "ms": 1}) == "frame"
    await replays(table)


async def test_an_undo_goes_back_in_the_deal_and_the_log_keeps_everything(hub: Hub) -> None:
    table, both, desk = await sits(hub)
    first, second = mover(both)
    before = dict(first.view)
    await does(both, first, "pass_upcard")
    await does(both, second, "pass_upcard")
    back = await desk.enter({"do": "dir_undo", "event": 2})
    assert [event["e"] for event in await told(both, back)] == ["undone"]
    assert first.view == before
    assert await desk.enter({"do": "dir_undo", "event": 1}) == "E_OPTION"
    await does(both, first, "pass_upcard")
    await does(both, second, "resign")
    await replays(table)
    text = await sync_to_async(
        lambda: game_records.game_record(Table.objects.prefetch_related("seats__user").get(pk=table.pk))
    )()
    assert text is not None
    assert "!!dir_undo(2)" in text


async def test_an_undo_into_a_scored_deal_is_refused_in_words(hub: Hub) -> None:
    """IRR-0: a deal that is scored stands; the desk says so before and when it is entered, and nothing changes."""
    table = await sync_to_async(live_tables.open_table)(pace="people", options={"laws": "table_laws"})
    both = await seats(table, await people(table), house=True)
    desk = Desk(table, await sync_to_async(person)("Dora"))
    await knocks_with_too_much(both)
    await told(both, await desk.enter({"do": "dir_void"}))
    version = (await desk.sees()).version
    back = {"do": "dir_undo", "event": version - 1}
    foreseen = await desk.foresees(back)
    assert (foreseen.code, foreseen.lines) == ("E_OPTION", ())
    assert "a deal that is scored stands" in foreseen.refusal
    assert await desk.enter(back) == "E_OPTION"
    assert (await desk.sees()).version == version


async def test_points_are_put_right_and_a_deal_is_void(hub: Hub) -> None:
    """IRR-35, 33: an adjustment is no deal of its own; a void deal is dealt again by the same player."""
    table, both, desk = await sits(hub)
    assert rulings(await told(both, await desk.enter({"do": "dir_adjust", "player": "A", "points": 12}))) == [
        ("IRR-35", "A", "put right")
    ]
    assert both[1].view["score"]["points"]["A"] == 12
    dealer = both[0].view["dealer"]
    said = await told(both, await desk.enter({"do": "dir_void"}))
    assert rulings(said) == [("IRR-33", None, "void")]
    while both[0].view["deal"] == 1:
        await both[0].reach(both[0].version + 1)
    assert both[0].view["dealer"] == dealer
    deals = await sync_to_async(lambda: list(Deal.objects.filter(table=table).values_list("number", "type")))()
    assert deals == [(1, "void")]
    await replays(table)


async def test_a_correction_names_the_column_of_a_sheet_that_has_several(hub: Hub) -> None:
    """IRR-35: the desk offers the open columns, and the sheet shows the points there and nowhere else."""
    table = await sync_to_async(live_tables.open_table)(rules="hollywood", pace="people")
    both = await seats(table, await people(table), house=True)
    desk = Desk(table, await sync_to_async(person)("Dora"))
    standing = await desk.sees()
    assert standing.columns == ("1", "2", "3")
    with pytest.raises(directing.CannotRule, match="column"):
        directing.command(standing, "dir_adjust", player="A", number=12)
    wish = directing.command(standing, "dir_adjust", player="A", number=12, column="2")
    foreseen = await desk.foresees(wish)
    assert "in column 2 is put right by +12 points" in " ".join(foreseen.lines)
    await told(both, await desk.enter(wish))
    points = {column["name"]: column["points"]["A"] for column in both[1].view["score"]["columns"]}
    assert points == {"1": 0, "2": 12, "3": 0}
    await replays(table)


async def test_a_correction_that_ends_the_game_is_entered_between_two_deals(hub: Hub) -> None:
    """IRR-35: while a deal is under way the desk says what to do first; afterwards the sitting ends with the game."""
    table = await sync_to_async(live_tables.open_table)(pace="people")
    both = await seats(table, await people(table), house=True)
    desk = Desk(table, await sync_to_async(person)("Dora"))
    wins = {"do": "dir_adjust", "player": "A", "points": 500}
    assert "void the deal under way first" in (await desk.foresees(wins)).refusal
    await told(both, await desk.enter({"do": "dir_void"}))
    events = await told(both, await desk.enter(wins))
    assert [event["seat"] for event in events if event["e"] == "game_won"] == ["A"]
    assert both[0].view["ending"]["winner"] == "A"
    await replays(table)


async def test_a_director_enters_nothing_stale_nor_what_cannot_have_come_about(hub: Hub) -> None:
    _, both, desk = await sits(hub)
    await does(both, mover(both)[0], "pass_upcard")
    assert await desk.enter({"do": "dir_void"}, v=2) == "stale"
    assert await desk.enter({"do": "dir_set_size", "player": "A", "n": 11}) == "E_OPTION"
    assert await desk.enter({"do": "dir_record", "irr": "IRR-5"}) == "E_OPTION"
    assert await desk.enter({"do": "discard", "card": "KD"}) == "frame"
    assert await desk.enter({"do": "reshuffle", "stock": []}) == "frame"
    assert not [entry for entry in (await desk.sees()).entries if entry.rule in ("IRR-5", "IRR-8")]
    assert both[0].version == 3


async def test_what_a_director_reads_holds_no_hidden_card(hub: Hub) -> None:
    _, both, desk = await sits(hub)
    first, second = mover(both)
    await does(both, first, "pass_upcard")
    await does(both, second, "pass_upcard")
    await does(both, first, "draw_stock")
    lines = {line.version: line.text for line in (await desk.sees()).lines}
    text = " ".join(words for version, words in lines.items() if version > 1)  # the cards cut for the deal lay open
    held = {*first.view["hand"], *second.view["hand"]}
    assert [card for card in held if directing.archive.card(card) in text] == []


def test_without_a_server_the_desk_writes_by_itself(table: Table) -> None:
    """The same through the database alone: a repeat gives the same answer."""
    by, cmd_id = person("Dora"), uuid.uuid4()
    enter = {"table": table, "cmd_id": cmd_id, "action": {"do": "dir_freeze"}, "by": by, "now": live_tables.now()}
    first = tables.act(**enter, seen=0, why="a call")
    assert tables.act(**enter, seen=0, why="a call") == first
    with pytest.raises(tables.Refused, match="role"):
        tables.act(**enter | {"cmd_id": uuid.uuid4()}, seen=1)
    table.refresh_from_db()
    assert table.deadline_at is None


def test_every_irregularity_has_its_title() -> None:
    titles = law_words.titles()
    assert tuple(titles) == tuple(catalogue.CATALOGUE)
    assert not [words for words in titles.values() if re.search(r"\b[DK]\b|[`_]", words)]


async def test_an_undo_lists_the_rulings_that_it_takes_back(hub: Hub) -> None:
    """IRR-0: before it is entered and in its own words; the log keeps them, marked; another undo brings them again."""
    table, both, desk = await sits(hub)
    first, _ = mover(both)
    await does(both, first, "pass_upcard")
    [put] = [await desk.enter({"do": "dir_adjust", "player": "B", "points": 12}, "miscounted")]
    said = next(line.text for line in (await desk.sees()).lines if line.version == put)
    assert "put right by +12 points" in said
    back = {"do": "dir_undo", "event": 2}
    foreseen = await desk.foresees(back)
    assert [(line.version, line.why) for line in foreseen.takes_back] == [(put, "miscounted")]
    assert said in foreseen.words
    undone = await desk.enter(back)
    await told(both, undone)
    assert both[0].view["score"]["points"]["B"] == 0
    assert {line.version for line in (await desk.sees()).lines if line.is_undone} == {3, put}
    gone = sync_to_async(directing.taken_back)
    assert await gone(table.public_id, [put, undone]) == {put}
    again = {"do": "dir_undo", "event": put}
    assert (await desk.foresees(again)).takes_back == ()
    await told(both, await desk.enter(again))
    assert both[0].view["score"]["points"]["B"] == 12
    assert await gone(table.public_id, [put, undone]) == {undone}
    await replays(table)


async def test_fewer_points_are_told_with_their_sign(hub: Hub) -> None:
    _, _, desk = await sits(hub)
    foreseen = await desk.foresees({"do": "dir_adjust", "player": "A", "points": -5})
    assert "put right by −5 points" in " ".join(foreseen.lines)
