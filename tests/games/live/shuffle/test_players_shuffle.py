"""Decks that the players take part in shuffling: an honest match, and every way of not doing one's part."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from duework import services as duework
from games import engine
from games.engine import record as engine_record
from games.engine.cards import shuffle
from games.live.finished import archive, deal_data, deal_luck, game_records
from games.live.processes import hub as hubs
from games.live.processes.hub import Hub
from games.live.shuffle import dealing, seal
from games.live.sitting import sitting, steps
from games.live.store import loading, snapshots
from games.live.table.presence import AWAY_S
from games.models import Deal, DealSecret, Play, Table
from games.services import fair_deals, tables
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, mover
from tests.games.live.shuffling import Browser, both_at, do, shuffled
from tests.games.live.table.test_law_tables import replays
from tests.games.live.test_directing import Desk

pytestmark = pytest.mark.django_db(transaction=True)
SCRIPT = Path(__file__).parents[4] / "tools" / "verify_deal.py"
people = sync_to_async(live_tables.users)


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Two people without pauses, who shuffle."""
    return live_tables.open_table(shuffle="players")


@sync_to_async
def log(table: Table) -> list[str]:
    return [play.action["do"] for play in Play.objects.filter(table=table).order_by("seq")]


@sync_to_async
def secrets(table: Table) -> list[DealSecret]:
    return list(DealSecret.objects.filter(table=table).order_by("deal", "attempt"))


@sync_to_async
def records(table: Table, board: int = 0) -> list[dict[str, Any]]:
    found = Deal.objects.filter(table=table).order_by("number")
    return [record for deal in found if (record := archive.deal_record(deal, board))]


