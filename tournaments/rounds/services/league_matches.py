"""Due work for matches of a league: send reminders, settle times, open live tables at the agreed time."""

from datetime import datetime, timedelta

from duework.models import DueWork
from games import models as game_models
from tournaments.event.selectors import finding
from tournaments.event.services import schedule
from tournaments.event.services.notices import tell
from tournaments.league.services import appointments, windows
from tournaments.models import Appointment, AppointmentState, Match, MatchState, Round, RoundState
from tournaments.results.services import from_tables
from tournaments.rounds.services import running
from tournaments.tables import services as tables


def do_settle(work: DueWork, now: datetime) -> None:
    """Handler: settle the time of a match that has none yet."""
    match = Match.objects.filter(pk=work.payload["match"]).first()
    if match is not None:
        appointments.settle_window(match=match, now=now)


def do_remind_time(work: DueWork, now: datetime) -> None:
    """Handler: if no time is agreed yet, remind both players that one must be settled soon."""
    row = _row(work)
    if row is not None and row.state == AppointmentState.OPEN:
        _tell(row, "remind_time", "settle_soon", now)


def do_remind_match(work: DueWork, now: datetime) -> None:
    """Handler: remind both players of the agreed time; a moved one has its own reminders."""
    row = _row(work)
    if row is not None and row.turn == work.payload["turn"]:
        _tell(row, f"{row.turn}:{work.payload['before']}", "reminder", now)


def do_meet(work: DueWork, now: datetime) -> None:
    """Handler for the agreed time: open the window, give an online match its live table, and schedule the check for
    no-shows after the grace. A moved time, or a match with a result, is left alone."""
    match = Match.objects.filter(pk=work.payload["match"]).select_related("round").first()
    if match is None:
        return
    rnd = Round.objects.select_for_update().get(pk=match.round_id)
    if rnd.state == RoundState.PUBLISHED and rnd.starts_at is not None and rnd.starts_at <= now:
        rnd = running.start_round(rnd=rnd, now=now)
    found = Match.objects.select_for_update(of=("self",)).select_related("round__stage__tournament")
    match = found.prefetch_related("sides__seat__entry__members__user").get(pk=match.pk)
    row = Appointment.objects.select_for_update().get(match=match)
    if rnd.state != RoundState.RUNNING or match.state != MatchState.PAIRED or row.turn != work.payload["turn"]:
        return
    _tell(row, f"{row.turn}:start", "match_starts", now)
    grace = timedelta(seconds=float(match.round.stage.tournament.settings.get("grace_s", 600)))
    schedule.plan_no_show(match, row.turn, now + grace)
    if finding.is_live(match):
        tables.open_for_match(match, now)
        windows.plan_look(match, 1, now + schedule.LOOK_EVERY)


def do_overdue(work: DueWork, now: datetime) -> None:
    """Handler for the end of the window: show an unplayed match to the director, who rules on it. Nobody forfeits by
    the clock."""
    row = _row(work)
    if row is not None:
        _tell(row, "overdue", "overdue", now)


def do_look_at(work: DueWork, now: datetime) -> None:
    """Handler: record a match whose table is over, in case the message was lost; check again while it is played."""
    match = Match.objects.filter(pk=work.payload["match"], state=MatchState.PLAYING).first()
    if match is None:
        return
    for table in game_models.Table.objects.filter(public_id=match.table, status=game_models.Status.OVER):
        from_tables.table_over(table=table, now=now)
    windows.plan_look(match, work.payload["turn"] + 1, now + schedule.LOOK_EVERY)


HANDLERS = {
    windows.SETTLE: do_settle,
    windows.REMIND_TIME: do_remind_time,
    windows.REMIND_MATCH: do_remind_match,
    windows.MEET: do_meet,
    windows.OVERDUE: do_overdue,
    windows.LOOK_AT: do_look_at,
}


def _row(work: DueWork) -> Appointment | None:
    """The appointment of a match that is still to be played."""
    rows = Appointment.objects.select_related("match__round").filter(match__state=MatchState.PAIRED)
    return rows.filter(match=work.payload["match"]).first()


def _tell(row: Appointment, key: str, kind: str, now: datetime) -> None:
    tell(f"match:{row.match.public_id}:{key}", kind, row.match.round, now, row.match)
