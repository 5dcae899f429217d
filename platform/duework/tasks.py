"""The sweep as a task, run once a second by beat and at every nudge; and the worker's own sweep for when beat is
silent."""

import logging
import threading
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init
from django.conf import settings
from django.db import connection
from django.utils import timezone

from duework import services
from watching import asked

logger = logging.getLogger(__name__)
OWN = "duework.own_sweep"  # in the log
SWEEP, BEAT = "sweep", "beat"  # what is marked: a sweep was done; one came from beat
QUIET = 10.0  # seconds without beat after which the worker sweeps by itself
EVERY = 1.0  # seconds between two sweeps of its own
LISTENS_EVERY = 3.0  # seconds between two looks whether beat is heard


@shared_task(name="duework.sweep")
def sweep(from_beat: bool = False) -> int:
    """Do what is due now, batch after batch; returns the number done."""
    if from_beat:
        _mark(BEAT)
    return _swept()


def _swept() -> int:
    done = 0
    while batch := services.sweep(now=timezone.now()):
        done += batch
    if _mark(SWEEP):
        services.plan_nights(now=timezone.now())
    return done


def _mark(name: str) -> bool:
    """Note that this part runs, unless that was just noted."""
    now = timezone.now()
    is_new = (services.seconds_since_beat(name, now=now) or services.BEAT_EVERY) >= services.BEAT_EVERY
    if is_new:
        services.beat(name, now=now)
    return is_new


@worker_process_init.connect
def sweep_without_beat(**_: Any) -> None:
    """Start to listen for beat, in each worker process that gets its tasks by Redis."""
    if settings.REDIS_URL:
        threading.Thread(target=_listen, name="own-sweep", daemon=True).start()


def _listen() -> None:
    """Sweep every second while nothing comes from beat, because it or Redis is away. Several processes may sweep at
    once: each piece of work is taken by one."""
    ending = threading.Event()  # nobody sets it: the thread ends with its process
    pause = LISTENS_EVERY
    while not ending.wait(pause):
        pause = EVERY if _swept_alone() else LISTENS_EVERY


def _swept_alone() -> bool:
    """Sweep if beat is silent; returns whether it was."""
    try:
        since = services.seconds_since_beat(BEAT, now=timezone.now())
        if since is not None and since < QUIET:
            return False
        with asked.working(asked.Named(OWN)):
            _swept()
    except Exception:  # the database is away, too: the next look does it
        logger.exception("the worker's own sweep failed")
    finally:
        connection.close()
    return True
