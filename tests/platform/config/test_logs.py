"""The log on standard error: at most one line a second for each cause."""

import io
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from config import logs

ROOT = Path(__file__).resolve().parents[3]
AS_SERVED = """
import logging, logging.config
import uvicorn
uvicorn.Config("config.asgi:application", log_level="warning", access_log=False)
from django.conf import settings
logging.config.dictConfig(settings.LOGGING)
error, access = logging.getLogger("uvicorn.error"), logging.getLogger("uvicorn.access")
error.info('"WebSocket /ws/t/0/x/?token=secret" [accepted]')
access.info('"GET /?token=secret"')
assert not access.hasHandlers()
for _ in range(3):
    error.error("the application failed")
"""
Log = Callable[..., list[str]]


class Clock:
    """A clock that goes when it is told to."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(logs, "time", clock)
    return clock


@pytest.fixture
def log(clock: Clock) -> Log:
    """Writes a failure to a logger with our handler; the new lines."""
    handler, out = logs.Console(), io.StringIO()
    handler.setStream(out)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logger = logging.Logger("test")
    logger.addHandler(handler)

    def write(message: str = "table %s failed", *values: object, error: str = "the database is gone") -> list[str]:
        begin = len(out.getvalue())
        try:
            raise OSError(error)
        except OSError:
            logger.exception(message, *values)
        return out.getvalue()[begin:].splitlines()

    return write


def test_a_failure_that_happens_to_everybody_at_once_has_one_trace(log: Log) -> None:
    first = log("table %s failed", 1)
    assert first[0] == "ERROR table 1 failed"
    assert first[-1] == "OSError: the database is gone"
    assert [log("table %s failed", n) for n in range(2, 162)] == [[]] * 160


def test_a_failure_that_goes_on_has_one_line_a_second_which_says_how_many_there_were(log: Log, clock: Clock) -> None:
    log("table %s failed", 1)
    log("table %s failed", 2)
    log("table %s failed", 3)
    clock.now += 1.0
    assert log("table %s failed", 4) == ["ERROR table 4 failed (OSError: the database is gone) [and 2 more]"]
    clock.now += 1.0
    assert log("table %s failed", 5) == ["ERROR table 5 failed (OSError: the database is gone)"]


def test_another_cause_has_lines_of_its_own(log: Log) -> None:
    log("table %s failed", 1)
    assert "OSError: the disk is full" in log("table %s failed", 1, error="the disk is full")
    assert "ERROR no sweep" in log("no sweep")


def test_after_a_minute_of_silence_a_cause_has_its_trace_again(log: Log, clock: Clock) -> None:
    log()
    clock.now += 59.0
    assert len(log()) == 1
    clock.now += 60.0
    assert len(log()) > 1


def test_no_more_causes_are_remembered_than_there_is_room_for(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_CAUSES", 2)
    for error in ("one", "two", "three"):
        log(error=error)
    assert log(error="three") == []
    assert len(log(error="one")) > 1


def test_the_server_writes_to_this_log_and_never_the_address_of_a_socket() -> None:
    """In a process of its own, as uvicorn sets its log up first and Django's comes after it."""
    done = subprocess.run(
        [sys.executable, "-c", AS_SERVED],
        env=os.environ | {"UNDERCUT_LOG": "INFO"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "token" not in done.stderr
    assert done.stderr.count("the application failed") == 1


def test_a_request_that_django_refuses_is_one_line(client, caplog: pytest.LogCaptureFixture) -> None:
    """Every scanner sends bad Host headers; so for other suspicious requests, whose records say their status."""
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    [record] = [one for one in caplog.records if one.name == "django.security.DisallowedHost"]
    [console] = [one for one in logging.getLogger().handlers if isinstance(one, logs.Console)]
    assert console.filter(record)
    [line] = console.format(record).splitlines()
    assert "evil.example" in line
