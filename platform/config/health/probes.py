"""Ask a service that may not answer: each question has its own thread and is asked once at a time."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections

from keeping.tables import lines

Answer = TypeVar("Answer")


class Probe(Generic[Answer]):
    """Asks a question that may hang. A second caller waits for the same answer, so that a service which is silent for
    hours holds only one thread."""

    def __init__(self, question: Callable[[], Answer]) -> None:
        self._question = question
        self._guard = threading.Lock()
        self._asked: Future[Answer] | None = None

    def ask(self, within: float) -> Answer:
        """Ask, and return the answer or raise what the question raised. Raises TimeoutError after `within` seconds."""
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
    """The question, asked on a connection of its own and not of the pool, which pages may have used up."""

    def asked() -> Answer:
        with lines.own_line() as line:
            connections[DEFAULT_DB_ALIAS] = line
            try:
                return question()
            finally:
                del connections[DEFAULT_DB_ALIAS]

    return asked
