"""Processes that all believe they own the same tables: no log forks, and no committed play is missing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.live.whole_site import HELPER, ROOT, Site

OWNERS, TABLES = 2, 6


def race(site: Site, folder: Path) -> None:
    site.run(str(HELPER), "open", str(TABLES))
    command = [sys.executable, str(HELPER), "race", str(folder), str(OWNERS)]
    owners = [subprocess.Popen(command, env=site.env, cwd=ROOT, stdout=subprocess.PIPE) for _ in range(OWNERS)]
    told = [json.loads(owner.communicate(timeout=300)[0]) for owner in owners]
    acks = [ack for one in told for ack in one["acks"]]
    (folder / "acks.json").write_text(json.dumps(acks))
    found = site.run(str(HELPER), "check", str(folder / "acks.json"))
    print(f"{OWNERS} owners, {found}, lost {[one['lost'] for one in told]}")
    assert all(one["acks"] and one["lost"] for one in told), "they did not meet"
    assert found["plays"] == len(acks)
    assert (found["missing"], found["doubled"], found["gaps"], found["different"]) == (0, 0, 0, 0)


@pytest.mark.long
def test_two_owners_never_fork_a_log_on_sqlite(tmp_path: Path) -> None:
    race(Site(tmp_path, ""), tmp_path)


@pytest.mark.long
@pytest.mark.service
def test_two_owners_never_fork_a_log_on_postgresql(tmp_path: Path, postgres_database: str) -> None:
    race(Site(tmp_path, postgres_database), tmp_path)
