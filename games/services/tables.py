"""Services for tables: open them, act at them from outside their sockets, release and close them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from typing import Any, Protocol
from uuid import UUID

import orjson
from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from games import engine, selectors
from games.live.finished import tallies as tallied
from games.live.processes import announce, owner
from games.live.setup import terms
from games.live.setup.clock import is_by_days
from games.live.setup.fitting import BadTable as BadTable
from games.live.setup.fitting import require_fit
from games.live.store.loading import TableClosed
from games.live.table import ownerless
from games.live.table.commands import Answer, OutsideCommand
from games.models import LIVE_VARIANTS, DealSecret, Seat, Status, Table, can_be_played_live
from games.services import house_rules
from games.services.turns import watch_turns

report = announce.report
MOST_OPEN = 20  # open casual tables of one person: nobody else ends a table that its player has left
HOUSE_NAMES = {
    "beginner": ("Ben", "Bea", "Basil", "Bella", "Boris", "Birgit", "Bo"),
    "novice": ("Nora", "Ned", "Nell", "Nico", "Nina", "Noah", "Nancy"),
    "club": ("Clive", "Clara", "Chris", "Cora", "Carl", "Cleo", "Cyril"),
    "strong": ("Stella", "Simon", "Sofia", "Stan", "Susan", "Saul", "Sarah"),
    "top": ("Tess", "Tom", "Tara", "Theo", "Tilda", "Toby", "Thea"),
}


class Refused(Exception):
    """The table refused a command: `code` of the wire or the engine (with its `rule`), and the present version."""

    def __init__(self, code: str, version: int, rule: str = "") -> None:
        super().__init__(code, version, rule)
        self.code, self.version, self.rule = code, version, rule


class CannotSit(ValueError):
    """A seat is taken or the table has begun; the message says which."""


class TooManyTables(CannotSit):
    """The person has as many casual tables open as are allowed; the message says how to free one."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """The player for a seat: a user, and the level if it is a house player."""

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
    decks: Sequence[terms.GivenDeck] = (),
) -> Table:
    """Open a table. `settings`: aids full|count|none, clock {bank_s, increment_s, move_s} or null, pace
    people|quick|fast, spectators, delay (how much later they see it: none, moves:10, deals), chat off|phrases|full
    (live.setup.talk), shuffle players|server (whose entropy is in the decks: the players' too, or the server's alone),
    for the decks `tournament` (a public id) and `round`; how long it is: `length` (a key of engine.lengths), `minutes`
    until time is called, `head_start` (games that each side starts with); `lesson`: the key of the one given there;
    `rules_called`: a club's name for the rules. `decks`: those of all its deals, which other tables play too: it is
    held until `release`, and nobody but its seats sees it. Raises BadTable, engine.Impossible.
    """
    chosen = {**(settings or {}), **({"decks": len(decks), "length": f"deals:{len(decks)}"} if decks else {})}
    if decks and chosen.get("shuffle") == "players":
        raise BadTable("decks that are given are shuffled already")
    require_fit(rules_key, chosen, laws=(options or {}).get("laws", "strict"))
    if len({spec.user.pk for spec in seats}) != len(seats):
        raise BadTable("a user sits at a table once")
    if is_by_days(chosen.get("clock")):
        chosen["by_days"] = True
    length = engine.length_of(chosen.get("length") or "game")
    chosen_options = engine.sitting_options(rules_key, length, **(options or {}))
    rules = engine.rule_set(rules_key, **chosen_options)
    if not can_be_played_live(rules):
        raise BadTable(f"{rules.name} with these options is not played at live tables yet")
    if rules.laws != "strict":
        chosen["aids"] = "none"  # a player who is told what is lawful cannot break a law
    engine.start(rules, len(seats))
    table = Table.objects.create(
        rules=rules_key,
        options=chosen_options,
        mode=rules.laws,
        settings=chosen,
        ref=ref,
        label=label,
        is_held=bool(decks),
        is_private=not ref and chosen.get("spectators") is False and "daily" not in chosen,
        opened_at=now,
        deadline_at=now,
    )
    Seat.objects.bulk_create(
        Seat(table=table, seat=at, user=spec.user, house_level=spec.house_level) for at, spec in enumerate(seats)
    )
    DealSecret.objects.bulk_create(
        DealSecret(table=table, deal=deal, **asdict(given)) for deal, given in enumerate(decks, 1)
    )
    if "by_days" in chosen:
        watch_turns(now)
    return table


@transaction.atomic
def release(*, tables: Sequence[str]) -> None:
    """Release these tables (public ids): nobody plays their decks any more, so their deals become public."""
    held = list(Table.objects.filter(public_id__in=tables, is_held=True).order_by("finished_at", "pk"))
    Table.objects.filter(pk__in=[table.pk for table in held]).update(is_held=False)
    for table in held:
        table.is_held = False
        tallied.keep(table)


@transaction.atomic
def close_tables(*, tables: Sequence[str]) -> None:
    """End these tables (public ids) without a result: nothing that happened there counts. Their sockets are closed.
    Finished tables stay as they are. Locks them."""
    found = list(Table.objects.select_for_update().filter(public_id__in=tables, status=Status.PLAYING).order_by("pk"))
    Table.objects.filter(pk__in=[table.pk for table in found]).update(
        status=Status.CLOSED, owner=None, epoch=F("epoch") + 1, deadline_at=None
    )
    for table in found:  # a later version than the owner knows makes it look, and another epoch makes it go
        transaction.on_commit(partial(owner.tell, table.public_id, table.version + 1), robust=True)


@transaction.atomic
def open_practice(
    *,
    user: User,
    rules_key: str,
    level: str,
    now: datetime,
    pace: str = "people",
    laws: str = "strict",
    shuffle: str = "server",
    length: str = "",
    clock: Mapping[str, Any] | None = None,
) -> Table:
    """A casual table for a person with house players of this level in all other seats; they are created if missing.
    Locks the person. Raises BadTable for settings that do not go together, TooManyTables."""
    require_fit(rules_key, {"length": length, "clock": clock}, laws=laws)
    require_room(user)
    house = house_rules.choose_for(user=user, rules=rules_key, now=now)
    rules = LIVE_VARIANTS.get(rules_key)
    others = 1 if rules is None else rules.seating.numbers(rules)[0] - 1
    seats = [SeatSpec(user), *of_the_house(level, others)]
    label = label_of(seats)
    options = {} if laws == "strict" else {"laws": laws}
    settings: dict[str, Any] = {"pace": pace, "shuffle": shuffle, "clock": clock}
    settings |= {"length": length} if length not in ("", "game") else {}
    settings |= {"rules_called": house.name} if house else {}
    return open_table(rules_key=rules_key, seats=seats, options=options, label=label, settings=settings, now=now)


class Terms(Protocol):
    """What people play at a casual table."""

    rules: str
    laws: str
    length: str
    clock: Any
    is_rated: bool


def open_by_terms(
    terms: Terms, seats: Sequence[SeatSpec], now: datetime, *, event: str = "", called: str = ""
) -> Table:
    """Open a casual table for people who have agreed on these terms, in the caller's transaction; with the house it is
    not rated. `event` says where else its result counts: its owner hears that the table is over (games.signals), and no
    rematch is offered there. `called` is a club's name for the rules."""
    is_rated = terms.is_rated and not any(one.house_level for one in seats)
    settings = {"pace": "people", "shuffle": shuffle_for(terms.clock), "clock": terms.clock, "rated": is_rated}
    settings |= {"event": event} if event else {}
    settings |= {"length": terms.length} if terms.length else {}
    settings |= {"rules_called": called} if called else {}
    options = {} if terms.laws == "strict" else {"laws": terms.laws}
    return open_table(
        rules_key=terms.rules, seats=seats, options=options, label=label_of(seats), settings=settings, now=now
    )


