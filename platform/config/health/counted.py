"""Figures that are looked up when they are asked for: of this process's tables and pool, and of the whole site."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Count, Max, Min, Q
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from config.health import probes, site
from duework import services as duework
from duework.models import DueWork, Heartbeat, SkippedRow
from games.live.processes import hub
from keeping.services import nights
from notices.models import Delivery as NoticeDelivery
from notices.models import DeliveryState as NoticeState
from webhooks.models import Delivery as WebhookDelivery
from webhooks.models import DeliveryState as WebhookState

WITHIN_S = 4.0  # of the ten that Prometheus waits
DAY = timedelta(days=1)
WEBHOOK = "webhook"
Rows = dict[tuple[str, ...], float]


class OfProcess(Collector):
    """Sockets and tables of this process, and its pool of connections to the database."""

    def collect(self) -> Iterator[Metric]:
        """The figures as they stand."""
        own = hub.current()
        sockets = sum(list(own.addresses.values())) if own else 0
        yield GaugeMetricFamily("undercut_sockets", "Open sockets at tables.", value=sockets)
        yield GaugeMetricFamily("undercut_tables", "Tables in memory.", value=len(own.actors) if own else 0)
        told = _pool()
        lines = GaugeMetricFamily("undercut_pool_connections", "Connections of the pool.", labels=["state"])
        lines.add_metric(["open"], told.get("pool_size", 0))
        lines.add_metric(["free"], told.get("pool_available", 0))
        yield lines
        yield CounterMetricFamily(
            "undercut_pool_waits", "Requests for a connection that had to wait.", value=told.get("requests_queued", 0)
        )
        yield CounterMetricFamily(
            "undercut_pool_wait_seconds", "Time they waited.", value=told.get("requests_wait_ms", 0) / 1000
        )


class OfSite(Collector):
    """What the database says of the whole site; each process that serves pages says the same."""

    def collect(self) -> Iterator[Metric]:
        """The figures as they stand; without the database only that it does not answer."""
        if settings.LIVE_SHARD not in (None, 0):
            return
        try:
            found = _database.ask(WITHIN_S)
        except (DatabaseError, OSError):
            found = {}
        yield GaugeMetricFamily("undercut_site_read", "1: the database answered.", value=int(bool(found)))
        for name, says, labels in FAMILIES:
            family = GaugeMetricFamily(name, says, labels=labels)
            for values, value in found.get(name, {}).items():
                family.add_metric(list(values), value)
            yield family


FAMILIES: tuple[tuple[str, str, list[str]], ...] = (
    ("undercut_due_work", "Due work that is not done.", ["kind", "state"]),
    ("undercut_due_work_oldest_seconds", "How long the oldest work that nobody has begun is due.", ["kind"]),
    ("undercut_due_work_tries", "The most tries of open work.", ["kind"]),
    ("undercut_due_work_skipped", "Rows that jobs left out.", []),
    ("undercut_deliveries", "Deliveries of the last day.", ["channel", "state"]),
    ("undercut_heartbeat_seconds", "How long ago a part of the site last reported.", ["part"]),
    ("undercut_backup_seconds", "Age of the last backup; none if the site makes none.", []),
)


def _pool() -> dict[str, int]:
    line: Any = connections[DEFAULT_DB_ALIAS]
    pool = line._connection_pools.get(DEFAULT_DB_ALIAS) if line.vendor == "postgresql" else None
    return dict(pool.get_stats()) if pool is not None else {}


def _of_site() -> dict[str, Rows]:
    now = timezone.now()
    return _of_due_work(now) | {
        "undercut_deliveries": _deliveries(now),
        "undercut_heartbeat_seconds": {
            (one.name,): (now - one.at).total_seconds() for one in Heartbeat.objects.exclude(name=nights.BEAT)
        },
        "undercut_backup_seconds": _backup(now),
    }


def _of_due_work(now: datetime) -> dict[str, Rows]:
    due = DueWork.objects.filter(done_at=None, dead_at=None, due_at__lte=now)
    free = Q(attempts=0) & (Q(lease_until=None) | Q(lease_until__lte=now))
    kinds = due.values("kind").annotate(
        due=Count("pk", filter=Q(attempts=0)), failing=Count("pk", filter=Q(attempts__gt=0)),
        oldest=Min("due_at", filter=free), tries=Max("attempts"),
    ).order_by("kind")  # fmt: skip
    dead = DueWork.objects.filter(dead_at__isnull=False).values("kind").annotate(n=Count("pk")).order_by("kind")
    work: Rows = {(one["kind"], "dead"): one["n"] for one in dead}
    oldest: Rows = {}
    tries: Rows = {}
    for one in kinds:
        kind = one["kind"]
        work |= {(kind, "due"): one["due"], (kind, "failing"): one["failing"]}
        oldest[kind,] = (now - one["oldest"]).total_seconds() if one["oldest"] else 0
        tries[kind,] = one["tries"]
    return {
        "undercut_due_work": work,
        "undercut_due_work_oldest_seconds": oldest,
        "undercut_due_work_tries": tries,
        "undercut_due_work_skipped": {(): SkippedRow.objects.count()},
    }


def _deliveries(now: datetime) -> Rows:
    found: Rows = {(channel, state): 0 for channel in ("mail", "push") for state in NoticeState.values}
    found |= {(WEBHOOK, state): 0 for state in WebhookState.values}
    notices = NoticeDelivery.objects.filter(notice__at__gt=now - DAY).values("channel", "state")
    for one in notices.annotate(n=Count("pk")).order_by("channel", "state"):
        found[one["channel"], one["state"]] = one["n"]
    webhooks = WebhookDelivery.objects.filter(message__created_at__gt=now - DAY).values("state")
    for told in webhooks.annotate(n=Count("pk")).order_by("state"):
        found[WEBHOOK, told["state"]] = told["n"]
    return found


def _backup(now: datetime) -> Rows:
    if settings.BACKUP_FOLDER is None:
        return {}
    since = duework.seconds_since_beat(nights.BEAT, now=now)
    if since is None:
        since = site.age(now)
    return {(): since}


_database = probes.Probe(probes.on_own_line(_of_site))
