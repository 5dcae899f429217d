"""Health checks for monitoring (is the site alive, is it ready), /favicon.ico and security.txt."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from urllib.parse import urljoin

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.utils import timezone

from config.environment import sqlite
from duework import services as duework
from keeping.services import nights

SWEEP_LATE = 30.0  # seconds without a sweep after which the worker counts as stopped
DISK_LEAST = 0.05  # share of the disk that must be free
_are_applied = False


def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Browsers ask for it by this name where a page, or a file of ours, names no icon."""
    return HttpResponseRedirect(static("favicon.svg"))


def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a weakness (RFC 9116); 404 where nobody is named, or what is named holds no more."""
    until: date | None = settings.SECURITY_EXPIRES
    if until is None or until < timezone.now().date():
        raise Http404
    address = urljoin(settings.SITE_ORIGINS[0], request.path)
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": f"{until.isoformat()}T23:59:59Z",
        "Preferred-Languages": "en, es",
        "Canonical": address,
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def livez(request: HttpRequest) -> JsonResponse:
    """Answer that the process is alive."""
    return JsonResponse({"alive": True})


def readyz(request: HttpRequest) -> JsonResponse:
    """The health of each part that the site needs; 503 when one of them fails. Public, because it only reads."""
    checks = {name: _holds(check) for name, check in CHECKS.items()}
    body = {"ready": all(checks.values()), "checks": checks, "database": connection.vendor}
    if connection.vendor == "sqlite":
        body["sqlite"] = {"version": sqlite.VERSION, "way": sqlite.WAY, "journal": sqlite.JOURNAL}
    with suppress(DatabaseError):  # a site that is late with its backups serves all the same
        if (backup := nights.state(now=timezone.now())) is not None:
            body["backup"] = backup
    return JsonResponse(body, status=200 if body["ready"] else 503)


def _holds(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (DatabaseError, OSError):
        return False


def _takes_writes() -> bool:
    """Does the database answer, and is it neither a standby nor read-only? The check of the sweep shows that writes
    arrive: it marks its time in the database every five seconds."""
    if connection.vendor != "postgresql":
        return connection.is_usable()
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone() == ("off",))


def _migrated() -> bool:
    """Are all migrations of this code applied? A yes is remembered, because reading all migrations takes too long for
    every call."""
    global _are_applied
    if not _are_applied:
        executor = MigrationExecutor(connection)
        _are_applied = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _are_applied


def _swept() -> bool:
    since = duework.seconds_since_beat("sweep", now=timezone.now())
    return since is not None and since < SWEEP_LATE


def _has_room() -> bool:
    """Has the disk of the data folder enough room?"""
    disk = shutil.disk_usage(settings.DATA_DIR)
    return disk.free / disk.total > DISK_LEAST


CHECKS = {"database": _takes_writes, "migrations": _migrated, "sweep": _swept, "disk": _has_room}
