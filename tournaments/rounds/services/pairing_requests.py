"""Requests by organisers and by due work to pair a round: done at once, or for a large field as a job."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.errors import Refusal
from tournaments.models import PairingJob, Round, Stage, StageState, Tournament
from tournaments.rounds.selectors import is_large, since
from tournaments.rounds.services import drafts, jobs
from tournaments.standings.selectors.rows import facts

Asked = Round | PairingJob


@transaction.atomic
def pair_stage(
    *, stage: Stage, now: datetime, by: User | None = None, open_reason: str = "", is_automatic: bool = False
) -> Asked:
    """Pair the round that is due in a stage: into a draft at once, or for a large field by a job. Raises as
    `pair_round`."""
    if is_large(stage):
        return jobs.ask_pairing(stage=stage, now=now, by=by, open_reason=open_reason, is_automatic=is_automatic)
    return drafts.pair_round(stage=stage, now=now, by=by, open_reason=open_reason)


@transaction.atomic
def pair_next(*, tournament: Tournament, now: datetime, by: User | None = None, open_reason: str = "") -> list[Asked]:
    """Pair the round that is due in every running stage: two cups side by side get a round each. Raises as `pair_round`
    where nothing is due, Refusal while it must first be confirmed who goes on."""
    running = list(tournament.stages.filter(state=StageState.RUNNING).select_related("tournament").order_by("number"))
    due = [stage for stage in running if facts.next_step(stage).step == "pair"] or running[:1]
    if not due and tournament.stages.filter(state=StageState.WAITING, source__state=StageState.FINISHED).exists():
        raise Refusal(_("The stage is over: choose who goes on."), "stage_waits")
    if not due:
        raise Refusal(_("This tournament is not running."), "not_running")
    return [pair_stage(stage=stage, now=now, by=by, open_reason=open_reason) for stage in due]


@transaction.atomic
def pair_again(
    *,
    rnd: Round,
    version: int,
    now: datetime,
    by: User | None = None,
    open_reason: str = "",
    is_automatic: bool = False,
) -> Asked:
    """Discard a draft and pair again, after late check-ins or withdrawals; for a large field the draft stays until the
    new one is ready. Without an `open_reason` that of the draft holds as long as the round before is played.
    Compare-and-swap on `version`."""
    stage = drafts.locked(rnd.stage)
    open_reason = open_reason.strip() or since.open_reason(rnd)
    if is_large(stage):
        return jobs.ask_pairing(
            stage=stage, now=now, by=by, open_reason=open_reason, is_automatic=is_automatic, instead_of=rnd,
            version=version,
        )  # fmt: skip
    drafts.discard(rnd, version)
    return drafts.pair_round(stage=stage, now=now, by=by, open_reason=open_reason)
