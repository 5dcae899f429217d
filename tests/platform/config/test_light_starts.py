"""A process imports at its start what it needs to serve, and not what single pages and tasks need: players at tables
wait for a process that starts."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ONLY_WHERE_USED = {
    "aiohttp": "push: who sends one",
    "icalendar": "calendars: who asks for one",
    "markdown_it": "books: who opens one",
    "matplotlib": "nowhere",
    "networkx": "pairing without py4swiss",
    "obstore": "backups: who sends one to a store",
    "openpyxl": "spreadsheets: who sends or asks for one",
    "pywebpush": "push: who sends one",
}
ONLY_FOR_PAGES = {
    "drf_spectacular.plumbing": "the description of the API",
    "fido2": "second steps",
    "jinja2": "the description of the API",
    "PIL": "pictures",
    "requests": "push, the description of the API",
    "segno": "codes to scan",
}
STARTS = {
    "web and tables": ("import config.asgi; config.asgi.freeze_gc()", ONLY_WHERE_USED),
    "worker, beat, house and commands": ("import config.celery, django; django.setup()",
                                         ONLY_WHERE_USED | ONLY_FOR_PAGES),
}  # fmt: skip


@pytest.mark.parametrize("role", STARTS)
def test_a_start_imports_nothing_that_it_does_not_need(role: str, tmp_path: Path) -> None:
    code, heavy = STARTS[role]
    asked = f"{code}; import json, sys; print(json.dumps([one for one in {list(heavy)} if one in sys.modules]))"
    env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")} | {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}", "DJANGO_SETTINGS_MODULE": "config.settings",
        "UNDERCUT_DATA": str(tmp_path),
    }  # fmt: skip
    done = subprocess.run([sys.executable, "-c", asked], env=env, cwd=ROOT, check=True, capture_output=True, text=True)
    assert json.loads(done.stdout.splitlines()[-1]) == [], {one: heavy[one] for one in heavy}


def test_the_image_holds_our_code_compiled() -> None:
    """Without it every process compiles everything at each start, because nothing is written into the image."""
    text = (ROOT / "Dockerfile").read_text()
    compiled = re.search(r"python -m compileall -q ([\w ]+)", text)
    assert compiled
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench", "tools"}
    assert packages | {"platform"} <= set(compiled.group(1).split())
    assert text.index("COPY . .") < compiled.start()
