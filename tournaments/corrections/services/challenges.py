"""What the director of a ladder does: put somebody on a place, annul a challenge. No place is ever edited."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.formats.ladder_stage import KEY as LADDER
from tournaments.models import GOING_ON, Challenge, ChallengeState, Entry, MatchState, Ruling
from tournaments.pairing import Kind
from tournaments.services import corrections
from tournaments.services import ladder_log as log
from tournaments.services.errors import Invalid, Refusal
from tournaments.services.notices import tell_entry
from tournaments.services.scores import Score, facts_of_match

VOID = Score(kind=Kind.ANNULLED, winner=None, ruling=(0, 0))


@transaction.atomic
def place_entry(*, entry: Entry, place: int, reason: str, now: datetime, by: User | None) -> Entry:
    """The director puts an entry on a place of its ladder; the others keep their order. Putting it where it stands
    changes nothing. Locks the stage. Raises Invalid without a reason or for a place that there is not, Refusal for
    somebody who is not on it."""
    if not reason.strip():
        raise Invalid("reason", _("Say why: everybody will read it."))
    stage = entry.tournament.stages.filter(format=LADDER).first()
    if stage is None:
        raise Refusal(_("This tournament is no ladder."), "no_ladder")
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
    log.promise(held.stage, now)
    return entry


@transaction.atomic
def annul_challenge(*, challenge: Challenge, reason: str, now: datetime, by: User | None) -> Challenge:
    """As if there had been no challenge: what it moved is moved back by replaying what happened since, the two may meet
    again at once, and its match counts for nothing. Annulling it again changes nothing. Locks the stage. Raises Invalid
    without a reason, Refusal while it is being played or once the result of its match is sealed."""
    if not reason.strip():
        raise Invalid("reason", _("Say why: everybody will read it."))
    held = log.held(challenge.stage, now)
    one = Challenge.objects.select_related("by", "to", "match__round__stage__tournament").get(pk=challenge.pk)
    if one.state == ChallengeState.ANNULLED:
        return one
    before = one.state
    _annul_match(one, reason.strip(), now, by)
    log.write(held.stage, "annulled", now, by=by, challenge=one, reason=reason.strip()[:500])
    one.state, one.ended_at = ChallengeState.ANNULLED, one.ended_at or now
    one.save(update_fields=["state", "ended_at"])
    said = {"challenge": one.public_id}
    log.record(
        held.stage, "challenge.annul", by, now,
        before={**said, "state": before}, after={**said, "state": one.state}, reason=reason.strip(),
    )  # fmt: skip
    for entry in (one.by, one.to):
        tell_entry(f"challenge:{one.pk}:annulled:{entry.pk}", "annulled", entry, now, one)
    log.promise(held.stage, now)
    return one


def _annul_match(one: Challenge, reason: str, now: datetime, by: User | None) -> None:
    """The match of an annulled challenge counts for nothing: by a ruling, as after any round that is closed."""
    match = one.match
    if match is None:
        return
    if match.state == MatchState.PLAYING:
        raise Refusal(_("This match is being played at a live table: its result comes by itself."), "live")
    if one.state not in GOING_ON and match.round.state in corrections.CLOSED:
        wish = {"kind": Kind.ANNULLED, "ruling": (0, 0)}
        seen = corrections.preview_correction(match=match, **wish)
        corrections.apply_correction(match=match, digest=seen.digest, reason=reason, now=now, by=by, **wish)
        return
    before = facts_of_match(match)
    log.decide(match, VOID, now, by, "match.annul", reason)
    Ruling.objects.create(
        match=match, kind=Kind.ANNULLED, reason=reason[:500], before=before, after=facts_of_match(match),
        is_rated=False, by=by, at=now,
    )  # fmt: skip
