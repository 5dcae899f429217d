"""Nightly work: publish the lists of the month that has ended, and merge the segments of histories that have too
many."""

from datetime import UTC, datetime, timedelta

from django.db.models import Count

from duework import services as duework
from duework.models import DueWork
from ratings.models import Pool
from ratings.services.lists import publish_list
from ratings.services.runs.folding import rate_pending, rebuild
from ratings.services.schedule import plan_night

SEGMENTS = 20  # a history of more is folded into one


def night_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `ratings.night`: do the work of one pool after the other, then plan the next night."""
    with duework.walk(work.kind, now=now) as walk:
        for pool in Pool.objects.exclude(run=None):
            with walk.row(f"pool {pool.key}"):
                rate_pending(pool=pool.key)
                _publish_month(pool, now)
        for pool in Pool.objects.annotate(count=Count("segments")).filter(count__gt=SEGMENTS):
            with walk.row(f"segments of pool {pool.key}"):
                rebuild(pool=pool.key)
    plan_night(now)


def _publish_month(pool: Pool, now: datetime) -> None:
    """Publish the list of the month before `now`, if a match of that month or before is new since the last list."""
    end = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    month = (end - timedelta(days=1)).strftime("%Y-%m")
    occasion = f"month:{month}"
    if not pool.lists.filter(occasion=occasion).exists():
        publish_list(pool=pool.key, occasion=occasion, label=month, as_of=end, now=now)
