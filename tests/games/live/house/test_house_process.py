"""House players as a process: they play whole matches over sockets, survive the server's death, and end with it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.games.live.whole_site import HELPER, ROOT, Site

TABLES = 4
PATIENCE_S = 400.0  # a bound, never a wait


@pytest.mark.long
def test_house_players_finish_their_matches_though_the_server_is_killed(tmp_path: Path) -> None:
    site = Site(tmp_path, "")
    tables = site.run(str(HELPER), "house", str(TABLES))
    assert len(tables) == TABLES
    command = [sys.executable, str(ROOT / "manage.py"), "house", "--server", f"http://127.0.0.1:{site.port}"]
    house = subprocess.Popen(command, env=site.env, cwd=ROOT, stdin=subprocess.PIPE)
    site.start()
    try:
        began = time.monotonic()
        while site.run(str(HELPER), "over")["plays"] < 20:
            assert time.monotonic() - began < PATIENCE_S
        site.end(signal.SIGKILL)
        site.start()
        while (found := site.run(str(HELPER), "over"))["reported"] < TABLES:
            assert time.monotonic() - began < PATIENCE_S, found
        assert found["over"] == TABLES
        assert house.poll() is None
        check = [sys.executable, str(ROOT / "manage.py"), "heard", "house"]  # as docker-compose.yml asks
        subprocess.run(check, env=site.env, cwd=ROOT, check=True)
        assert house.stdin is not None
        house.stdin.close()
        assert house.wait(60) == 0
    finally:
        site.close()
        if house.poll() is None:
            house.kill()
            house.wait()
