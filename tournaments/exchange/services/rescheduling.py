"""Schedule the due work of a tournament that comes from another site."""

from datetime import datetime

from tournaments.event.services import schedule
from tournaments.ladders.services import challenges
from tournaments.league.services import windows
from tournaments.matches.selectors import round_waits
from tournaments.models import (
    Appointment,
    AppointmentState,
    MatchState,
    Round,
    RoundState,
    Stage,
    StageState,
    Tournament,
)
from tournaments.stages.services import progression as stages


def restore(tournament: Tournament, now: datetime) -> None:
    """Schedule the due work of every stage, round and agreed time. Work that should have happened meanwhile is due now,
    except reminders and checks for no-shows, which are left out."""
    for stage in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        stages.wake(stage, now)
        if stage.has_challenges and stage.state == StageState.RUNNING:
            challenges.restore(stage, now)
    for rnd in Round.objects.filter(stage__tournament=tournament).select_related("stage__tournament"):
        _restore_round(rnd, now)
    waiting = Appointment.objects.filter(match__round__stage__tournament=tournament, match__state=MatchState.PAIRED)
    waiting = waiting.select_related("match__round__stage")
    for row in waiting.filter(match__round__state__in=(RoundState.PUBLISHED, RoundState.RUNNING)):
        if not row.match.round.stage.has_challenges:  # a ladder has its own due work for lapsing matches
            windows.plan_window(row, now)
        if row.state == AppointmentState.AGREED:
            windows.plan_meeting(row, schedule.REMINDERS, now)


def _restore_round(rnd: Round, now: datetime) -> None:
    if rnd.state == RoundState.PUBLISHED:
        schedule.plan_start(rnd, max(rnd.starts_at or now, now))
        schedule.plan_reminders(rnd, now)
    elif rnd.state == RoundState.RUNNING:
        if not (rnd.stage.has_windows or rnd.stage.has_challenges) and rnd.started_at is not None:
            schedule.plan_play(rnd, rnd.started_at, since=now)
        if not round_waits(rnd):
            schedule.plan_close(rnd, now)
    elif rnd.state == RoundState.CLOSED and rnd.closed_at is not None:
        schedule.plan_seal(rnd, rnd.closed_at)
