"""Write the log of a ladder: with its stage locked, first the changes by time, then one line after the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeGuard

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from duework import services as duework
from tournaments.errors import Refusal
from tournaments.event.services.notices import tell_entry
from tournaments.formats.kinds.ladders import KEY as LADDER
from tournaments.formats.kinds.ladders import first_order
from tournaments.formats.ladders import log as core
from tournaments.formats.ladders import rules
from tournaments.matches.services.match_scores import Score
from tournaments.matches.services.own_words import mark_own_walk_over
from tournaments.matches.services.writing import after_result, facts_of_match, record_match, write_score
from tournaments.models import (
    GOING_ON,
    GONE,
    Challenge,
    ChallengeState,
    Entry,
    EntryStatus,
    LadderEvent,
    Match,
    MatchState,
    Stage,
    StageState,
    TournamentState,
)
from tournaments.pairing import Kind
from tournaments.standings.selectors.rows import ladder_facts

KEEP = "tournaments.keep_ladder"
LOOK_AGAIN = timedelta(hours=1)  # at a match that was being played when its time was over


@dataclass(frozen=True, slots=True)
class Held:
    """A running ladder whose stage is locked: its state by keys of entries, and its rules."""

    stage: Stage
    ladder: rules.Ladder
    rules: rules.Rules


def lock(tournament: int) -> Stage | None:
    """Lock the ladder of a tournament (its key) if it has one that runs. Everybody takes this lock before entries,
    rounds and matches."""
    found = Stage.objects.select_for_update(of=("self",)).select_related("tournament")
    return found.filter(tournament=tournament, format=LADDER, state=StageState.RUNNING).first()


def held(stage: Stage, now: datetime) -> Held:
    """Lock a ladder, and write what time has changed by now. Raises Refusal if it does not run."""
    row = lock(stage.tournament_id)
    if row is None or row.pk != stage.pk or row.tournament.state != TournamentState.RUNNING:
        raise Refusal(_("This ladder is not being played."), "not_running")
    return keep_time(row, now)


def keep_time(stage: Stage, now: datetime) -> Held:
    """Write the changes that time alone has caused: challenges that nobody answered or played, entries that drop. The
    caller has locked the stage. A second call writes nothing."""
    chosen = ladder_facts.ladder_rules(stage)
    for event in rules.passed(ladder_facts.ladder_of(stage), chosen, ladder_facts.moment(now)):
        at = ladder_facts.time_of(event.at)
        if isinstance(event, core.Dropped):
            entry = Entry.objects.get(pk=event.entry)
            line = write(stage, "dropped", at, entry=entry, place=event.places)
            record(stage, "ladder.drop", None, now, after={"entry": entry.public_id, "places": event.places})
            tell_entry(f"ladder:{stage.pk}:dropped:{line.number}", "dropped", entry, now)
        elif isinstance(event, core.Ended):
            _run_out(stage, event, at, now)
    return Held(stage, ladder_facts.ladder_of(stage), chosen)


def plan_next(stage: Stage, now: datetime) -> None:
    """Schedule the next change by time. Called after every write, with the stage locked."""
    ladder = ladder_facts.ladder_of(stage)
    moment = rules.next_moment(ladder, ladder_facts.ladder_rules(stage))
    awaited = [ladder_facts.time_of(moment + 1)] if moment is not None else []
    if any(one.has_begun for one in ladder.challenges):
        awaited.append(now + LOOK_AGAIN)
    for due_at in awaited:
        key = f"stage:{stage.pk}:ladder:{int(due_at.timestamp())}"
        duework.plan(key=key, kind=KEEP, due_at=due_at, payload={"stage": stage.pk})


def write(stage: Stage, kind: str, at: datetime, by: User | None = None, **facts: Any) -> LadderEvent:
    """Write one line of the log. The caller has locked the stage."""
    last = LadderEvent.objects.filter(stage=stage).aggregate(last=Max("number"))["last"] or 0
    return LadderEvent.objects.create(stage=stage, number=last + 1, kind=kind, at=at, by=by, **facts)


def record(stage: Stage, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    """Write an audit entry about a ladder."""
    target = f"tournament:{stage.tournament.public_id}/ladder"
    audit.record(actor=by, action=action, target=target, now=now, **facts)


def begin_ladder(stage: Stage, now: datetime, by: User | None) -> None:
    """Put everybody who is checked in on the ladder, in the order that its settings say. Called when the stage begins
    and start numbers are given."""
    here = list(stage.tournament.entries.filter(status=EntryStatus.CHECKED_IN).order_by("pk"))
    entries = {entry.tpn or 0: entry for entry in here}
    order = first_order(tuple(entries), stage.settings, stage.seed)
    for number in order:
        write(stage, "came", now, by=by, entry=entries[number])
    record(stage, "ladder.begin", by, now, after={"order": [entries[number].public_id for number in order]})
    plan_next(stage, now)


def note_status(stage: Stage, entry: Entry, now: datetime, by: User | None, reason: str = "") -> None:
    """Note on the ladder that an entry came, went away or left. The caller has locked stage and entry."""
    now_held = keep_time(stage, now)
    is_on = entry.pk in now_held.ladder.order
    if entry.status == EntryStatus.CHECKED_IN:
        if entry.tpn is None:
            entry.tpn = entry.seed = (stage.tournament.entries.aggregate(last=Max("tpn"))["last"] or 0) + 1
            entry.save(update_fields=["tpn", "seed"])
        write(stage, "came", now, by=by, entry=entry, reason=reason)
    elif is_on and entry.status in GONE:
        write(stage, "left", now, by=by, entry=entry, reason=reason)
        _leave_challenges(stage, entry, now)
    elif is_on:
        write(stage, "went", now, by=by, entry=entry, reason=reason)
    plan_next(stage, now)


def call_off(challenges: Sequence[Challenge], now: datetime) -> None:
    """End these challenges without effect, because somebody has left or the ladder is over. The caller has locked the
    stage."""
    for one in challenges:
        end(one, ChallengeState.CALLED_OFF, now)
        for entry in (one.by, one.to):
            tell_entry(f"challenge:{one.pk}:called_off:{entry.pk}", "called_off", entry, now, one)


def end(challenge: Challenge, state: str, now: datetime) -> None:
    """Store in its row how a challenge ended."""
    challenge.state, challenge.ended_at = state, now
    challenge.save(update_fields=["state", "ended_at"])


def decide(match: Match, score: Score, now: datetime, by: User | None, action: str, reason: str = "") -> None:
    """Decide the match of a challenge with this score, as it is not being played; its round closes by itself."""
    before = facts_of_match(match)
    write_score(match, score, now, MatchState.OVER, by)
    record_match(match, action, by, now, before=before, after=facts_of_match(match), reason=reason)
    after_result(match.round, now)


def is_undecided(match: Match | None) -> TypeGuard[Match]:
    """Is there a match that is neither being played nor over?"""
    return match is not None and match.state in (MatchState.PAIRED, MatchState.REPORTED)


def _run_out(stage: Stage, event: core.Ended, at: datetime, now: datetime) -> None:
    """End a challenge whose time is over: it was not answered, or not played."""
    found = Challenge.objects.select_related("by", "to", "match__round__stage__tournament")
    one = found.get(stage=stage, by=event.by, to=event.to, state__in=GOING_ON)
    is_answered = one.state == ChallengeState.ACCEPTED
    write(stage, "ended", at, challenge=one, is_lost=event.winner is not None)
    end(one, ChallengeState.UNPLAYED if is_answered else ChallengeState.LAPSED, at)
    if is_undecided(one.match):
        decide(one.match, Score(kind=Kind.DOUBLE_FORFEIT, winner=None), now, None, "match.unplayed")
    record(stage, f"challenge.{one.state}", None, now, after={"challenge": one.public_id})
    for entry in (one.by, one.to):
        tell_entry(f"challenge:{one.pk}:{one.state}:{entry.pk}", one.state, entry, now, one)


def _leave_challenges(stage: Stage, entry: Entry, now: datetime) -> None:
    """End the challenges of an entry that leaves: in a match that has not begun, the other side wins without
    playing."""
    found = Challenge.objects.filter(Q(by=entry) | Q(to=entry), stage=stage, state__in=GOING_ON)
    for one in found.select_related("by", "to", "match__round__stage__tournament"):
        call_off([one], now)
        if is_undecided(one.match):
            winner = one.match.sides.exclude(seat__entry=entry).values_list("order", flat=True).get()
            decide(one.match, Score(kind=Kind.FORFEIT, winner=winner), now, None, "match.left")
            mark_own_walk_over(one.match, one.match.sides.filter(seat__entry=entry), now)
