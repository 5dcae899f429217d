"""Tables of three and more, seen from their sockets: who waits, who leaves, who is claimed from, who comes back."""

import uuid
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import engine, selectors
from games.engine import codec
from games.live.house import reading
from games.live.processes.hub import Hub
from games.live.setup import terms
from games.live.sitting import sitting, steps
from games.models import Deal, DealSecret, Play, Table
from games.players import make_player
from games.services import tables
from tests.games.live import live_tables
from tests.games.live.audience.test_frames_hide import terms as plain_terms
from tests.games.live.live_tables import Socket, movers, seats
from tests.games.live.table.test_law_tables import replays
from tests.games.live.test_directing import Desk

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)
open_table = sync_to_async(live_tables.open_table)
THREE = ("cutthroat", "chouette", "battle-royal")


def waiting(seated: tuple[Socket, ...]) -> list[Socket]:
    return [socket for socket in seated if socket.view["seat"] in socket.view["waiting"]]


async def quick_move(seated: tuple[Socket, ...]) -> dict[str, Any]:
    """Whoever is to move ends the deal when it can, else plays on quietly; everybody has seen it then."""
    [now] = movers(seated)
    actions = now.view["actions"]
    ends = [action for action in actions if action["do"] in ("knock", "gin")]
    quiet = [action for action in actions if action["do"] not in ("draw_discard", "take_upcard", "knock", "gin")]
    after = (now.view["aids"] or {}).get("after") or {}
    quiet.sort(key=lambda action: after.get(action.get("card"), 0))
    answer = await now.command((ends or quiet or actions)[0])
    assert answer["k"] == "ack", answer
    for socket in seated:
        await socket.reach(answer["v"])
    return answer


async def play_a_deal(seated: tuple[Socket, ...]) -> None:
    """Until the deal is scored."""
    while seated[0].view["phase"] != "done":
        await quick_move(seated)


@pytest.mark.parametrize("rules", THREE)
async def test_the_next_deal_comes_when_all_three_are_ready(hub: Hub, rules: str) -> None:
    table = await open_table(rules=rules, pace="quick")
    seated = await seats(table, await people(table), house=True)
    await play_a_deal(seated)
    scored = seated[0].version
    for socket in seated[:2]:
        await socket.send({"k": "ready"})
    while (await seated[2].until("next"))["ready"] != ["A", "B"]:
        pass
    await seated[2].send({"k": "ready"})
    for socket in seated:
        await socket.reach(scored + 1)
        assert socket.view["deal"] == 2


@pytest.mark.parametrize("rules", ["cutthroat", "chouette"])
async def test_who_waits_holds_no_cards_sees_what_is_public_and_may_not_play(hub: Hub, rules: str) -> None:
    table = await open_table(rules=rules)
    seated = await seats(table, await people(table), house=True)
    [idle] = waiting(seated)
    public = await Socket(table).open()
    await public.reach(2)
    assert idle.view["hand"] is None
    assert idle.view["actions"] == []
    own = {"seat", "actions"}
    assert {key: value for key, value in idle.view.items() if key not in own} == {
        key: value for key, value in public.view.items() if key not in own
    }
    assert (await idle.command({"do": "pass_upcard"}))["code"] == "E_NOT_TURN"
    while not any(action["do"] == "draw_stock" for action in movers(seated)[0].view["actions"]):
        await quick_move((*seated, public))
    [now] = movers(seated)
    answer = await now.command({"do": "draw_stock"})
    for socket in (now, idle):
        await socket.reach(answer["v"])
    frames = (next(f for f in reversed(socket.frames) if f["k"] == "ev") for socket in (now, idle))
    drew = [frame["ev"][0]["card"] for frame in frames]
    assert drew[0] is not None
    assert drew[1] is None


async def test_the_loser_of_a_cutthroat_deal_waits_and_who_waited_deals(hub: Hub) -> None:
    table = await open_table(rules="cutthroat", options={"target": 1000})
    seated = await seats(table, await people(table), house=True)
    [idle] = waiting(seated)
    winner = None
    while winner is None:  # 3P-4: after a dead hand the same players play again
        await play_a_deal(seated)
        winner, scored = seated[0].view["result"]["winner"], seated[0].version
        for socket in seated:
            await socket.reach(scored + 1)
    assert seated[0].view["dealer"] == idle.view["seat"]
    assert set(seated[0].view["waiting"]) == {"A", "B", "C"} - {winner, idle.view["seat"]}


