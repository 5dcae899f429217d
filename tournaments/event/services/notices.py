"""Telling people: a notice is a row and a signal; who carries it (inbox, mail, push) listens from elsewhere."""

from datetime import datetime

from django.db import transaction

from tournaments.models import Challenge, Entry, LadderNotice, Match, Notice, Round
from tournaments.signals import noticed


def tell(key: str, kind: str, rnd: Round, now: datetime, match: Match | None = None) -> Notice:
    """Tell those who play in a round, or in a match of it, once per `key`; the signal goes out after the commit."""
    notice, new = Notice.objects.get_or_create(
        key=key, defaults={"kind": kind, "round": rnd, "match": match, "at": now}
    )
    if new:
        transaction.on_commit(lambda: noticed.send_robust(sender=Notice, notice=notice), robust=True)
    return notice


def tell_entry(key: str, kind: str, entry: Entry, now: datetime, challenge: Challenge | None = None) -> LadderNotice:
    """Tell the people of one entry of a ladder something, once per `key`; the signal goes out after the commit."""
    notice, new = LadderNotice.objects.get_or_create(
        key=key, defaults={"kind": kind, "entry": entry, "challenge": challenge, "at": now}
    )
    if new:
        transaction.on_commit(lambda: noticed.send_robust(sender=LadderNotice, notice=notice), robust=True)
    return notice
