"""The site's own checks find nothing wrong with a site that `bench/full_site.py` fills."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILL = """
import sys
from dataclasses import replace
from pathlib import Path
import orjson
from bench.full_site import SIZES, fill
from games.live.finished import archive
from games.models import Deal
small = replace(SIZES["small"], players=16, clubs=1, tournaments=2, field=8, rounds=1, large=8, large_rounds=1)
fill(small)
for number, deal in enumerate(Deal.objects.order_by("pk")):
    Path(f"{folder}/{{number}}.json").write_bytes(orjson.dumps(archive.deal_record(deal)))
"""


@pytest.mark.long
def test_every_deal_of_a_filled_site_is_what_its_log_says_and_can_be_proved(tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    env |= {"UNDERCUT_DATA": str(tmp_path)}
    shell = ["manage.py", "shell", "-v0", "--no-imports", "-c", FILL.format(folder=tmp_path)]
    assert run(env, *shell) == ""
    assert "tables are what their logs say" in run(env, "manage.py", "verify_archive")
    found = list(tmp_path.glob("*.json"))
    assert len(found) >= 4 * 8, "four deals at each of eight tables"
    for path in found[:: len(found) // 4]:
        run(env, "tools/verify_deal.py", str(path))


def run(env: dict[str, str], *words: str) -> str:
    """What a command says that must end well."""
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return done.stdout
