"""Is the whole site well: does the worker sweep, is no work late, are backups made, does Redis answer?"""

from datetime import datetime
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.health import probes, readiness
from duework import services as duework
from keeping.services import nights

WITHIN_S = 1.5
REDIS_S = 1.0
SWEEP_LATE = 30.0  # seconds without a sweep after which the worker counts as stopped


def health() -> tuple[dict[str, str], dict[str, Any]]:
    """A sentence for each check that fails, by its name, and the figures behind them."""
    try:
        problems, figures = _database.ask(WITHIN_S)
    except (DatabaseError, OSError):
        problems, figures = {"database": readiness.SILENT}, {}
    if settings.REDIS_URL and not _redis_answers():
        problems = problems | {"redis": "Redis does not answer: the worker's own sweep does what is due."}
    return problems, figures


def _of_site() -> tuple[dict[str, str], dict[str, Any]]:
    now = timezone.now()
    problems = {}
    since = duework.seconds_since_beat("sweep", now=now)
    if since is None:
        problems["worker"] = "The worker has never swept: start it."
    elif since >= SWEEP_LATE:
        problems["worker"] = f"The worker has not swept for {since:.0f} s: look at its log, or start it again."
    counts = duework.counts(now=now)
    if counts["late"]:
        minutes = duework.LATE.total_seconds() / 60
        problems["due_work"] = f"{counts['late']} pieces of due work are more than {minutes:.0f} minutes late."
    if counts["dead"]:
        problems["dead_work"] = f"{counts['dead']} pieces of due work failed and are not tried again: see /site/work/."
    figures: dict[str, Any] = {"due_work": counts}
    if (backup := nights.state(now=now)) is not None:
        figures["backup"] = backup
        if is_backup_late(now):
            problems["backup"] = "The last backup is older than a day and a half, or there is none: see docs/backup.md."
    return problems, figures


def is_backup_late(now: datetime) -> bool:
    """Should there be a newer backup? The first one is made in the second night at the latest."""
    backup = nights.state(now=now)
    return backup == "late" or (backup == "never" and age(now) > nights.LATE.total_seconds())


def age(now: datetime) -> float:
    """Seconds since the first tables of the site were made."""
    first = MigrationRecorder.Migration.objects.order_by("applied").values_list("applied", flat=True).first()
    return 0.0 if first is None else (now - first).total_seconds()


_database = probes.Probe(probes.on_own_line(_of_site))


def _redis_answers() -> bool:
    try:
        return _redis.ask(WITHIN_S)
    except (redis.RedisError, OSError):
        return False


def _ping() -> bool:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=REDIS_S, socket_connect_timeout=REDIS_S) as line:
        return bool(line.ping())


_redis = probes.Probe(_ping)
