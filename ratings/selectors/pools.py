"""Read pools: their systems, parameters and state."""

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from doors.caching.digests import columns, digest
from ratings import systems
from ratings.models import Pool, PoolSegment, RatedSeat, RatingList, RatingRun
from ratings.systems.lists import published

HOUSE = Count("ratings", filter=~Q(ratings__player__house_level=""))


def pools() -> QuerySet[Pool]:
    """All lists with the number of players on each and how many of them are of the house, and the pool for each list
    that stands beside one."""
    return (
        Pool.objects.select_related("run", "beside")
        .annotate(player_count=Count("ratings"), house_count=HOUSE)
        .order_by("pk")
    )


def pool_keys() -> list[str]:
    """The keys of all pools."""
    return list(Pool.objects.order_by("pk").values_list("key", flat=True))


def pool_of(*, variant: str) -> Pool | None:
    """The pool that a variant counts for; None while nothing has been rated in it."""
    known = {pool.key: pool for pool in Pool.objects.filter(beside=None).select_related("run")}
    listed = (pool for pool in known.values() if systems.preset(variant) in pool.variants)
    return next(listed, known.get(systems.family(variant)))


def version(pool: Pool) -> str:
    """A version that changes whenever the ratings of a list do."""
    return f"{pool.run.pk}-{pool.run.input_digest[:24]}" if pool.run else f"{pool.pk}-empty"


def version_of_all() -> str:
    """A version that changes whenever a rating in any pool does; it is computed from the current runs and their
    segments."""
    runs = RatingRun.objects.filter(segment__isnull=False)
    return digest(
        (Pool.objects.all(), columns(Pool)),
        (runs, columns(RatingRun)),
        (PoolSegment.objects.all(), columns(PoolSegment)),
    )


def parameters(pool: Pool) -> dict[str, object]:
    """The parameters of the pool's system, including the defaults."""
    return dict(systems.system(pool.system, pool.params).identity())


def is_plain(pool: Pool) -> bool:
    """Does the expectation follow from the difference of the ratings alone, by the logistic formula?"""
    params = parameters(pool)
    return params.get("expectation") == "logistic" and params.get("rule400") == "none"


def expected(pool: Pool, a: User, b: User) -> float:
    """The score, 0 to 1, that `a` can expect against `b` by their ratings; new players have the initial rating."""
    system = systems.system(pool.system, pool.params)
    states = {row.player_id: tuple(row.state) for row in pool.ratings.filter(player__in=(a, b))}
    return system.expected(states.get(a.pk, system.start()), states.get(b.pk, system.start()))


def is_up_to_date(pool: Pool) -> bool:
    """Are all recorded matches folded?"""
    pool = pool.beside or pool
    return pool.dirty_from is None and not pool.rated_matches.filter(is_pending=True).exists()


def has_deviations(of: Pool | RatingList) -> bool:
    """Does the system of a pool, or of a published list, know how certain a rating is?"""
    return published.has_deviations(systems.system(of.system, of.params))


def is_by_margin(pool: Pool) -> bool:
    """Is a match rated by its points, and not by who won?"""
    return pool.system.startswith("margin")


def is_of_several(pool: Pool) -> bool:
    """Does the pool have matches of more than two?"""
    return RatedSeat.objects.filter(match__pool=pool).exists()
