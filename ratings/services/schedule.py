"""Plan due work of the ratings: a list to publish, lists to check after a correction, the next night."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from duework import services as duework
from duework.models import DueWork
from ratings.models import Pool
from ratings.selectors import leaders, pools

PUBLISH, NIGHT = "ratings.publish", "ratings.night"
AFTER_RESULTS = timedelta(seconds=10)  # the last results are folded first
HOUR = 3  # UTC


def plan_list(*, variant: str, occasion: str, label: str, as_of: datetime) -> None:
    """Plan a list of the matches before `as_of`, published once for an occasion ("tournament:" and its public id), if
    anything was rated in the variant's pool; and one for each list beside it. Call it in the transaction of the
    occasion."""
    own = pools.pool_of(variant=variant)
    for pool in (own, *own.tracks.order_by("pk")) if own is not None else ():
        _plan(pool, f"{PUBLISH}:{pool.key}:{occasion}", occasion, label, as_of, as_of + AFTER_RESULTS)


def take_back_list(*, variant: str, occasion: str) -> None:
    """Take back the list of an occasion that is undone. If it is not published yet, it will not be; when the occasion
    comes again the list is planned anew, and replaces one that was published."""
    own = pools.pool_of(variant=variant)
    for pool in (own, *own.tracks.order_by("pk")) if own is not None else ():
        duework.forget(keys=f"{PUBLISH}:{pool.key}:{occasion}")


def plan_corrections(pool: Pool, since: datetime) -> None:
    """Plan a check of the lists with matches that finished at or after `since`, because these were folded again."""
    for one in leaders.lists(pool).filter(as_of__gt=since, replaced_by=None).order_by("as_of"):
        key = f"{PUBLISH}:again:{one.public_id}:{pool.run_id}"
        _plan(pool, key, one.occasion, one.label, one.as_of, timezone.now())


def ensure_night(*, now: datetime) -> None:
    """Plan the next night if none is planned."""
    if not DueWork.objects.filter(kind=NIGHT, done_at=None).exists():
        plan_night(now)


def plan_night(now: datetime) -> None:
    """The first night after `now`."""
    at = now.astimezone(UTC).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    at += timedelta(days=1) if at <= now else timedelta(0)
    duework.plan(key=f"{NIGHT}:{at.date()}", kind=NIGHT, due_at=at)


def _plan(pool: Pool, key: str, occasion: str, label: str, as_of: datetime, due_at: datetime) -> None:
    payload = {"pool": pool.key, "occasion": occasion, "label": label, "as_of": as_of.isoformat()}
    duework.plan(key=key, kind=PUBLISH, due_at=due_at, payload=payload)
