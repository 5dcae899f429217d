"""Is the site alive, is it ready: two addresses for those who watch it."""

import shutil
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from config import sqlite
from duework import services as duework

SWEEP_LATE = 30.0  # seconds without a sweep after which the worker counts as deaf
DISK_LEAST = 0.05  # share of the disk that must be free


def livez(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"alive": True})


def readyz(request: HttpRequest) -> JsonResponse:
    """What the site needs, each with yes or no; 503 when one of them fails."""
    checks = {name: _holds(check) for name, check in CHECKS.items()}
    body = {"ready": all(checks.values()), "checks": checks, "database": connection.vendor}
    if connection.vendor == "sqlite":
        body["sqlite"] = {"version": sqlite.VERSION, "way": sqlite.WAY, "journal": sqlite.JOURNAL}
    return JsonResponse(body, status=200 if body["ready"] else 503)


def _holds(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (DatabaseError, OSError):
        return False


def _writes() -> bool:
    with transaction.atomic():
        duework.beat("readyz", now=timezone.now())
    return duework.seconds_since_beat("readyz", now=timezone.now()) is not None


def _migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _swept() -> bool:
    since = duework.seconds_since_beat("sweep", now=timezone.now())
    return since is not None and since < SWEEP_LATE


def _has_room() -> bool:
    disk = shutil.disk_usage(settings.BASE_DIR)
    return disk.free / disk.total > DISK_LEAST


CHECKS = {"database": _writes, "migrations": _migrated, "sweep": _swept, "disk": _has_room}
