"""The tasks of the worker: what each works on, and how long it took."""

from time import perf_counter
from typing import Any

from celery import signals

from watching import asked, figures

_began: dict[str, float] = {}  # tasks of this process that are under way


def listen() -> None:
    """Hear of every task that begins and ends. The id of the request that asked for a task goes with it
    (`django_guid.integrations.celery`)."""
    signals.task_prerun.connect(_begins, weak=False, dispatch_uid="watching")
    signals.task_postrun.connect(_ends, weak=False, dispatch_uid="watching")


def _begins(task_id: str, task: Any, **_: Any) -> None:
    _began[task_id] = perf_counter()
    asked.begin(asked.Named(task.name))


def _ends(task_id: str, task: Any, state: str | None = None, **_: Any) -> None:
    asked.begin(None)
    began = _began.pop(task_id, None)
    figures.task_ended(task.name, (state or "lost").lower(), None if began is None else perf_counter() - began)
