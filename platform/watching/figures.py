"""The figures that this process counts, for Prometheus. Labels are names that the code knows, so there are never more
than it has routes, tasks and kinds of work."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from django.conf import settings
from prometheus_client import REGISTRY, Counter, Histogram
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

QUICK = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # s
SLOW = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)  # s


class Tally(Collector):
    """A histogram that one thread of one process fills. It takes no lock: the library's own costs a move as much as a
    fiftieth of the move."""

    def __init__(self, name: str, says: str, *, buckets: Sequence[float]) -> None:
        self._family = (name, says)
        self._bounds = list(buckets)
        self._counts = [0] * (len(buckets) + 1)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def describe(self) -> list[HistogramMetricFamily]:
        """Its name, without figures."""
        return [HistogramMetricFamily(*self._family)]

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """The figures as they stand."""
        counts = list(accumulate(self._counts))
        buckets = [(f"{float(bound)}", float(count)) for bound, count in zip(self._bounds, counts, strict=False)]
        yield HistogramMetricFamily(*self._family, buckets=[*buckets, ("+Inf", float(counts[-1]))], sum_value=self._sum)


REQUESTS = Counter("undercut_requests", "Requests answered.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram("undercut_request_seconds", "Time until the answer.", ["route"], buckets=SLOW)
TURN_SECONDS = Histogram("undercut_turn_seconds", "Time a page waits for a connection to the database.", buckets=QUICK)
ACK_SECONDS = Tally("undercut_ack_seconds", "Time from a move to its acknowledgement.", buckets=QUICK)
BATCH_SECONDS = Tally("undercut_batch_seconds", "Time the writer takes for a batch of plays.", buckets=QUICK)
BATCH_PLAYS = Tally(
    "undercut_batch_plays", "Plays in a batch of the writer.", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
)
TASKS = Counter("undercut_tasks", "Tasks of the worker that ended.", ["task", "outcome"])
TASK_SECONDS = Histogram("undercut_task_seconds", "Time a task takes.", ["task"], buckets=SLOW)
WORK = Counter("undercut_work", "Pieces of due work that were tried.", ["kind", "outcome"])
SLOW_QUERIES = Counter("undercut_slow_queries", "Queries that took longer than the site allows.", ["route"])

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER = "other"


def are_counted() -> bool:
    """Does anybody read the figures of this site? If not, nothing is counted."""
    return bool(settings.METRICS_ARE_ON)


def answered(route: str, method: str | None, status: int, seconds: float) -> None:
    """Count an answer."""
    if are_counted():
        REQUESTS.labels(route, method if method in METHODS else OTHER, str(status)).inc()
        REQUEST_SECONDS.labels(route).observe(seconds)


def waited(seconds: float) -> None:
    """Count the wait of a page for its turn."""
    if are_counted():
        TURN_SECONDS.observe(seconds)


def acknowledged(seconds: float) -> None:
    """Count a move that was committed and acknowledged."""
    if are_counted():
        ACK_SECONDS.observe(seconds)


def written(plays: int, seconds: float) -> None:
    """Count a batch of the writer."""
    if are_counted():
        BATCH_PLAYS.observe(plays)
        BATCH_SECONDS.observe(seconds)


def task_ended(task: str, outcome: str, seconds: float | None) -> None:
    """Count a task; without its time if its beginning was not seen."""
    if are_counted():
        TASKS.labels(task, outcome).inc()
        if seconds is not None:
            TASK_SECONDS.labels(task).observe(seconds)


def work_tried(kind: str, outcome: str, pieces: int = 1) -> None:
    """Count tries of due work: "done", "failed" or "dead"."""
    if are_counted() and pieces:
        WORK.labels(kind, outcome).inc(pieces)


def was_slow(route: str) -> None:
    """Count a query that took longer than the site allows."""
    if are_counted():
        SLOW_QUERIES.labels(route).inc()
