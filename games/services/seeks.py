"""Look for an opponent: two people with the same wishes sit down at one table; if nobody comes, the house can play."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import selectors
from games.live.setup.clock import is_by_days
from games.live.setup.fitting import BadTable, require_fit
from games.models import LIVE_VARIANTS, Mute, Seat, Seek, Status, Table
from games.players import USUAL_LEVEL
from games.services import house_rules
from games.services.tables import (
    MOST_OPEN,
    CannotSit,
    SeatSpec,
    of_the_house,
    open_by_terms,
    require_room,
)
from notices.kinds import Text
from notices.services.telling import Letter, tell

OLD_SEEKS = "games.old_seeks"
OLD_SEEKS_HOUR = 5
KEPT = timedelta(days=1)
STAYS = timedelta(days=2)  # a search by days, also without its page
JUST_SEATED = timedelta(seconds=10)
HOUSE_AFTER = timedelta(seconds=10)
LEAST_RATING, MOST_RATING = 100, 4000
LEFT = gettext_lazy("This player has found an opponent, or has left. Choose another, or look yourself.")
MOST_LOOKED_AT = 200  # seeks with the same terms that one look goes through
TAKEN = "casual.taken"
TEXTS = (
    Text(
        key=TAKEN, kind="casual", title=gettext_lazy("%(player)s takes your open challenge"),
        says=gettext_lazy("Your table of %(rules)s is open."),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedGame:
    """What a person wants to play. `rating` is their own in this game (None: none yet); `least` and `most` bound the
    opponent's. With a `level` a house player of it sits down if nobody has come within ten seconds."""

    rules: str
    laws: str = "strict"
    length: str = ""
    clock: Mapping[str, Any] | None = None
    is_rated: bool = False
    rating: float | None = None
    least: int | None = None
    most: int | None = None
    level: str = ""


def wish_like(table: Table, *, rating: float | None, clock: Mapping[str, Any] | None, level: str) -> WantedGame:
    """The terms of a casual table as a wish. `clock` replaces that of a game which was played without one against the
    house; `level` is that of the house player who comes if no person does."""
    fixed = table.settings
    had_house = any(seat.house_level for seat in table.seats.all())
    return WantedGame(
        rules=table.rules,
        laws=table.mode,
        length=fixed.get("length") or "",
        clock=fixed.get("clock") or (clock if had_house else None),
        is_rated=bool(fixed.get("rated")),
        rating=rating,
        level=level,
    )


def level_for(user: User | None) -> str:
    """The level at which the house plays with this person where they do not choose: that of their last casual game with
    it, or the usual one."""
    of_its_own = Q(table__settings__has_key="lesson") | Q(table__settings__has_key="daily")
    seats = Seat.objects.filter(table__seats__user=user, table__ref="").exclude(house_level="").exclude(of_its_own)
    last = seats.order_by("-table_id").values_list("house_level", flat=True).first() if user else None
    return last or USUAL_LEVEL


@transaction.atomic
def seek(*, user: User, wish: WantedGame, now: datetime) -> Seek:
    """Look for an opponent. If somebody with the same wishes waits, both sit down at once. An earlier search of this
    person ends, but a search by days and another one may stand side by side: a person with an account needs no page for
    a search by days, because they are told when somebody accepts. If an earlier search has led to a game under play,
    that search is returned. Locks the person and the seeks. Raises BadTable (with its field) for wishes that do not go
    together and for the rules of a club, TooManyTables."""
    require_sense(user, wish)
    house_rules.require_preset(wish.rules)
    require_room(user)
    own, is_free = _own(user, wish, now)
    return _looked(own, now) if is_free else own


@transaction.atomic
def keep_looking(*, seek: Seek, now: datetime) -> Seek:
    """Note that this person still waits, and look for an opponent again. After ten seconds somebody whose wishes differ
    in the rating alone will do, and else the house, where the wish has a level. Locks the seeks."""
    found = Seek.objects.select_for_update().select_related("user").get(pk=seek.pk)
    if found.table_id is not None:
        return found
    found.seen_at = now
    found.save(update_fields=["seen_at"])
    looked = _looked(found, now)
    is_late = now - found.began_at >= HOUSE_AFTER
    return _looked_unrated(found, now) if looked.table_id is None and found.level and is_late else looked


