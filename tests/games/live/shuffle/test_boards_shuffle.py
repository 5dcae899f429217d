"""Two boards whose players shuffle at the same time: each has its own attempt, clock, code and record."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import engine
from games.engine.cards import shuffle
from games.live import wire
from games.live.audience import looks
from games.live.processes import hub as hubs
from games.live.processes.hub import Hub
from games.live.setup.terms import LETTERS, Terms
from games.live.shuffle import dealing
from games.live.sitting import attempts, sitting
from games.live.sitting.sitting import Sitting
from games.live.store import loading, snapshots
from games.live.table.presence import AWAY_S
from games.models import DealSecret, Play, Table
from games.services import tables
from tests.games.live import live_tables
from tests.games.live.audience.test_frames_hide import disguised, everybody
from tests.games.live.audience.test_frames_hide import terms as plain_terms
from tests.games.live.live_tables import Socket, movers
from tests.games.live.shuffle.test_players_shuffle import log, people, records, verified
from tests.games.live.shuffling import Browser, do, shuffled, step_of
from tests.games.live.table.test_law_tables import replays
from tests.games.live.test_directing import Desk

TEAMS = "partnership"


def fixed() -> Terms:
    return replace(plain_terms(TEAMS), shuffle="players")


def shuffles(terms: Terms, until: int) -> Iterator[Sitting]:
    """Every version of a sitting of two teams up to so many deals, played out at random and shuffled honestly."""
    now, chance = sitting.opening(terms), random.Random(1)
    yield now
    while now.state.rest.deal < until:
        due, secret = dealing.chance(terms, now), None
        asked = next((one for one in now.attempts if attempts.awaited(one)), None)
        step: Any
        if due is not None:
            step, secret = due
        elif asked is not None:
            step = step_of(asked)
        else:
            seat = chance.choice(engine.to_act(terms.rules, now.state))
            step = chance.choice(engine.legal_actions(terms.rules, now.state, seat))
        now, _ = sitting.step(terms, now, step)
        now = sitting.bound(terms, now, secret) if secret else now
        yield now


def test_all_draw_together_and_then_each_board_shuffles_for_itself() -> None:
    terms = fixed()
    seen = {tuple((one.deal, one.board, one.seats) for one in now.attempts) for now in shuffles(terms, 2)}
    assert ((0, 0, (0, 1, 2, 3)),) in seen
    assert ((1, 0, (0, 1)), (1, 1, (2, 3))) in seen
    assert ((2, 0, (0, 3)), (2, 1, (2, 1))) in seen, "PRT-2: the opponents alternate, and so do who shuffle together"


def test_one_seat_a_board_is_on_the_clock_and_no_card_is_out_before_all_have_shuffled() -> None:
    terms, both = fixed(), 0
    for now in shuffles(terms, 2):
        if not now.attempts:
            continue
        runs = [sitting.to_act(terms, now, board) for board in range(2)]
        awaited = {one.board: attempts.awaited(one) for one in now.attempts}
        assert runs == [next(iter(awaited.get(board, ())), None) for board in range(2)]
        assert list(sitting.movers(terms, now)) == [seat for seat in runs if seat is not None]
        both += None not in runs
        if any(awaited.values()):
            assert not engine.is_dealt(now.state)
            assert not any(engine.is_dealt(board.state) for board in now.state.boards)
    assert both > 5


def test_what_one_board_does_leaves_the_other_alone() -> None:
    terms = fixed()
    now = next(one for one in shuffles(terms, 1) if len(one.attempts) == 2)
    first, second = now.attempts
    assert [attempts.of_seat(now.attempts, seat) for seat in range(4)] == [first, first, second, second]
    while not (attempts.awaited(first) == attempts.awaited(now.attempts[0]) and now.attempts[1].cut is not None):
        now, _ = sitting.step(terms, now, step_of(now.attempts[1]))
    assert now.attempts[0] == first
    loser = attempts.awaited(now.attempts[1])[0]
    now, _ = sitting.step(terms, now, attempts.Lost(loser))
    assert [one.lost_by for one in now.attempts] == [None, loser]
    due = dealing.chance(terms, now)
    assert due is not None
    bind, secret = due
    assert isinstance(bind, attempts.Bind)
    assert (bind.board, bind.deal, bind.attempt) == (1, 1, 2)
    touched = now.touched
    now, _ = sitting.step(terms, now, bind)
    now = sitting.bound(terms, now, secret)
    assert now.attempts[0] == first
    assert now.attempts[1].asked == tuple(int(seat == loser) for seat in now.attempts[1].seats)
    assert now.touched[0] == touched[0], "a command at the other board is not stale"
    for seat in (0, 1):
        with pytest.raises(engine.Impossible):
            sitting.step(terms, now, attempts.Lost(seat))


def test_every_version_of_it_comes_back_from_its_snapshot() -> None:
    terms = fixed()
    for now in shuffles(terms, 2):
        plain = json.loads(json.dumps(snapshots.to_snapshot(now)))
        assert snapshots.from_snapshot(terms, plain, now.version) == now


def test_another_secret_of_the_server_and_other_hidden_cards_change_no_byte() -> None:
    """The server's secrets are all that decides what is hidden: with others behind the same commitments every look is
    sent the same."""
    terms, chance, shuffled_for = fixed(), random.Random(3), 0
    for now in shuffles(terms, 2):
        if any(board.state.rest.result is not None for board in now.state.boards):
            continue
        others = tuple(replace(one, sealed=bytes(len(one.sealed))) for one in now.attempts)
        for look in everybody(terms):
            state = disguised(terms.rules, now.state, look, chance) if now.state.boards else now.state
            twin = replace(now, attempts=others, state=state)
            assert wire.pack(looks.view(terms, twin, look)) == wire.pack(looks.view(terms, now, look))
            shuffled_for += bool(others)
    assert shuffled_for > 50


# ---- at a live table

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(transactional_db: None) -> Table:
    return live_tables.open_table(rules=TEAMS, shuffle="players")


@sync_to_async
def secrets(table: Table) -> list[tuple[int, int, int]]:
    rows = DealSecret.objects.filter(table=table).order_by("deal", "board", "attempt")
    return list(rows.values_list("deal", "board", "attempt"))


async def sit(table: Table) -> list[Browser]:
    users = await people(table)
    sockets = [Socket(table, token=live_tables.token(table, at, user)) for at, user in enumerate(users)]
    browsers = [Browser(await one.open(), LETTERS[at]) for at, one in enumerate(sockets)]
    for one in browsers:
        await one.settle()
    return browsers


async def up_to_the_boards(browsers: list[Browser]) -> None:
    """The draw for the first deal is done, and both boards are bound."""
    while browsers[0].number_of_deal() == 0:
        one = next(one for one in browsers if one.is_awaited)
        await do(one, *(other for other in browsers if other is not one))


async def all_dealt(browser: Browser) -> None:
    """Read until every board has its cards."""
    while "board" in browser.shown:
        await browser.socket.read()


async def ends(browser: Browser) -> None:
    """Give the sitting up, once every board has its cards."""
    await all_dealt(browser)
    assert (await browser.socket.command({"do": "resign"}))["k"] == "ack"
    await browser.socket.until("close")


async def does(browsers: list[Browser], browser: Browser, action: dict[str, Any] | None = None) -> None:
    answer = await do(browser, *(one for one in browsers if one is not browser), action=action)
    assert answer["k"] == "ack", answer


async def one_deal(browsers: list[Browser]) -> None:
    """Play until the deal of the teams is scored, and read on until the next one is shuffled for."""
    sockets, deal = tuple(one.socket for one in browsers), browsers[0].socket.view["deal"]
    while movers(sockets) and sockets[0].view["deal"] == deal:
        for now in movers(sockets):
            ends = [one for one in now.view["actions"] if one["do"] in ("knock", "gin")]
            goes = [one for one in now.view["actions"] if one["do"] not in ("draw_discard", "take_upcard")]
            answer = await now.command((ends or goes)[0])
            for one in browsers:
                await one.socket.reach(answer["v"])
    for one in browsers:
        await one.settle()


async def test_both_boards_shuffle_at_once_and_both_records_verify(table: Table, hub: Hub, tmp_path: Path) -> None:
    browsers = await sit(table)
    assert await log(table) == ["bind"]
    codes: dict[tuple[int, int], str] = {}
    for deal in (1, 2):
        await shuffled(*browsers)
        for one in browsers:
            board = one.socket.view["board"]
            assert codes.setdefault((deal, board), one.shown["code"]) == one.shown["code"], "both of a board see one"
            await all_dealt(one)
            assert set(one.shown) == {"code"}
        if deal == 1:
            await one_deal(browsers)
            assert browsers[0].shown["board"] == 0
    assert len(set(codes.values())) == 4
    await replays(table)
    assert await secrets(table) == [(0, 0, 1), (1, 0, 1), (1, 1, 1), (2, 0, 1), (2, 1, 1)]
    await ends(browsers[0])
    kept = {one.hex() for browser in browsers for one in browser.kept.values()}
    for board in range(2):
        for deal, record in enumerate(await records(table, board), 1):
            about = json.loads(record["shuffle"]["ctx"])
            assert (about["mode"], about["board"], about["deal"]) == ("players", board, deal)
            assert record["shuffle"]["code"] == codes[deal, board]
            assert set(record["shuffle"]["entropies"]) <= kept
            assert record["shuffle"]["at"] == record["players"]
            verified(record, tmp_path)


async def test_a_seat_is_told_its_own_shuffle_and_for_whom_others_wait(table: Table, hub: Hub) -> None:
    browsers = await sit(table)
    assert browsers[0].shown["others"] == [], "one pack for all"
    await up_to_the_boards(browsers)
    for at, one in enumerate(browsers):
        assert one.shown["board"] == json.loads(one.shown["ctx"])["board"] == at // 2
        assert list(one.shown["commitments"]) == [["A", "B"], ["C", "D"]][at // 2]
    while any(one.is_awaited for one in browsers[:2]):
        await does(browsers, next(one for one in browsers[:2] if one.is_awaited))
    assert browsers[0].shown["awaits"] == []
    assert browsers[0].shown["others"] == browsers[2].shown["awaits"] != []
    assert browsers[2].shown["others"] == []
    assert not any(one.socket.view["hand"] for one in browsers)


async def test_entropy_lost_at_one_board_is_asked_for_anew_there_alone(table: Table, hub: Hub, tmp_path: Path) -> None:
    browsers = await sit(table)
    await up_to_the_boards(browsers)
    for _ in range(2):
        await does(browsers, next(one for one in browsers[2:] if one.is_awaited))
    before = browsers[0].shown["ctx"], browsers[0].shown["commitments"]
    loser = next(one for one in browsers[2:] if one.is_awaited)
    seen = browsers[0].socket.version
    await does(browsers, loser, {"do": "lost"})
    while browsers[2].number() == 1:
        await browsers[2].socket.read()
    assert (browsers[0].shown["ctx"], browsers[0].shown["commitments"]) == before
    mine = next(one for one in browsers[:2] if one.is_awaited)
    answer = await mine.socket.command(mine.wish(), v=seen)
    assert answer["k"] == "ack", "what is done elsewhere makes nothing stale"
    for one in browsers:
        await one.socket.reach(answer["v"])
    await shuffled(*browsers)
    assert await secrets(table) == [(0, 0, 1), (1, 0, 1), (1, 1, 1), (1, 1, 2)]
    await ends(browsers[0])
    for board in range(2):
        [record] = await records(table, board)
        assert len(record["shuffle"]["aborted"]) == board
        verified(record, tmp_path)


async def test_a_deal_may_be_lost_at_one_board_while_the_other_plays(table: Table, hub: Hub, tmp_path: Path) -> None:
    """ONL-2: that board is won by the opponent there, and the deal of the teams goes on."""
    browsers = await sit(table)
    await up_to_the_boards(browsers)
    for number in (1, 2, 3):
        for _ in range(2):
            await does(browsers, next(one for one in browsers[2:] if one.is_awaited))
        loser = next(one for one in browsers[2:] if one.is_awaited)
        assert loser.number() == number
        await does(browsers, loser, {"do": "lost"})
        for one in browsers[2:]:
            while number < 3 and one.number() == number:
                await one.socket.read()
    while browsers[0].socket.view["boards"][1:] == [] or browsers[0].socket.view["boards"][1]["type"] is None:
        await browsers[0].socket.read()
    assert browsers[0].socket.view["boards"][1]["type"] == "lost_entropy"
    assert browsers[0].socket.view["boards"][1]["winner"] == "CD".replace(loser.seat, "")
    await shuffled(*browsers[:2])
    await one_deal(browsers)
    view = browsers[0].socket.view
    assert view["result"]["type"] in ("team", "tie")
    await replays(table)
    assert await secrets(table) == [(0, 0, 1), (1, 0, 1), (1, 1, 1), (1, 1, 2), (1, 1, 3), (2, 0, 1), (2, 1, 1)]
    assert (await browsers[0].socket.command({"do": "resign"}))["k"] == "ack"
    await browsers[0].socket.until("close")
    [whole] = await records(table, 0)
    verified(whole, tmp_path)
    [lost] = await records(table, 1)
    assert (lost["deck"], lost["shuffle"]["lost_by"], lost["shuffle"]["at"]) == ([], loser.seat, ["C", "D"])
    assert [step["event"]["e"] for step in lost["steps"]][:2] == ["shuffle_lost", "board_scored"]


async def test_a_server_that_dies_while_both_boards_shuffle_goes_on_where_it_stood(table: Table) -> None:
    first = Hub(forgiving_s=0)
    await first.start()
    browsers = await sit(table)
    await up_to_the_boards(browsers)
    await does(browsers, next(one for one in browsers[:2] if one.is_awaited))
    for _ in range(2):
        await does(browsers, next(one for one in browsers[2:] if one.is_awaited))
    before = [one.shown for one in browsers]
    await first._writer.run(lambda: None)  # a killed process says no goodbye: its tables stay marked as its own
    for task in first._tasks:
        task.cancel()
    hubs._current.remove(first)
    second = Hub(forgiving_s=0)
    await second.start()
    try:
        for browser, user in zip(browsers, await people(table), strict=True):
            browser.socket = await Socket(table, user=user).open()
            await browser.settle()
        assert [one.shown for one in browsers] == before
        await shuffled(*browsers)
        assert await secrets(table) == [(0, 0, 1), (1, 0, 1), (1, 1, 1)]
        await replays(table)
    finally:
        await second.stop()
        await sync_to_async(first._writer.stop)()


async def test_each_board_pays_for_its_own_shuffle(transactional_db: None, hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(rules=TEAMS, shuffle="players", clock={"bank_s": 60})
    browsers = await sit(table)
    await up_to_the_boards(browsers)
    actor = hub.actors[table.public_id]
    actor.since = [since - 20 for since in actor.since]
    one = next(one for one in browsers[:2] if one.is_awaited)
    two = next(one for one in browsers[2:] if one.is_awaited)
    await does(browsers, one)
    first, second = next(frame for frame in reversed(two.socket.frames) if frame.get("clk"))["clk"]
    assert 38_000 < first[one.seat] <= 40_000
    assert 38_000 < second[two.seat] <= 40_000
    assert second["run"] == two.seat, "the other board's clock runs on"
    actor.since[1] -= 41
    for browser in browsers:
        while not browser.socket.view["over"]:
            await browser.socket.read()
        assert browser.socket.view["ending"]["how"] == "flag"
        assert browser.socket.view["ending"]["loser"] == two.seat


async def test_who_keeps_the_other_board_waiting_can_be_claimed_against(table: Table, hub: Hub) -> None:
    browsers = await sit(table)
    await up_to_the_boards(browsers)
    late = next(one for one in browsers[2:] if one.is_awaited)
    actor = hub.actors[table.public_id]
    actor.since[1] -= AWAY_S + 121
    foe = next(one for one in browsers[:2] if LETTERS.index(one.seat) % 2 != LETTERS.index(late.seat) % 2)
    friend = next(one for one in browsers[:2] if one is not foe)
    assert (await friend.socket.command({"do": "claim"}))["code"] == "early", "not from the own team"
    assert (await foe.socket.command({"do": "claim"}))["k"] == "ack"
    await foe.socket.until("close")
    assert foe.socket.view["ending"]["loser"] == late.seat


async def test_a_board_that_is_void_is_shuffled_for_again(table: Table, hub: Hub, tmp_path: Path) -> None:
    """IRR-33: one more attempt at the same deal, of that board alone; the record is of the cards that were played."""
    browsers = await sit(table)
    await shuffled(*browsers)
    desk = Desk(table, await sync_to_async(live_tables.person)("Dora"))
    version = await desk.enter({"do": "dir_void", "board": 1})
    assert isinstance(version, int), version
    for one in browsers:
        await one.socket.reach(version)
        while "ctx" not in browsers[2].shown:
            await browsers[2].socket.read()
    assert browsers[2].number() == 2
    await shuffled(*browsers)
    await one_deal(browsers)
    await shuffled(*browsers)
    await replays(table)
    assert await secrets(table) == [(0, 0, 1), (1, 0, 1), (1, 1, 1), (1, 1, 2), (2, 0, 1), (2, 1, 1)]
    await ends(browsers[0])
    for board in range(2):
        first, _ = found = await records(table, board)
        assert len(first["shuffle"]["aborted"]) == board
        assert [step["event"]["e"] for step in first["steps"]].count("dealt") == 1
        for record in found:
            verified(record, tmp_path)


async def test_a_house_player_at_one_board_leaves_the_shuffle_to_the_people(transactional_db: None, hub: Hub) -> None:
    def opened() -> Table:
        specs = [tables.SeatSpec(live_tables.person(), "novice" if at in (1, 2, 3) else "") for at in range(4)]
        settings = {"pace": "fast", "shuffle": "players"}
        return tables.open_table(rules_key=TEAMS, seats=specs, settings=settings, now=live_tables.now())

    table = await sync_to_async(opened)()
    ann = Browser(await Socket(table, user=(await people(table))[0]).open(), "ann")
    await ann.settle()
    while ann.is_awaited:
        answer = await ann.socket.command(ann.wish())
        await ann.socket.reach(answer["v"])
        await ann.settle()
    done = await sync_to_async(lambda: [(one.action["do"], one.board) for one in Play.objects.order_by("seq")])()
    assert [board for name, board in done if name == "bind"] == [0, 0, 1]
    assert {board for name, board in done if name in ("commit", "cut", "reveal")} == {0}
    await all_dealt(ann)
    loaded = await sync_to_async(loading.load)(table.public_id, None)
    assert all(shuffle.context_of(one.ctx).mode == "players" for one in await rows(table))
    assert loaded.sitting.codes[1]


@sync_to_async
def rows(table: Table) -> list[DealSecret]:
    return list(DealSecret.objects.filter(table=table))