@pytest.mark.parametrize("rules", THREE)
async def test_only_those_who_get_cards_are_bound_to_a_deck(hub: Hub, rules: str) -> None:
    table = await open_table(rules=rules)
    users = await people(table)
    seated = await seats(table, users)
    secret = await sync_to_async(lambda: DealSecret.objects.get(table=table, deal=1))()
    playing = [user.public_id for user, socket in zip(users, seated, strict=True) if socket not in waiting(seated)]
    assert [f'"{one}"' in secret.ctx for one in (user.public_id for user in users)] == [
        user.public_id in playing for user in users
    ]


@pytest.mark.parametrize("rules", THREE)
async def test_who_resigns_loses_and_the_sitting_is_over_for_all(hub: Hub, rules: str) -> None:
    table = await open_table(rules=rules)
    seated = await seats(table, await people(table))
    leaver, others = seated[2], seated[:2]
    assert (await leaver.command({"do": "resign"}))["k"] == "ack"
    for socket in others:
        await socket.reach(3)
        assert socket.view["over"] is True
        assert socket.view["ending"]["how"] == "resign"
        assert socket.view["ending"]["loser"] == "C"
        assert (await socket.until("close"))["code"] == 1000


async def test_only_who_plays_can_be_claimed_from_and_anybody_may_claim(hub: Hub) -> None:
    table = await open_table(rules="cutthroat")
    seated = await seats(table, await people(table))
    [idle] = waiting(seated)
    actor = await hub.actor(table.public_id)
    playing = [socket for socket in seated if socket is not idle]
    for gone in (idle, playing[0]):
        await gone.leave()
        presence = actor.presence["ABC".index(gone.view["seat"])]
        assert presence.gone_since is not None
        presence.gone_since -= 1000
        answer = await playing[1].command({"do": "claim"})
        if gone is idle:
            assert answer["code"] == "early", "nobody has to wait for one who waits"
    assert answer["k"] == "ack"
    await playing[1].reach(3)
    ending = playing[1].view["ending"]
    assert (ending["how"], ending["loser"]) == ("claim", playing[0].view["seat"])
    last = await sync_to_async(lambda: Play.objects.filter(table=table).latest("seq").action)()
    assert last == {"do": "claim", "seat": playing[1].view["seat"], "gone": playing[0].view["seat"]}


@pytest.mark.parametrize("rules", THREE)
async def test_who_comes_back_in_the_middle_gets_what_was_missed(hub: Hub, rules: str) -> None:
    table = await open_table(rules=rules)
    users = await people(table)
    seated = await seats(table, users, house=True)
    away = seated[2]
    for _ in range(3):
        await quick_move(seated)
    known = away.version
    while movers(seated) == [away]:
        await quick_move(seated)
        known = away.version
    await away.leave()
    stayed = seated[:2]
    while movers(stayed) and stayed[0].version < known + 4 and stayed[0].view["phase"] != "done":
        await quick_move(stayed)
    back = await Socket(table, user=users[2], since=known).open()
    await back.reach(stayed[0].version)
    fresh = await Socket(table, user=users[2]).open()
    await fresh.reach(stayed[0].version)
    assert back.view == fresh.view
    assert next(frame for frame in back.frames if frame["k"] == "resume")["from"] == known + 1


async def play_to_the_end(seated: tuple[Socket, ...]) -> None:
    """House players move for every seat, from what the wire shows, until the sitting is over."""
    players = [make_player("novice", seed) for seed in range(4)]
    while not seated[0].view["over"]:
        for socket in movers(seated):
            if socket.view["over"] or socket.view["turn"] != socket.view["seat"]:
                continue  # what another board did has ended the deal or the sitting
            view = reading.view_from_json(socket.view)
            player = players["ABCD".index(socket.view["seat"])]
            answer = await socket.command(codec.action_to_json(player.choose(view), view.pack))
            assert answer["k"] == "ack", answer
            for one in seated:
                await one.reach(answer["v"])
        while not movers(seated) and not seated[0].view["over"]:
            following = seated[0].version + 1
            for one in seated:
                await one.reach(following)


@pytest.mark.parametrize("rules", [*THREE, "partnership"])
async def test_house_players_play_it_to_the_end_from_what_the_wire_shows(hub: Hub, rules: str) -> None:
    table = await open_table(rules=rules, options={"team_target" if rules == "partnership" else "target": 60})
    seated = await seats(table, await people(table), house=True)
    await play_to_the_end(seated)
    assert seated[0].view["ending"]["how"] == "played"


async def test_two_teams_play_the_best_of_three_games(hub: Hub) -> None:
    """GIN-38: the games of teams are counted as those of two; the next one begins on an empty sheet."""
    table = await open_table(rules="partnership", options={"team_target": 10}, length="best_of:3")
    seated = await seats(table, await people(table), house=True)
    assert seated[0].view["match"]["length"]["n"] == 3
    await play_to_the_end(seated)
    found = await sync_to_async(lambda: Table.objects.get(pk=table.pk).result)()
    assert max(found["games"]) == 2
    assert found["games"][found["winner"]] == 2
    deals = await sync_to_async(lambda: list(Deal.objects.filter(table=table)))()
    tally = await sync_to_async(lambda: selectors.tally(table, deals))()
    assert list(tally.games) == found["games"], "organisers read it from the deals"
    await replays(table)


