"""A finished deal of a table under play: who may look at it, and that it says no more than the frames did."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.live.finished import archive, hindsight
from games.live.processes.hub import Hub
from games.models import Deal, Status, Table
from tests.games import sittings
from tests.games.live import live_tables
from tests.games.live.audience.test_delayed_watchers import later, moves, page
from tests.games.live.live_tables import LONG, Socket, mover, movers, token
from tests.games.live.table.test_law_tables import does
from tests.games.live.test_directing import sits

pytestmark = pytest.mark.django_db(transaction=True)


class Witness(Socket):
    """A client that keeps every view and every event by the version that it was told of."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.views: dict[int, dict[str, Any]] = {}
        self.told: dict[int, list[dict[str, Any]]] = {}

    async def read(self, timeout: float = live_tables.PATIENCE_S) -> dict[str, Any]:
        frame = await super().read(timeout)
        if frame["k"] in ("sync", "ev"):
            self.views[self.version] = self.view
            self.told[self.version] = frame.get("ev", [])
        return frame


async def witnesses(table: Table, people: list[User]) -> tuple[list[Witness], Witness]:
    """Every seat, and somebody who watches; all of them from the first version on."""
    seated = [await Witness(table, token=token(table, at, user)).open() for at, user in enumerate(people)]
    everybody = [*seated, await Witness(table).open()]
    for one in everybody:
        await one.reach(live_tables.dealt_at(table))
    return [one for one in seated if isinstance(one, Witness)], everybody[-1]  # type: ignore[return-value]  # a Witness stands in for a viewer


async def play_a_deal(table: Table, seated: list[Witness], watcher: Witness) -> Deal:
    """Play at random until the first deal is over."""
    while True:
        now = movers(tuple(seated))[0]
        ends = [one for one in now.view["actions"] if one["do"] in ("knock", "gin", "finish")]
        goes = [one for one in now.view["actions"] if one["do"] not in ("draw_discard", "take_upcard", "cq_fold")]
        action = (ends or goes or now.view["actions"])[0]
        thrown = {"discard": action["throws"][0]} if "throws" in action else {}
        answer = await now.command({name: value for name, value in action.items() if name != "throws"} | thrown)
        assert answer["k"] == "ack", answer
        for one in (*seated, watcher):
            await one.reach(answer["v"])
        found = await sync_to_async(Deal.objects.filter(table=table, number=1).first)()
        if found is not None:
            return found


async def looked_back(table: Table, user: User | None = None, number: int = 1) -> dict[str, Any] | None:
    """A deal as its table's page gets it; None where it is not found."""
    answer = await page(f"/api/v1/tables/{table.public_id}/deals/{number}", user)
    assert answer["Cache-Control"] == "no-store" if answer.status_code == 200 else answer.status_code == 404
    return dict(json.loads(answer.content)) if answer.status_code == 200 else None


def told_cards(view: dict[str, Any]) -> set[str]:
    """Every card that a view names besides the own hand."""
    named = {name: view.get(name) for name in ("spread", "laid", "laid_before", "faced", "advice")}
    return {text[:2] for text in json.dumps(named).split('"') if len(text) == 2}


@pytest.mark.parametrize(
    "rules", ["gin-pagat", "colonel-meldscore", "conquian-bicycle", "cutthroat", "partnership-classic"]
)
async def test_a_deal_looked_back_on_says_what_the_frames_said_and_no_more(hub: Hub, rules: str) -> None:
    cache.clear()
    table = await sync_to_async(live_tables.open_table)(rules=rules, options=LONG if rules == "gin-pagat" else None)
    people = await sync_to_async(live_tables.users)(table)
    seated, watcher = await witnesses(table, people)
    deal = await play_a_deal(table, seated, watcher)
    for witness, user in [*zip(seated, people, strict=True), (watcher, None)]:
        seen = await looked_back(table, user)
        assert seen is not None
        own = witness.view["seat"] if witness.view["seat"] in seen["players"] else None
        assert seen["look"] == own
        assert seen["players"][0] == (own or seen["players"][0])
        assert {step["v"] for step in seen["steps"]} <= set(range(deal.first_seq, deal.last_seq + 1))
        off: set[str] = set()  # what was laid off up to a step is in no hand any more
        for step in seen["steps"]:
            view = witness.views[step["v"]]
            off |= {step["event"]["card"]} if step["event"]["e"] == "laid_off" else set()
            assert step["event"] in witness.told[step["v"]]
            assert step["stock"] == view["stock"]
            assert step["top"] == (view["centre"] if rules == "conquian-bicycle" else view["top"])
            assert step["counts"] == {seat: view["counts"][seat] for seat in seen["players"]}
            for seat, hand in step["hands"].items():
                held = [card for card in view["hand"] or () if card not in off]
                assert hand == held if seat == own else hand is None or set(hand) <= told_cards(view)
        assert seen["result"] is not None
        assert seen["steps"][0]["event"]["e"] == "dealt"


def laid_off(table: Table) -> int:
    """How many cards were laid off at a finished table, each looked at in its deal as every look shows it."""
    laid = 0
    for deal in Deal.objects.filter(table=table):
        told = [hindsight.deal_seen(table, deal.number, look) for look in (0, 1, None)]
        for record in [archive.deal_record(deal), *told]:
            assert record is not None
            *_, last = record["steps"]
            off = [step for step in record["steps"] if step["event"]["e"] == "laid_off"]
            laid += len(off)
            assert not any(step["event"]["card"] in step["hands"][step["seat"]] for step in off)
            if record["result"]["type"] in ("knock", "gin", "undercut"):
                assert last["deadwood"] == record["result"]["counts"]
            for step in off[:1]:  # until then it is in the hand: the knock is told first
                before = record["steps"][record["steps"].index(step) - 1]
                assert step["event"]["card"] in before["hands"][step["seat"]]
    return laid


