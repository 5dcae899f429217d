"""The tasks of the worker: what each works on."""

from typing import Any

from celery import signals

from watching import asked


def listen() -> None:
    """Hear of every task that begins and ends. The id of the request that asked for a task goes with it
    (`django_guid.integrations.celery`)."""
    signals.task_prerun.connect(_begins, weak=False, dispatch_uid="watching")
    signals.task_postrun.connect(_ends, weak=False, dispatch_uid="watching")


def _begins(task: Any, **_: Any) -> None:
    asked.begin(asked.Named(task.name))


def _ends(task: Any, **_: Any) -> None:
    asked.begin(None)
