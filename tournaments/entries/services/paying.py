"""Record which entries have paid the fee of a tournament."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.event.services.acts import record_tournament
from tournaments.models import Entry, Payment


@transaction.atomic
def set_paid(*, entry: Entry, is_paid: bool, now: datetime, by: User | None) -> Entry:
    """Mark an entry as paid, or as not paid; doing it again changes nothing. Locks the entry."""
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entry.pk)
    if is_paid:
        _payment, changed = Payment.objects.get_or_create(entry=entry, defaults={"at": now, "by": by})
    else:
        changed = Payment.objects.filter(entry=entry).delete()[0] > 0
    if changed:
        action = "entry.paid" if is_paid else "entry.unpaid"
        record_tournament(entry.tournament, action, by, now, after={"entry": entry.public_id})
    return entry
