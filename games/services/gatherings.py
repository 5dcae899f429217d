"""Tables that wait for their players: open one, sit down, stand up, begin with house players in the empty seats, or
play again with the same people."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine, selectors
from games.live.setup import talk
from games.live.setup.fitting import BadTable, require_fit
from games.models import Gathering, Place, Status, Table
from games.services import house_rules
from games.services.tables import (
    CannotSit,
    SeatSpec,
    TooManyTables,
    label_of,
    of_the_house,
    open_table,
    require_room,
    shuffle_for,
)

MOST_WAITING = 5  # tables of one host that wait for players
CHAT = talk.FULL  # a player who opens the link knows who sent it; mute and report work as everywhere


def seats_of(gathering: Gathering) -> int:
    """The number of seats of these rules."""
    rules = engine.rule_set(gathering.rules)
    return rules.seating.numbers(rules)[0]


def talk_of(gathering: Gathering) -> str:
    """How people will be able to talk at the table (games.live.setup.talk)."""
    return talk.kind_at(CHAT, engine.rule_set(gathering.rules), seats_of(gathering))


@transaction.atomic
def gather(
    *,
    user: User,
    rules_key: str,
    level: str,
    pace: str,
    now: datetime,
    laws: str = "strict",
    length: str = "",
    clock: Mapping[str, Any] | None = None,
    is_rated: bool = False,
) -> Gathering:
    """Open a waiting table with its first player. Without a `level` no house player takes an empty seat. A rated one is
    rated if all who sit down have an account. Locks the person. Raises BadTable for rules, laws, length or clock that
    do not go together and for a rated table of a guest, and TooManyTables if the person has as many tables open or
    waiting as are allowed."""
    if is_rated and user.is_guest:
        raise BadTable(_("Guests play without a rating: sign in, or open a table that is not rated."), "is_rated")
    require_fit(rules_key, {"length": length, "clock": clock}, laws=laws)
    require_room(user)
    house = house_rules.choose_for(user=user, rules=rules_key, now=now)
    if waiting_of(user).count() >= MOST_WAITING:
        said = _("You have %(n)d tables waiting for players: close one of them before you open another.")
        raise TooManyTables(said % {"n": MOST_WAITING})
    chosen: dict[str, Any] = {"laws": laws, "length": "" if length == "game" else length, "clock": clock}
    chosen |= {"is_rated": is_rated and (house is None or house.is_rated), "rules_called": house.name if house else ""}
    found = Gathering.objects.create(rules=rules_key, level=level, pace=pace, by=user, opened_at=now, **chosen)
    Place.objects.create(gathering=found, seat=0, user=user)
    return found


def waiting_of(user: User) -> QuerySet[Gathering]:
    """The tables of this host that wait for players, the newest first."""
    return selectors.waiting_of(user)


@transaction.atomic
def sit(*, gathering: Gathering, user: User, seat: int, now: datetime) -> Gathering:
    """Take a seat, or change to it. With the last seat the table opens. Locks the person and the gathering. Raises
    CannotSit, which says what has happened to the table."""
    require_room(user)
    found = _open(gathering)
    if not 0 <= seat < seats_of(found):
        raise CannotSit(_("there is no such seat"))
    if found.places.filter(seat=seat).exclude(user=user).exists():
        raise CannotSit(_("this seat is taken"))
    if selectors.is_muted_by(user, found.places.exclude(user=user).values_list("user", flat=True)):
        raise CannotSit(_("somebody at this table plays with others only"))
    Place.objects.update_or_create(gathering=found, user=user, defaults={"seat": seat})
    return _begun(found, now) if found.places.count() == seats_of(found) else found


@transaction.atomic
def stand_up(*, gathering: Gathering, user: User, now: datetime) -> Gathering:
    """Leave a waiting table. The others go on waiting; when nobody is left, it is closed. Locks the gathering. Raises
    CannotSit."""
    found = _open(gathering)
    found.places.filter(user=user).delete()
    return found if found.places.exists() else _closed(found, now)


@transaction.atomic
def close(*, gathering: Gathering, user: User, now: datetime) -> Gathering:
    """Close a waiting table at its host's request; people who open the link are told. Locks the gathering. Raises
    CannotSit."""
    found = _open(gathering)
    if found.by_id != user.pk:
        raise CannotSit(_("only the host can close a table"))
    return _closed(found, now)


def _closed(found: Gathering, now: datetime) -> Gathering:
    found.closed_at = now
    found.save(update_fields=["closed_at"])
    return found


@transaction.atomic
def begin(*, gathering: Gathering, user: User, now: datetime) -> Gathering:
    """Open the table now, with house players in the empty seats, because somebody who sits there asks for it. Locks the
    person and the gathering. Raises CannotSit."""
    require_room(user)
    found = _open(gathering)
    if not found.places.filter(user=user).exists():
        raise CannotSit(_("only a player at the table can begin"))
    if not found.level:
        raise CannotSit(_("this table waits for people alone"))
    return _begun(found, now)


def _open(gathering: Gathering) -> Gathering:
    found = Gathering.objects.select_for_update().get(pk=gathering.pk)
    if found.table_id is not None:
        is_full = found.places.count() == seats_of(found)
        raise CannotSit(_("all seats were taken, and the table has begun") if is_full else _("the table has begun"))
    if found.closed_at is not None:
        raise CannotSit(_("its host has closed this table"))
    return found


def _begun(found: Gathering, now: datetime) -> Gathering:
    people = {place.seat: SeatSpec(place.user) for place in found.places.select_related("user")}
    empty = [seat for seat in range(seats_of(found)) if seat not in people]
    taken = people | dict(zip(empty, of_the_house(found.level, len(empty)), strict=True))
    seats = [taken[seat] for seat in sorted(taken)]
    # only people with the link play, and nobody watches
    settings = {"pace": found.pace, "spectators": False, "chat": CHAT, "clock": found.clock, "rated": found.is_rated}
    settings["shuffle"] = shuffle_for(found.clock)
    settings |= {"rules_called": found.rules_called} if found.rules_called else {}
    settings |= {"length": found.length} if found.length else {}
    options = {} if found.laws == "strict" else {"laws": found.laws}
    found.table = open_table(
        rules_key=found.rules, seats=seats, options=options, label=label_of(seats), settings=settings, now=now
    )
    found.save(update_fields=["table"])
    return found


# ---- the same people once more


@transaction.atomic
def offer_rematch(*, table: Table, user: User, now: datetime) -> Gathering:
    """Offer a rematch with the same people, or accept one. When all people agree, the next table opens, with house
    players at their old seats. An offer takes back an earlier refusal. Locks the person and the table. Raises
    CannotSit."""
    require_room(user)
    over = _ended(table, user)
    rematch, _is_new = Gathering.objects.get_or_create(
        rematch_of=over,
        defaults={
            "rules": over.rules,
            "rules_called": over.settings.get("rules_called", ""),
            "level": "",
            "pace": "",
            "by": user,
            "opened_at": now,
        },
    )
    if rematch.table_id is not None:
        return rematch
    seats = list(over.seats.select_related("user").order_by("seat"))
    own = next(at.seat for at in seats if at.user_id == user.pk)
    Place.objects.get_or_create(gathering=rematch, user=user, defaults={"seat": own})
    rematch.declined_by = None
    if rematch.places.count() == sum(not at.house_level for at in seats):
        rematch.table = open_table(
            rules_key=over.rules,
            seats=[SeatSpec(at.user, at.house_level) for at in seats],
            options=over.options,
            label=over.label,
            settings=over.settings,
            now=now,
        )
    rematch.save(update_fields=["declined_by", "table"])
    return rematch


@transaction.atomic
def refuse_rematch(*, table: Table, user: User) -> None:
    """Take back one's offer of a rematch, or decline the others' offer; they are told. Locks the table. Raises
    CannotSit."""
    over = _ended(table, user)
    rematch = Gathering.objects.filter(rematch_of=over, table=None).first()
    if rematch is None:
        return
    taken_back, _by_model = rematch.places.filter(user=user).delete()
    if not taken_back:
        rematch.declined_by = user
        rematch.save(update_fields=["declined_by"])


def _ended(table: Table, user: User) -> Table:
    """The table, locked. Raises CannotSit unless it is a finished casual table, no lesson, and this person sat
    there."""
    found = Table.objects.select_for_update().get(pk=table.pk)
    is_of_event = bool(found.ref or found.settings.get("event"))
    if found.status != Status.OVER or is_of_event or found.is_held or not found.seats.filter(user=user).exists():
        raise CannotSit(_("only players of a finished casual table can play again"))
    return found
