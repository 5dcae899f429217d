"""Start and close rounds, and handle the due work of a tournament."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from audit import services as audit
from duework import services as duework
from duework.models import DueWork
from games import models as game_models
from tournaments.duplicate import services as duplicate
from tournaments.errors import NoPairing, Refusal, ResultsSince
from tournaments.event.selectors import finding
from tournaments.event.selectors.entry_sizes import is_team
from tournaments.event.selectors.finding import SIDES
from tournaments.event.services import announcing, schedule
from tournaments.event.services.cancelled import refuse_cancelled
from tournaments.event.services.notices import tell
from tournaments.ladders.services import challenges, log
from tournaments.matches.selectors import round_waits
from tournaments.matches.services.writing import refuse_open
from tournaments.models import Match, MatchState, Round, RoundState, Stage, StageState, TournamentState
from tournaments.results.services import from_tables, hand_over, recording
from tournaments.rounds.services import editing, pairing_requests
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors.rows import facts
from tournaments.tables import services as tables
from tournaments.teams.services import boards


@transaction.atomic
def start_round(*, rnd: Round, now: datetime, by: User | None = None) -> Round:
    """Begin a published round: online matches get their live tables, play in person begins; where players agree on
    times, the round's window opens. Locks the round.

    Starting a round that runs already changes nothing. Raises Refusal before it is published.
    """
    rnd = _locked(rnd)
    if rnd.state in (RoundState.RUNNING, RoundState.CLOSED, RoundState.SEALED):
        return rnd
    refuse_cancelled(rnd.stage.tournament)
    if rnd.state != RoundState.PUBLISHED:
        raise Refusal(_("Round %(n)d is not published.") % {"n": rnd.number}, "not_published")
    to_play, at_tables = _start_matches(rnd, now)
    if at_tables:
        schedule.plan_look(rnd, 1, now)
    rnd.state, rnd.started_at = RoundState.RUNNING, now
    rnd.save(update_fields=["state", "started_at"])
    _record(rnd, "round.start", by, now)
    if not rnd.stage.has_challenges:
        tell(f"round:{rnd.public_id}:started:{rnd.version}", "started", rnd, now, by=by)
    if not rnd.stage.has_windows:
        schedule.plan_play(rnd, now)
    if not to_play:
        schedule.plan_close(rnd, now)
    return rnd


@transaction.atomic
def close_round(*, rnd: Round, now: datetime, by: User | None = None) -> Round:
    """End a round that waits for nothing any more: its results count in the standings and go to the ratings. Locks the
    round.

    Closing it again changes nothing. Raises OpenResults, which lists the missing tables, Refusal, which lists the open
    cases. The next step is scheduled: in an automatic tournament the next pairing, after the last round of a stage its
    end.
    """
    _lock_ladder(rnd)
    rnd = _locked(rnd)
    if rnd.is_over:
        return rnd
    refuse_cancelled(rnd.stage.tournament)
    if rnd.state != RoundState.RUNNING or round_waits(rnd):
        refuse_open(rnd)
    hand_over.hand_down(rnd.matches.paired(), now, by)
    duplicate.open_up(rnd)
    rnd.state, rnd.closed_at = RoundState.CLOSED, now
    rnd.save(update_fields=["state", "closed_at"])
    _record(rnd, "round.close", by, now)
    announcing.announce_round(rnd, "round.closed", now)
    schedule.cancel_play(rnd)
    schedule.plan_seal(rnd, now)
    if rnd.stage.has_challenges:
        challenges.note_match_over(rnd, now, by)
        return rnd
    _go_on(rnd, now)
    return rnd


def do_pair(work: DueWork, now: datetime) -> None:
    """Handler: pair a round, unless it is already paired or not due any more. Without a legal pairing the stage ends,
    with the reason on record. For a large field a job does all this."""
    locked = Stage.objects.select_for_update(of=("self", "tournament")).select_related("tournament")
    stage = locked.get(pk=work.payload["stage"])
    if stage.tournament.state != TournamentState.RUNNING or stage.state != StageState.RUNNING:
        return
    due = facts.next_step(stage)
    if (due.step, due.number) != ("pair", work.payload["round"]):
        return
    try:
        with transaction.atomic():
            made = pairing_requests.pair_stage(stage=stage, now=now, is_automatic=True)
    except NoPairing as none:
        stages.end_stage(stage, now, " ".join((str(none), *none.witness)))
        return
    except Refusal as refusal:
        if refusal.code != "to_rule":
            raise
        return  # the ruling wakes the stage
    if isinstance(made, Round):
        schedule.plan_publishing(made, now)


def do_publish(work: DueWork, now: datetime) -> None:
    """Handler: publish a draft, unless it is published or discarded already. Where results have come in since it was
    paired, it is paired again first; where nobody could meet otherwise, it is played as it stands."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.DRAFT).first()
    if rnd is None:
        return
    try:
        editing.publish_round(rnd=rnd, now=now)
    except ResultsSince:
        _publish_again(rnd, now)


