"""The consequences of a changed result: rounds paired again, a bracket reopened or ended, fed stages drawn again."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.corrections.selectors import fed_stages
from tournaments.corrections.selectors.corrections import Effect
from tournaments.errors import Conflict, Invalid, Refusal
from tournaments.formats import FORMATS, REST
from tournaments.models import Match, Round, RoundState, Stage, StageState
from tournaments.pairing import CannotPair, drafts
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import drafts as rounds_drafts
from tournaments.rounds.services import editing
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors.rows import facts
from tournaments.teams.services import boards as teams_boards


def claim(match: Match, reason: str) -> tuple[Stage, dict[int, Round]]:
    """The stage of a result to be corrected and all its rounds by key, locked with the tournament. Raises Invalid
    without a reason, Refusal for a sealed round: it must be reopened first."""
    if not reason.strip():
        raise Invalid("reason", _("Give a reason: it is public."))
    locked = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament")
    stage = locked.get(pk=match.round.stage_id)
    rounds = {rnd.pk: rnd for rnd in Round.objects.select_for_update().filter(stage=stage).order_by("number")}
    if rounds[match.round_id].state == RoundState.SEALED:
        raise Refusal(_("The correction window is over: the director must reopen the round first."), "sealed")
    return stage, rounds


def check_seen(digest: str, seen: str) -> None:
    """Raise Conflict if something has changed since the caller looked."""
    if seen != digest:
        raise Conflict(_("Something has changed since you looked: look again at what the correction does."))


def digest_of(effect: Effect, **seen: Any) -> str:
    """A digest, of 16 letters, of what was shown: the present result, the new one, and all effects."""
    facts = {
        **seen,
        "standings": [[one.entry.public_id, one.place, one.points, one.values] for one in effect.standings],
        "rounds": [
            [one.round.public_id, one.round.version, one.round.state, one.effect, asdict(one.change)]
            for one in effect.rounds
        ],
        "words": [effect.floats, effect.byes, effect.is_reopened, effect.rating],
        "fed": [[one.stage.pk, one.stage.version, one.effect, one.seeds] for one in effect.fed],
    }
    return short_digest(facts)


def short_digest(facts: Mapping[str, Any]) -> str:
    """A digest, of 16 letters, of the facts that a preview showed."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()[:16]


def pair_later(
    effect: Effect, rounds: Mapping[int, Round], repair: bool, now: datetime, by: User | None, reason: str
) -> None:
    """Pair the later rounds again whose effect says so, and on request (`repair`) also those for which that was
    offered."""
    for later in effect.rounds:
        if later.effect == "paired_again" or (later.effect == "offered" and repair):
            pair_again(rounds[later.round.pk], now, by, reason)


def pair_again(rnd: Round, now: datetime, by: User | None, reason: str) -> None:
    """Re-pair a draft, or a published round that has not begun, by the present results; a round in which nobody can
    play is removed. Called with the stage and the round locked."""
    rnd.refresh_from_db()
    found = facts.facts_before(rnd)
    plan = FORMATS[rnd.stage.format].pairs(found.facts)
    if isinstance(plan, CannotPair):
        return
    if not plan.tables and rnd.stage.has_bracket:
        editing.record_round(rnd, "round.drop", by, now, reason=reason.strip())
        rnd.delete()
        return
    draft = rounds.draft_from(plan)
    if rnd.state == RoundState.PUBLISHED:
        draft = drafts.at_old_tables(rounds.desk_of(rnd).draft, draft)
    rounds_drafts.write_plan(rnd, plan, found, by, now, draft)
    if rnd.state == RoundState.PUBLISHED:
        teams_boards.set_up(rnd)
    Round.objects.filter(pk=rnd.pk).update(version=rnd.version + 1)
    editing.record_round(rnd, "round.repair", by, now, after={"boards": len(plan.tables)}, reason=reason.strip())


def follow_bracket(stage: Stage, now: datetime, by: User | None, reason: str) -> bool:
    """Update a bracket after a result or a ruling: rounds that have not begun get the right pairs; a finished stage is
    reopened if something must be played, and a running one ends if nothing is left. Returns whether it was reopened.
    Called with stage and tournament locked."""
    for rnd in stage.rounds.filter(state__in=(RoundState.DRAFT, RoundState.PUBLISHED)).order_by("number"):
        if _differs(rnd):
            pair_again(rnd, now, by, reason)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    due = facts.next_step(stage)
    is_opened = due.step == "pair" and stage.state == StageState.FINISHED
    if is_opened:
        stages.reopen_stage(stage, now, by, reason)
    elif due.step == "finish" and stage.state == StageState.RUNNING:
        stages.end_played(stage, now, reason, by)
    return is_opened


def follow_fed(found: Iterable[fed_stages.Fed], now: datetime, by: User | None, reason: str) -> None:
    """Carry out the previewed effects on the stages fed by a corrected one. Called with the corrected stage locked."""
    for one in sorted(found, key=lambda one: one.stage.feed["take"] == REST):
        if one.effect in (fed_stages.REDRAWN, fed_stages.TAKEN_BACK):
            stage = stages.take_back(one.stage, now, by, reason)
            if one.effect == fed_stages.REDRAWN:
                stages.cut_stage(
                    stage=stage, digest=stages.preview_cut(stage=stage).digest, now=now, by=by, reason=reason
                )
        elif one.effect == fed_stages.STANDS:
            stages.dispute(one.stage, one.comes, one.goes)
        elif one.effect == fed_stages.RIGHT_AGAIN:
            stages.dispute(one.stage, (), (), is_right=True)


def _differs(rnd: Round) -> bool:
    """Would the present results pair a round with other entries than it has?"""
    plan = FORMATS[rnd.stage.format].pairs(facts.facts_before(rnd).facts)
    if isinstance(plan, CannotPair):
        return False
    held, wanted = rounds.desk_of(rnd).draft, rounds.draft_from(plan)
    return {(one.slot, one.who) for one in held.tables} != {(one.slot, one.who) for one in wanted.tables}