async def test_two_teams_play_so_many_deals_and_no_more(hub: Hub) -> None:
    table = await open_table(rules="partnership", length="deals:2")
    seated = await seats(table, await people(table), house=True)
    await play_to_the_end(seated)
    found = await sync_to_async(lambda: Table.objects.get(pk=table.pk).result)()
    assert (found["deals"], found["games"]) == (2, [0, 0])
    assert found["net"][0] == found["points"][0] - found["points"][1]


async def test_time_is_called_for_all_boards_and_the_deal_is_played_out(hub: Hub) -> None:
    table = await open_table(rules="partnership", minutes=30)
    seated = await seats(table, await people(table), house=True)
    actor = await hub.actor(table.public_id)
    actor.call_at = hub.now()
    for socket in seated:
        await socket.reach(4)
    assert seated[3].view["match"]["called"]
    await play_to_the_end(seated)
    assert (seated[0].view["ending"]["how"], seated[0].view["deal"]) == ("time", 1)


async def test_more_than_two_sides_play_one_game() -> None:
    for terms_ in ({"length": "best_of:3"}, {"minutes": 20}):
        with pytest.raises(tables.BadTable, match="more than two sides play one game"):
            await open_table(rules="cutthroat", **terms_)


async def partners(hub: Hub, **settings: Any) -> tuple[Table, tuple[Socket, ...], Socket, Socket]:
    """Two teams of two, dealt; and who is to move at each board."""
    table = await open_table(rules="partnership", **settings)
    seated = await seats(table, await people(table), house=True)
    one, two = sorted(movers(seated), key=lambda socket: socket.view["board"])
    return table, seated, one, two


async def test_a_play_at_one_board_makes_no_command_of_another_stale(hub: Hub) -> None:
    table, _, one, two = await partners(hub)
    assert (one.view["board"], two.view["board"]) == (0, 1)
    seen = two.version
    answer = await one.command(one.view["actions"][-1])
    await two.reach(answer["v"])
    assert (await two.command(two.view["actions"][-1], v=seen))["k"] == "ack"
    rows = await sync_to_async(lambda: list(Play.objects.filter(table=table).order_by("seq").values("board", "seat")))()
    assert [row["board"] for row in rows] == [0, 0, 1, 0, 1]


async def test_a_command_names_the_board_of_its_seat(hub: Hub) -> None:
    _, _, one, _ = await partners(hub)
    wish = {"k": "cmd", "id": str(uuid.uuid4()), "v": one.version, "b": 1, **one.view["actions"][-1]}
    await one.send(wish)
    assert (await one.until("no", "ack"))["code"] == "frame"


async def test_each_board_has_its_own_deck_and_its_own_commitment(hub: Hub) -> None:
    table, seated, *_ = await partners(hub)
    secrets = await sync_to_async(lambda: list(DealSecret.objects.filter(table=table, deal=1).order_by("board")))()
    assert [secret.board for secret in secrets] == [0, 1]
    for socket in seated:
        assert socket.view["commitment"] == secrets[socket.view["board"]].commitment
    known = [set(socket.view["hand"]) for socket in seated]
    assert [len(known[at] & known[at + 1]) for at in (0, 2)] == [0, 0], "of one pack"
    users = [user.public_id for user in await people(table)]
    assert [[f'"{user}"' in secret.ctx for user in users] for secret in secrets] == [[1, 1, 0, 0], [0, 0, 1, 1]]


async def test_each_board_has_its_own_clock(hub: Hub) -> None:
    table, seated, one, two = await partners(hub, clock={"bank_s": 60})
    actor = await hub.actor(table.public_id)
    actor.since = [hub.now() - 20 for _ in actor.since]
    answer = await one.command(one.view["actions"][-1])
    await two.reach(answer["v"])
    first, second = next(frame for frame in reversed(two.frames) if frame["k"] == "ev")["clk"]
    assert set(first) - {"run"} == {"A", "B"}
    assert 30_000 < first[one.view["seat"]] <= 40_000, "charged for its own board"
    assert 30_000 < second[two.view["seat"]] <= 40_000, "and runs on at the other"
    actor.since[1] -= 41
    for socket in seated:
        await socket.reach(answer["v"] + 1)
        assert socket.view["ending"]["how"] == "flag"
        assert socket.view["ending"]["loser"] == two.view["seat"]
        assert socket.view["ending"]["winner"] != "AB"["ABCD".index(two.view["seat"]) % 2]