def do_start(work: DueWork, now: datetime) -> None:
    """Handler: start a round."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.PUBLISHED).first()
    if rnd is not None:
        start_round(rnd=rnd, now=now)


def do_close(work: DueWork, now: datetime) -> None:
    """Handler: close a round that waits for nothing, unless meanwhile a result was taken back, or somebody called the
    director."""
    found = Round.objects.select_related("stage").filter(pk=work.payload["round"]).first()
    if found is not None:
        _lock_ladder(found)
    rnd = Round.objects.select_for_update().filter(pk=work.payload["round"], state=RoundState.RUNNING).first()
    if rnd is not None and not round_waits(rnd):
        close_round(rnd=rnd, now=now)


def do_look(work: DueWork, now: datetime) -> None:
    """Handler: record matches whose tables are over, in case a message was lost; check again while the round runs."""
    rnd = Round.objects.filter(pk=work.payload["round"], state=RoundState.RUNNING).first()
    if rnd is None:
        return
    known = list(rnd.matches.filter(state=MatchState.PLAYING).values_list("table", flat=True))
    with duework.walk(f"{work.kind}:{rnd.pk}", now=now) as walk:
        for table in game_models.Table.objects.filter(public_id__in=known, status=game_models.Status.OVER):
            with walk.row(f"table {table.public_id}"):
                from_tables.table_over(table=table, now=now)
    schedule.plan_look(rnd, work.payload["turn"] + 1, now)


HANDLERS = {
    schedule.PAIR: do_pair,
    schedule.PUBLISH: do_publish,
    schedule.START: do_start,
    schedule.CLOSE: do_close,
    schedule.LOOK: do_look,
}


def _publish_again(rnd: Round, now: datetime) -> None:
    try:
        made = pairing_requests.pair_again(rnd=rnd, version=rnd.version, now=now, is_automatic=True)
    except NoPairing as none:
        editing.publish_round(rnd=rnd, now=now, reason=str(none))
        return
    if isinstance(made, Round):
        schedule.plan_publishing(made, now)


def _lock_ladder(rnd: Round) -> None:
    """Lock a ladder before its rounds, as the order of locks demands."""
    if rnd.stage.has_challenges:
        log.lock(rnd.stage.tournament_id)


def _start_matches(rnd: Round, now: datetime) -> tuple[list[Match], list[Match]]:
    """Begin the matches of a round; returns those that are to be played, and among them those whose live tables are
    open now."""
    found = list(rnd.matches.paired().select_related("round__stage").prefetch_related(SIDES))
    to_play = [match for match in found if not recording.walk_over(match, now)]
    at_tables = [match for match in to_play if finding.is_live(match) and not rnd.stage.has_windows]
    if is_team(rnd.stage):
        _start_boards(rnd, to_play, at_tables, now)
    else:
        for match in at_tables:
            tables.open_for_match(match, now)
    return to_play, at_tables


def _start_boards(rnd: Round, to_play: Sequence[Match], at_tables: Sequence[Match], now: datetime) -> None:
    """Begin the boards of team matches; each online board gets a live table of its own."""
    boards.set_up(rnd)
    for match in to_play:
        for board in boards.start(match, now):
            if match in at_tables:
                tables.open_for_board(board, now)


def _go_on(rnd: Round, now: datetime) -> None:
    due = facts.next_step(rnd.stage)
    if due.step == "pair":
        schedule.plan_pairing(rnd.stage, due.number, now + schedule.pause_of(rnd.stage))
    elif due.step == "finish":
        stages.end_played(rnd.stage, now)


def _locked(rnd: Round) -> Round:
    Round.objects.select_for_update().get(pk=rnd.pk)
    return Round.objects.select_related("stage__tournament").get(pk=rnd.pk)


def _record(rnd: Round, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    target = f"tournament:{rnd.stage.tournament.public_id}/round:{rnd.number}"
    audit.record(actor=by, action=action, target=target, now=now, **facts)
