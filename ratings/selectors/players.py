"""Read one player's standings, rating changes and graph."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max, QuerySet

from accounts.models import User
from ratings.models import Change, PlayerRating, Pool
from ratings.selectors import pools


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a player's graph."""

    played_at: datetime
    rating: float
    change: float
    match_id: str
    deviation: float | None = None


def ratings_of(player: User) -> QuerySet[PlayerRating]:
    """The player's standings by pool, the most played first, including lists beside a pool."""
    return player.ratings.select_related("pool", "pool__run").order_by("-matches", "pool_id")


def rating_of(player: User, pool: Pool) -> PlayerRating | None:
    """The player's standing in a pool; None if unrated."""
    return pool.ratings.filter(player=player).first()


def rating_in(player: User, variant: str) -> PlayerRating | None:
    """The player's standing in the pool that a variant counts for; None if unrated."""
    pool = pools.pool_of(variant=variant)
    return rating_of(player, pool) if pool else None


def best_of(players: Iterable[int]) -> dict[int, float]:
    """The highest rating of each of these players (user ids) on any list except those beside a pool; unrated players
    are missing."""
    found = PlayerRating.objects.filter(player__in=set(players), pool__beside=None)
    return dict(found.values_list("player").annotate(best=Max("rating")).order_by())


def standing_changes(pool: Pool | None = None) -> QuerySet[Change]:
    """The rating changes of the current histories, in which each segment has the changes of its run. Without a pool,
    those of all pools, but not of the lists beside them."""
    changes = Change.objects.filter(run__segment__from_seq__lte=F("seq"), run__segment__to_seq__gte=F("seq"))
    own = {"run__segment__pool__beside": None} if pool is None else {"run__segment__pool": pool}
    return changes.filter(**own)


def history(
    player: User, pool: Pool, *, points: int = 200, since: datetime | None = None, until: datetime | None = None
) -> list[Point]:
    """The player's rating after each match from `since` until before `until`, oldest first, thinned to at most `points`
    (first and last kept)."""
    changes = standing_changes(pool).filter(player=player).order_by("seq")
    changes = changes.filter(played_at__gte=since) if since else changes
    changes = changes.filter(played_at__lt=until) if until else changes
    line = list(changes.values_list("seq", "after"))  # found in the index alone; the rest is read for what is kept
    seqs = [line[place][0] for place in downsampled([after for _, after in line], points)]
    rows = changes.filter(seq__in=seqs).values_list("played_at", "after", "before", "match__public_id", "deviation")
    return [Point(at, after, after - before, match, deviation) for at, after, before, match, deviation in rows]


def downsampled(values: Sequence[float], most: int) -> list[int]:
    """The indices of at most `most` values, chosen by largest triangle: from each bucket the value that keeps the shape
    best; both ends are kept."""
    if len(values) <= most or most < 3:
        return list(range(0, len(values), max(1, -(-len(values) // max(most, 1)))))
    places, size = [0], (len(values) - 2) / (most - 2)
    for bucket in range(most - 2):
        first, last = 1 + int(bucket * size), 1 + int((bucket + 1) * size)
        after = values[last : max(last + 1, 1 + int((bucket + 2) * size))] or values[-1:]
        x, y = last + (len(after) - 1) / 2, sum(after) / len(after)
        x0, y0 = places[-1], values[places[-1]]
        areas = [
            abs((x0 - x) * (value - y0) - (x0 - n) * (y - y0)) for n, value in enumerate(values[first:last], first)
        ]
        places.append(first + areas.index(max(areas)))
    return [*places, len(values) - 1]
