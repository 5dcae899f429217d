"""Telling people: a notice is a row and a signal; inbox, mail and push listen to the signal elsewhere."""

from datetime import datetime

from django.db import transaction

from tournaments.models import Challenge, Entry, LadderNotice, Match, Notice, Round
from tournaments.signals import noticed


def tell(key: str, kind: str, rnd: Round, now: datetime, match: Match | None = None) -> Notice:
    """Notify the players of a round, or of one match, once per `key`; the signal is sent after the commit."""
    notice, new = Notice.objects.get_or_create(
        key=key, defaults={"kind": kind, "round": rnd, "match": match, "at": now}
    )
    if new:
        transaction.on_commit(lambda: noticed.send_robust(sender=Notice, notice=notice), robust=True)
    return notice


def tell_entry(key: str, kind: str, entry: Entry, now: datetime, challenge: Challenge | None = None) -> LadderNotice:
    """Notify the people of one entry of a ladder, once per `key`; the signal is sent after the commit."""
    notice, new = LadderNotice.objects.get_or_create(
        key=key, defaults={"kind": kind, "entry": entry, "challenge": challenge, "at": now}
    )
    if new:
        transaction.on_commit(lambda: noticed.send_robust(sender=LadderNotice, notice=notice), robust=True)
    return notice
