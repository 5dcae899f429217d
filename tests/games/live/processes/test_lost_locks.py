"""A process loses the locks of its shards: it is killed, it sleeps, its session in PostgreSQL is ended, the line is
silent, or PostgreSQL restarts. Another one has its tables within the bound of docs/reliability.md, and nothing that was
acknowledged is lost."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest

from config.environment import variables
from config.environment.ports import free_port
from games.live.processes import locks
from games.live.processes.locks import LENT, SERVED, Lost, OfPostgreSQL
from tests import ready_databases
from tests.composed import front
from tests.games.live.processes.test_shards import Somebody, all_back, nginx  # noqa: F401  (a fixture)
from tests.games.live.slow_line import line_to
from tests.games.live.under_fire import Acks, more_acks, playing
from tests.games.live.whole_site import HELPER, Site
from tests.platform.keeping.test_point_in_time import FOLDERS, Server

pytestmark = pytest.mark.service
KILLED_S, SLEEPS_S = 3.0, locks.SILENT_S + 3.0  # for a busy machine; docs/reliability.md has the bounds
BOUND_S = 60.0  # never a wait
HOLDERS = """
    SELECT objid::int, application_name, pid FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND classid = %s AND datname = current_database()
"""


class Holders:
    """Which processes have which shards, as PostgreSQL says."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __call__(self) -> dict[int, str]:
        return {shard: name.rpartition(" ")[2] for shard, name, _ in self._rows()}

    def _rows(self) -> list[Any]:
        with psycopg.connect(self.url) as line:
            return line.execute(HOLDERS, [SERVED]).fetchall()

    def end_session(self, shard: int) -> None:
        """End the session that has a shard, from outside."""
        [pid] = [pid for one, _, pid in self._rows() if one == shard]
        with psycopg.connect(self.url) as line:
            line.execute("SELECT pg_terminate_backend(%s)", [pid])

    async def become(self, wanted: dict[int, str]) -> float:
        """Wait until these processes have these shards; how long it took, in seconds."""
        began = time.monotonic()
        while (found := await asyncio.to_thread(self)) != wanted:
            await asyncio.sleep(0.02)
            assert time.monotonic() - began < BOUND_S, found
        return time.monotonic() - began


HOME = {0: "live-0", 1: "live-1"}


@asynccontextmanager
async def two_processes(site: Site, url: str) -> AsyncIterator[Holders]:
    """Both processes of a site, each with its own shard."""
    holders = Holders(url)
    with closing(site):
        for shard in (0, 1):
            site.start(shard)
        for shard in (0, 1):
            await site.is_up(shard)
        await holders.become(HOME)
        yield holders


@pytest.mark.long
async def test_the_other_process_has_the_shard_of_one_that_is_killed_or_sleeps(
    tmp_path: Path, postgres_database: str
) -> None:
    site = Site(tmp_path, postgres_database, shards=2)
    async with two_processes(site, postgres_database) as holders:
        os.kill(site.servers[1], signal.SIGSTOP)
        slept = await holders.become({0: "live-0", 1: "live-0"})
        os.kill(site.servers[1], signal.SIGCONT)
        back = await holders.become(HOME)
        site.end(signal.SIGKILL, 1)
        killed = await holders.become({0: "live-0", 1: "live-0"})
    print(f"killed {killed:.2f} s, asleep {slept:.2f} s, back {back:.2f} s")
    assert killed < KILLED_S
    assert slept < SLEEPS_S


