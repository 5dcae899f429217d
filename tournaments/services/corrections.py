"""Correcting a result after its round is closed, or deciding it by ruling: seen first, then applied, never unseen."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.formats import FORMATS
from tournaments.models import Match, MatchState, Round, RoundState, Ruling, Stage
from tournaments.pairing import CannotPair, Kind, drafts, points_table
from tournaments.selectors import corrections as reading
from tournaments.selectors import drafts as tables
from tournaments.selectors import facts
from tournaments.services import clockwork, figures, pairings, results
from tournaments.services import drafts as pairing
from tournaments.services.errors import Conflict, Invalid, Refusal
from tournaments.services.scores import Score, check_ruling, facts_of_match, record_match, revised, write_score

CLOSED = (RoundState.CLOSED, RoundState.SEALED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Another result of a match and all that it would change. `digest` names exactly this, as it was seen."""

    match: Match
    score: Score
    points: tuple[int, int]
    effect: reading.Effect
    digest: str

    @property
    def rounds_to_offer(self) -> list[reading.Later]:
        """Published rounds that may be paired anew on request."""
        return [one for one in self.effect.rounds if one.effect == "offered"]


def preview_correction(
    *,
    match: Match,
    points: tuple[int, int] = (0, 0),
    kind: str = Kind.PLAYED,
    winner: int | None = None,
    deals: int = 0,
    ruling: tuple[int, int] | None = None,
) -> Correction:
    """What this other result would change, without changing it: standings, floats, byes, later rounds, ratings.

    Raises Invalid for impossible figures, Refusal when the round is not closed yet (the result is simply entered anew)
    or the match has none.
    """
    match = Match.objects.select_related("round__stage__tournament").get(pk=match.pk)
    if match.round.state not in CLOSED:
        raise Refusal(_("This round is not closed: enter the right result in its grid."), "round_not_closed")
    if match.state != MatchState.OVER:
        raise Refusal(_("This match has no result yet."), "no_result")
    table = points_table(match.round.stage.settings["points"])
    score = check_ruling(kind, points, winner, deals, table, ruling)
    if ruling is None:
        figures.check_figures(match, kind, points, deals)
    after = revised(match, score)
    effect = reading.effect_of(match, after)
    return Correction(
        match=match, score=score, points=after.points, effect=effect, digest=_digest(match, score, after.points, effect)
    )


@transaction.atomic
def apply_correction(
    *,
    match: Match,
    digest: str,
    reason: str,
    now: datetime,
    by: User | None,
    rule: str = "",
    is_rated: bool = True,
    repair: bool = False,
    **result: Any,
) -> Match:
    """Let another result stand, as `preview_correction` with the same `result` showed it: `digest` must be the same, or
    else raises Conflict. Drafts of later rounds whose pairing changes are paired anew, published ones with `repair`
    only (pairs that stay keep table and time), in a bracket always; what runs or is over stands. Ratings follow by
    replay, unless `is_rated` is off. Leaves a ruling with its reason (and the rule cited) and an audit entry.

    Locks the stage, its rounds, and the match. Raises Invalid without a reason, Refusal for a sealed round: it must be
    reopened first.
    """
    if not reason.strip():
        raise Invalid("reason", _("Say why: everybody will read it."))
    stage = Stage.objects.select_for_update().get(pk=match.round.stage_id)
    rounds = {rnd.pk: rnd for rnd in Round.objects.select_for_update().filter(stage=stage).order_by("number")}
    if rounds[match.round_id].state == RoundState.SEALED:
        raise Refusal(_("The correction window is over: the director must reopen the round first."), "sealed")
    Match.objects.select_for_update().get(pk=match.pk)
    seen = preview_correction(match=match, **result)
    if seen.digest != digest:
        raise Conflict(_("Something has changed since you looked: look again at what the correction does."))
    match = seen.match
    before = facts_of_match(match)
    write_score(match, seen.score, match.finished_at or now, MatchState.OVER, by)
    after = facts_of_match(match)
    Ruling.objects.create(
        match=match, kind=_kind(seen.score), reason=reason.strip()[:500], rule=rule.strip()[:20],
        before=before, after=after, is_rated=is_rated, by=by, at=now,
    )  # fmt: skip
    follow = {"rounds": [[one.round.number, one.effect] for one in seen.effect.rounds], "repair": repair}
    record_match(
        match, "match.correct", by, now, before=before, after={**after, **follow},
        reason=reason.strip(), rule=rule.strip()[:20],
    )  # fmt: skip
    results.hand_down(match, now, by)
    for later in seen.effect.rounds:
        if later.effect in ("anew", "reseated") or (later.effect == "offered" and repair):
            _pair_anew(rounds[later.round.pk], now, by, reason)
    return match


@transaction.atomic
def reopen_round(*, rnd: Round, reason: str, now: datetime, by: User | None) -> Round:
    """Open the correction window of a sealed round again, by the organiser's explicit word; it is sealed again after as
    long. Locks the round. Raises Invalid without a reason, Refusal when it is not sealed."""
    if not reason.strip():
        raise Invalid("reason", _("Say why: everybody will read it."))
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=rnd.pk)
    if rnd.state != RoundState.SEALED:
        raise Refusal(_("Round %(n)d is not sealed.") % {"n": rnd.number}, "not_sealed")
    rnd.state, rnd.sealed_at, rnd.version = RoundState.CLOSED, None, rnd.version + 1
    rnd.save(update_fields=["state", "sealed_at", "version"])
    pairings.record_round(rnd, "round.reopen", by, now, reason=reason.strip())
    clockwork.plan_seal(rnd, now)
    return rnd


def _pair_anew(rnd: Round, now: datetime, by: User | None, reason: str) -> None:
    """Pair a draft, or a published round that has not begun, as the corrected results say. Called with it locked."""
    rnd.refresh_from_db()
    found = facts.facts_before(rnd)
    plan = FORMATS[rnd.stage.format].pairs(found.facts)
    if isinstance(plan, CannotPair):
        return
    draft = tables.draft_from(plan)
    if rnd.state == RoundState.PUBLISHED:
        held = tables.desk_of(rnd).draft
        draft = drafts.at_old_tables(held, draft)
    pairing.write_plan(rnd, plan, found, by, now, draft)
    Round.objects.filter(pk=rnd.pk).update(version=rnd.version + 1)
    pairings.record_round(rnd, "round.repair", by, now, after={"boards": len(plan.boards)}, reason=reason.strip())


def _kind(score: Score) -> str:
    return "correction" if score.kind == Kind.PLAYED else score.kind


def _digest(match: Match, score: Score, points: tuple[int, int], effect: reading.Effect) -> str:
    """What was seen, in 16 letters: the match as it stands, the wanted result, and everything that would change."""
    seen = {
        "match": [match.public_id, match.version, facts_of_match(match)],
        "score": [asdict(score), list(points)],
        "standings": [[one.entry.public_id, one.place, one.points, one.values] for one in effect.standings],
        "rounds": [
            [one.round.public_id, one.round.version, one.round.state, one.effect, asdict(one.change)]
            for one in effect.rounds
        ],
        "words": [effect.floats, effect.byes, effect.stages, effect.rating],
    }
    return hashlib.sha256(json.dumps(seen, sort_keys=True, default=str).encode()).hexdigest()[:16]
