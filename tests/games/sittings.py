"""Whole sittings at live tables, played by house players through the writer without a socket, for tests of what follows
a sitting."""

import uuid
from typing import Any

from games import engine
from games.live.processes.announce import report
from games.live.shuffle import dealing
from games.live.sitting import attempts, sitting, steps
from games.live.sitting.rows import Outcome
from games.live.store import loading, play_rows, writer
from games.models import Table
from games.players import make_player
from tests.games.live import live_tables
from tests.games.live.shuffling import step_of


def play_out(
    table: Table, *, level: str = "club", seed: int = 1, deals: int | None = None, tell: bool = True, slip: bool = False
) -> Table:
    """Play a table to its end (or for so many deals, after which A resigns) and report it. With `slip` somebody errs
    once, as table laws allow."""
    loaded = loading.load(table.public_id, None)
    fixed, now = loaded.terms, loaded.sitting
    players = [make_player(level, seed * 10 + seat) for seat in range(len(fixed.seats))]
    while now.ending is None:
        assert now.version < MOST_PLAYS, "the sitting does not end"
        secret, over = None, deals is not None and len(now.state.rest.score.deals) >= deals
        due = None if over else dealing.chance(fixed, now)
        step: Any
        if over:
            step = steps.Resign(0)
        elif due is not None:
            step, secret = due
        elif now.attempts:
            step = step_of(next(one for one in now.attempts if attempts.awaited(one)))
        else:
            seat, *_others = engine.to_act(fixed.rules, now.state)
            seen = engine.view(fixed.rules, now.state, seat)
            step = _slip(seen) if slip else None
            slip = slip and step is None
            step = step or players[seat].choose(seen)
        now = _commit(fixed, now, step, secret, loaded.epoch, players)
    if tell:
        report(table.pk, live_tables.now())
    table.refresh_from_db()
    return table


def deal(table: Table) -> None:
    """Shuffle and deal, up to the first decision of a player."""
    loaded = loading.load(table.public_id, None)
    now = loaded.sitting
    while (due := dealing.chance(loaded.terms, now)) is not None:
        now = _commit(loaded.terms, now, *due, loaded.epoch, [])


MOST_PLAYS = 10_000
SLIPS = ("PeekStock", "TouchStock", "ShowCard", "LookDiscards")  # the plainest ones first


def _slip(seen: engine.View) -> Any:
    """A slip that this seat may make now, if any of the plain ones."""
    by_name = {type(one).__name__: one for one in reversed(seen.tries)}
    return next((by_name[name] for name in SLIPS if name in by_name), None)


def _commit(fixed: Any, before: Any, step: Any, secret: Any, epoch: int, players: Any) -> Any:
    after, events = sitting.step(fixed, before, step)
    if secret:
        after = sitting.bound(fixed, after, secret)
    write = play_rows.write_of(fixed, before, after, step, cmd_id=uuid.uuid4(), epoch=epoch, secret=secret)
    assert writer.commit([write]) == [Outcome.COMMITTED]
    for seat, player in enumerate(players):
        for event in events:
            if not isinstance(event, steps.TableAction):
                player.see(engine.view_event(fixed.rules, event, seat))
    return after
