"""Limits against farming: in a month only so many casual matches between the same players are rated. Tournament matches
always are."""

from collections import deque
from datetime import datetime, timedelta

from ratings.models import Pool, RatedMatch
from ratings.services.pools import lock

MOST, WITHIN = 6, timedelta(days=30)  # rated casual matches of the same players


def limit_these(match: RatedMatch) -> None:
    """Decide again which casual matches of exactly these players are over the limit, in the order in which they
    finished. Matches that were folded differently are replayed. Locks the pool if the match is casual."""
    if not _is_casual(match):
        return
    pool = lock(match.pool.key)
    rated: deque[datetime] = deque()
    for one in _of_these(pool, match):
        while rated and one.finished_at - rated[0] > WITHIN:
            rated.popleft()
        is_over = len(rated) >= MOST
        if not is_over:
            rated.append(one.finished_at)
        if is_over != one.over_limit:
            _set(pool, one, is_over)
    match.refresh_from_db(fields=["over_limit"])


def _of_these(pool: Pool, match: RatedMatch) -> list[RatedMatch]:
    who = _players(match)
    found = pool.rated_matches.filter(a__in=who, b__in=who, annulled=False, weight__gt=0).prefetch_related("seats")
    return [one for one in found.order_by("finished_at", "order_id") if _is_casual(one) and _players(one) == who]


def _players(match: RatedMatch) -> set[int]:
    return {seat.player_id for seat in match.seats.all()} or {match.a_id, match.b_id}


def _is_casual(match: RatedMatch) -> bool:
    """Was it played outside a tournament? Abandoned matches count too, so that nobody evades the limit by
    abandoning."""
    return match.kind == "casual" or match.source.startswith("table:")


def _set(pool: Pool, match: RatedMatch, is_over: bool) -> None:
    match.over_limit = is_over
    match.save(update_fields=["over_limit"])
    if not match.is_pending:
        pool.dirty_from = min(filter(None, (pool.dirty_from, match.finished_at)))
        pool.save(update_fields=["dirty_from"])
