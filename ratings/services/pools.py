"""Lock a pool, so that only one process at a time corrects and folds its results; open the lists beside it."""

from collections.abc import Iterable

from django.db import connection

from ratings.models import Pool, RatedMatch
from ratings.systems.lists.tracks import TRACKS

LOCK = 0x7A71  # any fixed number: the first half of the advisory lock, the second is the pool


def lock(key: str) -> Pool:
    """The pool, locked together with the lists beside it until this transaction ends, and read after locking (SQLite:
    the write lock does it)."""
    pool = Pool.objects.get(key=key)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, pool.beside_id or pool.pk])
    return Pool.objects.select_related("run", "beside__run").get(pk=pool.pk)


def open_tracks(matches: Iterable[RatedMatch]) -> None:
    """Open the lists beside the pools of these matches that take one of them; they are created if missing."""
    wanted = {
        (match.pool, key)
        for match in matches
        for key, track in TRACKS.items()
        if match.weight > 0 and track.takes(match.kind, match.luck)
    }
    for pool, key in sorted(wanted, key=lambda one: (one[0].pk, one[1])):
        track = TRACKS[key]
        named = {"key": f"{pool.key}-{key}", "name": f"{pool.name}, {track.name}", "system": track.system}
        Pool.objects.get_or_create(beside=pool, track=key, defaults=named)
