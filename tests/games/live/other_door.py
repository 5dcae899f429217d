"""Run beside the tests of several processes, on the site under test and without tables of its own, as `web` is: do at
tables what the lines of standard input ask for, one JSON object each, and print the result.

`how`: act (as REST and pages do), deaf (the same without Redis), ask (of the owner alone), alone (write without the
owner, then tell it).
"""

import json
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import django
from django.test import override_settings

django.setup()

from games.live.processes import channel, owner  # noqa: E402
from games.live.table import ownerless  # noqa: E402
from games.live.table.commands import Answer, OutsideCommand  # noqa: E402
from games.models import Seat  # noqa: E402
from games.services import tables  # noqa: E402


def acted(sitter: Seat, wish: OutsideCommand) -> Answer:
    """As a page does it."""
    try:
        ack = tables.act(table=sitter.table, cmd_id=wish.cmd_id, seen=wish.seen, action=wish.action, by=sitter.user,
                           now=datetime.now(UTC))  # fmt: skip
    except tables.Refused as refused:
        return Answer(wish.cmd_id, refused.version, refused.code)
    return Answer(wish.cmd_id, ack.version)


def written(sitter: Seat, wish: OutsideCommand) -> Answer:
    """Without the owner, which is told."""
    answer = ownerless.play(wish)
    owner.tell(wish.table, answer.version)
    return answer


def deaf(sitter: Seat, wish: OutsideCommand) -> Answer:
    """As a page does it while Redis is away."""
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        return acted(sitter, wish)


HOW: dict[str, Callable[[Seat, OutsideCommand], Answer | None]] = {
    "act": acted, "deaf": deaf, "ask": lambda sitter, wish: owner.ask(wish), "alone": written,
}  # fmt: skip


def done(how: str, table: str, seat: int, cmd_id: str, seen: int, action: dict[str, Any]) -> dict[str, Any]:
    """Code and version of the answer, and the seconds that it took; a code of None: no answer."""
    sitter = Seat.objects.select_related("table", "user").get(table__public_id=table, seat=seat)
    began = time.monotonic()
    answer = HOW[how](
        sitter, OutsideCommand(table=table, cmd_id=UUID(cmd_id), seen=seen, action=action, by=sitter.user.pk)
    )
    took = time.monotonic() - began
    return {"code": answer.code if answer else None, "v": answer.version if answer else None, "s": took}


if __name__ == "__main__":
    channel.PATIENCE_S = 30.0  # a busy owner is no silent one
    print("{}", flush=True)
    for line in sys.stdin:
        print(json.dumps(done(**json.loads(line))), flush=True)
