"""The pairing of a large field: queued at once, computed in the background, written in one short transaction."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from duework import services as duework
from duework.models import DueWork
from tournaments.errors import Conflict, Refusal
from tournaments.event.services import schedule
from tournaments.formats import Plan
from tournaments.models import OPEN_JOBS, JobState, PairingJob, Round, RoundState, Stage
from tournaments.pairing import CannotPair
from tournaments.rounds.selectors import answer_of
from tournaments.rounds.services import drafts, editing, pairing_process
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import reasons
from tournaments.standings.selectors.rows import facts

KIND = "tournaments.pair_large"
MOST_TURNS = 5  # how often it is computed again because the facts changed meanwhile
MOST_FAILURES = 3


@transaction.atomic
def ask_pairing(
    *,
    stage: Stage,
    now: datetime,
    by: User | None = None,
    open_reason: str = "",
    is_automatic: bool = False,
    instead_of: Round | None = None,
    version: int = 0,
) -> PairingJob:
    """Queue the pairing of the round that is due in a stage, or again `instead_of` a draft in this version, which stays
    until the new one is there. Locks the stage: while a job is open, every caller gets the same one. Raises as
    `pair_round`, except NoPairing, which the job reports later."""
    stage = drafts.locked(stage)
    running = PairingJob.objects.filter(stage=stage, state__in=OPEN_JOBS).first()
    if running is not None:
        return running
    if instead_of is None:
        drafts.check_due(stage, open_reason.strip())
    else:
        _check_draft(instead_of, version)
    job = PairingJob.objects.create(
        stage=stage,
        number=instead_of.number if instead_of else facts.next_number(stage),
        by=by,
        open_reason=open_reason.strip(),
        is_automatic=is_automatic,
        instead_of=instead_of,
        version=version if instead_of else None,
        asked_at=now,
    )
    duework.plan(key=_key(job), kind=KIND, due_at=now, payload={"job": job.pk})
    duework.nudge()
    _record(job, "round.pair_ask", by, now, reason=job.open_reason)
    return job


@transaction.atomic
def cancel_pairing(*, job: PairingJob, now: datetime, by: User | None = None) -> PairingJob:
    """Cancel an open pairing, which changes nothing else. Locks the job. Raises Conflict where it has ended."""
    job = PairingJob.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=job.pk)
    if not job.is_open:
        raise Conflict(_("This pairing has ended already."))
    job.state = JobState.CANCELLED
    job.save(update_fields=["state"])
    duework.cancel(key=_key(job))
    _record(job, "round.pair_cancel", by, now)
    return job


def do_pair_large(work: DueWork, now: datetime) -> None:
    """Pair a large field: read, compute in a separate process without locks, check that the facts are still the same,
    write. If they have changed, compute again. A finished job is left alone, so that running it twice makes one
    round."""
    jobs = PairingJob.objects.select_related("stage__tournament", "instead_of", "by")
    job = jobs.filter(pk=work.payload["job"], state__in=OPEN_JOBS).first()
    if job is None:
        return
    try:
        if work.attempts >= MOST_FAILURES:
            raise Refusal(_("The pairing failed several times; the log of the site says why."), "broken")
        _work(job, work, now)
    except Refusal as refusal:
        _give_up(job, work, refusal.code, str(refusal), now)


HANDLERS = {KIND: do_pair_large}


def _work(job: PairingJob, work: DueWork, now: datetime) -> None:
    for _turn in range(MOST_TURNS):
        found = _read(job)
        plan = pairing_process.compute(job.stage.format, found.facts, lambda done, of: _note(job, work, done, of))
        if plan is None:
            raise duework.LeaseLost(work.key)
        if isinstance(plan, CannotPair):
            _cannot(job, work, plan, found, now)
            return
        if _write(job, work, plan, found, now):
            return
    raise Conflict(_("Entries or results kept changing during the pairing: pair again when it is quiet."))


def _read(job: PairingJob) -> facts.StageFacts:
    """The facts for the pairing: start numbers are given in a short transaction, the rest is read without one. Changes
    in the meantime are detected before anything is written."""
    with transaction.atomic():
        stage = drafts.locked(job.stage)
        drafts.number_for(stage, _step(job, stage))
    return facts.facts_of(stage, to_pair=True, with_open=bool(job.open_reason), instead_of=job.instead_of)


def _step(job: PairingJob, stage: Stage) -> int:
    """The place in its locked stage of the round to pair. Raises Refusal where it is not due any more."""
    if job.version is None:
        return drafts.check_due(stage, job.open_reason)
    if job.instead_of is None:
        raise Conflict(_("This draft has changed meanwhile."))
    _check_draft(job.instead_of, job.version)
    return stage.rounds.count()


def _note(job: PairingJob, work: DueWork, done: int, of: int) -> bool:
    """Store the progress and extend the lease of the work; returns whether the job is still wanted."""
    duework.renew(work)
    mine = PairingJob.objects.filter(pk=job.pk, state__in=OPEN_JOBS)
    return mine.update(state=JobState.RUNNING, done=done, groups=of) == 1


@transaction.atomic
def _write(job: PairingJob, work: DueWork, plan: Plan, seen: facts.StageFacts, now: datetime) -> bool:
    """Write the round if the facts are unchanged; returns whether it did. Locks stage, job and work. Raises LeaseLost
    where the job is no longer ours, Refusal where the round is not due any more."""
    stage = drafts.locked(job.stage)
    _hold(job, work)
    _step(job, stage)
    if job.instead_of is not None and job.version is not None:
        drafts.discard(job.instead_of, job.version)
    found = drafts.facts_due(stage, job.open_reason)
    if found != seen:
        transaction.set_rollback(True)
        return False
    rnd = drafts.write_round(stage, found, plan, now, job.by, job.open_reason)
    PairingJob.objects.filter(pk=job.pk).update(state=JobState.DONE, round=rnd, number=rnd.number, done=F("groups"))
    if job.is_automatic:
        schedule.plan_publishing(rnd, now)
    return True


@transaction.atomic
def _cannot(job: PairingJob, work: DueWork, plan: CannotPair, found: facts.StageFacts, now: datetime) -> None:
    """Record that no legal pairing exists; an automatic stage ends, with the reason on record, or plays the draft that
    was to be paired again."""
    stage = drafts.locked(job.stage)
    _hold(job, work)
    text = _("No legal pairing exists for round %(n)d.") % {"n": found.facts.number}
    _end(job, "cannot_pair", text, answer_of(plan, found).plain())
    if job.is_automatic and not _is_played_as_it_stands(job, text, now):
        witness, _ways = reasons.cannot_pair(plan, found.entries)
        stages.go_on(stages.finish_stage(stage=stage, now=now, reason=" ".join((text, *witness))), now)


@transaction.atomic
def _give_up(job: PairingJob, work: DueWork, code: str, text: str, now: datetime) -> None:
    """Mark the job as failed, with the reason."""
    _hold(job, work)
    _end(job, code, text)
    _is_played_as_it_stands(job, text, now)


def _is_played_as_it_stands(job: PairingJob, text: str, now: datetime) -> bool:
    """Publish the draft that was to be paired again by itself and could not be; False where there is none."""
    draft = job.instead_of
    if not job.is_automatic or draft is None or not Round.objects.filter(pk=draft.pk, state=RoundState.DRAFT).exists():
        return False
    editing.publish_round(rnd=draft, now=now, reason=text)
    return True


def _hold(job: PairingJob, work: DueWork) -> None:
    """Lock job and work, and mark the work as done in this transaction. Raises LeaseLost if the job was cancelled or
    another process does it."""
    if not PairingJob.objects.select_for_update().filter(pk=job.pk, state__in=OPEN_JOBS).exists():
        raise duework.LeaseLost(work.key)
    duework.hold(work)


def _end(job: PairingJob, code: str, text: str, answer: dict[str, object] | None = None) -> None:
    PairingJob.objects.filter(pk=job.pk).update(state=JobState.FAILED, code=code, text=text, answer=answer or {})


def _check_draft(rnd: Round, version: int) -> None:
    if not Round.objects.filter(pk=rnd.pk, version=version, state=RoundState.DRAFT).exists():
        raise Conflict(_("This draft has changed meanwhile."))


def _key(job: PairingJob) -> str:
    return f"pairing:{job.public_id}"


def _record(job: PairingJob, action: str, by: User | None, now: datetime, **said: str) -> None:
    target = f"tournament:{job.stage.tournament.public_id}/round:{job.number}"
    audit.record(actor=by, action=action, target=target, now=now, **said)
