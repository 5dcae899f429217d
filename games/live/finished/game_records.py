"""Finished sittings as game records: text that anybody may replay (its grammar: `docs/record.md`)."""

from collections.abc import Sequence

from games import engine
from games.engine import record
from games.live.setup import terms
from games.live.setup.terms import LETTERS
from games.live.sitting import steps
from games.live.sitting.steps import PAST, Claim, Flag, Resign, Step
from games.live.store import loading
from games.models import Status, Table


def game_record(table: Table) -> str | None:
    """A sitting as the text of its game record, with players, dates, and how it ended if it was not played out; None
    until it is over. `table` comes with its seats and their users."""
    if table.status != Status.OVER or table.finished_at is None:
        return None
    fixed = terms.terms(table)
    log = [play.action for play in loading.history(fixed, until=table.version)]
    actions = [_numbered(action, log) for action in log if steps.is_of_engine(action)]
    headers = [(LETTERS[at], sitter.name) for at, sitter in enumerate(fixed.seats)]
    headers += [("Date", table.finished_at.date().isoformat()), ("Table", table.public_id)]
    headers += [("Event", table.label)] if table.label else []
    cut_short = next((action for action in reversed(log) if isinstance(action, Resign | Claim | Flag)), None)
    if cut_short is not None:
        headers.append(("Ended", f"{PAST[type(cut_short)]} {LETTERS[cut_short.seat]}"))
    return record.written(record.record_of(fixed.rules, actions, headers, len(fixed.seats)))


def _numbered(action: engine.Action, log: Sequence[Step]) -> engine.Action:
    """An action with the numbers of the record: an undo there names an action of the engine, at a table a version."""
    if not isinstance(action, engine.DirUndo):
        return action
    return engine.DirUndo(sum(steps.is_of_engine(one) for one in log[: action.event]))
