"""The child process of the embedded site is restarted on exit, and ends with the site."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.commands.embedded import Supervised

PATIENCE_S = 60.0
NOTES = "import os, sys; open(sys.argv[1], 'a').write(f'{os.getpid()}\\n')"
STAYS = f"{NOTES}; sys.stdin.read()"


@contextmanager
def kept(program: str, notes: Path) -> Iterator[Supervised]:
    notes.touch()
    child = Supervised([sys.executable, "-c", program, str(notes)], first_s=0.01)
    try:
        yield child
    finally:
        child.end()


def begun(notes: Path, times: int) -> list[str]:
    """The processes that have begun, when there are so many."""
    until = time.monotonic() + PATIENCE_S
    while len(found := notes.read_text().split()) < times:
        assert time.monotonic() < until, found
        time.sleep(0.02)
    return found


def test_what_has_ended_by_itself_is_begun_again(tmp_path: Path) -> None:
    with kept(NOTES, tmp_path / "notes") as child:
        assert len(set(begun(tmp_path / "notes", 3))) >= 3
    assert not child._thread.is_alive()


def test_what_was_killed_is_begun_again_and_ends_with_the_site(tmp_path: Path) -> None:
    with kept(STAYS, tmp_path / "notes") as child:
        begun(tmp_path / "notes", 1)
        child._child.kill()
        second = int(begun(tmp_path / "notes", 2)[1])
        with child._guard:
            assert child._child.pid == second
    assert child._child.returncode is not None
    assert not child._thread.is_alive()