async def play_through(
    site: Site, url: str, program: str, folder: Path, faults: list[Callable[[Holders], Awaitable[Any]]]
) -> None:
    """People play behind nginx while these faults come one after the other; each time all are served again, and in the
    end nothing that was acknowledged is lost, doubled or forked."""
    opened = site.run(str(HELPER), "open", "10")
    acks: Acks = []
    players = [Somebody(site, table, seat, acks) for table in opened for seat in (0, 1)]
    tables = [table["id"] for table in opened]
    ports = dict.fromkeys(("web-0", "web-1"), site.ports[0]) | {
        f"live-{shard}": port for shard, port in enumerate(site.ports)
    }
    async with two_processes(site, url) as holders:
        with front.in_front(program, folder / "nginx", site.port, ports):
            async with playing(players):
                await more_acks(acks, tables, at_least=20)
                for fault in faults:
                    for player in players:
                        player.waits_s.clear()
                    lost = [player for player in players if "/ws/t/1/" in player.address]
                    await fault(holders)
                    waits = await all_back(lost, 1) if lost else []
                    await holders.become(HOME)
                    await more_acks(acks, tables, at_least=20)
                    print(f"{len(waits)} players, longest wait {max(waits, default=0):.2f} s")
        for shard in (0, 1):
            site.end(signal.SIGTERM, shard)
    (folder / "acks.json").write_text(json.dumps(acks))
    found = site.run(str(HELPER), "check", str(folder / "acks.json"))
    assert (found["missing"], found["doubled"], found["gaps"], found["different"]) == (0, 0, 0, 0)


@pytest.mark.long
async def test_who_loses_the_session_of_its_lock_gives_up_and_nothing_acked_is_lost(
    tmp_path: Path,
    postgres_database: str,
    nginx: str,  # noqa: F811
) -> None:
    site = Site(tmp_path, postgres_database, shards=2, front=free_port())

    async def end_session(holders: Holders) -> None:
        await asyncio.to_thread(holders.end_session, 1)

    await play_through(site, postgres_database, nginx, tmp_path, [end_session] * 3)


@pytest.mark.long
@pytest.mark.skipif(not FOLDERS, reason="PostgreSQL's programs are not installed here")
async def test_a_restart_of_postgresql_loses_nothing_acked(tmp_path: Path, nginx: str) -> None:  # noqa: F811
    port = free_port()
    with TemporaryDirectory() as above:
        Path(above).chmod(0o755)
        server = Server(Path(above) / "server")
        server.set(f"listen_addresses = '127.0.0.1'\nport = {port}\n")
        server.start()
        try:
            ready_databases.create(f"postgres://undercut@127.0.0.1:{port}/postgres", "site")
            url = f"postgres://undercut@127.0.0.1:{port}/site"
            site = Site(tmp_path, url, shards=2, front=free_port())

            async def restart(_: Holders) -> None:
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)

            await play_through(site, url, nginx, tmp_path, [restart])
        finally:
            server.stop()


async def opened(shard: int) -> OfPostgreSQL:
    found = OfPostgreSQL(shard)
    await found.open()
    return found


async def test_a_line_that_is_silent_is_given_up_before_the_lock_falls(settings: Any, postgres_database: str) -> None:
    settings.DIRECT_DATABASE = variables.database(postgres_database)
    other = await opened(1)
    async with line_to(postgres_database) as (line, url):
        settings.DIRECT_DATABASE = variables.database(url)
        holder = await opened(0)
        assert await holder.take(SERVED, 0)
        assert await holder.take(SERVED, 0), "it is ours already"
        await holder.take(LENT, 0)
        assert not await other.take(SERVED, 0)
        line.swallow()
        began = time.monotonic()
        with pytest.raises(Lost):
            await holder.look()
        assert not holder.mine
        gave_up = time.monotonic() - began
        while not await other.take(SERVED, 0):
            await asyncio.sleep(0.02)
            assert time.monotonic() - began < BOUND_S
        assert gave_up < time.monotonic() - began
        await other.look()
        assert other.held == {(SERVED, 0)}
    await other.close()
    with pytest.raises(Lost):
        await other.take(SERVED, 0)


async def test_a_lock_that_a_pooler_has_left_on_another_session_is_lost(settings: Any, postgres_database: str) -> None:
    settings.DIRECT_DATABASE = variables.database(postgres_database)
    holder = await opened(0)
    assert await holder.take(SERVED, 0)
    await holder._ask("SELECT pg_advisory_unlock_all()::text")  # as if this were another session
    with pytest.raises(Lost, match="UNDERCUT_DIRECT_DATABASE_URL"):
        await holder.look()
