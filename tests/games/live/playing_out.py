"""Whole sittings without a hub: a table played to its end by a fixed policy, every play committed by the writer."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from games import engine
from games.live.shuffle import dealing
from games.live.sitting import sitting, steps
from games.live.sitting.rows import Outcome
from games.live.store import loading, play_rows, writer
from games.models import Table

Policy = Callable[[int, Sequence[engine.Action]], engine.Action]  # the hand as a mask, and what may be done


def knocker(hand: int, actions: Sequence[engine.Action]) -> engine.Action:
    """Ends a deal as soon as it can; else draws from the stock and keeps the least deadwood."""
    ends = [action for action in actions if isinstance(action, engine.Knock | engine.Gin)]
    return min(ends, key=lambda one: engine.deadwood(hand & ~(1 << one.card))) if ends else waiter(hand, actions)


def waiter(hand: int, actions: Sequence[engine.Action]) -> engine.Action:
    """Goes for gin alone: draws from the stock and keeps the least deadwood."""
    gins = [action for action in actions if isinstance(action, engine.Gin)]
    throws = [action for action in actions if isinstance(action, engine.Discard)]
    if throws and not gins:
        return min(throws, key=lambda one: engine.deadwood(hand & ~(1 << one.card)))
    goes = [action for action in actions if not isinstance(action, engine.DrawDiscard | engine.TakeUpcard)]
    return (gins or goes or actions)[0]


def taker(hand: int, actions: Sequence[engine.Action]) -> engine.Action:
    """A knocker who takes whatever lies open."""
    open_cards = [action for action in actions if isinstance(action, engine.DrawDiscard | engine.TakeUpcard)]
    return open_cards[0] if open_cards else knocker(hand, actions)


def play_out(table: Table, policies: Sequence[Policy], *, deals: int | None = None) -> Table:
    """Play until the sitting is over, or so many deals are scored."""
    loaded = loading.load(table.public_id, None)
    fixed, now = loaded.terms, loaded.sitting
    while now.ending is None and (deals is None or sitting.tally(fixed, now).deals < deals):
        due, action = dealing.chance(fixed, now), None
        if due is None:
            seat = sitting.to_act(fixed, now)
            action = policies[seat](now.state.hands[seat], engine.legal_actions(fixed.rules, now.state, seat))
        now = _written(loaded, now, due[0] if due else action, due[1] if due else None)
    return Table.objects.get(pk=table.pk)


def give_up(table: Table, seat: int) -> Table:
    """This seat resigns."""
    loaded = loading.load(table.public_id, None)
    _written(loaded, loaded.sitting, steps.Resign(seat), None)
    return Table.objects.get(pk=table.pk)


def _written(loaded: loading.Loaded, before: sitting.Sitting, action: Any, secret: Any) -> sitting.Sitting:
    after, _events = sitting.step(loaded.terms, before, action)
    write = play_rows.write_of(loaded.terms, before, after, action, cmd_id=uuid4(), epoch=loaded.epoch, secret=secret)
    assert writer.commit([write]) == [Outcome.COMMITTED]
    return after
