"""The director's correction of a margin: for a mistake that no result shows any more, with its reason."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.models import Entry
from tournaments.services.errors import Invalid, NeedsReason

MOST = 9_999


@transaction.atomic
def correct_margin(*, entry: Entry, points: int, by: User | None, now: datetime, reason: str) -> Entry:
    """Add so many points (below 0: take them off) to an entry's margin, in place of an earlier correction; 0 takes that
    back. Match points stay. Locks the entry. Raises Invalid for figures out of range, NeedsReason without a reason."""
    if type(points) is not int or not -MOST <= points <= MOST:
        raise Invalid("points", _("A whole number from −%(most)d to %(most)d.") % {"most": MOST})
    if not reason.strip():
        raise NeedsReason(_("This needs a reason."), [_("It changes the order among equal points.")])
    entry = Entry.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entry.pk)
    before = entry.margin_correction
    entry.margin_correction = points
    entry.save(update_fields=["margin_correction"])
    audit.record(
        actor=by,
        action="entry.correct_margin",
        target=f"entry:{entry.public_id}",
        now=now,
        before={"margin_correction": before},
        after={"margin_correction": points},
        reason=reason.strip(),
    )
    return entry
