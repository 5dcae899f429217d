"""Rulings of a ladder's director: put an entry on a place. It becomes a line of the log, as no place is ever edited."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Invalid, Refusal
from tournaments.formats.kinds.ladders import KEY as LADDER
from tournaments.ladders.services import log
from tournaments.matches.services import own_words
from tournaments.models import Entry


@transaction.atomic
def place_entry(*, entry: Entry, place: int, reason: str, now: datetime, by: User | None) -> Entry:
    """Put an entry on a place of its ladder; the others keep their order. Putting it where it already is changes
    nothing. Locks the stage. Raises Invalid without a reason or for a place that does not exist, Refusal for an entry
    that is not on the ladder, or for the director's own."""
    own_words.refuse_own_entry(entry, by)
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    stage = entry.tournament.stages.filter(format=LADDER).first()
    if stage is None:
        raise Refusal(_("This tournament is not a ladder."), "no_ladder")
    held = log.held(stage, now)
    order = held.ladder.order
    if entry.pk not in order:
        raise Refusal(_("%(name)s is not on the ladder.") % {"name": entry.name}, "not_on_ladder")
    if not 1 <= place <= len(order):
        raise Invalid("place", _("A place from 1 to %(most)d.") % {"most": len(order)})
    before = order.index(entry.pk) + 1
    if place == before:
        return entry
    log.write(held.stage, "placed", now, by=by, entry=entry, place=place, reason=reason.strip()[:500])
    said = {"entry": entry.public_id}
    log.record(
        held.stage, "ladder.place", by, now,
        before={**said, "place": before}, after={**said, "place": place}, reason=reason.strip(),
    )  # fmt: skip
    log.plan_next(held.stage, now)
    return entry
