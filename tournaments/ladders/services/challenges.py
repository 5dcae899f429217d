"""Play on a ladder: challenge, accept, decline, take back; move places after a match; act as the director."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from duework import services as duework
from duework.models import DueWork
from tournaments.errors import Conflict, Refusal
from tournaments.event.services.notices import tell_entry
from tournaments.formats.kinds.ladders import KEY, LOST
from tournaments.formats.ladders import rules
from tournaments.formats.refusal import Refused
from tournaments.ladders.services import log
from tournaments.matches.services.own_words import chosen_confirmation
from tournaments.models import (
    GOING_ON,
    Appointment,
    Challenge,
    ChallengeState,
    Entry,
    Match,
    MatchSide,
    Mode,
    Round,
    RoundSeat,
    RoundState,
    Stage,
    StageState,
)
from tournaments.standings.selectors.rows import facts, ladder_facts

REMIND = "tournaments.remind_challenge"
REMIND_BEFORE = {"answer": timedelta(hours=24), "play": timedelta(hours=48)}


@transaction.atomic
def make_challenge(*, challenger: Entry, challenged: Entry, now: datetime, by: User | None) -> Challenge:
    """Let one entry of a ladder challenge another. A repeat changes nothing. Locks the stage. Raises Refusal, which
    says why it may not be challenged (now)."""
    held = log.held(_stage_of(challenger), now)
    known = Challenge.objects.filter(stage=held.stage, by=challenger, to=challenged, state__in=GOING_ON).first()
    if known is not None:
        return known
    _judge(held, challenger, challenged, now)
    made = Challenge.objects.create(
        stage=held.stage,
        by=challenger,
        to=challenged,
        made_at=now,
        answer_by=now + timedelta(days=held.stage.settings["answer_days"]),
    )
    log.write(held.stage, "challenged", now, by=by, challenge=made)
    after = {"challenge": made.public_id, "by": challenger.public_id, "to": challenged.public_id}
    log.record(held.stage, "challenge.make", by, now, after=after)
    tell_entry(f"challenge:{made.pk}:made", "challenged", challenged, now, made, by)
    _plan_reminder(made, "answer", made.answer_by, now)
    log.plan_next(held.stage, now)
    return made


@transaction.atomic
def accept_challenge(*, challenge: Challenge, now: datetime, by: User | None) -> Challenge:
    """Accept a challenge: the match can be played until its deadline. A repeat changes nothing. Locks the stage. Raises
    Refusal if the challenge is over or it is too late."""
    held, one = _locked(challenge, now)
    if one.state == ChallengeState.ACCEPTED:
        return one
    _require_open(one)
    one.state, one.play_by = ChallengeState.ACCEPTED, now + timedelta(days=held.stage.settings["play_days"])
    one.match = _open_match(one, now)
    one.save(update_fields=["state", "play_by", "match"])
    log.write(held.stage, "accepted", now, by=by, challenge=one)
    after = {"challenge": one.public_id, "match": one.match.public_id}
    log.record(held.stage, "challenge.accept", by, now, after=after)
    tell_entry(f"challenge:{one.pk}:accepted", "accepted", one.by, now, one, by)
    _plan_reminder(one, "play", one.play_by, now)
    log.plan_next(held.stage, now)
    return one


@transaction.atomic
def decline_challenge(*, challenge: Challenge, now: datetime, by: User | None) -> Challenge:
    """Decline a challenge: by the ladder's rule the place is lost, or nobody moves. A repeat changes nothing. Locks the
    stage. Raises Refusal if the challenge is over."""
    held, one = _locked(challenge, now)
    if one.state == ChallengeState.DECLINED:
        return one
    _require_open(one)
    is_lost = held.stage.settings["silence"] == LOST
    return _put_aside(held, one, ChallengeState.DECLINED, now, by, told=one.by, is_lost=is_lost)


@transaction.atomic
def take_back_challenge(*, challenge: Challenge, now: datetime, by: User | None) -> Challenge:
    """Take back a challenge that is not answered yet: nobody moves, and the two have to wait as after a match. A repeat
    changes nothing. Locks the stage. Raises Refusal once it is answered."""
    held, one = _locked(challenge, now)
    if one.state == ChallengeState.TAKEN_BACK:
        return one
    _require_open(one)
    return _put_aside(held, one, ChallengeState.TAKEN_BACK, now, by, told=one.to, is_lost=False)


def note_match_over(rnd: Round, now: datetime, by: User | None) -> None:
    """Count the result of a ladder's match for the places, because its round is closed. The caller has locked stage and
    round. A challenge that is already over is left alone."""
    one = Challenge.objects.filter(match__round=rnd, state=ChallengeState.ACCEPTED).first()
    if one is None:
        return
    log.keep_time(rnd.stage, now)
    log.write(rnd.stage, "ended", now, by=by, challenge=one)
    log.end(one, ChallengeState.PLAYED, now)
    log.plan_next(rnd.stage, now)


def restore(stage: Stage, now: datetime) -> None:
    """Schedule the due work of a loaded ladder: the next change by time, and reminders."""
    for one in Challenge.objects.filter(stage=stage, state__in=GOING_ON):
        if one.state == ChallengeState.OPEN:
            _plan_reminder(one, "answer", one.answer_by, now)
        elif one.play_by is not None:
            _plan_reminder(one, "play", one.play_by, now)
    log.plan_next(stage, now)


def do_keep(work: DueWork, now: datetime) -> None:
    """Handler: write the changes that time has caused on a ladder."""
    row = Stage.objects.filter(pk=work.payload["stage"]).first()
    stage = log.lock(row.tournament_id) if row is not None else None
    if stage is not None:
        log.keep_time(stage, now)
        log.plan_next(stage, now)


def do_remind(work: DueWork, now: datetime) -> None:
    """Handler: remind those who owe an answer or a match that is due soon."""
    found = Challenge.objects.select_related("by", "to").filter(pk=work.payload["challenge"])
    if work.payload["what"] == "answer":
        for one in found.filter(state=ChallengeState.OPEN):
            tell_entry(f"challenge:{one.pk}:answer_soon", "answer_soon", one.to, now, one)
        return
    for one in found.filter(state=ChallengeState.ACCEPTED, match__state="paired"):
        for entry in (one.by, one.to):
            tell_entry(f"challenge:{one.pk}:play_soon:{entry.pk}", "play_soon", entry, now, one)


HANDLERS = {log.KEEP: do_keep, REMIND: do_remind}


def _stage_of(entry: Entry) -> Stage:
    found = Stage.objects.filter(tournament=entry.tournament_id, format=KEY).first()
    if found is None:
        raise Refusal(_("This tournament is not a ladder."), "no_ladder")
    return found


def _locked(challenge: Challenge, now: datetime) -> tuple[log.Held, Challenge]:
    """A challenge read again, with its ladder locked and changes by time written."""
    held = log.held(challenge.stage, now)
    one = Challenge.objects.select_related("by", "to", "match").get(pk=challenge.pk)
    one.stage = held.stage
    return held, one


def _require_open(one: Challenge) -> None:
    if one.state != ChallengeState.OPEN:
        said = {"state": one.get_state_display()}
        raise Conflict(_("This challenge no longer waits for an answer: %(state)s.") % said)


def _judge(held: log.Held, challenger: Entry, challenged: Entry, now: datetime) -> None:
    """Raise Refusal, in words, if the core refuses."""
    try:
        found = rules.objection(held.ladder, held.rules, challenger.pk, challenged.pk, ladder_facts.moment(now))
    except Refused as refused:
        raise Refusal(_("Only players on the ladder can challenge and be challenged."), refused.code) from refused
    if found is not None:
        names = {challenger.pk: challenger.name, challenged.pk: challenged.name}
        raise Refusal(ladder_facts.objection_words(found, held.stage, names, challenged.pk), found.code)


def _put_aside(
    held: log.Held, one: Challenge, state: str, now: datetime, by: User | None, *, told: Entry, is_lost: bool
) -> Challenge:
    log.write(held.stage, "ended", now, by=by, challenge=one, is_lost=is_lost)
    log.end(one, state, now)
    log.record(held.stage, f"challenge.{state}", by, now, after={"challenge": one.public_id, "is_lost": is_lost})
    tell_entry(f"challenge:{one.pk}:{state}", state, told, now, one, by)
    log.plan_next(held.stage, now)
    return one


def _open_match(one: Challenge, now: datetime) -> Match:
    """Open the match of an accepted challenge in a running round of its own. The higher entry is named first, and the
    two agree on a time as in a league."""
    assert one.play_by is not None
    moments = dict.fromkeys(("paired_at", "published_at", "started_at", "starts_at"), now)
    rnd = Round.objects.create(
        stage=one.stage,
        number=facts.next_number(one.stage),
        state=RoundState.RUNNING,
        confirmation=chosen_confirmation(one.stage.tournament),
        **moments,
    )
    is_live = one.stage.tournament.mode == Mode.MIXED and (one.by.is_remote or one.to.is_remote)
    match = Match.objects.create(round=rnd, table_no=1, is_live=is_live)
    for order, entry in enumerate((one.to, one.by)):
        MatchSide.objects.create(match=match, seat=RoundSeat.objects.create(round=rnd, entry=entry), order=order)
    Appointment.objects.create(match=match, open_from=now, settle_by=one.play_by, due_by=one.play_by)
    return match


def _plan_reminder(one: Challenge, what: str, due: datetime, now: datetime) -> None:
    at = due - REMIND_BEFORE[what]
    if at > now:
        key, payload = f"challenge:{one.pk}:{what}", {"challenge": one.pk, "what": what}
        duework.plan(key=key, kind=REMIND, due_at=at, payload=payload)


def call_off_unanswered(stage: Stage, now: datetime) -> None:
    """Call off unanswered challenges when a ladder ends. The caller has locked the tournament. Raises Refusal while
    accepted challenges have to be played."""
    if not stage.has_challenges or stage.state != StageState.RUNNING:
        return
    log.lock(stage.tournament_id)
    waiting = list(Challenge.objects.filter(stage=stage, state__in=GOING_ON).select_related("by", "to"))
    if any(one.state == ChallengeState.ACCEPTED for one in waiting):
        raise Refusal(_("Challenges are still to be played: wait for them, or annul them."), "challenges_open")
    log.call_off(waiting, now)
