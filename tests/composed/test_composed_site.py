"""A whole site as docker-compose.yml has it: every page as everybody, tables in play, a match through nginx."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.composed.site import missing

SCRIPT = Path(__file__).with_name("site.py")
REQUIRED = os.environ.get("UNDERCUT_SERVICES_REQUIRED") == "1"


@pytest.mark.service
@pytest.mark.long
@pytest.mark.timeout(1_500)  # it starts ten processes; every wait in it has a bound of its own
def test_every_page_of_a_composed_site_answers_everybody_while_tables_are_in_play() -> None:
    if lacking := missing():
        (pytest.fail if REQUIRED else pytest.skip)(f"not here: {', '.join(lacking)}")
    given = os.environ.get("UNDERCUT_TEST_DATABASE_URL")
    env = os.environ | ({"DATABASE_URL": given} if given else {})
    command = [sys.executable, str(SCRIPT), "--seconds", "0", "--json"]
    done = subprocess.run(command, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-10_000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert set(found) == {"requests", "errors_5xx", "tables_in_play", "roles", "page_kinds"}
    assert (found["errors_5xx"], found["roles"]) == (0, 4)
    assert found["tables_in_play"] >= 1
    assert found["page_kinds"] > 450
    assert found["requests"] > 4 * 450
