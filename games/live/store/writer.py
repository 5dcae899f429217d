"""Group commit: one thread per process writes all plays that arrived during its last commit.

It is the only home of the compare-and-swap on a table's version. A batch holds at most one play per table.
"""

import logging
import queue
import threading
import time
from asyncio import AbstractEventLoop, Future
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, OperationalError, connection

from games.live.sitting.rows import Outcome, Write
from games.live.store import statements
from watching import figures

logger = logging.getLogger(__name__)
MOST_ROWS = 512
PATIENCE_S = 2.0

Delivered = list[tuple[Write, Outcome]]
Work = tuple[Callable[[], Any], "Future[Any]"]


def commit(writes: Sequence[Write]) -> list[Outcome]:
    """Commit plays of different tables and return the outcome of each. Raises DatabaseError if the database stays away
    for 2 s. An integrity error, a value that a column does not take, or a deadlock costs only the row that caused
    it."""
    ordered = sorted(range(len(writes)), key=lambda at: writes[at].table_id)
    rows = [writes[at] for at in ordered]
    try:
        done = statements.commit(rows)
        outcomes = [Outcome.COMMITTED if row.table_id in done else Outcome.LOST for row in rows]
    except (IntegrityError, DataError):
        outcomes = [_alone(row, unknown=False) for row in rows]
    except (OperationalError, InterfaceError):
        logger.warning("a batch of %d plays failed; once more row by row", len(rows), exc_info=True)
        outcomes = [_alone(row, unknown=True) for row in rows]
    answer = [Outcome.LOST] * len(writes)
    for at, outcome in zip(ordered, outcomes, strict=True):
        answer[at] = outcome
    return answer


def _alone(row: Write, *, unknown: bool) -> Outcome:
    """Write one row by itself, for up to 2 s. If a row misses after a lost connection, but it is what is stored,
    then it *is* committed."""
    give_up = time.monotonic() + PATIENCE_S
    while True:
        try:
            if row.table_id in statements.commit([row]):
                return Outcome.COMMITTED
            if unknown and statements.is_committed(row):
                return Outcome.COMMITTED
            return Outcome.LOST
        except IntegrityError:
            return Outcome.LOST
        except DataError:
            logger.exception("version %d of table %d cannot be written", row.version, row.table_id)
            return Outcome.FAILED
        except (OperationalError, InterfaceError):
            if time.monotonic() > give_up:
                raise
            unknown = True
            connection.close()
            time.sleep(0.05)


class Writer:
    """The writer's thread. `submit` and `run` are called on the event loop, and answers come back on it."""

    def __init__(self, loop: AbstractEventLoop, deliver: Callable[[Delivered], None]) -> None:
        self._loop = loop
        self._deliver = deliver
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="table-writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, within: float | None = None) -> bool:
        """Finish the queue, close the connection and end the thread. Returns whether it has ended within so many
        seconds. Blocks."""
        self._inbox.put(None)
        self._thread.join(within)
        return not self._thread.is_alive()

    def submit(self, write: Write) -> None:
        """Queue a play; `deliver` is called with its outcome."""
        self._inbox.put(write)

    def run(self, work: Callable[[], Any]) -> "Future[Any]":
        """Do other database work in the writer's thread, after the plays that arrived before."""
        future: Future[Any] = self._loop.create_future()
        self._inbox.put((work, future))
        return future

    def _work(self) -> None:
        works: deque[Work] = deque()
        try:
            while self._turn(works) or works:
                pass
        finally:
            connection.close()

    def _turn(self, works: deque[Work]) -> bool:
        """Commit the plays that have arrived, then do the oldest piece of other work. Returns whether more may come. So
        plays are written between loads, however many tables are loaded and however slow the database is."""
        items = self._arrived(wait=not works)
        self._commit([item for item in items if isinstance(item, Write)])
        works.extend(item for item in items if type(item) is tuple)
        if works:
            self._perform(*works.popleft())
        return None not in items

    def _arrived(self, *, wait: bool) -> list[Any]:
        """The plays in the inbox; with `wait` it waits for the first."""
        items = [self._inbox.get()] if wait else []
        while len(items) < MOST_ROWS:
            try:
                items.append(self._inbox.get_nowait())
            except queue.Empty:
                break
        return items

    def _commit(self, writes: Sequence[Write]) -> None:
        if not writes:
            return
        began = time.perf_counter()
        try:
            outcomes: Iterable[Outcome] = commit(writes)
        except Exception:  # the loop must hear of every play, whatever happened to it
            logger.exception("%d plays could not be written", len(writes))
            connection.close()
            outcomes = [Outcome.FAILED] * len(writes)
        self._post(self._deliver, list(zip(writes, outcomes, strict=True)))
        figures.written(len(writes), time.perf_counter() - began)

    def _perform(self, work: Callable[[], Any], future: "Future[Any]") -> None:
        try:
            result = work()
        except (DatabaseError, InterfaceError) as error:
            connection.close()
            self._post(_settle, future, None, error)
        except Exception as error:  # raised in the caller
            self._post(_settle, future, None, error)
        else:
            self._post(_settle, future, result, None)

    def _post(self, call: Callable[..., None], *arguments: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:
            logger.warning("the loop ended before an answer could be given")


def _settle(future: "Future[Any]", result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
