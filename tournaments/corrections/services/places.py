"""Rulings on matches and stages that, as a correction shows, were begun by the wrong entries."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from tournaments.corrections.selectors import fed_stages, misplaced
from tournaments.corrections.services import consequences
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell_match
from tournaments.matches.services import own_words
from tournaments.matches.services.match_scores import Score
from tournaments.matches.services.writing import after_result, facts_of_match, record_match, write_score
from tournaments.models import Match, MatchSide, MatchState, Round, RoundState, Ruling, Stage
from tournaments.pairing import Kind
from tournaments.results.services import hand_over
from tournaments.stages.services import progression as stages


@transaction.atomic
def rule_place(
    *, match: Match, way: str, digest: str, reason: str, now: datetime, by: User | None, rule: str = ""
) -> Match:
    """Rule on a match of a bracket begun by the wrong entries: it `stands`, the right ones play it again (`replay`), or
    it is annulled without a replay (`annul`). `digest` is that of the list (`misplaced.misplaced_in`) in which the
    caller has seen it. Rounds that have not begun follow, and the stage is opened or ends as it must; a stage that it
    feeds is drawn again while it has not begun. Leaves a ruling and an audit entry.

    Locks stage, tournament, rounds and match. Raises Invalid without a reason or for a way that is not open, Conflict
    when it is decided or the bracket has changed since, Refusal for whoever plays in the match.
    """
    own_words.refuse_own(match, by)
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    locked = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament")
    stage = locked.get(pk=match.round.stage_id)
    refuse_cancelled(stage.tournament)
    list(Round.objects.select_for_update().filter(stage=stage).order_by("number"))
    Match.objects.select_for_update().get(pk=match.pk)
    found = next((one for one in misplaced.misplaced_in(stage) if one.match.pk == match.pk), None)
    if found is None:
        raise Conflict(_("This match needs no ruling any more."))
    if found.digest != digest:
        raise Conflict(_("Something has changed since you looked: look again."))
    if way not in found.ways:
        raise Invalid("way", _("Allowed here: %(allowed)s.") % {"allowed": ", ".join(found.ways)})
    cut = fed_stages.cut_previews(stage)
    match, before = found.match, facts_of_match(found.match)
    if way == misplaced.STANDS:
        _let_stand(stage, found)
    else:
        _annul(match, found.through if way == misplaced.ANNUL else None, now, by)
    after = facts_of_match(match)
    said = {"reason": reason.strip(), "rule": rule.strip()[:20]}
    ruling = Ruling.objects.create(
        match=match, kind=way, reason=said["reason"][:500], rule=said["rule"], before=before, after=after,
        is_rated=way == misplaced.STANDS, by=by, at=now,
    )  # fmt: skip
    tell_match(f"ruling:{ruling.pk}", "result_ruled", match, now, by, reason=said["reason"])
    record_match(match, f"match.{way}", by, now, before=before, after=after, **said)
    if way != misplaced.STANDS:
        hand_over.hand_down(match, now, by)
        if match.round.state == RoundState.RUNNING:
            after_result(match.round, now)
    is_open = consequences.follow_bracket(stage, now, by, reason)
    stage.refresh_from_db()
    stages.wake_anew(stage, now)
    consequences.follow_fed(fed_stages.fed_by(stage, cut, fed_stages.cut_previews(stage), is_open), now, by, reason)
    return match


@transaction.atomic
def settle_field(*, stage: Stage, reason: str, now: datetime, by: User | None) -> Stage:
    """Let the field of a stage that has begun stand, although after a correction other entries would have qualified.
    Locks it. Raises Invalid without a reason, Refusal where nothing is disputed."""
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    stage = Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=stage.pk)
    if not stage.disputed:
        raise Refusal(_("The field of this stage is not disputed."), "not_disputed")
    before, stage.disputed = stage.disputed, {}
    stage.save(update_fields=["disputed"])
    audit.record(
        actor=by, action="stage.field_stands", target=f"tournament:{stage.tournament.public_id}", now=now,
        before={"stage": stage.number, **before}, reason=reason.strip(),
    )  # fmt: skip
    return stage


def _let_stand(stage: Stage, found: misplaced.Misplaced) -> None:
    """Record at the earlier matches which side advances."""
    for slot, entry in found.advances.items():
        sides = MatchSide.objects.filter(match__round__stage=stage, match__slot=slot, match__is_void=False)
        last = sides.order_by("-match__round__number", "order").select_related("match", "seat")
        one = last[0].match
        one.advances = None if entry is None else one.sides.get(seat__entry=entry).order
        one.version += 1
        one.save(update_fields=["advances", "version"])


def _annul(match: Match, through: int | None, now: datetime, by: User | None) -> None:
    """Annul the match; if `through` names a side, that side advances."""
    ruling = (0, 0) if through is None else None
    score = Score(kind=Kind.ANNULLED, winner=through, ruling=ruling)
    write_score(match, score, match.finished_at or now, MatchState.OVER, by)
    match.is_void, match.advances = True, through
    match.save(update_fields=["is_void", "advances"])
