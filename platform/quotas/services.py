"""Use up a part of the allowed number of acts, or ask how much is left."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from math import ceil
from unicodedata import normalize

from django.db import transaction
from django.db.models import F
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from doors.limits import TooOften
from quotas.acts import Act, Bound
from quotas.models import Count

OLD_COUNTS, OLD_COUNTS_HOUR = "quotas.old_counts", 4  # UTC


class LimitReached(TooOften):
    """An act was done as often as is allowed: at most `most`, and again from `until`."""

    def __init__(self, act: Act, bound: Bound, *, most: int, until: datetime, now: datetime) -> None:
        hours = bound.window.total_seconds() / 3600
        said = {"what": act.name, "most": most, "until": _shown(until)}
        if hours >= 24:
            words = _("%(what)s: at most %(most)d a day. That is reached; go on from %(until)s.")
        elif hours >= 1:
            words = _("%(what)s: at most %(most)d an hour. That is reached; go on from %(until)s.")
        else:
            words = _("%(what)s: at most %(most)d a minute. That is reached; go on from %(until)s.")
        super().__init__(words % said, wait=max(1, ceil((until - now).total_seconds())))
        self.act, self.most, self.until = act, most, until


@dataclass(frozen=True, slots=True)
class Room:
    """How many more times an act is allowed now (`left`), at most how many times in its window, and when that ends."""

    left: int
    most: int
    until: datetime


def take(act: Act, *, now: datetime, n: int = 1, is_approved: bool = False, **of: object) -> None:
    """Count an act `n` times, for `account` and `club` by key, the mail `address` and the `network` address. A bound
    with an unknown one does not count. Part of the caller's transaction, so what is rolled back does not count; the
    rows of the counts stay locked until its end. Raises LimitReached, and then counts nothing."""
    if n == 0:
        return
    bounds = _keys(act, of)
    with transaction.atomic():
        for key, row in _locked(bounds, now).items():
            most = _most(bounds[key], is_approved)
            if row.used + n > most:
                raise LimitReached(act, bounds[key], most=most, until=row.until, now=now)
        Count.objects.filter(key__in=bounds).update(used=F("used") + n)


def take_each(act: Act, *, now: datetime, each: str, among: Iterable[object], **of: object) -> set[object]:
    """Count an act once for each of `among` (`each` names their kind, such as `person`) who is still within the limit,
    and return these; nothing is counted for the others. Part of the caller's transaction, in a few queries for all."""
    keys = {one: _keys(act, of | {each: one}) for one in among}
    bounds = {key: bound for found in keys.values() for key, bound in found.items()}
    with transaction.atomic():
        rows, free = _locked(bounds, now), set()
        for one, found in keys.items():
            if all(rows[key].used < bound.most for key, bound in found.items()):
                free.add(one)
                for key in found:
                    rows[key].used += 1
        Count.objects.filter(key__in=[key for one in free for key in keys[one]]).update(used=F("used") + 1)
    return free


def _locked(bounds: dict[str, Bound], now: datetime) -> dict[str, Count]:
    """The rows of these counters by their keys, in order, locked until the transaction ends. A counter whose window has
    ended begins anew."""
    fresh = [Count(key=key, until=now + bound.window) for key, bound in sorted(bounds.items())]
    Count.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = {row.key: row for row in Count.objects.select_for_update().filter(key__in=bounds).order_by("key")}
    for row in [row for row in rows.values() if row.until <= now]:
        row.used, row.until = 0, now + bounds[row.key].window
        row.save(update_fields=["used", "until"])
    return rows


def give_back(act: Act, *, now: datetime, **of: object) -> None:
    """Take back one count of an act that did not happen after all, such as a mail that no server accepted."""
    Count.objects.filter(key__in=_keys(act, of), used__gt=0, until__gt=now).update(used=F("used") - 1)


def room(act: Act, *, now: datetime, is_approved: bool = False, **of: object) -> Room:
    """How many more times `take` would allow an act now."""
    keys = _keys(act, of)
    found = {one.key: one for one in Count.objects.filter(key__in=keys, until__gt=now)}
    rooms = []
    for key, bound in keys.items():
        most, count = _most(bound, is_approved), found.get(key)
        used, until = (count.used, count.until) if count else (0, now + bound.window)
        rooms.append(Room(max(0, most - used), most, until))
    return min(rooms, key=lambda one: one.left)


def words_of(act: Act, free: Room, n: int) -> str:
    """A sentence that says that `n` acts exceed what is left of the limit, and when its window ends."""
    said = {"what": act.name, "n": n, "left": free.left, "most": free.most, "until": _shown(free.until)}
    return _("%(what)s: %(n)d are more than the %(left)d of %(most)d that are left until %(until)s.") % said


def forget_old_counts(*, now: datetime) -> int:
    """Delete the counts whose window has ended; returns their number."""
    return Count.objects.filter(until__lte=now).delete()[0]


def _keys(act: Act, of: dict[str, object]) -> dict[str, Bound]:
    """The counters of an act, each with its bound."""
    found = {}
    for bound in act.bounds:
        who = [of.get(name) for name in bound.of]
        if all(one not in (None, "") for one in who):
            folded = [
                mailbox(str(one)) if name == "address" else str(one).lower()
                for name, one in zip(bound.of, who, strict=True)
            ]
            text = repr((act.key, bound.of, bound.window.total_seconds(), folded))
            found[sha256(text.encode()).hexdigest()] = bound
    return found


def mailbox(address: str) -> str:
    """The same text for all spellings of one mail address: in any case, with a tag after "+", in quotes, with the
    domain in letters of its language or as IDNA has it, with a full stop at its end. Dots in the local part are left,
    because only some providers (Gmail) ignore them: elsewhere they name other people."""
    local, _at, domain = normalize("NFKC", address).strip().lower().rpartition("@")
    local = local.strip('"').replace("\\", "")
    local = local.partition("+")[0] or local
    domain = domain.replace("\u3002", ".").rstrip(".")
    with suppress(UnicodeError):  # no name of a host: then as it is written
        domain = domain.encode("idna").decode()
    if domain in ("gmail.com", "googlemail.com"):
        local, domain = local.replace(".", ""), "gmail.com"
    return f"{local}@{domain}"


def _most(bound: Bound, is_approved: bool) -> int:
    return bound.most_approved or bound.most if is_approved else bound.most


def _shown(moment: datetime) -> str:
    at = localtime(moment)
    return f"{date_format(at, 'j M, H:i')} {at.tzname()}"
