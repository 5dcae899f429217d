"""Tables that are played by days: a player is told when it is their turn, and again before their time is over."""

from datetime import UTC, datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy

from duework import services as duework
from duework.models import DueWork
from games.live import turns
from games.models import Table
from notices.kinds import Kind, Text
from notices.services.telling import Letter, tell

TURNS = "games.turns"
EVERY = timedelta(minutes=10)
AFTER = timedelta(minutes=5)  # a turn that is younger may be played at once, by two who are both here
BEFORE = timedelta(hours=6)  # the end of a turn

TURN, SOON_OVER = "turn.yours", "turn.soon_over"
KINDS = (Kind(key="turn", name=gettext_lazy("It is your turn in a game that is played by days")),)
TEXTS = (
    Text(
        key=TURN, kind="turn", title=gettext_lazy("It is your turn: %(table)s"),
        says=gettext_lazy("%(rules)s. Your time is over at %(over_at)s."),
    ),
    Text(
        key=SOON_OVER, kind="turn", title=gettext_lazy("Your time is nearly over: %(table)s"),
        says=gettext_lazy("%(rules)s. Move by %(over_at)s, or the game is lost."),
    ),
)  # fmt: skip


def watch_turns(now: datetime) -> None:
    """Have the tables that are played by days checked within ten minutes. Called when one is opened."""
    slot = int(now.astimezone(UTC).timestamp() // EVERY.total_seconds()) + 1
    due_at = datetime.fromtimestamp(slot * EVERY.total_seconds(), UTC)
    duework.plan(key=f"{TURNS}:{slot}", kind=TURNS, due_at=due_at)


def turns_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `games.turns`: tell everybody whose turn has gone on for five minutes, and again six hours
    before its end, each once a turn. It repeats as long as any table is played by days."""
    tables = list(turns.by_days())
    with duework.walk(TURNS, now=now) as walk:
        for table in tables:
            with walk.row(f"table {table.public_id}"):
                _tell_of(table, now)
    if tables:
        watch_turns(now)


def _tell_of(table: Table, now: datetime) -> None:
    """Tell the people who have to move at a table."""
    for turn in turns.turns([table]):
        if now - turn.since >= AFTER:
            _tell(TURN, turn, now)
        if turn.until - now <= BEFORE:
            _tell(SOON_OVER, turn, now)


def _tell(text: str, turn: turns.Turn, now: datetime) -> None:
    table: Table = turn.table
    parts = {"table": table.label, "rules": table.rules_name, "over_at": turn.until.isoformat()}
    link = reverse("games:table", args=[table.public_id])
    tell(key=f"{text}:{table.public_id}:{turn.version}", text=text, to=[Letter(turn.user, link, parts)], now=now)
