"""Annul a challenge of a ladder with its consequences."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.corrections.services import corrections
from tournaments.errors import Invalid, Refusal
from tournaments.event.services.notices import tell_entry
from tournaments.ladders.services import log
from tournaments.matches.services import own_words
from tournaments.matches.services.match_scores import Score
from tournaments.matches.services.writing import facts_of_match
from tournaments.models import GOING_ON, Challenge, ChallengeState, MatchState, Ruling
from tournaments.pairing import Kind

VOID = Score(kind=Kind.ANNULLED, winner=None, ruling=(0, 0))


@transaction.atomic
def annul_challenge(*, challenge: Challenge, reason: str, now: datetime, by: User | None) -> Challenge:
    """Undo a challenge completely: the places are replayed from the log without it, the two entries may meet again at
    once, and its match does not count. Annulling it again changes nothing. Locks the stage. Raises Invalid without a
    reason, Refusal while it is being played, once the result of its match is sealed, or for one of the two players."""
    for entry in (challenge.by, challenge.to):
        own_words.refuse_own_entry(entry, by)
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
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
    log.plan_next(held.stage, now)
    return one


def _annul_match(one: Challenge, reason: str, now: datetime, by: User | None) -> None:
    """Annul the match of a challenge by a ruling, as after any closed round."""
    match = one.match
    if match is None:
        return
    if match.state == MatchState.PLAYING:
        raise Refusal(_("This match is being played at a live table: its result comes by itself."), "live")
    if one.state not in GOING_ON and match.round.is_over:
        wish: dict[str, Any] = {"kind": Kind.ANNULLED, "ruling": (0, 0)}
        seen = corrections.preview_correction(match=match, **wish)
        corrections.apply_correction(match=match, digest=seen.digest, reason=reason, now=now, by=by, **wish)
        return
    before = facts_of_match(match)
    log.decide(match, VOID, now, by, "match.annul", reason)
    Ruling.objects.create(
        match=match, kind=Kind.ANNULLED, reason=reason[:500], before=before, after=facts_of_match(match),
        is_rated=False, by=by, at=now,
    )  # fmt: skip
