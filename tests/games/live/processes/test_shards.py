"""Several server processes behind one address: the distribution's nginx with our nginx.conf, and two live processes.
One is stopped, then killed; the other one has its tables meanwhile. `UNDERCUT_TABLES=50 python -m pytest -q -n0 -s`
with this file prints how long players waited."""

import asyncio
import json
import os
import random
import signal
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin

from config.environment.ports import free_port
from games.live import wire
from tests.composed import front
from tests.games.live.under_fire import Acks, Player, more_acks, playing
from tests.games.live.whole_site import HELPER, Site

SHARDS = 2
TABLES = int(os.environ.get("UNDERCUT_TABLES", "8"))
BOUND_S = 60.0  # never a wait
MOVED_S, KILLED_S = 10.0, 15.0  # for a busy machine; the goals are 1 s and 5 s (docs/reliability.md)
PACE_S = (0.2, 0.8)


class Somebody(Player):
    """One seat that plays at the pace of people and comes back as a browser does (frontend/src/shared/table/wire.ts).
    `waits_s` are the seconds from each lost line to the next greeting."""

    patience_s = 5.0

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.waits_s: list[float] = []
        self.refused: list[int] = []
        self.lost: list[tuple[int, str]] = []  # codes and reasons
        self.tries, self.lost_at = 0, 0.0

    async def play(self) -> None:
        while not self.view.get("over"):
            code, reason = 1006, ""
            try:
                async with connect(
                    self.address, additional_headers=self.headers, origin=Origin(self.origin), compression=None,
                    ping_interval=None, open_timeout=30,
                ) as line:  # fmt: skip
                    await self.sit(line)
            except ConnectionClosed as closed:
                if closed.rcvd:
                    code, reason = closed.rcvd.code, closed.rcvd.reason
            except InvalidStatus as answer:
                self.refused.append(answer.response.status_code)
            except (OSError, WebSocketException):
                pass
            if reason != wire.UNUSED:  # the house (these are by their tokens) goes after a minute alone
                self.lost_at = self.lost_at or time.monotonic()
                self.lost.append((code, reason))
            await asyncio.sleep(pause_s(code, self.tries, reason))
            self.tries += 1

    async def take_in(self, line: Any, frame: dict[str, Any]) -> None:
        if frame["k"] == "hello":
            self.tries = 0
            if self.lost_at:
                self.waits_s.append(time.monotonic() - self.lost_at)
            self.lost_at = 0.0
        await super().take_in(line, frame)

    async def move(self, line: Any) -> None:
        await asyncio.sleep(random.uniform(*PACE_S))
        await super().move(line)


def pause_s(code: int, tries: int, reason: str) -> float:
    """How long a browser waits: `delay` of wire.ts."""
    if reason == "moved" and tries < 5:
        return random.uniform(0.05, 0.25)
    if tries == 0 and code == 1006:
        return random.uniform(0.1, 0.6)
    if tries == 0 and code in (1012, 1013):
        return random.uniform(0, 3) if code == 1012 else random.uniform(0.5, 3)
    return 0.3 + random.uniform(0, min(30, 2 ** min(tries, 5)))


async def all_back(players: list[Somebody], times: int) -> list[float]:
    """Wait until everybody has lost the line and come back so often; how long each waited the last time, in order."""
    began = time.monotonic()
    while any(len(player.waits_s) < times for player in players):
        await asyncio.sleep(0.02)
        assert time.monotonic() - began < BOUND_S, "somebody is not served"
    return sorted(player.waits_s[times - 1] for player in players)


@pytest.fixture
def nginx() -> str:
    """The program, of the distribution's package nginx-light."""
    found = front.program()
    if found is None and os.environ.get("UNDERCUT_SERVICES_REQUIRED") == "1":
        pytest.fail("nginx is missing (Debian: nginx-light)")
    if found is None:
        pytest.skip("no nginx here (Debian: nginx-light)")
    return found


@pytest.mark.long
@pytest.mark.service
async def test_players_go_to_the_other_process_when_theirs_stops_or_dies_and_back_when_it_is_there_again(
    tmp_path: Path, postgres_database: str, nginx: str
) -> None:
    site = Site(tmp_path, postgres_database, shards=SHARDS, front=free_port())
    opened: list[dict[str, Any]] = []
    of_shard: list[list[str]] = [[]]
    while not all(of_shard):  # eight tables all lie in one shard once in 128 times
        opened += site.run(str(HELPER), "open", str(TABLES))
        of_shard = [[table["id"] for table in opened if f"/ws/t/{shard}/" in table["path"]] for shard in range(SHARDS)]
    acks: Acks = []
    players = [Somebody(site, table, seat, acks) for table in opened for seat in (0, 1)]
    moving = [player for player in players if player.table in of_shard[1]]
    staying = [player for player in players if player.table in of_shard[0]]
    ports = dict.fromkeys(("web-0", "web-1"), site.ports[0])
    ports |= {f"live-{shard}": port for shard, port in enumerate(site.ports)}
    waited: dict[str, list[float]] = {}
    with closing(site), front.in_front(nginx, tmp_path / "nginx", site.port, ports):
        site.start(0)
        await site.is_up(0)
        site.start(1)
        await site.is_up(1)
        async with playing(players):
            for tables in of_shard:
                await more_acks(acks, tables, at_least=20)
            for player in players:
                player.waits_s.clear()  # of the start
                player.lost.clear()
            for number, what in ((signal.SIGTERM, "stopped"), (signal.SIGKILL, "killed")):
                ended = asyncio.create_task(asyncio.to_thread(site.end, number, 1))
                waited[what] = await all_back(moving, len(waited) + 1)
                await more_acks(acks, of_shard[1], at_least=10)
                await ended
                site.start(1)
                waited[f"back after it was {what}"] = await all_back(moving, len(waited) + 1)
                for tables in of_shard:
                    await more_acks(acks, tables, at_least=10)
        for shard in range(SHARDS):
            site.end(signal.SIGTERM, shard)
    for what, seconds in waited.items():
        at_99 = seconds[int(0.99 * len(seconds))]
        print(f"{what}: {len(seconds)} players, median {seconds[len(seconds) // 2]:.2f} s, p99 {at_99:.2f} s, "
              f"longest {seconds[-1]:.2f} s")  # fmt: skip
    print(f"{len(acks)} acked plays at {len(opened)} tables")
    assert not [player.lost for player in staying if player.lost], "nobody else notices anything"
    assert not [player.refused for player in players if player.refused], "nginx always finds a process"
    assert {what: seconds[-1] < (KILLED_S if what == "killed" else MOVED_S) for what, seconds in waited.items()} == (
        dict.fromkeys(waited, True)
    ), waited
    (tmp_path / "acks.json").write_text(json.dumps(acks))
    found = site.run(str(HELPER), "check", str(tmp_path / "acks.json"))
    assert (found["missing"], found["doubled"], found["gaps"], found["different"]) == (0, 0, 0, 0)
