"""Write the standings after a run, one row for each player, and the ranks."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Max, Q

from accounts.models import User
from ratings.models import PlayerRating, Pool
from ratings.services.inputs import moment
from ratings.services.runs.tally import COUNTS, Tally
from ratings.systems import Fold, RatingSystem
from ratings.systems.lists import published, ranking

BATCH = 1000
MANY = 200  # rows; more of them are copied
TABLE, PEOPLE = PlayerRating._meta.db_table, User._meta.db_table
NAMES = (
    *("pool_id", "player_id", "state", "rating", "deviation", "matches", "opponents", "provisional"),
    *("last_at", "peak"),
)
UPSERT = f"ON CONFLICT (pool_id, player_id) DO UPDATE SET {', '.join(f'{name} = EXCLUDED.{name}' for name in NAMES)}"
Row = Sequence[Any]  # by NAMES


def stand(pool: Pool, fold: Fold, tally: Tally, *, complete: bool) -> None:
    """Write the standing of every player of the tally, and number the ranks. With `complete`, delete the standings of
    all others."""
    if complete:
        _leave(pool, tally.counts["player"].tolist())
    rows = list(_rows(pool, fold, tally))
    if connection.vendor == "postgresql" and len(rows) > MANY:
        _copy(rows)
    else:
        _insert(rows)
    _settle(pool, fold.system)


def _leave(pool: Pool, players: Iterable[int]) -> None:
    gone = sorted(set(pool.ratings.values_list("player_id", flat=True)) - set(players))
    for start in range(0, len(gone), BATCH):
        pool.ratings.filter(player__in=gone[start : start + BATCH]).delete()


def _rows(pool: Pool, fold: Fold, tally: Tally) -> Iterator[Row]:
    system, states = fold.system, fold.states
    columns = (tally.counts[name].tolist() for name in COUNTS.names or ())
    for player, matches, peak, last, opponents in zip(*columns, tally.opponents().tolist(), strict=True):
        state, shown = states[player], system.shown(states[player], last / 1e6)
        yield (
            *(pool.pk, player, json.dumps(state), system.rating(state), shown.deviation, matches, opponents),
            *(ranking.is_provisional(shown, opponents, None), moment(last), peak),
        )


def _insert(rows: list[Row]) -> None:
    adapt = connection.ops.adapt_datetimefield_value
    given = [(*row[:-2], adapt(row[-2]), row[-1]) for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {TABLE} ({', '.join(NAMES)}) VALUES ({', '.join(['%s'] * len(NAMES))}) {UPSERT}", given
        )


def _copy(rows: list[Row]) -> None:
    """Copy the rows: ten thousand take a tenth of a second."""
    names = ", ".join(NAMES)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE standing ON COMMIT DROP AS SELECT {names} FROM {TABLE} WITH NO DATA")
        with cursor.copy(f"COPY standing ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        cursor.execute(f"INSERT INTO {TABLE} ({names}) SELECT {names} FROM standing {UPSERT}")
        cursor.execute("DROP TABLE standing")


def _settle(pool: Pool, system: RatingSystem) -> None:
    """Write which players are provisional, and the ranks, as of the last match of the pool: people among people, house
    players among house players; equal ratings share a rank."""
    has_deviations = published.has_deviations(system)
    among = None
    if has_deviations:
        enough = pool.ratings.filter(matches__gte=ranking.ENOUGH_MATCHES, opponents__gte=ranking.ENOUGH_OPPONENTS)
        among = ranking.spread(enough.values_list("rating", flat=True))
        if among is not None:
            unsure = Q(deviation__gt=ranking.UNSURE * among) | Q(opponents__lt=ranking.ENOUGH_OPPONENTS)
            pool.ratings.filter(unsure, provisional=False).update(provisional=True)
            pool.ratings.filter(~unsure, provisional=True).update(provisional=False)
    last = pool.ratings.aggregate(last=Max("last_at"))["last"]
    if last is None:
        return
    since = connection.ops.adapt_datetimefield_value(last - timedelta(seconds=ranking.away(has_deviations)))
    most = ranking.surest(among)
    with connection.cursor() as cursor:
        cursor.execute(
            f"""UPDATE {TABLE} SET rank = placed.rank FROM (
                   SELECT id, CASE WHEN stands = 1 THEN RANK() OVER (PARTITION BY stands, is_house ORDER BY rating DESC)
                       END AS rank
                   FROM (SELECT {TABLE}.id, rating, house_level <> '' AS is_house,
                             CASE WHEN NOT provisional AND last_at >= %s
                             AND (deviation IS NULL OR deviation <= %s) THEN 1 ELSE 0 END AS stands
                         FROM {TABLE} JOIN {PEOPLE} ON {PEOPLE}.id = player_id WHERE pool_id = %s) AS those
               ) AS placed
               WHERE {TABLE}.id = placed.id AND COALESCE({TABLE}.rank, 0) <> COALESCE(placed.rank, 0)""",
            [since, 1e300 if most is None else most, pool.pk],
        )
