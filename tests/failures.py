"""A plugin of pytest that writes the tests that failed into the file that UNDERCUT_FAILURES names, and its reader.

`tests/run.py` uses both.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

FILE = "UNDERCUT_FAILURES"
PLUGIN = "tests.failures"
WIDE = 200  # characters of a reason
WAITING = {"process", "service", "browser"}  # markers of tests that wait for others, and so for the machine


@dataclass(frozen=True)
class Failure:
    """Why a test failed, in one line, and whether it waits for processes or a browser."""

    why: str
    is_waiting: bool


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
    is_waiting = bool(WAITING & set(getattr(report, "keywords", ())))  # a file that cannot be read has none
    with Path(os.environ[FILE]).open("a") as file:
        file.write(json.dumps([report.nodeid, reason(report), is_waiting]) + "\n")


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why, in one line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = (crash.message if crash else str(report.longrepr)).strip().splitlines()
    return (lines[0 if crash else -1] if lines else "no reason given")[:WIDE]


def read(file: Path) -> dict[str, Failure]:
    """The failures by the names of tests; of several of one test the first."""
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    return {name: Failure(why, is_waiting) for name, why, is_waiting in reversed(rows)}
