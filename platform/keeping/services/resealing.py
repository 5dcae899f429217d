"""Seal everything in the database under the present seal key, so that an older one can be thrown away.

What is sealed already is left as it is, so it may be ended at any moment and begun again, while the site runs.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson
from allauth.mfa.models import Authenticator
from cryptography.exceptions import InvalidTag
from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import Model, QuerySet

from accounts.second_factor import adapter
from doors import sealing
from games.live.shuffle import seal
from games.models import DailyDeal, DealSecret, Table
from tournaments.models import RoundDeck
from webhooks import sealing as of_webhooks
from webhooks.models import Endpoint

DECKS: tuple[type[Model], ...] = (DealSecret, DailyDeal, RoundDeck)  # `sealed`, bound to `ctx`
AT_ONCE = 500
VERSION_BYTES = 4  # before the sealed part of a snapshot


@dataclass(slots=True)
class Found:
    """How many sealed values are under the present key, how many are not (they are sealed anew unless this only looks),
    and how many no key opens."""

    current: int = 0
    older: int = 0
    lost: int = 0


def reseal(*, only_look: bool = False) -> dict[str, Found]:
    """Go through everything sealed, by its kind. With `only_look` nothing is changed."""
    return {
        **{model._meta.model_name or "": _decks(model, only_look) for model in DECKS},
        "snapshot": _snapshots(only_look),
        "webhook": _texts(Endpoint.objects.all(), ("secret", "old_secret"), of_webhooks.PURPOSE, only_look),
        "second factor": _second_factors(only_look),
    }


def _batches(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    """The rows in the order of their keys, a few hundred at once."""
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        yield batch
        last = batch[-1].pk


def _anew(found: Found, sealed: bytes, about: bytes) -> bytes | None:
    """These bytes under the present key; None if they are, or if no key opens them. Counts which it is."""
    if seal.is_current(sealed, about):
        found.current += 1
        return None
    try:
        opened = seal.unseal(sealed, about)
    except InvalidTag:
        found.lost += 1
        return None
    found.older += 1
    return seal.seal(opened, about)


def _decks(model: type[Any], only_look: bool) -> Found:
    found = Found()
    for batch in _batches(model.objects.all()):
        changed = []
        for row in batch:
            fresh = _anew(found, bytes(row.sealed), row.ctx.encode("ascii"))
            if fresh is not None:
                row.sealed = fresh
                changed.append(row)
        if not only_look:
            model.objects.bulk_update(changed, ["sealed"])
    return found


def _snapshots(only_look: bool) -> Found:
    """A snapshot is a cache of the log: one with a shuffle under way, whose secret is sealed within it, goes. A table
    that moved meanwhile has a new one."""
    found = Found()
    for batch in _batches(Table.objects.exclude(snapshot=None).only("pk", "public_id", "snapshot")):
        for row in batch:
            old = bytes(row.snapshot)
            version, sealed = int.from_bytes(old[:VERSION_BYTES], "big"), old[VERSION_BYTES:]
            about = seal.table_data(row.public_id, version)
            fresh = _anew(found, sealed, about)
            if fresh is None or only_look:
                continue
            has_attempt = "a" in orjson.loads(seal.unseal(fresh, about))
            kept = None if has_attempt else old[:VERSION_BYTES] + fresh
            Table.objects.filter(pk=row.pk, snapshot=old).update(snapshot=kept)
    return found


def _rotated(found: Found, purpose: bytes, text: str) -> str:
    """A sealed text under the present key, or as it is. Counts which it is."""
    if sealing.is_current(purpose, text):
        found.current += 1
        return text
    try:
        fresh = sealing.cipher(purpose).rotate(text.encode()).decode()
    except InvalidToken:
        found.lost += 1
        return text
    found.older += 1
    return fresh


def _texts(rows: QuerySet[Any], names: Iterable[str], purpose: bytes, only_look: bool) -> Found:
    found = Found()
    for batch in _batches(rows):
        for row in batch:
            fresh = {name: _rotated(found, purpose, text) for name in names if (text := getattr(row, name))}
            if not only_look and any(getattr(row, name) != text for name, text in fresh.items()):
                rows.filter(pk=row.pk).update(**fresh)
    return found


def _second_factors(only_look: bool) -> Found:
    """The secrets of apps and of recovery codes; passkeys are no secrets. Locks each row, because a code may be used
    meanwhile."""
    found = Found()
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)
    for batch in _batches(Authenticator.objects.filter(type__in=kinds).only("pk")):
        for row in batch:
            with transaction.atomic():
                kept = Authenticator.objects.select_for_update().get(pk=row.pk)
                fresh = _resealed(kept.data, lambda text: _rotated(found, adapter.PURPOSE, text))
                if not only_look and fresh != kept.data:
                    kept.data = fresh
                    kept.save(update_fields=["data"])
    return found


def _resealed(data: dict[str, Any], rotated: Callable[[str], str]) -> dict[str, Any]:
    """What allauth keeps of an authenticator, with its sealed texts under the present key."""
    fresh = dict(data)
    for name in ("secret", "seed"):
        if name in fresh:
            fresh[name] = rotated(fresh[name])
    if "migrated_codes" in fresh:
        fresh["migrated_codes"] = [rotated(code) for code in fresh["migrated_codes"]]
    return fresh
