"""The bench of pages in a small form: it fills a site, asks for its pages, and its result has every figure."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.marathon
def test_the_answer_has_every_figure(tmp_path: Path) -> None:
    """On SQLite, with a few pages; a whole run is made by hand."""
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    words = ["bench/pages.py", "--json", "--size", "small", "--backend", "sqlite", "--only", "standings, large"]
    done = subprocess.run(
        [sys.executable, *words], env=env, cwd=ROOT, check=False, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert set(found) == {"pages", "bare_cpu_ms", "most_connections", "errors"}
    assert [page["page"] for page in found["pages"]] == [
        "standings, large", "print standings, large", "api standings, large"
    ]  # fmt: skip
    for page in found["pages"]:
        assert page["status"] == 200
        assert page["queries"] > 0
        assert all(page[name] > 0 for name in ("cpu_ms", "again_cpu_ms", "db_ms"))
    assert found["pages"][-1]["again_status"] == 304
    assert found["bare_cpu_ms"] > 0
