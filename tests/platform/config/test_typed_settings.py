"""mypy reads the settings without a site: whatever the environment contains, and without a data folder."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WRONG = {"DATABASE_URL": "nonsense", "REDIS_URL": "nonsense", "UNDERCUT_SECRET_KEY": "short", "PORT": "many"}


def test_the_environment_does_not_matter(tmp_path: Path) -> None:
    site = {"UNDERCUT_DATA": str(tmp_path / "data"), "PYTHONPATH": "platform"}
    told = "from config import typed_settings as read; print(read.PORT, read.DATABASES['default']['ENGINE'])"
    run = subprocess.run(
        [sys.executable, "-c", told],
        cwd=ROOT,
        env=os.environ | WRONG | site,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.stdout.split() == ["8000", "django.db.backends.sqlite3"], run.stderr
    assert not (tmp_path / "data").exists()
