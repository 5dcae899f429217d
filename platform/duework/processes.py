"""Run long computations in a separate process: it blocks nobody, holds no lock, and can be stopped at any moment."""

import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from django.conf import settings

LOOK_EVERY = 0.5  # seconds between two checks whether it is still wanted


class Broken(Exception):
    """The process ended without an answer; its output is in the log."""


class Beside:
    """A process `python -m module` that is kept alive for several questions, pickled both ways. The first question
    starts it; it ends with its input, even if we are killed. For use by one thread."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._child: subprocess.Popen[bytes] | None = None

    def ask(self, question: Any) -> Any:
        """Ask a question and return the answer. Raises Broken if the process ended without one; the next question
        starts a new process."""
        try:
            child = self._child = self._child or _started(self._module)
            assert child.stdin is not None
            assert child.stdout is not None
            pickle.dump(question, child.stdin)
            child.stdin.flush()
            return pickle.load(child.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.end()
            raise Broken(self._module) from error

    def end(self) -> None:
        """End the process, if there is one."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
            for stream in filter(None, (child.stdin, child.stdout)):
                with suppress(BrokenPipeError):
                    stream.close()


def _started(module: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=settings.BASE_DIR
    )


@contextmanager
def asked(module: str, question: Any) -> Iterator[Iterator[Any]]:
    """Ask `python -m module` a question, and during the block yield everything that it answers, pickled both ways, and
    None twice a second while it is silent. Raises Broken if it ends before the block does."""
    child = _started(module)
    assert child.stdin is not None
    assert child.stdout is not None
    said: queue.Queue[Any] = queue.Queue()
    listener = threading.Thread(target=_listen, args=(child.stdout, said), name=module, daemon=True)
    listener.start()
    try:
        with suppress(BrokenPipeError), child.stdin:
            pickle.dump(question, child.stdin)
        yield _words(module, said)
    finally:
        child.kill()
        child.wait()
        listener.join()
        child.stdout.close()


def _words(module: str, said: "queue.Queue[Any]") -> Iterator[Any]:
    while True:
        try:
            word = said.get(timeout=LOOK_EVERY)
        except queue.Empty:
            yield None
            continue
        if word is None:
            raise Broken(module)
        yield word


def _listen(out: IO[bytes], said: "queue.Queue[Any]") -> None:
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            said.put(pickle.load(out))
    said.put(None)
