"""The bench of live tables in a small form: it runs, and its result has every figure."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OURS = {
    "tables", "moves_per_s", "p50_ms", "p99_ms", "cpu_us_per_move", "bytes_per_move", "paced_p50_ms", "paced_p99_ms",
    "kib_per_idle_socket", "kib_per_table", "flood_ratio", "backend", "processes", "foreign_cpu", "client_core",
}  # fmt: skip
SMALL = """
import sys
import bench.tables as t
t.WARM_UP_S, t.RUN_S, t.RUNS, t.EVERY_S, t.PACED_S = .2, .5, 1, .2, 1
t.CLOSED, t.PACED, t.WATCHERS, t.FLOODERS = 2, 2, 4, 1
found = t.bench("sqlite", True)
t.in_a_child, t.machine.answering_postgres = lambda backend, flood: dict(found, backend=backend), lambda: "yes"
t.bench_peer = lambda: {f"peer_{name}": 2 for name in ("moves_per_s", "p99_ms", "paced_p99_ms")}
sys.argv = ["tables.py", "--json", "--flood"]
t.main()
"""  # fmt: skip


@pytest.mark.marathon
def test_the_answer_has_every_figure(tmp_path: Path) -> None:
    """Of both databases and of the peer, in one JSON object on the last line; a whole run is made by hand."""
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}", "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SMALL], env=env, cwd=ROOT, check=False, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert set(found) >= OURS | {"peer_moves_per_s", "peer_p99_ms", "peer_paced_p99_ms", "times_peer"}
    assert set(found) >= {f"sqlite_{name}" for name in OURS - {"tables", "processes"}}
    assert (found["backend"], found["sqlite_backend"], found["processes"]) == ("postgresql", "sqlite", 1)
    assert all(found[name] > 0 for name in ("moves_per_s", "p99_ms", "paced_p99_ms", "cpu_us_per_move"))
