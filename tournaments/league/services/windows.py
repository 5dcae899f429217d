"""Match windows of a league: when a round opens, and the due work of each of its matches."""

from datetime import datetime, timedelta

from duework import services as duework
from tournaments.formats import settled_after
from tournaments.models import Appointment, AppointmentState, Match, Round, RoundState

SETTLE, REMIND_TIME, MEET, REMIND_MATCH, OVERDUE, LOOK_AT = (
    f"tournaments.{step}" for step in ("settle", "remind_time", "meet", "remind_match", "overdue", "look_at")
)
REMIND_SETTLING = timedelta(hours=24)


def opening(rnd: Round, now: datetime) -> datetime | None:
    """When the window of a round opens: as long after the previous one as that one lasts; the first when the tournament
    begins; not before now. None if the stage has no windows."""
    if not rnd.stage.has_windows:
        return None
    before = rnd.stage.rounds.filter(number__lt=rnd.number).exclude(state=RoundState.DRAFT).order_by("-number").first()
    if before is None or before.starts_at is None:
        return max(rnd.stage.tournament.starts_at or now, now)
    return max(before.starts_at + timedelta(hours=rnd.stage.settings["window_hours"]), now)


def open_windows(rnd: Round, now: datetime) -> None:
    """Give each match of a newly published round its window, and schedule its due work. A stage without windows is left
    alone. The caller has locked the round and set its start."""
    if not rnd.stage.has_windows or rnd.starts_at is None:
        return
    chosen, opens = rnd.stage.settings, rnd.starts_at
    default = chosen["default_hours"]
    rows = Appointment.objects.bulk_create(
        Appointment(
            match=match,
            open_from=opens,
            due_by=opens + timedelta(hours=chosen["window_hours"]),
            settle_by=opens + timedelta(hours=settled_after(chosen)),
            default_at=None if default is None else opens + timedelta(hours=default),
            notice_hours=chosen["notice_hours"],
        )
        for match in rnd.matches.paired()
    )
    for row in rows:
        plan_window(row, now)


def plan_window(row: Appointment, now: datetime) -> None:
    """Schedule the due work of a match's window: settle its time, send reminders, check whether it is overdue."""
    if row.state == AppointmentState.OPEN:
        _plan(row.match_id, "settle", SETTLE, row.settle_by)
        if row.settle_by - REMIND_SETTLING > now:
            _plan(row.match_id, "remind_time", REMIND_TIME, row.settle_by - REMIND_SETTLING)
    if row.due_by > now:
        _plan(row.match_id, "overdue", OVERDUE, row.due_by)


def plan_meeting(row: Appointment, reminders: dict[str, timedelta], now: datetime) -> None:
    """Schedule the due work of an agreed time: reminders before it, and the start of its live table."""
    assert row.at is not None
    for name, before in reminders.items():
        if row.at - before > now:
            payload = {"turn": row.turn, "before": name}
            _plan(row.match_id, f"{row.turn}:remind:{name}", REMIND_MATCH, row.at - before, **payload)
    _plan(row.match_id, f"{row.turn}:meet", MEET, row.at, turn=row.turn)
    duework.nudge()


def plan_look(match: Match, turn: int, at: datetime) -> None:
    """Schedule a check of a match's live table, so that no result is lost with a lost message."""
    _plan(match.pk, f"look:{turn}", LOOK_AT, at, turn=turn)


def _plan(match: int, what: str, kind: str, at: datetime, **payload: object) -> None:
    duework.plan(key=f"match:{match}:{what}", kind=kind, due_at=at, payload={"match": match, **payload})
