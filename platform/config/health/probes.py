"""Questions to a service that may not answer: each is asked in a thread of its own, once at a time."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections

from keeping.tables import lines

Answer = TypeVar("Answer")


class Probe(Generic[Answer]):
    """Asks a question that may hang. Whoever asks while it is still being asked waits for the same answer, so a service
    that is silent for hours holds one thread."""

    def __init__(self, question: Callable[[], Answer]) -> None:
        self._question = question
        self._guard = threading.Lock()
        self._asked: Future[Answer] | None = None

    def ask(self, within: float) -> Answer:
        """The answer, or what the question raised. Raises TimeoutError after `within` seconds."""
        with self._guard:
            if self._asked is None or self._asked.done():
                self._asked = Future()
                threading.Thread(target=self._run, args=(self._asked,), name="probe", daemon=True).start()
            asked = self._asked
        return asked.result(timeout=within)

    def _run(self, asked: "Future[Answer]") -> None:
        try:
            asked.set_result(self._question())
        except Exception as error:
            asked.set_exception(error)


def on_own_line(question: Callable[[], Answer]) -> Callable[[], Answer]:
    """The question, asked with a connection of its own in place of one of the pool, which pages may have taken."""

    def asked() -> Answer:
        with lines.own_line() as line:
            connections[DEFAULT_DB_ALIAS] = line
            try:
                return question()
            finally:
                del connections[DEFAULT_DB_ALIAS]

    return asked
