"""Correct a margin (directors), for a mistake that no result shows: a preview first, then the change for a reason."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.corrections.selectors import corrections, fed_stages
from tournaments.corrections.services import consequences
from tournaments.errors import Conflict, Invalid, NeedsReason
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.matches.services import own_words
from tournaments.models import Entry, StageState

MOST = 9_999


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginChange:
    """A new margin of an entry and its effects: lines of the standings, and the stages that they feed."""

    entry: Entry
    points: int
    standings: tuple[corrections.Moved, ...]
    fed: tuple[fed_stages.Fed, ...]
    digest: str


def preview_margin(*, entry: Entry, points: int) -> MarginChange:
    """Preview a correction of the margin by `points`, which replaces an earlier one. Writes nothing. Raises Invalid for
    figures out of range, Refusal in a cancelled tournament."""
    if type(points) is not int or not -MOST <= points <= MOST:
        raise Invalid("points", _("A whole number from −%(most)d to %(most)d.") % {"most": MOST})
    entry = Entry.objects.select_related("tournament").get(pk=entry.pk)
    refuse_cancelled(entry.tournament)
    standings, concerned = corrections.effect_of_margin(entry, points)
    seen = {
        "entry": [entry.public_id, entry.margin_correction, points],
        "standings": [[one.entry.public_id, one.place, one.points, one.values] for one in standings],
        "fed": [[one.stage.pk, one.stage.version, one.effect, one.seeds] for one in concerned],
    }
    digest = consequences.short_digest(seen)
    return MarginChange(entry=entry, points=points, standings=standings, fed=concerned, digest=digest)


@transaction.atomic
def correct_margin(
    *, entry: Entry, points: int, by: User | None, now: datetime, reason: str, digest: str = ""
) -> Entry:
    """Add `points` (below 0: take them off) to an entry's margin in place of an earlier correction; 0 removes that
    correction. Match points stay; stages fed by the standings change as previewed. With a `digest` (of
    `preview_margin`) only that preview is applied, else it raises Conflict. Locks the tournament's stages and the
    entry. Raises Invalid for figures out of range, NeedsReason without a reason, Refusal for the own entry."""
    own_words.refuse_own_entry(entry, by)
    list(entry.tournament.stages.select_for_update().exclude(state=StageState.WAITING))
    Entry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    seen = preview_margin(entry=entry, points=points)
    if not reason.strip():
        raise NeedsReason(_("This needs a reason."), [_("It changes the order among equal points.")])
    if digest and digest != seen.digest:
        raise Conflict(_("Something has changed since you looked: look again at what the correction does."))
    entry = seen.entry
    before = entry.margin_correction
    entry.margin_correction = points
    entry.save(update_fields=["margin_correction"])
    audit.record(
        actor=by,
        action="entry.correct_margin",
        target=f"tournament:{entry.tournament.public_id}",
        now=now,
        before={"entry": entry.public_id, "margin_correction": before},
        after={"entry": entry.public_id, "margin_correction": points},
        reason=reason.strip(),
    )
    consequences.follow_fed(seen.fed, now, by, reason)
    return entry
