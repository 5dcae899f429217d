"""The Celery app: the tasks of every app and one beat entry. The pending work itself is in `DueWork` rows."""

import atexit
import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import django
from celery import Celery
from celery.signals import beat_init, celeryd_init, worker_ready
from django.conf import settings
from django.db import connections

from config.environment import variables
from keeping.tables import differences

logger = logging.getLogger(__name__)
SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the library's
METRICS = ("UNDERCUT_METRICS_TOKEN", "UNDERCUT_METRICS_NETWORKS")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def share_figures() -> None:
    """Let the processes of a worker put their figures together, in a folder of their own. The library looks for it when
    it is first imported, so this comes before the apps."""
    if Path(sys.argv[0]).name == "celery" and "worker" in sys.argv and any(map(variables.text, METRICS)):
        folder = tempfile.mkdtemp(prefix="undercut-figures-")
        os.environ[SHARED] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


share_figures()
from watching import scraping  # noqa: E402  (which imports the library)

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


@worker_ready.connect
def show_figures(**kwargs: Any) -> None:
    """Answer `/metrics` at a port of its own: a worker serves nothing else."""
    if settings.METRICS_ARE_ON:
        try:
            scraping.serve(settings.METRICS_PORT)
        except OSError as taken:
            logger.error("nobody reads the figures of this worker: port %d: %s", settings.METRICS_PORT, taken)
