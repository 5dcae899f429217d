"""A thousand notices to two hundred people are mailed once each, although the worker is killed ten times. The short
form, two hundred notices and two kills, always runs."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from config.environment.ports import free_port
from tests.games.live.whole_site import Site

BOUND_S = 240
HELPER = "tests.platform.notices.letters"


class Killer:
    """A mail server that kills whoever sends at the worst moments, in turn: a mail is taken, and the worker dies before
    it hears so; a recipient is named, and the worker dies before it hands the mail over."""

    def __init__(self, kills: int) -> None:
        self.kills = kills
        self.ids: Counter[str] = Counter()
        self.worker = 0
        self.killed: set[int] = set()

    def kill(self, is_taken: bool) -> None:
        is_time = sum(self.ids.values()) >= 80 * (len(self.killed) + 1) and len(self.killed) < self.kills
        if is_time and is_taken == (len(self.killed) % 2 == 0) and self.worker not in self.killed:
            self.killed.add(self.worker)
            os.kill(self.worker, signal.SIGKILL)

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        envelope.rcpt_tos.append(address)
        self.kill(is_taken=False)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        [found] = re.findall(rb"Message-ID: <(\S+)>", envelope.content)
        self.ids[found.decode()] += 1
        self.kill(is_taken=True)
        return "250 taken"

    def follow(self, workers: "subprocess.Popen[str]") -> None:
        """Note each worker that takes the place of one that was killed."""
        assert workers.stdout is not None
        for line in workers.stdout:
            self.worker = int(line)


def count(data: Path, question: str) -> dict[str, int]:
    with sqlite3.connect(data / "undercut.sqlite3", timeout=60) as line:
        return dict(line.execute(question).fetchall())


@pytest.mark.long
@pytest.mark.parametrize(("all_", "kills"), [(200, 2), pytest.param(1000, 10, marks=pytest.mark.marathon)])
def test_each_mail_goes_out_once_though_the_worker_is_killed(tmp_path: Path, all_: int, kills: int) -> None:
    server, site = Killer(kills), Site(tmp_path, "")
    controller = Controller(server, hostname="127.0.0.1", port=free_port())
    site.env |= {"UNDERCUT_EMAIL_HOST": "127.0.0.1", "UNDERCUT_EMAIL_PORT": str(controller.port)}
    site.env |= {"UNDERCUT_EMAIL_FROM": "undercut@club.example", "UNDERCUT_EMAIL_TLS": "none"}
    site.run("-m", HELPER, "fill", str(all_))
    states = "SELECT state, count(*) FROM notices_delivery GROUP BY state"
    assert count(tmp_path, states) == {"waiting": all_}
    open_work = "SELECT 'open', count(*) FROM duework_duework WHERE kind = 'notices.mail' AND done_at IS NULL"
    controller.start()
    command, until = [sys.executable, "-m", HELPER, "work"], monotonic() + BOUND_S
    workers = subprocess.Popen(command, env=site.env, stdout=subprocess.PIPE, text=True)
    Thread(target=server.follow, args=[workers], daemon=True).start()
    try:
        while count(tmp_path, open_work)["open"] and monotonic() < until:
            sleep(0.2)
    finally:
        workers.kill()
        workers.wait()
        controller.stop()
    found = count(tmp_path, states)
    assert len(server.killed) == kills
    assert set(server.ids.values()) == {1}, "no mail twice"
    assert set(found) == {"sent", "unknown"}, "nothing waits any more"
    assert sum(found.values()) == all_
    assert found["unknown"] >= kills / 2, "taken by the server, and the worker never heard so"
    # A worker has two hands: as it is killed, the other may have begun to hand a mail over
    assert all_ - kills <= len(server.ids) <= all_
