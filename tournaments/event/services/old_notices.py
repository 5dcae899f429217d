"""Delete old notices, every night."""

from datetime import datetime, timedelta

from django.conf import settings

from tournaments.models import GOING_ON, OVER, LadderNotice, Notice

OLD_NOTICES = "tournaments.old_notices"
OLD_NOTICES_HOUR = 5


def forget_old_notices(*, now: datetime) -> int:
    """Delete notices that are older than notices are kept; returns how many rows. Those of tournaments and challenges
    that still go on stay: their rows keep a notice from being sent twice."""
    old = now - timedelta(days=settings.KEEP_NOTICES)
    over = Notice.objects.filter(at__lt=old, round__stage__tournament__state__in=OVER)
    ended = LadderNotice.objects.filter(at__lt=old).exclude(challenge__state__in=GOING_ON)
    return over.delete()[0] + ended.delete()[0]