@transaction.atomic
def accept(*, seek: Seek, user: User, rating: float | None, now: datetime) -> Seek:
    """Sit down with a person who looks for an opponent, on their terms; returns one's own seek. Locks the person and
    the seeks. Raises CannotSit with the reason."""
    require_room(user)
    theirs = _free(Seek.objects.filter(pk=seek.pk), now).first()
    if theirs is None:
        raise CannotSit(str(LEFT))
    if theirs.user_id == user.pk:
        raise CannotSit(_("This is your own search."))
    if selectors.is_muted_by(user, [theirs.user_id]):
        raise CannotSit(_("This player looks for somebody else."))
    wish = WantedGame(
        rules=theirs.rules, laws=theirs.laws, length=theirs.length, clock=theirs.clock, is_rated=theirs.is_rated,
        rating=rating,
    )  # fmt: skip
    try:
        require_sense(user, wish)
    except BadTable as refused:
        raise CannotSit(str(refused)) from refused
    if not _takes(theirs, rating):
        raise CannotSit(_("This player looks for opponents of another rating."))
    own, is_free = _own(user, wish, now)
    return _seated(own, theirs, now) if is_free else own


@transaction.atomic
def stop_looking(*, seek: Seek) -> None:
    """End a search. A table that has already begun stays."""
    Seek.objects.filter(pk=seek.pk, table=None).delete()


@transaction.atomic
def play_house(*, seek: Seek, level: str, now: datetime) -> Seek:
    """Play a house player of this level instead, on the same terms but not rated. Locks the person and the seek."""
    require_room(seek.user)
    found = Seek.objects.select_for_update().select_related("user").get(pk=seek.pk)
    if found.table_id is None:
        found.is_rated = False
        _open(found, [SeatSpec(found.user), *of_the_house(level, 1)], [found], now)
    return found


def forget_old_seeks(*, now: datetime) -> int:
    """Delete searches that began more than a day ago, except searches by days that are still open; returns their
    number."""
    return Seek.objects.filter(began_at__lt=now - KEPT).exclude(table=None, stays_until__gt=now).delete()[0]


def is_for_two(rules_key: str) -> bool:
    """Is this game for two, so that people can look for an opponent and two fill a table?"""
    rules = LIVE_VARIANTS[rules_key]
    return rules.seating.numbers(rules)[0] == 2


def require_sense(user: User, wish: WantedGame) -> None:
    """Check that this person may have these wishes. Raises BadTable with the field."""
    require_fit(wish.rules, {"length": wish.length, "clock": wish.clock}, laws=wish.laws)
    if not is_for_two(wish.rules):
        said = _("Opponents are looked for in games for two. For this game, send people a link.")
        raise BadTable(said, "rules")
    if wish.is_rated and user.is_guest:
        raise BadTable(_("Guests play without a rating: sign in, or look for a game that is not rated."), "is_rated")
    for field, bound in (("least", wish.least), ("most", wish.most)):
        if bound is not None and not LEAST_RATING <= bound <= MOST_RATING:
            allowed = {"least": LEAST_RATING, "most": MOST_RATING}
            raise BadTable(_("A rating is a number from %(least)d to %(most)d.") % allowed, field)
    if wish.least is not None and wish.most is not None and wish.least > wish.most:
        raise BadTable(_("The lowest rating is above the highest one."), "least")


def _own(user: User, wish: WantedGame, now: datetime) -> tuple[Seek, bool]:
    """This person's seek with these wishes, locked, and whether they are free. Another process may just have seated
    them by an earlier search; then that seat is kept. A game by days does not stop anybody from playing the next
    one."""
    stays = _stays(user, wish)
    mine = Seek.objects.filter(user=user, stays_until__isnull=not stays)
    found = mine.select_for_update(of=("self",)).select_related("table").first()
    at = found.table if found is not None else None
    if found is not None and at is not None and at.status == Status.PLAYING:
        is_just_seated = at.opened_at > now - JUST_SEATED
        if is_just_seated or not stays:
            return found, False
    row = _row(wish, now) | {"stays_until": now + STAYS if stays else None}
    return mine.update_or_create(user=user, defaults=row)[0], True


def _stays(user: User, wish: WantedGame) -> bool:
    """Does this search need no page, because it is by days and the seeker can be told?"""
    return is_by_days(wish.clock) and not user.is_guest


