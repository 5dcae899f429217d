"""Two hosts, each in a network of its own, run the table processes of one site. One is cut off and then dies: the other
one has its tables, and nothing that was acknowledged is lost."""

import asyncio
import itertools
import json
import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from config.environment.ports import free_port
from games.live.processes import locks
from tests import ready_databases
from tests.games.live.processes.test_lost_locks import HOME, Holders
from tests.games.live.under_fire import Acks, Player, more_acks, playing
from tests.games.live.whole_site import HELPER, Site
from tests.platform.keeping.test_point_in_time import FOLDERS, Server

SILENT_S = 2.0  # then a player tries the other host
BOUND_S = locks.SILENT_S + 4.0  # until the other host has the shard, on a busy machine


class Hosts:
    """Two network namespaces; each has a line of its own to this machine, and none to the other."""

    def __init__(self) -> None:
        self.name, self.net = f"uc{secrets.token_hex(2)}", f"10.213.{secrets.randbelow(200)}"
        self.here = f"{self.net}.1"

    def address(self, host: int) -> str:
        return f"{self.net}.{host * 64 + 2}"

    def make(self) -> None:
        for host in (0, 1):
            space, outside, inside = f"{self.name}-{host}", f"{self.name}o{host}", f"{self.name}i{host}"
            ip("netns", "add", space)
            ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", space)
            ip("addr", "add", f"{self.net}.{host * 64 + 1}/26", "dev", outside)
            ip("link", "set", outside, "up")
            ip("-n", space, "addr", "add", f"{self.address(host)}/26", "dev", inside)
            ip("-n", space, "link", "set", inside, "up")
            ip("-n", space, "link", "set", "lo", "up")
            ip("-n", space, "route", "add", "default", "via", f"{self.net}.{host * 64 + 1}")

    def cut(self, host: int) -> None:
        """Take the line of a host away: nothing comes or goes, and nobody is told."""
        ip("-n", f"{self.name}-{host}", "link", "set", f"{self.name}i{host}", "down")

    def end(self) -> None:
        for host in (0, 1):
            for words in (("link", "del", f"{self.name}o{host}"), ("netns", "del", f"{self.name}-{host}")):
                subprocess.run(["ip", *words], check=False, capture_output=True)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    """Both hosts; skipped where this user may not make networks."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("networks of their own need root and the program ip (Debian: iproute2)")
    if not FOLDERS or shutil.which("redis-server") is None:
        pytest.skip("the programs of PostgreSQL or Redis are not installed here")
    found = Hosts()
    try:
        found.make()
    except subprocess.CalledProcessError as refused:
        found.end()
        pytest.skip(f"this machine lets nobody make networks: {refused.stderr.decode().strip()}")
    yield found
    found.end()


@contextmanager
def services(hosts: Hosts) -> Iterator[tuple[str, str]]:
    """PostgreSQL and Redis of the test's own, at this machine's end of a line; their addresses."""
    with TemporaryDirectory() as above:
        Path(above).chmod(0o755)
        server, port, broker = Server(Path(above) / "server"), free_port(), free_port()
        server.set(f"listen_addresses = '{hosts.here}'\nport = {port}\n")
        with (server.data / "pg_hba.conf").open("a") as file:
            file.write(f"host all all {hosts.net}.0/24 trust\n")
        redis = subprocess.Popen(
            ["redis-server", "--bind", hosts.here, "--port", str(broker), "--protected-mode", "no", "--save", ""],
            stdout=subprocess.DEVNULL, cwd=above,
        )  # fmt: skip
        try:
            server.start()
            ready_databases.create(f"postgres://undercut@{hosts.here}:{port}/postgres", "site")
            yield f"postgres://undercut@{hosts.here}:{port}/site", f"redis://{hosts.here}:{broker}/0"
        finally:
            with suppress(subprocess.CalledProcessError):
                server.run("pg_ctl", "-D", server.data, "-m", "immediate", "stop")
            redis.kill()
            redis.wait()


class OnHosts(Site):
    """A site whose table processes run on a host each."""

    def __init__(self, folder: Path, hosts: Hosts, database: str, broker: str) -> None:
        super().__init__(folder, database, shards=2, redis_url=broker)
        self.hosts = hosts

    def host(self, shard: int) -> str:
        return self.hosts.address(shard)

    def command(self, shard: int) -> list[str]:
        inside = ["ip", "netns", "exec", f"{self.hosts.name}-{shard}"]
        return [*inside, *super().command(shard), self.host(shard)]


class Traveller(Player):
    """One seat that goes to the other host when its own is silent, as nginx leads people."""

    patience_s = 1.0

    def __init__(self, site: OnHosts, table: dict[str, Any], seat: int, acks: Acks) -> None:
        super().__init__(site, table, seat, acks)
        home = int(table["path"].split("/")[3])
        self.addresses = itertools.cycle(
            f"ws://{site.host(shard)}:{site.ports[shard]}{table['path']}" for shard in (home, 1 - home)
        )

    async def play(self) -> None:
        while not self.view.get("over"):
            with suppress(OSError, WebSocketException):  # a time that is over is an OSError, too
                async with asyncio.timeout(SILENT_S) as self.guard, connect(
                    next(self.addresses), additional_headers=self.headers, origin=Origin(self.origin),
                    compression=None, ping_interval=None, close_timeout=0.1,
                ) as line:  # fmt: skip
                    await self.sit(line)
            await asyncio.sleep(0.05)

    async def take_in(self, line: Any, frame: dict[str, Any]) -> None:
        self.guard.reschedule(asyncio.get_running_loop().time() + SILENT_S)
        await super().take_in(line, frame)

    async def move(self, line: Any) -> None:
        await asyncio.sleep(0.1)
        await super().move(line)


@pytest.mark.long
@pytest.mark.service
async def test_the_tables_of_a_host_that_is_cut_off_go_on_at_the_other(tmp_path: Path, hosts: Hosts) -> None:
    acks: Acks = []
    with services(hosts) as (database, broker), closing(OnHosts(tmp_path, hosts, database, broker)) as site:
        opened = site.run(str(HELPER), "open", "10")
        of_shard = [[table["id"] for table in opened if f"/ws/t/{shard}/" in table["path"]] for shard in (0, 1)]
        holders = Holders(database)
        for shard in (0, 1):
            site.start(shard)
        for shard in (0, 1):
            await site.is_up(shard)
        await holders.become(HOME)
        async with playing([Traveller(site, table, seat, acks) for table in opened for seat in (0, 1)]):
            await more_acks(acks, at_least=50)
            began = time.monotonic()
            hosts.cut(1)
            await asyncio.sleep(0.5)  # it plays on for nobody, and cannot say that it dies
            await asyncio.to_thread(site.end, signal.SIGKILL, 1)
            await holders.become({0: "live-0", 1: "live-0"})
            waited = time.monotonic() - began
            for tables in filter(None, of_shard):
                await more_acks(acks, tables, at_least=20)
            print(f"the other host had the shard after {waited:.1f} s, its tables went on after "
                  f"{time.monotonic() - began:.1f} s at most; {len(acks)} acked plays")  # fmt: skip
        site.end(signal.SIGTERM, 0)
        (tmp_path / "acks.json").write_text(json.dumps(acks))
        found = site.run(str(HELPER), "check", str(tmp_path / "acks.json"))
    assert waited < BOUND_S
    assert (found["missing"], found["doubled"], found["gaps"], found["different"]) == (0, 0, 0, 0)
