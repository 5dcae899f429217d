"""Locking a pool, whose results are corrected and folded by one at a time, and opening the lists beside it."""

from django.db import connection

from ratings.models import Pool, RatedMatch
from ratings.systems.tracks import TRACKS

LOCK = 0x7A71  # any fixed number: the first half of the advisory lock, the second is the pool


def lock(key: str) -> Pool:
    """The pool, locked with the lists beside it until this transaction ends and read afterwards (SQLite: the write lock
    does it)."""
    pool = Pool.objects.get(key=key)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, pool.beside_id or pool.pk])
    return Pool.objects.select_related("run", "beside__run").get(pk=pool.pk)


def open_tracks(match: RatedMatch) -> None:
    """The lists beside the match's pool that take it, made when absent."""
    for key, track in TRACKS.items():
        if match.weight > 0 and track.takes(match.kind, match.luck):
            named = {"key": f"{match.pool.key}-{key}", "name": f"{match.pool.name}, {track.name}"}
            defaults = named | {"system": track.system}
            Pool.objects.get_or_create(beside=match.pool, track=key, defaults=defaults)
