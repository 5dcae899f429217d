"""Locking a pool: its results are corrected and its matches are folded by one at a time."""

from django.db import connection

from ratings.models import Pool

LOCK = 0x7A71  # any fixed number: the first half of the advisory lock, the second is the pool


def lock(key: str) -> Pool:
    """The pool, locked until this transaction ends and read afterwards (SQLite: the write lock does it)."""
    pool = Pool.objects.get(key=key)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, pool.pk])
    return Pool.objects.select_related("run").get(pk=pool.pk)
