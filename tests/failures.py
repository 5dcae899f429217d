"""Names of the tests that failed, each with its reason in one line: a plugin of pytest that writes them into the file
that UNDERCUT_FAILURES names, and what reads them again (`tests/run.py`)."""

import json
import os
from pathlib import Path

import pytest

FILE = "UNDERCUT_FAILURES"
PLUGIN = "tests.failures"
WIDE = 200  # characters of a reason


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test, its setup or what clears up after it; also a process of pytest-xdist that died of it."""
    note(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """A file that cannot be read is a failure of this name."""
    note(report)


def note(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Write a failure down, where one is asked for; of several processes only the one that hears of all."""
    if not report.failed or FILE not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:
        return
    with Path(os.environ[FILE]).open("a") as file:
        file.write(json.dumps([report.nodeid, reason(report)]) + "\n")


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why, in one line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = (crash.message if crash else str(report.longrepr)).strip().splitlines()
    return (lines[0 if crash else -1] if lines else "no reason given")[:WIDE]


def read(file: Path) -> dict[str, str]:
    """The reason of each failure by its name; of several reasons the first."""
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    return dict(reversed(rows))
