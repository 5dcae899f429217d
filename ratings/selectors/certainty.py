"""How certain a list is: the range of a player's possible ranks, and expectations compared with results."""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from django.db.models import Count, F, FloatField, IntegerField, Sum
from django.db.models.functions import Cast, Floor

from ratings.models import PlayerRating, Pool
from ratings.selectors.players import standing_changes
from ratings.selectors.pools import is_by_margin, version
from ratings.systems.lists.ranking import Spans

BINS = 10
LISTS = 32  # calibrations cached in memory, the latest of each


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """One bin of matches, each seen from one side (with more than two: by one player), with an expected score between
    `low` and `high`: their number, and the mean expected and mean actual score."""

    low: float
    high: float
    sides: int
    expected: float
    actual: float

    @property
    def error(self) -> float:
        """One standard error of `actual`, assuming that the expectations are right."""
        return sqrt(max(0.0, self.expected * (1.0 - self.expected)) / self.sides)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Expected compared with actual scores of all rated matches of a list: the filled bins, lowest first, and the Brier
    score (the mean of the squared differences; 0.25 if a half is always expected)."""

    matches: int
    bins: tuple[Bin, ...]
    brier: float | None

    @property
    def error(self) -> float | None:
        """The mean distance between expected and actual score; None without a match."""
        sides = sum(one.sides for one in self.bins)
        return sum(one.sides * abs(one.expected - one.actual) for one in self.bins) / sides if sides else None


def rank_span(row: PlayerRating) -> tuple[int, int] | None:
    """The range of ranks that a player may have, because deviations overlap; None without a rank or a deviation."""
    if row.rank is None or row.deviation is None:
        return None
    return _spans(row.pool_id, bool(row.player.house_level), version(row.pool)).of(row.rating, row.deviation)


def calibration(pool: Pool) -> Calibration:
    """How well the expectations of the current history agree with its results. A run counts this while it folds; for an
    old run that did not, the whole history is read. None for a list by margin, whose expectations are points, not
    scores."""
    if pool.run is None or is_by_margin(pool):
        return Calibration(0, (), None)
    rows = pool.run.bins if pool.run.bins is not None else _read(pool.pk, version(pool))
    sides = sum(count for _, count, *_ in rows)
    bins = tuple(
        Bin(low=at / BINS, high=(at + 1) / BINS, sides=int(count), expected=hoped / count, actual=came / count)
        for at, count, hoped, came, _ in rows
    )
    return Calibration(pool.run.matches, bins, sum(missed for *_, missed in rows) / sides if sides else None)


@lru_cache(maxsize=LISTS)
def _spans(pool: int, of_the_house: bool, _version: str) -> Spans:
    ranked = PlayerRating.objects.filter(pool=pool, rank__isnull=False, deviation__isnull=False)
    ranked = ranked.exclude(player__house_level="") if of_the_house else ranked.filter(player__house_level="")
    rows = ranked.values_list("rating", "deviation").iterator(chunk_size=10_000)
    return Spans((rating, deviation) for rating, deviation in rows if deviation is not None)


@lru_cache(maxsize=LISTS)
def _read(pool: int, _version: str) -> list[list[float]]:
    """The bins of a run, computed from its changes. Each match is counted from all sides, so it does not matter who is
    named first."""
    missed = F("score") - F("expected")
    rows = (
        standing_changes()
        .filter(run__segment__pool=pool)
        .annotate(bin=Cast(Floor(F("expected") * BINS), IntegerField()))
        .values("bin")
        .annotate(
            sides=Count("*"),
            hoped=Sum("expected"),
            came=Sum("score"),
            squares=Sum(missed * missed, output_field=FloatField()),
        )
        .order_by("bin")
    )
    return [list(row) for row in rows.values_list("bin", "sides", "hoped", "came", "squares")]
