"""The site with its guarantee broken, as a control for the crash tests: it acks before the commit, on a slow disk."""

import time
from typing import Any

from config.asgi import application as application  # the apps first
from games.live.store import writer
from games.live.table.actor import TableActor
from games.live.table.commands import Answer

DISK_S = 0.5  # longer than an ack is on its way, on a busy machine too
submit, commit = TableActor._submit, writer.statements.commit


def ack_at_once(self: TableActor, action: Any, after: Any, events: Any, cmd_id: Any, **more: Any) -> None:
    """Say that the play is committed, then hand it to the writer."""
    if more.get("command"):
        more["command"].answer(Answer(cmd_id, after.version))
    submit(self, action, after, events, cmd_id, **more)


def commit_slowly(rows: Any) -> set[int]:
    """As `commit`, later."""
    time.sleep(DISK_S)
    return commit(rows)


TableActor._submit = ack_at_once  # type: ignore[method-assign]  # the fault that this control puts in
writer.statements.commit = commit_slowly
