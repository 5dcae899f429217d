"""The due work of a tournament: each piece is a `DueWork` row with its own key."""

from datetime import datetime, timedelta

from duework import services as duework
from tournaments.models import Match, Mode, Round, Stage, Tournament

PAIR, PUBLISH, START, CLOSE, LOOK = (f"tournaments.{step}" for step in ("pair", "publish", "start", "close", "look"))
SEAL, REMIND, NO_SHOW, CALL = (f"tournaments.{step}" for step in ("seal", "remind", "no_show", "call"))
REMINDERS = {"24h": timedelta(hours=24), "1h": timedelta(hours=1), "5m": timedelta(minutes=5)}  # before a round starts
UNDO_FOR = timedelta(seconds=10)
LOOK_EVERY = timedelta(seconds=60)


def is_automatic(stage: Stage) -> bool:
    """Are the rounds of this stage paired and started automatically?"""
    return bool(stage.tournament.settings.get("automatic")) and not stage.has_challenges


def ends_by_itself(tournament: Tournament) -> bool:
    """Does the tournament end automatically after its last round? Only what is played online and has automatic rounds:
    with people in a room somebody confirms the standings."""
    return tournament.mode == Mode.ONLINE and bool(tournament.settings.get("automatic"))


def pause_of(stage: Stage) -> timedelta:
    """The time between two rounds of an automatic tournament."""
    return timedelta(seconds=float(stage.tournament.settings.get("pause_s", 30)))


def plan_pairing(stage: Stage, number: int, at: datetime) -> None:
    """Plan the automatic pairing of a round (counted in the stage) at this time; a tournament without automatic rounds
    waits for its director."""
    if is_automatic(stage):
        payload = {"stage": stage.pk, "round": number}
        duework.plan(key=pairing_key(stage, number), kind=PAIR, due_at=at, payload=payload)
        duework.nudge()


def pairing_key(stage: Stage, number: int) -> str:
    """The key of the due work that pairs a round; a stage whose field was taken back and drawn up again gets a new
    key."""
    return f"stage:{stage.pk}:{stage.version}:pair:{number}"


def plan_publishing(rnd: Round, at: datetime) -> None:
    """Publish the draft at this time."""
    _plan(rnd, "publish", PUBLISH, at)


def plan_start(rnd: Round, at: datetime) -> None:
    """Plan the start of the published round at this time; planning again moves the time."""
    _plan(rnd, "start", START, at)


def plan_reminders(rnd: Round, now: datetime) -> None:
    """Plan reminders 24 hours, 1 hour and 5 minutes before a published round starts; planning again moves them, and
    times that have passed are left out."""
    for name, before in REMINDERS.items():
        key = f"round:{rnd.pk}:remind:{name}"
        if rnd.starts_at is None or rnd.starts_at - before < now:
            duework.cancel(key=key)
            continue
        payload = {"round": rnd.pk, "before": name}
        duework.plan(key=key, kind=REMIND, due_at=rnd.starts_at - before, payload=payload)


def plan_play(rnd: Round, started_at: datetime, since: datetime | None = None) -> None:
    """Plan the check for no-shows after the grace (unless that was before `since`), and the call of time."""
    grace = timedelta(seconds=float(rnd.stage.tournament.settings.get("grace_s", 600)))
    if since is None or started_at + grace > since:
        _plan(rnd, "no_show", NO_SHOW, started_at + grace)
    if rnd.minutes is not None and rnd.called_at is None:
        _plan(rnd, "call", CALL, started_at + timedelta(minutes=rnd.minutes))


def plan_no_show(match: Match, turn: int, at: datetime) -> None:
    """Plan the check whether both sides of a match with its own time have come."""
    payload = {"round": match.round_id, "match": match.pk}
    duework.plan(key=f"match:{match.pk}:{turn}:no_show", kind=NO_SHOW, due_at=at, payload=payload)


def cancel_play(rnd: Round) -> None:
    """Cancel the due work of a round in play, because it is closed."""
    for what in ("no_show", "call"):
        duework.cancel(key=f"round:{rnd.pk}:{what}")


def plan_close(rnd: Round, at: datetime, after: str = "") -> None:
    """Close the round at this time. The key holds the round's version: an undone result takes the promise back. It
    holds too `after` what it is closed, if that is no result: the promise to close it after that one may be done."""
    _plan(rnd, f"close:{rnd.version}{after and ':'}{after}", CLOSE, at)


def close_keys(rnd: Round) -> str:
    """The beginning of the keys of the due work that closes a round as it stands."""
    return f"round:{rnd.pk}:close:{rnd.version}"


def cancel_close(rnd: Round) -> None:
    """Cancel the closing of a round, because a result is missing again."""
    duework.cancel(key=close_keys(rnd))


def plan_seal(rnd: Round, closed_at: datetime) -> None:
    """Seal a closed round when its correction window (48 hours unless the tournament says otherwise) is over. The key
    holds the round's version: a reopened round is sealed again."""
    hours = float(rnd.stage.tournament.settings.get("correction_hours", 48))
    duework.plan(key=seal_key(rnd), kind=SEAL, due_at=closed_at + timedelta(hours=hours), payload={"round": rnd.pk})


def seal_key(rnd: Round) -> str:
    """The key of the due work that seals a round as it stands."""
    return f"round:{rnd.pk}:seal:{rnd.version}"


def plan_look(rnd: Round, turn: int, now: datetime) -> None:
    """Schedule a check of the live tables of a running round, so that no result is lost with a lost message."""
    duework.plan(
        key=f"round:{rnd.pk}:look:{turn}",
        kind=LOOK,
        due_at=now + LOOK_EVERY,
        payload={"round": rnd.pk, "turn": turn},
    )


def _plan(rnd: Round, what: str, kind: str, at: datetime) -> None:
    duework.plan(key=f"round:{rnd.pk}:{what}", kind=kind, due_at=at, payload={"round": rnd.pk})
    duework.nudge()
