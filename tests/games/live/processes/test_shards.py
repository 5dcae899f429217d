"""Several server processes behind one address: the distribution's nginx with our nginx.conf, and two live processes."""

import json
import os
import signal
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from config.environment.ports import free_port
from tests.composed import front
from tests.games.live.under_fire import Acks, Player, cut_off, more_acks, playing
from tests.games.live.whole_site import HELPER, Site

SHARDS = 2
TABLES = 8
BACK_S = 30.0  # goal 5 s, on a quiet machine


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
async def test_two_processes_serve_one_address_and_one_may_die(
    tmp_path: Path, postgres_database: str, nginx: str
) -> None:
    site = Site(tmp_path, postgres_database, shards=SHARDS, front=free_port())
    opened: list[dict[str, Any]] = []
    of_shard: list[list[str]] = [[]]
    while not all(of_shard):  # eight tables all lie in one shard once in 128 times
        opened += site.run(str(HELPER), "open", str(TABLES))
        of_shard = [[table["id"] for table in opened if f"/ws/t/{shard}/" in table["path"]] for shard in range(SHARDS)]
    acks: Acks = []
    players = [Player(site, table, seat, acks) for table in opened for seat in (0, 1)]
    ports = dict.fromkeys(("web-0", "web-1"), site.ports[0])
    ports |= {f"live-{shard}": port for shard, port in enumerate(site.ports)}
    with closing(site), front.in_front(nginx, tmp_path / "nginx", site.port, ports):
        site.start(0)
        site.start(1)
        async with playing(players):
            for tables in of_shard:
                await more_acks(acks, tables, at_least=20)
            site.end(signal.SIGKILL, 1)
            await cut_off([player for player in players if player.table in of_shard[1]])
            silent = len([ack for ack in acks if ack[0] in of_shard[1]])
            await more_acks(acks, of_shard[0], at_least=50)
            assert len([ack for ack in acks if ack[0] in of_shard[1]]) == silent, "nobody else takes its tables"
            site.start(1)
            assert await more_acks(acks, of_shard[1]) < BACK_S, "whoever starts next takes them"
            for tables in of_shard:
                await more_acks(acks, tables, at_least=20)
        for shard in range(SHARDS):
            site.end(signal.SIGTERM, shard)
    (tmp_path / "acks.json").write_text(json.dumps(acks))
    found = site.run(str(HELPER), "check", str(tmp_path / "acks.json"))
    assert (found["missing"], found["doubled"], found["gaps"], found["different"]) == (0, 0, 0, 0)
