"""The one-second sweep as a task."""

from celery import shared_task
from django.utils import timezone

from duework import services


@shared_task(name="duework.sweep")
def sweep() -> int:
    """Do what is due now, batch after batch; the number done."""
    done = 0
    while batch := services.sweep(now=timezone.now()):
        done += batch
    if (services.seconds_since_beat("sweep", now=timezone.now()) or services.BEAT_EVERY) >= services.BEAT_EVERY:
        services.beat("sweep", now=timezone.now())
        services.plan_nights(now=timezone.now())
    return done