def _row(wish: WantedGame, now: datetime) -> dict[str, Any]:
    length = "" if wish.length == "game" else wish.length
    return {
        "rules": wish.rules,
        "laws": wish.laws,
        "length": length,
        "clock": wish.clock,
        "is_rated": wish.is_rated,
        "terms": _terms(wish.rules, wish.laws, length, wish.clock, wish.is_rated),
        "rating": wish.rating,
        "least": wish.least,
        "most": wish.most,
        "level": "" if is_by_days(wish.clock) else wish.level,
        "began_at": now,
        "seen_at": now,
        "table": None,
    }


def _terms(*chosen: Any) -> str:
    """Rules, laws, length, clock and whether it is rated as one word."""
    return orjson.dumps(chosen, option=orjson.OPT_SORT_KEYS).decode()


def _looked_unrated(own: Seek, now: datetime) -> Seek:
    """The seek, with a table that is not rated: with somebody who wants the same but for the rating and need not have
    it as they wish, or with the house."""
    other = _terms(own.rules, own.laws, own.length, own.clock, not own.is_rated)
    others = Seek.objects.filter(Q(is_rated=False) | ~Q(level=""), terms=other)
    own.is_rated = False
    found = _met(own, others, now)
    if found.table_id is None and selectors.casual_of(own.user).count() < MOST_OPEN:
        _open(own, [SeatSpec(own.user), *of_the_house(own.level, 1)], [own], now)
    return found


def _looked(own: Seek, now: datetime) -> Seek:
    """The seek, with a table if somebody with the same terms waits."""
    return _met(own, Seek.objects.filter(terms=own.terms), now)


def _met(own: Seek, among: QuerySet[Seek], now: datetime) -> Seek:
    """The seek, with a table if somebody who fits waits among these; those who have waited longest come first."""
    others = among.exclude(user=own.user_id).order_by("began_at", "pk")
    apart = _apart(own.user_id)
    for theirs in _free(others, now)[:MOST_LOOKED_AT]:
        if theirs.user_id not in apart and _fit(own, theirs):
            return _seated(own, theirs, now)
    return own


def _apart(user: int) -> set[int]:
    """The keys of the people whom this person has muted, or who have muted them: no search brings them together."""
    pairs = Mute.objects.filter(Q(by=user) | Q(of=user)).values_list("by", "of")
    return {one for pair in pairs for one in pair} - {user}


def _free(seeks: QuerySet[Seek], now: datetime) -> QuerySet[Seek]:
    """The seeks among these that still wait, locked. A seek that another process has locked is being seated: it is left
    out, so that nobody waits for a lock while holding one."""
    waiting = selectors.waiting_seeks(now, seeks).select_related("user")
    if connection.features.has_select_for_update_skip_locked:
        return waiting.select_for_update(skip_locked=True, of=("self",))
    return waiting


def _fit(one: Seek, other: Seek) -> bool:
    """Does each of the two accept an opponent with the other's rating?"""
    return _takes(one, other.rating) and _takes(other, one.rating)


def _takes(seek: Seek, rating: float | None) -> bool:
    if seek.least is None and seek.most is None:
        return True
    return rating is not None and (seek.least or 0) <= rating <= (seek.most or MOST_RATING)


def _seated(own: Seek, theirs: Seek, now: datetime) -> Seek:
    """Seat both at one table. A person who sits at as many tables as allowed by now is no longer looking."""
    if selectors.casual_of(theirs.user).count() >= MOST_OPEN:
        theirs.delete()
        return own
    table = _open(own, [SeatSpec(theirs.user), SeatSpec(own.user)], [own, theirs], now)
    if theirs.stays_until is not None:
        parts = {"player": str(own.user), "rules": theirs.rules_name}
        letter = Letter(theirs.user, reverse("games:table", args=[table.public_id]), parts)
        tell(key=f"{TAKEN}:{theirs.public_id}:{table.public_id}", text=TAKEN, to=[letter], by=own.user, now=now)
    return own


def _open(own: Seek, seats: list[SeatSpec], seeks: list[Seek], now: datetime) -> Table:
    table = open_by_terms(own, seats, now)
    for seek in seeks:
        seek.table = table
        seek.save(update_fields=["table"])
    return table
