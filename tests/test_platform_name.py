"""`import platform` means the standard library's module in every entry point: pytest, manage.py, celery and the ASGI
server."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ASK = "import platform, sys; print(platform.__file__); print(platform.python_version())"
WAYS = {
    "manage.py": [sys.executable, "manage.py", "shell", "--no-imports", "-c", ASK],
    "celery": [
        sys.executable,
        "-c",
        f"from celery.bin.celery import main; import config.celery as c; c.app.loader.import_default_modules(); {ASK}",
    ],
    "asgi": [sys.executable, "-c", f"import uvicorn; uvicorn.Config('config.asgi:application').load(); {ASK}"],
}


def is_the_standard_library(path: str) -> bool:
    """Does this file lie outside the project?"""
    return Path(path).name == "platform.py" and ROOT / "platform" not in Path(path).parents


def test_from_pytest() -> None:
    assert is_the_standard_library(platform.__file__)
    assert platform.python_implementation() == "CPython"


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_from(way: str) -> None:
    run = subprocess.run(WAYS[way], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert is_the_standard_library(run.stdout.splitlines()[-2])