def verified(record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    done = subprocess.run([sys.executable, "-I", str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


async def sit(table: Table) -> tuple[Browser, Browser]:
    first, second = await people(table)
    sockets = [Socket(table, token=live_tables.token(table, at, user)) for at, user in enumerate((first, second))]
    return await both_at(sockets[0], sockets[1])


def who(first: Browser, second: Browser) -> tuple[Browser, Browser]:
    """The browser that is waited for, and the other."""
    return (first, second) if first.is_awaited else (second, first)


async def up_to_the_reveal(first: Browser, second: Browser) -> tuple[Browser, Browser]:
    """The draw for the first deal, committed and cut; who is to open its entropy, and who cut."""
    for _ in range(2):
        one, other = who(first, second)
        await do(one, other)
    return who(first, second)


async def test_nobody_sees_a_card_before_both_have_shuffled(table: Table, hub: Hub) -> None:
    ann, ben = await sit(table)
    assert await log(table) == ["bind"]
    assert ann.socket.view["commitment"] == (await secrets(table))[0].commitment
    assert ann.shown["awaits"] == ["A"]
    await shuffled(ann, ben)
    protocol = ["bind", "commit", "cut", "reveal"]
    assert await log(table) == [*protocol, "draw_for_deal", *protocol, "deal"]
    assert ann.shown == ben.shown
    assert len(ann.shown["code"]) == 8


async def test_an_honest_match_verifies_deal_by_deal(transactional_db: None, hub: Hub, tmp_path: Path) -> None:
    table = await sync_to_async(live_tables.open_table)(shuffle="players", options=live_tables.LONG)
    ann, ben = await sit(table)
    codes: dict[int, str] = {}
    while len(codes) < 4:
        await shuffled(ann, ben)
        codes[ann.socket.view["deal"]] = ann.shown["code"]
        now, _ = mover((ann.socket, ben.socket))
        ends = [one for one in now.view["actions"] if one["do"] in ("knock", "gin")]
        goes = [one for one in now.view["actions"] if one["do"] not in ("draw_discard", "take_upcard")]
        answer = await now.command((ends or goes)[0])
        for browser in (ann, ben):
            await browser.socket.reach(answer["v"])
            await browser.settle()
    await ann.socket.command({"do": "resign"})
    await ann.socket.until("close")
    found = await records(table)
    assert [record["shuffle"]["code"] for record in found] == list(codes.values())
    for record in found:
        assert json.loads(record["shuffle"]["ctx"])["mode"] == "players"
        verified(record, tmp_path)
        kept = {one.hex() for browser in (ann, ben) for one in browser.kept.values()}
        assert set(record["shuffle"]["entropies"]) <= kept


async def test_the_log_folds_to_the_same_cards(table: Table, hub: Hub) -> None:
    ann, ben = await sit(table)
    await shuffled(ann, ben)
    loaded = await sync_to_async(loading.load)(table.public_id, None)
    folded = await sync_to_async(lambda: list(loading.history(loaded.terms, until=loaded.sitting.version)))()
    assert folded[-1].sitting == loaded.sitting
    assert loaded.sitting.codes[0] == ann.shown["code"]
    halfway = folded[1].sitting
    assert snapshots.from_snapshot(loaded.terms, json.loads(json.dumps(snapshots.to_snapshot(halfway))), 2) == halfway


REFUSED = [
    ({"do": "commit", "commitment": "11" * 31}, "frame"),
    ({"do": "commit", "commitment": "AA" * 32}, "frame"),
    ({"do": "commit", "commitment": "11" * 32, "more": 1}, "frame"),
    ({"do": "commit"}, "frame"),
    ({"do": "commit", "commitment": "11" * 32, "seat": 1}, "frame"),
    ({"do": "bind", "deal": 0, "attempt": 2}, "frame"),
    ({"do": "reveal", "entropy": "11" * 32}, "E_PHASE"),
    ({"do": "cut", "entropy": "11" * 32, "at": 3}, "E_PHASE"),
    ({"do": "lost"}, "E_PHASE"),
    ({"do": "draw_stock"}, "E_PHASE"),
    ({"do": "deal"}, "frame"),
]


@pytest.mark.parametrize(("action", "code"), REFUSED)
async def test_what_does_not_belong_here_is_refused(table: Table, hub: Hub, action: Any, code: str) -> None:
    ann, _ = await sit(table)
    answer = await ann.socket.command(action)
    assert (answer["k"], answer["code"]) == ("no", code)
    assert await log(table) == ["bind"]


async def test_the_other_seat_cannot_go_first(table: Table, hub: Hub) -> None:
    _, ben = await sit(table)
    assert (await ben.socket.command({"do": "cut", "entropy": "22" * 32, "at": 0}))["code"] == "E_NOT_TURN"


async def test_a_cut_lies_within_the_pack(table: Table, hub: Hub) -> None:
    ann, ben = await sit(table)
    await do(ann, ben)
    for at in (52, -1, True, 1.5):
        assert (await ben.socket.command({"do": "cut", "entropy": "22" * 32, "at": at}))["k"] == "no"
    assert (await ben.socket.command({"do": "cut", "entropy": "22" * 32, "at": 51}))["k"] == "ack"


async def test_other_entropy_than_committed_is_refused(table: Table, hub: Hub) -> None:
    one, other = await up_to_the_reveal(*await sit(table))
    answer = await one.socket.command({"do": "reveal", "entropy": "33" * 32})
    assert (answer["code"], answer["rule"]) == ("E_OPTION", "undercut-shuffle/1")
    assert (await do(one, other))["k"] == "ack"


async def loses_three_times(ann: Browser, ben: Browser) -> Browser:
    """Who loses the entropy of what is shuffled for, three times."""
    for number in (1, 2, 3):
        loser, other = await up_to_the_reveal(ann, ben)
        assert loser.number() == number
        await do(loser, other, action={"do": "lost"})
    return loser


async def test_lost_entropy_is_shuffled_for_anew_twice_and_no_more(table: Table, hub: Hub) -> None:
    """ONL-3: the third time the drawing is lost: A, as if he had drawn the lower card, deals."""
    ann, ben = await sit(table)
    assert await loses_three_times(ann, ben) is ann
    assert (ann.socket.view["dealer"], ann.number_of_deal()) == ("A", 1)
    assert (await log(table))[-3:] == ["lost", "lose_shuffle", "bind"]
    await shuffled(ann, ben)
    kept = [(one.deal, one.attempt) for one in await secrets(table)]
    assert kept == [(0, 1), (0, 2), (0, 3), (1, 1)]
    assert len({one.commitment for one in await secrets(table)}) == 4


@pytest.mark.parametrize("rules", ["gin-pagat", "colonel-fosdick", "conquian"])
async def test_a_deal_is_lost_before_its_first_card(
    transactional_db: None, hub: Hub, rules: str, client: Client
) -> None:
    """ONL-1, 2: on the sheet like a deal won by the other, and marked; the next one is shuffled for at once, or the
    game is over and the next begins; the archive has the attempts, and no cards."""
    table = await sync_to_async(live_tables.open_table)(rules=rules, shuffle="players", length="best_of:5")
    ann, ben = await sit(table)
    await shuffled_draw(ann, ben)
    for deal in (1, 2):
        loser = await loses_three_times(ann, ben)
        for browser in (ann, ben):
            while browser.number_of_deal() == deal:
                await browser.settle()
                await browser.socket.read()
        view = ann.socket.view
        winner = "AB".replace(loser.seat, "")
        assert (view["result"]["type"], view["result"]["winner"], view["deal"]) == ("lost_entropy", winner, deal)
        assert sum(view["match"]["won"].values()) == deal
        assert not any(view["counts"].values())
    await shuffled(ann, ben)
    assert ann.socket.view["deal"] == 3
    await ann.socket.command({"do": "resign"})
    await ann.socket.until("close")
    rows = await sync_to_async(lambda: list(Deal.objects.filter(table=table).order_by("number")))()
    assert [row.type for row in rows] == ["lost_entropy", "lost_entropy", "unfinished"]
    assert all(row.first_seq == row.last_seq and row.points > 0 for row in rows[:2])
    lost, _, whole = await records(table)
    assert (lost["deck"], lost["luck"], len(lost["shuffle"]["aborted"])) == ([], None, 2)
    assert [step["event"]["e"] for step in lost["steps"]][:2] == ["shuffle_lost", "deal_scored"]
    assert lost["result"]["winner"] != lost["shuffle"]["lost_by"]
    assert len(whole["deck"]) == len(engine.rule_set(rules).pack.cards)
    await replays(table)
    await kept_everywhere(table, client, rows[0])


@sync_to_async
def kept_everywhere(table: Table, client: Client, lost: Deal) -> None:
    """Its page, the text of its sitting, the dump, luck and the statistics cope with a deal without cards."""
    page = client.get(reverse("games:deal", args=[lost.public_id])).content.decode()
    assert "ONL-1" in page
    assert "gin-replay data-record" not in page
    row = Table.objects.prefetch_related("seats__user").get(pk=table.pk)
    if table.rules == "gin-pagat":  # both in one game
        text = game_records.game_record(row) or ""
        assert text.count("!!lose_shuffle(") == 2
        assert len(list(engine_record.checked(text.splitlines(keepends=True)))) == 1
    [line, *_] = deal_data.lines(Deal.objects.filter(table=table), duework.Walk())
    assert line["decks"][0]["cards"] == []
    deal_luck.keep(row)
    assert Deal.objects.get(pk=lost.pk).value == ""
    figures = fair_deals.count_fair_deals(now=live_tables.now()).figures
    assert (figures["lost"], figures["aborted"]["asked"], figures["deals"]) == (2, 6, 1)
    assert client.get(reverse("games:fair-deals")).status_code == 200


async def test_aborted_attempts_stay_in_the_record(table: Table, hub: Hub, tmp_path: Path) -> None:
    ann, ben = await sit(table)
    await shuffled_draw(ann, ben)
    for _ in range(2):
        one, other = who(ann, ben)
        await do(one, other)
    one, other = who(ann, ben)
    await do(one, other, action={"do": "lost"})
    await shuffled(ann, ben)
    await ann.socket.command({"do": "resign"})
    await ann.socket.until("close")
    [record] = await records(table)
    [aborted] = record["shuffle"]["aborted"]
    assert aborted["commitment"] == (await secrets(table))[1].commitment
    verified(record, tmp_path)
    assert json.loads(record["shuffle"]["ctx"])["attempt"] == 2


async def shuffled_draw(ann: Browser, ben: Browser) -> None:
    for _ in range(3):
        one, other = who(ann, ben)
        await do(one, other)
    assert json.loads(ann.shown["ctx"])["deal"] == 1


async def test_who_comes_back_goes_on_with_the_same_entropy(table: Table, hub: Hub) -> None:
    ann, ben = await sit(table)
    one, other = await up_to_the_reveal(ann, ben)
    await one.socket.leave()
    users = await people(table)
    again = await Socket(table, user=users["AB".index(one.seat)]).open()
    await again.reach(other.socket.version)
    assert again.view["shuffle"] == other.shown
    one.socket = again
    assert (await do(one, other))["k"] == "ack"


async def test_a_server_that_dies_between_commit_and_reveal_keeps_its_secret(table: Table) -> None:
    first = Hub(forgiving_s=0)
    await first.start()
    ann, ben = await sit(table)
    await up_to_the_reveal(ann, ben)
    before = ann.shown
    await first._writer.run(lambda: None)  # a killed process says no goodbye: its tables stay marked as its own
    for task in first._tasks:
        task.cancel()
    hubs._current.remove(first)
    second = Hub(forgiving_s=0)
    await second.start()
    try:
        users = await people(table)
        for browser, user in zip((ann, ben), users, strict=True):
            browser.socket = await Socket(table, user=user).open()
            await browser.settle()
        assert ann.shown == before
        await shuffled(ann, ben)
        rows = await secrets(table)
        assert [(one.deal, one.attempt) for one in rows] == [(0, 1), (1, 1)]
    finally:
        await second.stop()
        await sync_to_async(first._writer.stop)()


async def test_the_clock_of_who_does_not_commit_runs_out(transactional_db: None, hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(shuffle="players", clock={"bank_s": 1})
    ann, _ = await sit(table)
    await ann.socket.until("close")
    assert ann.socket.view["ending"] == {"how": "flag", "winner": "B", "loser": "A"}
    assert (await log(table))[-1] == "flag"


async def test_shuffling_gains_no_increment(transactional_db: None, hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(shuffle="players", clock={"bank_s": 60, "increment_s": 10})
    ann, ben = await sit(table)
    await shuffled(ann, ben)
    frames = [frame["clk"][0] for frame in ann.socket.frames if frame.get("clk")]
    assert all(board["A"] <= 60_000 and board["B"] <= 60_000 for board in frames)
    assert {board["run"] for board in frames} == {"A", "B", None}


async def test_who_keeps_the_shuffle_waiting_can_be_claimed_against(table: Table, hub: Hub) -> None:
    ann, ben = await sit(table)
    actor = hub.actors[table.public_id]
    assert (await ben.socket.command({"do": "claim"}))["code"] == "early"
    actor.since[0] -= AWAY_S + 1
    frame = await ben.socket.until("pres")
    while frame["A"] != "away":
        frame = await ben.socket.until("pres")
    assert 100 < frame["grace"]["A"] <= 120
    assert (await ben.socket.command({"do": "claim"}))["code"] == "early"
    actor.since[0] -= 120
    assert (await ann.socket.command({"do": "claim"}))["code"] == "early"
    assert (await ben.socket.command({"do": "claim"}))["k"] == "ack"


async def test_time_is_called_while_the_cards_are_shuffled(table: Table, hub: Hub) -> None:
    await sit(table)
    actor = hub.actors[table.public_id]
    after, _ = sitting.step(actor.terms, actor.sitting, steps.Call())
    assert dealing.chance(actor.terms, after) is None


@pytest.mark.parametrize("human_first", [True, False])
async def test_a_house_player_leaves_the_shuffle_to_the_other(
    transactional_db: None, hub: Hub, tmp_path: Path, human_first: bool
) -> None:
    def opened() -> Table:
        specs = [tables.SeatSpec(live_tables.person()), tables.SeatSpec(live_tables.person("House"), "novice")]
        return tables.open_table(
            rules_key="gin-pagat",
            seats=specs if human_first else specs[::-1],
            settings={"pace": "fast", "shuffle": "players"},
            now=live_tables.now(),
        )

    table = await sync_to_async(opened)()
    human = 0 if human_first else 1
    user = (await people(table))[human]
    ann = Browser(await Socket(table, user=user).open(), "ann")
    await ann.settle()
    while ann.shown.get("awaits"):
        answer = await ann.socket.command(ann.wish())
        await ann.socket.reach(answer["v"])
        await ann.settle()
    done = await log(table)
    assert "commit" in done or "cut" in done
    await ann.socket.command({"do": "resign"})
    await ann.socket.until("close")
    [record] = await records(table)
    about, secret = shuffle.context_of(record["shuffle"]["ctx"]), bytes.fromhex(record["shuffle"]["secret"])
    entropies = [bytes.fromhex(one) for one in record["shuffle"]["entropies"]]
    assert entropies[about.order.index(1 - human)] == shuffle.house_entropy(about, 1 - human, secret)
    verified(record, tmp_path)


async def test_the_secret_of_an_attempt_is_sealed(table: Table, hub: Hub) -> None:
    await sit(table)
    [row] = await secrets(table)
    opened = seal.unseal(bytes(row.sealed), row.ctx.encode())
    assert shuffle.server_commitment(shuffle.context_of(row.ctx), opened).hex() == row.commitment


def test_only_the_two_modes_are_known(db: None) -> None:
    with pytest.raises(tables.BadTable):
        live_tables.open_table(shuffle="cards")


@pytest.mark.parametrize("ruling", [{"do": "dir_redeal", "dealer": "B"}, {"do": "dir_record", "irr": "IRR-3"}])
async def test_a_new_deal_ruled_while_the_players_shuffle_is_shuffled_for_anew(
    hub: Hub, table: Table, tmp_path: Path, ruling: dict[str, Any]
) -> None:
    """IRR-1, 3: the deal that comes is another one, perhaps by another dealer: its own attempt, a record that holds;
    the one that was shuffled for has no cards and no record."""
    both = await sit(table)
    await shuffled(*both)
    await a_director_rules(both, table, {"do": "dir_void"})
    assert both[0].number_of_deal() == 2
    await a_director_rules(both, table, ruling)
    assert (both[0].number_of_deal(), both[0].number()) == (3, 1)
    await shuffled(*both)
    turn, _ = mover((both[0].socket, both[1].socket))
    await turn.command({"do": "resign"})
    found = await records(table)
    assert [record["deal"] for record in found] == [1, 3]
    for record in found:
        await sync_to_async(verified)(record, tmp_path)
    await replays(table)
    assert (await sync_to_async(fair_deals.count_fair_deals)(now=live_tables.now())).figures["aborted"]["ruled"] == 1


async def a_director_rules(both: tuple[Browser, Browser], table: Table, ruling: dict[str, Any]) -> None:
    """A ruling between or in deals, heard by both."""
    version = await Desk(table, await sync_to_async(live_tables.person)("Dora")).enter(ruling)
    assert isinstance(version, int)
    for one in both:
        await one.socket.reach(version)
        await one.settle()


async def test_at_a_live_table_nobody_else_deals_and_nothing_is_shuffled_anew(hub: Hub, table: Table) -> None:
    """IRR-1, 2, 5: the house deals, by turns; who finds a faced card later would wait for ever."""
    both = await sit(table)
    await shuffled(*both)
    desk = Desk(table, await sync_to_async(live_tables.person)("Dora"))
    for irr, offender in (("IRR-1", "A"), ("IRR-1", "B"), ("IRR-2", "B"), ("IRR-3", "A"), ("IRR-5", "B")):
        assert await desk.enter({"do": "dir_record", "irr": irr, "offender": offender}) == "E_OPTION"
    assert {"IRR-1", "IRR-2", "IRR-3", "IRR-5"} & {one.rule for one in (await desk.sees()).entries} == {"IRR-1"}
    assert [one.action["do"] for one in (await desk.sees()).entries if one.rule == "IRR-1"] == ["dir_redeal"] * 2
