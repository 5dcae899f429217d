"""Tell people something: write rows for their inbox and the deliveries by mail and push, in the caller's
transaction."""

import secrets
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.functional import Promise

from accounts.models import User
from accounts.selectors import with_confirmed_address
from duework import services as duework
from notices import kinds
from notices.kinds import MAIL, PUSH, Kind
from notices.models import Delivery, Notice, PushDevice, Reader
from notices.selectors import choices
from quotas import services as quotas
from quotas.acts import CALL_AGAIN, PERSON

CHUNK = 50  # deliveries in a piece of work: when a process dies, others go on with the rest at once
WORK = {MAIL: "notices.mail", PUSH: "notices.push"}


@dataclass(frozen=True, slots=True)
class Letter:
    """What one person is told: their own parts of the text, and the path it leads to. A lazy part is said in their
    language."""

    user: User
    link: str
    parts: Mapping[str, Any]


@transaction.atomic
def tell(
    *,
    key: str,
    text: str,
    to: Iterable[Letter],
    now: datetime,
    by: User | None = None,
    called: Container[int] | None = None,
    to_strangers: bool = False,
) -> int:
    """Tell each person something, once for each `key`; returns how many were told now. `by` is the person whose act it
    is: they are not told. Part of the caller's transaction, so nothing is told of what is rolled back. Raises
    LookupError for an unknown text.

    Of people with an account those in `called` (keys; None: all) get mail and push, the others find it in their inbox.
    People without one get no more than a mail: where they have confirmed their address and the kind reaches them, or,
    with `to_strangers`, in general words. What one person tells another again and again (`quotas.acts.CALL_AGAIN`)
    stands in the inbox alone."""
    said = kinds.text(text)
    if said is None:
        raise LookupError(f"no text {text!r} is registered")
    kind = kinds.kind(said.kind)
    assert kind is not None
    asked = [one for one in to if by is None or one.user.pk != by.pk]
    confirmed = with_confirmed_address([one.user for one in asked if not one.user.speaks_for_themselves])
    letters = {
        one.user.pk: one
        for one in asked
        if _reads(one.user) and (one.user.speaks_for_themselves or _is_mailed(one.user, kind, confirmed, to_strangers))
    }
    if not letters:
        return 0
    readers = choices.readers_of([letter.user for letter in letters.values()])
    batch = secrets.token_hex(8)
    Notice.objects.bulk_create(
        [
            Notice(
                user=one.user, key=key, batch=batch, kind=kind.key, text=text, parts=_said(one, readers[pk]),
                link=one.link, at=now, is_shown=choices.is_shown(readers[pk], kind),
            )
            for pk, one in letters.items()
        ],
        ignore_conflicts=True,
    )  # fmt: skip
    told = list(Notice.objects.filter(batch=batch).order_by("pk"))
    for notice in told:
        notice.user = letters[notice.user_id].user
    out = [one for one in told if called is None or one.user_id in called or not one.user.speaks_for_themselves]
    if by is not None and out:
        people = [one.user_id for one in out]
        free = quotas.take_each(CALL_AGAIN, now=now, each=PERSON, among=people, account=by.pk, text=text)
        out = [one for one in out if one.user_id in free]
    _deliver(out, readers, kind, now)
    return len(told)


def _said(letter: Letter, reader: Reader) -> dict[str, Any]:
    """The parts of a letter, lazy ones in the language of its reader."""
    with translation.override(choices.language_of(reader)):
        return {name: str(part) if isinstance(part, Promise) else part for name, part in letter.parts.items()}


def _reads(user: User) -> bool:
    """Can this person read notices: not a house player, a guest, or somebody who has left?"""
    return not (user.house_level or user.is_guest or user.left_at is not None) and user.is_active


def _is_mailed(name: User, kind: Kind, confirmed: Container[int], to_strangers: bool) -> bool:
    """Does this person without an account get mail of this kind?"""
    if name.pk in confirmed:
        return kind.reaches_names
    return to_strangers and bool(kind.in_general) and bool(name.email)


def _deliver(told: Sequence[Notice], readers: dict[int, Reader], kind: Kind, now: datetime) -> None:
    """Write the deliveries of these notices, and plan the work that sends them when nobody's quiet hours hold them
    back."""
    people = [notice.user for notice in told]
    addresses = choices.addresses_of(people, readers)
    devices: dict[int, list[PushDevice]] = defaultdict(list)
    for device in PushDevice.objects.filter(user__in=people):
        devices[device.user_id].append(device)
    waiting: dict[tuple[str, datetime], list[Delivery]] = defaultdict(list)
    for notice in told:
        reader = readers[notice.user_id]
        due_at = choices.quiet_until(reader, choices.zone_of(notice.user), now) or now
        if notice.user_id in addresses and choices.wants(reader, kind, MAIL):
            waiting[MAIL, due_at].append(Delivery(notice=notice, channel=MAIL, due_at=due_at))
        if choices.wants(reader, kind, PUSH):
            found = devices[notice.user_id]
            waiting[PUSH, due_at] += [Delivery(notice=notice, channel=PUSH, device=d, due_at=due_at) for d in found]
    for (channel, due_at), deliveries in waiting.items():
        for start in range(0, len(deliveries), CHUNK):
            plan(channel, deliveries[start : start + CHUNK], due_at)


def plan(channel: str, deliveries: Sequence[Delivery], due_at: datetime) -> None:
    """Store new deliveries as one piece of due work."""
    batch = secrets.token_hex(8)
    for one in deliveries:
        one.batch = batch
    Delivery.objects.bulk_create(deliveries)
    duework.plan(key=f"{WORK[channel]}:{batch}", kind=WORK[channel], due_at=due_at, payload={"batch": batch})
    duework.nudge()
