"""Writing about tables: open one, act at one from outside its sockets, resign, and tell that it is over."""

import asyncio
import concurrent.futures
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import connection, transaction

from accounts import services as accounts
from accounts.models import User
from games import engine
from games.live import announce, hub, loading, plays, sitting, terms, writer
from games.live.actor import Answer, Command
from games.live.statements import Outcome
from games.models import LIVE_VARIANTS, Seat, Status, Table, can_be_played_live

report = announce.report
OWNER_PATIENCE_S = 2.0
TRIES = 5
HOUSE_NAMES = {"novice": "Nora (house)", "club": "Clive (house)"}


class Refused(Exception):
    """A command that changed nothing: `code` of the wire or the engine (with its `rule`), and the version now."""

    def __init__(self, code: str, version: int, rule: str = "") -> None:
        super().__init__(code, version, rule)
        self.code, self.version, self.rule = code, version, rule


class BadTable(ValueError):
    """A table that cannot be opened; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who shall sit: a user, and the house player's level when the house moves for them."""

    user: User
    house_level: str = ""


@dataclass(frozen=True, slots=True)
class Ack:
    """The version that a command made."""

    version: int


@transaction.atomic
def open_table(
    *,
    rules_key: str,
    seats: Sequence[SeatSpec],
    now: datetime,
    options: Mapping[str, Any] | None = None,
    ref: str = "",
    label: str = "",
    settings: Mapping[str, Any] | None = None,
) -> Table:
    """Set a table up. `settings`: aids full|count|none, clock {bank_s, increment_s, move_s} or null, pace
    people|quick|fast, spectators, and for the decks `tournament` (a public id) and `round`.
    Raises BadTable, engine.Impossible."""
    chosen = dict(settings or {})
    _check(rules_key, seats, chosen)
    rules = engine.rule_set(rules_key, **(options or {}))
    if not can_be_played_live(rules):
        raise BadTable(f"{rules.name} with these options is not played at live tables yet")
    engine.start(rules, len(seats))
    table = Table.objects.create(
        rules=rules_key,
        options=dict(options or {}),
        settings=chosen,
        ref=ref,
        label=label,
        opened_at=now,
        deadline_at=now,
    )
    Seat.objects.bulk_create(
        Seat(table=table, seat=at, user=spec.user, house_level=spec.house_level) for at, spec in enumerate(seats)
    )
    return table


def _check(rules_key: str, seats: Sequence[SeatSpec], settings: Mapping[str, Any]) -> None:
    if rules_key not in LIVE_VARIANTS:
        raise BadTable(f"{rules_key!r} is not played at live tables; there are {', '.join(sorted(LIVE_VARIANTS))}")
    if len({spec.user.pk for spec in seats}) != len(seats):
        raise BadTable("a user sits at a table once")
    if settings.get("aids", "full") not in terms.AIDS:
        raise BadTable(f"aids is one of {', '.join(terms.AIDS)}")
    if settings.get("pace", "people") not in terms.PACES:
        raise BadTable(f"pace is one of {', '.join(terms.PACES)}")


@transaction.atomic
def open_practice(*, user: User, rules_key: str, level: str, now: datetime, pace: str = "people") -> Table:
    """A casual table for a person against a house player of this level; the house player is made when absent."""
    house = accounts.house_player(name=HOUSE_NAMES.get(level, f"House ({level})"), level=level)
    seats = [SeatSpec(user), SeatSpec(house, level)]
    return open_table(rules_key=rules_key, seats=seats, label=f"{user} – {house}", settings={"pace": pace}, now=now)


def act(*, table: Table, cmd_id: UUID, seen: int, action: Mapping[str, Any], by: User, now: datetime) -> Ack:
    """Do at a table what a socket would do, as the user who sits there; the same `cmd_id` again gives the same answer.

    Goes to the table's owner in this process; without one it writes by itself, and an owner elsewhere catches up.
    Raises Refused; RuntimeError inside a transaction (the owner could not commit while we hold the lock).
    """
    if connection.in_atomic_block:
        raise RuntimeError("act() must not be called inside a transaction")
    owner = hub.current()
    if owner is not None:
        answer = _ask(owner, table.public_id, cmd_id, seen, action, by)
    else:
        answer = _write(table, cmd_id, seen, action, by, now)
    if answer.code:
        raise Refused(answer.code, answer.version, answer.rule)
    return Ack(answer.version)


def resign(*, table: Table, by: User, now: datetime) -> Ack:
    """Give the sitting up. Repeats are harmless. Raises Refused."""
    cmd_id = uuid5(plays.NAMESPACE, f"resign:{table.public_id}:{by.pk}")
    seen = Table.objects.values_list("version", flat=True).get(pk=table.pk)
    return act(table=table, cmd_id=cmd_id, seen=seen, action={"do": "resign"}, by=by, now=now)


def _ask(owner: hub.Hub, public_id: str, cmd_id: UUID, seen: int, action: Mapping[str, Any], by: User) -> Answer:
    """Give the command to the hub of this process and wait for its answer."""

    async def ask() -> Answer:
        actor = await owner.actor(public_id)
        future: asyncio.Future[Answer] = owner.loop.create_future()
        command = Command(
            cmd_id=cmd_id, seen=seen, action=action, seat=actor.terms.seat_of(by.pk), by=by.pk, at=owner.now(),
            answer=lambda answer: None if future.done() else future.set_result(answer),
        )  # fmt: skip
        actor.command(command)
        return await future

    waiting = asyncio.run_coroutine_threadsafe(ask(), owner.loop)
    try:
        return waiting.result(OWNER_PATIENCE_S)
    except concurrent.futures.TimeoutError:
        waiting.cancel()
        raise Refused("busy", seen) from None


def _write(table: Table, cmd_id: UUID, seen: int, action: Mapping[str, Any], by: User, now: datetime) -> Answer:
    """Read, apply, compare and swap; once more when another play came between."""
    for _ in range(TRIES):
        known = loading.version_of(table.pk, cmd_id)
        if known is not None:
            return Answer(cmd_id, known)
        loaded = loading.load(table.public_id, None)
        answer, outcome = _attempt(loaded, cmd_id, seen, action, by)
        if outcome is Outcome.COMMITTED:
            if Table.objects.filter(pk=table.pk, status=Status.OVER).exists():
                report(table.pk, now)
            return answer
        if outcome is None:
            return answer
    return Answer(cmd_id, seen, "busy")


def _attempt(
    loaded: loading.Loaded, cmd_id: UUID, seen: int, action: Mapping[str, Any], by: User
) -> tuple[Answer, Outcome | None]:
    """One try: refused (no outcome), or what the database said."""
    before = loaded.sitting
    seat = loaded.terms.seat_of(by.pk)
    code = "over" if before.ending else "role" if seat is None else ""
    if not code and not before.touched <= seen <= before.version:
        code = "stale"
    if code or seat is None:
        return Answer(cmd_id, before.version, code), None
    try:
        step = plays.asked(action, seat)
        if isinstance(step, sitting.Claim):
            return Answer(cmd_id, before.version, "early"), None
        after, _ = sitting.step(loaded.terms, before, step)
    except engine.Impossible as error:
        return Answer(cmd_id, before.version, error.code, error.rule), None
    except ValueError:
        return Answer(cmd_id, before.version, "frame"), None
    write = plays.write_of(loaded.terms, before, after, step, cmd_id=cmd_id, epoch=loaded.epoch, by=by.pk)
    [outcome] = writer.commit([write])
    return Answer(cmd_id, after.version), outcome
