"""Talk between the watchers of a table. It is stored before it is sent; watchers can read it again, and no seat ever
does."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games.live.setup import talk
from games.live.setup.terms import Terms, terms
from games.live.talk.talk_rows import MOST_SHOWN, Spoken, deaf_to, silences, stored, words_of
from games.models import ChatLine, Mute, Table


@transaction.atomic
def keep(terms: Terms, *, line_id: UUID, user_id: int, words: Mapping[str, str], now: datetime) -> Spoken:
    """Store a watcher's line, once for each `line_id`. Raises Unsaid."""
    kept = {"by_id": user_id, "seat": None, "at": now, "heard_by": "", **words}
    line, is_new = stored(terms, line_id, kept)
    if line.by_id != user_id or line.seat is not None:
        raise talk.Unsaid("words")
    return Spoken(frame={"k": "said", "id": str(line_id), **_shown(line)}, deaf=deaf_to(user_id), is_new=is_new)


def heard(table_id: int, *, without: Iterable[int] = ()) -> list[dict[str, Any]]:
    """The last lines of the watchers, the oldest first, except those of the users in `without`."""
    found = ChatLine.objects.filter(table_id=table_id, seat=None).exclude(by__in=without).select_related("by")
    return [_shown(line) for line in reversed(found.order_by("-pk")[:MOST_SHOWN])]


def speakers(table: Table) -> list[User]:
    """The watchers who have said something at a table, in the order of their keys."""
    spoken = ChatLine.objects.filter(table=table, seat=None).values("by")
    return list(User.objects.filter(pk__in=spoken, merged_into=None).order_by("pk"))


def speaker(table: Table, public_id: str) -> User | None:
    """The watcher with this public id, if they have said something at a table."""
    return next((one for one in speakers(table) if one.public_id == public_id), None)


def standing(table: Table, user: User) -> dict[str, Any]:
    """The watchers' talk for one of them, as the page shows it: how people may talk, the other speakers and who is
    muted, the lines, and the reason if this person is silenced. Where seats have letters, people have their public
    ids."""
    fixed = terms(table)
    muted = set(Mute.objects.filter(by=user).values_list("of_id", flat=True))
    others = [one for one in speakers(table) if one.pk != user.pk]
    return {
        "kind": fixed.talk,
        "phrases": list(talk.WORDS),
        "most": talk.MOST_LETTERS,
        "people": [{"seat": one.public_id, "name": str(one), "muted": one.pk in muted} for one in others],
        "lines": heard(table.pk, without=muted),
        "silenced": next((one.reason for one in silences(table) if one.user_id == user.pk), None),
    }


def _shown(line: ChatLine) -> dict[str, Any]:
    shown = talk.shown(line.pk, "", line.at, words_of(line))
    del shown["seat"]
    return {**shown, "who": line.by.public_id, "name": str(line.by)}
