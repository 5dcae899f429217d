"""Several server processes behind one address: the distribution's nginx with our nginx.conf, and two live processes."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from config.environment.ports import free_port
from tests.games.live.under_fire import Acks, Player, cut_off, more_acks, playing
from tests.games.live.whole_site import HELPER, ROOT, Site

SHARDS = 2
TABLES = 8
BACK_S = 30.0  # goal 5 s, on a quiet machine


@pytest.fixture
def nginx() -> str:
    """The program, of the distribution's package nginx-light."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None and os.environ.get("UNDERCUT_SERVICES_REQUIRED") == "1":
        pytest.fail("nginx is missing (Debian: nginx-light)")
    if found is None:
        pytest.skip("no nginx here (Debian: nginx-light)")
    return found


@contextmanager
def in_front(nginx: str, folder: Path, port: int, ports: dict[str, int]) -> Iterator[None]:
    """Our nginx.conf, listening on this port, before processes of this machine: `ports` by their names in it."""
    with running(nginx, folder, configuration(port, ports), port):
        yield


def configuration(port: int, ports: dict[str, int]) -> str:
    """Our nginx.conf with this machine's addresses, and its error page as it lies in the repository."""
    text = (ROOT / "nginx.conf").read_text()
    addresses = {f"server {name}:8000": f"server 127.0.0.1:{own}" for name, own in ports.items()}
    here = {"listen 8000;": f"listen 127.0.0.1:{port};", "root /etc/nginx/undercut;": f"root {ROOT}/static;"}
    for given, wanted in (addresses | here).items():
        assert given in text
        text = text.replace(given, wanted)
    return text


@contextmanager
def running(nginx: str, folder: Path, text: str, port: int) -> Iterator[None]:
    """nginx with this configuration, which listens on the port; its files lie in the folder."""
    folder.mkdir(exist_ok=True)
    (folder / "nginx.conf").write_text(own_folders(text))
    command = [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    subprocess.run([*command, "-t", "-q", "-g", f"pid {folder}/nginx.pid;"], check=True)
    front = subprocess.Popen([*command, "-g", f"daemon off; pid {folder}/nginx.pid;"], stderr=subprocess.DEVNULL)
    try:
        wait_until_it_listens(port)
        yield
    finally:
        front.terminate()
        front.wait(60)


def own_folders(text: str) -> str:
    """The configuration as this user may run it: for root, workers that read what root may; for others, with folders of
    its own, as the distribution's are root's."""
    if os.geteuid() == 0:
        return f"user root;\n{text}"
    own = (f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    return text.replace("http {", " ".join(("http {", *own)), 1)


def wait_until_it_listens(port: int) -> None:
    """Wait until somebody answers at this port."""
    until = time.monotonic() + 60
    while not _listens(port):
        assert time.monotonic() < until, "nginx does not listen"
        time.sleep(0.05)


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


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
    with closing(site), in_front(nginx, tmp_path / "nginx", site.port, ports):
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