@pytest.mark.parametrize(
    ("entered", "runs"),
    [
        ({"do": "dir_freeze"}, False),
        ({"do": "dir_adjust", "player": "A", "points": 5}, True),
        ({"do": "dir_clock", "player": "A", "ms": 1000}, True),
    ],
)
async def test_a_director_stops_the_clocks_of_all_boards(hub: Hub, entered: dict[str, Any], runs: bool) -> None:
    """What the decisions at both boards have taken so far is paid once, whatever the director does; while play is
    stopped neither clock runs."""
    table, seated, one, two = await partners(hub, clock={"bank_s": 60})
    actor = await hub.actor(table.public_id)
    actor.since = [hub.now() - 20, hub.now() - 30]
    desk = Desk(table, await sync_to_async(live_tables.person)("Dora"))
    version = await desk.enter(entered)
    for socket in seated:
        await socket.reach(version)
    more = 1000 * (entered["do"] == "dir_clock" and one.view["seat"] == "A")
    clk = next(frame for frame in reversed(two.frames) if frame["k"] == "ev")["clk"]
    assert [clock["run"] is not None for clock in clk] == [runs, runs]
    assert 30_000 + more < clk[0][one.view["seat"]] <= 40_000 + more
    assert 20_000 < clk[1][two.view["seat"]] <= 30_000
    await replays(table)


async def test_the_desk_names_the_board_of_what_concerns_no_player(hub: Hub) -> None:
    """PRT-1, IRR-33: the second board is void and dealt again; the first plays on."""
    table, seated, one, two = await partners(hub)
    desk = Desk(table, await sync_to_async(live_tables.person)("Dora"))
    entries = {entry.key: entry for entry in (await desk.sees()).entries}
    assert entries["dir_void:1"].text.startswith("board 2:")
    held = list(one.view["hand"])
    version = await desk.enter(dict(entries["dir_void:1"].action))
    for socket in seated:
        await socket.reach(version)
    assert one.view["hand"] == held
    assert not two.view["hand"]
    await replays(table)


async def test_nobody_claims_from_the_own_team(hub: Hub) -> None:
    table, seated, *_ = await partners(hub)
    await seated[0].leave()
    actor = await hub.actor(table.public_id)
    presence = actor.presence[0]
    presence.gone_since = hub.now() - 1000
    assert (await seated[2].command({"do": "claim"}))["code"] == "early"
    assert (await seated[1].command({"do": "claim"}))["k"] == "ack"
    await seated[2].reach(seated[1].version + 1)
    assert seated[2].view["ending"] == {"how": "claim", "winner": "B", "loser": "A"}


def left_by(rules: str, points: tuple[int, ...], loser: int) -> int | None:
    """Who wins a sitting of three with these points that the seat gives up."""
    fixed = plain_terms(rules)
    state = engine.apply(fixed.rules, engine.start(fixed.rules, 3), engine.DrawForDeal(fixed.rules.pack.cards))[0]
    state.rest = sitting.replace(state.rest, standing=sitting.replace(state.rest.standing, points=points))
    now = sitting.replace(sitting.opening(fixed), state=state)
    after, _ = sitting.step(fixed, now, steps.Resign(loser))
    assert after.ending is not None
    return after.ending.winner


@pytest.mark.parametrize(
    ("rules", "points", "loser", "winner"),
    [
        ("cutthroat", (10, 30, 50), 0, 2),
        ("cutthroat", (10, 30, 50), 2, 1),
        ("cutthroat", (30, 30, 50), 2, None),
        ("battle-royal", (0, 0, 7), 0, 2),
    ],
)
def test_of_three_who_leads_those_who_stay_wins(rules: str, points: tuple[int, ...], loser: int, winner: int) -> None:
    assert left_by(rules, points, loser) == winner


def test_a_claim_in_the_log_says_from_whom(table: Table) -> None:
    fixed = terms.terms(live_tables.open_table(rules="cutthroat"))
    claim = steps.Claim(0, 2)
    logged = steps.action_to_log(fixed, claim)
    assert logged == {"do": "claim", "seat": "A", "gone": "C"}
    assert steps.action_from_log(fixed, logged, 0, None) == claim
    assert steps.action_from_log(fixed, {"do": "claim", "seat": "A"}, 0, None) == steps.Claim(0)


def test_three_sit_down_and_no_more() -> None:
    two = [tables.SeatSpec(live_tables.person()) for _ in range(2)]
    with pytest.raises(engine.Unplayable):
        tables.open_table(rules_key="cutthroat", seats=two, now=live_tables.now())
