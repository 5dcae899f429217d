"""The task that rates finished matches."""

from celery import shared_task

from ratings.services.runs import folding


@shared_task(name="ratings.rate_pending")
def rate_pending(pool: str) -> int:
    """Fold the pool's new matches; returns their number."""
    return folding.rate_pending(pool=pool)
