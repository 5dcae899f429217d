"""The Celery app: the tasks of every app and one beat entry. The pending work itself is in `DueWork` rows."""

import os
import sys
from typing import Any

import django
from celery import Celery
from celery.signals import beat_init, celeryd_init
from django.db import connections

from keeping.tables import differences

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("undercut")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
def refuse_memory(conf: Any = None, **kwargs: Any) -> None:
    """Refuse to start a separate worker with an in-memory broker, whose tasks it could never receive."""
    if str(conf.broker_url).startswith("memory:"):
        raise SystemExit("celery worker: set REDIS_URL; without it the worker is part of `manage.py up`.")


@celeryd_init.connect
def leave_the_pool(**kwargs: Any) -> None:
    """Give a worker one database connection a thread and no pool. Celery closes the pool of its process around each
    task, which would break off what a thread beside it does (long work, the worker's own sweep)."""
    connections.settings["default"]["OPTIONS"].pop("pool", None)


@celeryd_init.connect
@beat_init.connect
def refuse_tables(**kwargs: Any) -> None:
    """Refuse to start a worker or beat on a database of another version."""
    django.setup()
    if (refusal := differences.refusal()) is not None:
        print(f"celery: {refusal}", file=sys.__stderr__)  # beat has turned the other one into its log
        raise SystemExit(1)