def shuffle_for(given: Mapping[str, Any] | None) -> str:
    """The kind of shuffle at a casual table with this clock: with the players' entropy, or from the server alone if the
    table is played by days, when nobody has to be here for a deal."""
    return "server" if is_by_days(given) else "players"


def require_room(user: User) -> None:
    """Check that this person may sit down at another casual table. Locks the person. Raises TooManyTables."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # their moves go on
    if selectors.casual_of(user).count() >= MOST_OPEN:
        said = _(
            "You have %(n)d games open at casual tables: finish one, or resign one, before you sit down at another."
        )
        raise TooManyTables(said % {"n": MOST_OPEN})


def of_the_house(level: str, count: int) -> list[SeatSpec]:
    """As many house players of a level as `count` says; they are created if missing."""
    names = [f"{name} (house)" for name in HOUSE_NAMES[level][:count]] if count else []
    return [SeatSpec(accounts.house_player(name=name, level=level), level) for name in names]


def label_of(seats: Sequence[SeatSpec] | Sequence[Seat]) -> str:
    """The label of a casual table: the names of its players."""
    return " – ".join(str(seat.user) for seat in seats)


@transaction.atomic
def rename_at_tables(*, user: User) -> None:
    """Give a guest, or a former guest, their new name at their casual tables. Games still under play stay unrated, as
    they began. Locks the tables."""
    found = Table.objects.select_for_update(of=("self",)).filter(ref="", seats__user=user).order_by("pk")
    for table in found:
        if table.label:
            table.label = label_of(list(table.seats.select_related("user").order_by("seat")))
        if table.status == Status.PLAYING:
            table.settings["rated"] = False
        table.save(update_fields=["label", "settings"])


def act(
    *,
    table: Table,
    cmd_id: UUID,
    seen: int,
    action: Mapping[str, Any],
    by: User,
    now: datetime,
    why: str | None = None,
) -> Ack:
    """Do at a table what a socket would do: as the user who sits there, or, with a reason (`why`), as a director; the
    caller has checked who may direct. A repeat of the same `cmd_id` gives the same answer.

    Goes to the table's owner, in this process or through Redis; where none answers within 2 s it is written here.
    Raises Refused; RuntimeError inside a transaction (the owner could not commit while we hold the lock).
    """
    if connection.in_atomic_block:
        raise RuntimeError("act() must not be called inside a transaction")
    if table.status == Status.CLOSED:
        raise Refused("over", seen)
    if why is None and not table.seats.filter(user=by).exists():
        raise Refused("role", seen)  # a spectator is not told the present version
    try:
        orjson.dumps([seen, action, why])
    except TypeError as error:  # half a letter, a number beyond 64 bits: neither the log nor another process takes it
        raise Refused("frame", table.version) from error
    wish = OutsideCommand(table=table.public_id, cmd_id=cmd_id, seen=seen, action=action, by=by.pk, why=why)
    answer = owner.ask(wish) or _without_owner(wish, now)
    if answer.code:
        raise Refused(answer.code, answer.version, answer.rule)
    return Ack(answer.version)


def _without_owner(wish: OutsideCommand, now: datetime) -> Answer:
    """Write a play without the owner. Then tell the process that has the table in memory after all, and the tournament
    app if the table is over."""
    try:
        answer = ownerless.play(wish)
    except TableClosed:
        return Answer(wish.cmd_id, wish.seen, "over")
    if not answer.code:
        owner.tell(wish.table, answer.version)
        over = Table.objects.filter(public_id=wish.table, status=Status.OVER)
        for table_id in over.values_list("pk", flat=True):
            announce.report_safely(table_id, now)  # the play is committed, whatever becomes of this
    return answer


def sign_out(*, session: str) -> None:
    """Close the sockets of a login that has ended, whichever process serves them. A lost message does no harm: each
    table checks every 30 s."""
    transaction.on_commit(lambda: owner.sign_out(session))
