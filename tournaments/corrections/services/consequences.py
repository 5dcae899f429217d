"""The consequences of a changed result: rounds paired again, a bracket reopened or ended, fed stages drawn again."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from tournaments.corrections.selectors import fed_stages
from tournaments.formats import FORMATS, REST
from tournaments.models import Round, RoundState, Stage, StageState
from tournaments.pairing import CannotPair, drafts
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import drafts as rounds_drafts
from tournaments.rounds.services import editing
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors.rows import facts


def pair_anew(rnd: Round, now: datetime, by: User | None, reason: str) -> None:
    """Re-pair a draft, or a published round that has not begun, by the present results; a round in which nobody can
    play is removed. Called with the stage and the round locked."""
    rnd.refresh_from_db()
    found = facts.facts_before(rnd)
    plan = FORMATS[rnd.stage.format].pairs(found.facts)
    if isinstance(plan, CannotPair):
        return
    if not plan.boards and rnd.stage.has_bracket:
        editing.record_round(rnd, "round.drop", by, now, reason=reason.strip())
        rnd.delete()
        return
    draft = rounds.draft_from(plan)
    if rnd.state == RoundState.PUBLISHED and not rnd.stage.has_pods:
        draft = drafts.at_old_tables(rounds.desk_of(rnd).draft, draft)
    rounds_drafts.write_plan(rnd, plan, found, by, now, draft)
    Round.objects.filter(pk=rnd.pk).update(version=rnd.version + 1)
    editing.record_round(rnd, "round.repair", by, now, after={"boards": len(plan.boards)}, reason=reason.strip())


def follow_bracket(stage: Stage, now: datetime, by: User | None, reason: str) -> bool:
    """Update a bracket after a result or a ruling: rounds that have not begun get the right pairs; a finished stage is
    reopened if something must be played, and a running one ends if nothing is left. Returns whether it was reopened.
    Called with stage and tournament locked."""
    for rnd in stage.rounds.filter(state__in=(RoundState.DRAFT, RoundState.PUBLISHED)).order_by("number"):
        if _differs(rnd):
            pair_anew(rnd, now, by, reason)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    due = facts.next_step(stage)
    is_opened = due.step == "pair" and stage.state == StageState.FINISHED
    if is_opened:
        stages.reopen_stage(stage, now, by, reason)
    elif due.step == "finish" and stage.state == StageState.RUNNING:
        stages.go_on(stages.finish_stage(stage=stage, now=now, by=by, reason=reason), now)
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
    """Should other entries play in a round than the present ones?"""
    plan = FORMATS[rnd.stage.format].pairs(facts.facts_before(rnd).facts)
    if isinstance(plan, CannotPair):
        return False
    held, wanted = rounds.desk_of(rnd).draft, rounds.draft_from(plan)
    return {(one.slot, one.pair) for one in held.boards} != {(one.slot, one.pair) for one in wanted.boards}