def test_a_card_laid_off_has_left_the_hand_whose_deadwood_is_then_what_the_result_counts() -> None:
    sittings_played = (sittings.play_out(live_tables.open_table(), seed=seed) for seed in range(20))
    assert any(laid_off(table) for table in sittings_played), "twenty sittings without a card laid off"


async def test_a_hand_that_no_showdown_laid_open_stays_closed_and_an_open_one_is_shown(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(options=LONG)
    people = await sync_to_async(live_tables.users)(table)
    seated, watcher = await witnesses(table, people)
    await play_a_deal(table, seated, watcher)
    seen = await looked_back(table, people[0])
    assert seen is not None
    laid = [step for step in seen["steps"] if step["hands"]["B"] is not None]
    assert bool(laid) == (seen["result"]["type"] not in ("dead", "cancelled"))
    assert seen["steps"][0]["hands"]["B"] is None
    assert seen["steps"][0]["counts"]["B"] == 10


async def test_rights_are_those_of_the_table(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)(options=LONG, spectators=False)
    people = await sync_to_async(live_tables.users)(table)
    seated = [await Witness(table, token=token(table, at, user)).open() for at, user in enumerate(people)]
    for one in seated:
        await one.reach(live_tables.dealt_at(table))
    await play_a_deal(table, seated, seated[0])  # type: ignore[arg-type]  # a Witness stands in for a viewer
    assert await looked_back(table) is None, "nobody watches this table"
    assert await looked_back(table, await sync_to_async(live_tables.person)()) is None
    assert await looked_back(table, people[1]) is not None
    assert await looked_back(table, people[1], number=2) is None, "the deal under way is not over"
    assert (await page(f"/tables/{table.public_id}/deals/1/")).status_code == 404
    assert (await page("/api/v1/tables/nowhere/deals/1")).status_code == 404


@pytest.mark.parametrize(("delay", "more"), [("moves:3", 3), ("deals", 0)])
async def test_watchers_look_back_on_a_deal_when_they_have_seen_it_to_its_end(hub: Hub, delay: str, more: int) -> None:
    table, who = await later(delay)
    both = (
        await Witness(table, token=token(table, 0, who[0])).open(),
        await Witness(table, token=token(table, 1, who[1])).open(),
    )
    for one in both:
        await one.reach(live_tables.dealt_at(table))
    await play_a_deal(table, list(both), both[0])  # type: ignore[arg-type]  # a Witness stands in for a viewer
    assert await looked_back(table, who[0]) is not None
    for made in range(more + 1):
        for one in both:
            await one.reach(max(at.version for at in both))
        assert (await looked_back(table) is not None) == (made == more)
        if made < more:
            while not any(one.view["turn"] == one.view["seat"] for one in both):
                for one in both:
                    await one.read()
            await moves(both, 1)


async def test_what_an_undo_took_back_is_no_step(hub: Hub) -> None:
    """IRR-0: of an undo inside of an undone stretch, too, only the plays that count are left."""
    table, both, desk = await sits(hub, **LONG)
    first, second = mover(both)
    await does(both, first, "pass_upcard")  # 3
    await does(both, second, "pass_upcard")  # 4
    assert await desk.enter({"do": "dir_undo", "event": 3}) == 5
    for socket in both:
        await socket.reach(5)
    top = second.view["top"]
    await does(both, second, "take_upcard")  # 6
    assert await desk.enter({"do": "dir_undo", "event": 4}) == 7
    for socket in both:
        await socket.reach(7)
    await does(both, first, "draw_stock")  # 8
    await does(both, first, "resign")  # 9
    found = await sync_to_async(Table.objects.prefetch_related("seats__user").get)(pk=table.pk)
    seat = "AB".index(first.view["seat"])
    seen = await sync_to_async(hindsight.deal_seen)(found, 1, seat)
    assert seen is not None
    said = [(step["v"], step["event"]["e"]) for step in seen["steps"]]
    assert said == [(2, "dealt"), (3, "passed"), (4, "passed"), (8, "drew"), (9, "resigned")]
    assert all(step["top"] == top for step in seen["steps"])
    assert seen["steps"][-2]["event"]["card"] is not None, "the own draw"


def client(user: User) -> Client:
    found = Client()
    found.force_login(user)
    return found


def test_once_all_of_a_deal_is_public_its_address_leads_to_its_page() -> None:
    table = sittings.play_out(live_tables.open_table(options={"target": 1}))
    deal = Deal.objects.get(table=table, number=1)
    address = f"/tables/{table.public_id}/deals/1/"
    assert Client().get(address)["Location"] == f"/deals/{deal.public_id}/"
    Table.objects.filter(pk=table.pk).update(is_held=True)
    assert Client().get(address).status_code == 404, "held, it is for its seats"
    assert Client().get(f"/deals/{deal.public_id}/").status_code == 404
    ann, _ = live_tables.users(table)
    found = client(ann).get(address)
    assert (found.status_code, found["Cache-Control"]) == (200, "no-store")
    record = found.context["record"]
    assert [step["n"] for step in record["steps"]] == list(range(1, len(record["steps"]) + 1))
    said = found.content.decode()
    assert all(step["text"] in said.replace("&#x27;", "'") for step in record["steps"])
    assert "As you saw it at your seat" in said
    assert "dist/gin-replay.js" in said


def test_the_page_of_a_table_says_where_its_deals_are() -> None:
    table = live_tables.open_table()
    assert table.status == Status.PLAYING
    page = Client().get(f"/tables/{table.public_id}/").content.decode()
    assert f'data-deals="/tables/{table.public_id}/deals/"' in page
    assert "dist/deal-door.js" in page
