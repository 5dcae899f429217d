"""What comes of a fold, written down: changes, standings, ranks, and where the run ends."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Count, Max, QuerySet

from ratings import systems
from ratings.models import Change, PlayerRating, Pool, RatedMatch, RatingRun
from ratings.systems import Fold, Moved, RatingSystem

BATCH = 1000
MANY = 500  # players: beyond this, look at all of them instead of naming each
ENOUGH_OPPONENTS = 5  # different ones; a player with fewer is provisional (design: ratings §5)


INPUT = (
    *("order_id", "finished_at", "a_id", "b_id", "score_a", "margin"),
    *("deals", "expected_deals", "luck", "kind", "weight", "annulled"),
)


def inputs(matches: QuerySet[RatedMatch]) -> Iterator[systems.RatedMatch]:
    """Rows as the core takes them, in the order of the query, without making models of them."""
    for row in matches.values_list(*INPUT).iterator(chunk_size=5000):
        yield _numbers(*row)


def numbers(match: RatedMatch) -> systems.RatedMatch:
    """A row as the core takes it."""
    return _numbers(*(getattr(match, name) for name in INPUT))


def _numbers(
    order_id: int, finished_at: datetime, a: int, b: int, score_a: float, margin: int, *rest: Any
) -> systems.RatedMatch:
    deals, expected_deals, luck, kind, weight, annulled = rest
    return systems.RatedMatch(
        id=order_id,
        finished_at=finished_at.timestamp(),
        a=a,
        b=b,
        score_a=score_a,
        margin=float(margin),
        deals=deals,
        expected_deals=expected_deals,
        luck=luck,
        kind=kind,
        weight=0 if annulled else weight,
    )


def in_order(matches: QuerySet[RatedMatch]) -> QuerySet[RatedMatch]:
    """By the total order (finished_at, order_id)."""
    return matches.order_by("finished_at", "order_id")


def write(pool: Pool, fold: Fold, fresh: Sequence[RatedMatch], *, replayed: bool) -> int:
    """Fold `fresh` in order and write what came of it: changes, standings of the players moved, the run's end."""
    run = pool.run
    assert run is not None
    touched: set[int] = set()
    if replayed:
        gone = Change.objects.filter(run=run, seq__gt=fold.seq)
        touched |= set(gone.values_list("player_id", flat=True).distinct())
        gone.delete()
    moved = list(systems.moves(fold, map(numbers, fresh)))
    ids = {match.order_id: match for match in fresh}
    Change.objects.bulk_create((_change(run, fold.system, one, ids[one.match.id]) for one in moved), batch_size=BATCH)
    touched |= {one.player for one in moved}
    _close(pool, run, fold)
    _stand(pool, run, fold, touched)
    _mark_folded([match.pk for match in fresh if match.is_pending])
    return len(fresh)


def _mark_folded(ids: Sequence[int]) -> None:
    """By name, so that a match that came in meanwhile stays pending."""
    for start in range(0, len(ids), BATCH):
        RatedMatch.objects.filter(pk__in=ids[start : start + BATCH]).update(is_pending=False)


def _change(run: RatingRun, system: RatingSystem, moved: Moved, match: RatedMatch) -> Change:
    is_a = moved.player == match.a_id
    return Change(
        run=run,
        seq=moved.seq,
        player_id=moved.player,
        opponent_id=moved.opponent,
        match=match,
        before=system.rating(moved.before),
        after=system.rating(moved.after),
        deviation=system.shown(moved.after, moved.match.finished_at).deviation,
        expected=moved.step.expected,
        score=moved.step.score,
        margin=match.margin if is_a else -match.margin,
        luck=match.luck if is_a or match.luck is None else -match.luck,
        k=moved.step.k,
        played_at=match.finished_at,
    )


def _close(pool: Pool, run: RatingRun, fold: Fold) -> None:
    """Write down where the run ends and that the pool is clean."""
    run.matches, run.input_digest = fold.seq, fold.digest
    last = in_order(pool.rated_matches.all()).filter(order_id=fold.last[1]).first() if fold.last else None
    run.last_at, run.last_order_id = (last.finished_at, last.order_id) if last else (None, None)
    run.save()
    pool.dirty_from = None
    pool.save(update_fields=["dirty_from"])


def _stand(pool: Pool, run: RatingRun, fold: Fold, touched: set[int]) -> None:
    """Write the standing of every player that moved, take out those whose matches are gone, and number the ranks."""
    changes, rows = Change.objects.filter(run=run), pool.ratings.all()
    if len(touched) <= MANY:
        changes, rows = changes.filter(player__in=touched), rows.filter(player__in=touched)
    tallies = changes.values("player_id").annotate(
        n=Count("pk"), opponents=Count("opponent", distinct=True), peak=Max("after"), last=Max("played_at")
    )
    standings = [_standing(pool, fold, tally) for tally in tallies.order_by("player_id")]
    rows.exclude(player__in=[one.player_id for one in standings]).delete()
    PlayerRating.objects.bulk_create(
        standings,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=["state", "rating", "deviation", "matches", "opponents", "provisional", "last_at", "peak"],
    )
    _number_ranks(pool)


def _standing(pool: Pool, fold: Fold, tally: dict[str, Any]) -> PlayerRating:
    state = fold.state(tally["player_id"])
    shown = fold.system.shown(state, tally["last"].timestamp())
    return PlayerRating(
        pool=pool,
        player_id=tally["player_id"],
        state=list(state),
        rating=fold.system.rating(state),
        deviation=shown.deviation,
        matches=tally["n"],
        opponents=tally["opponents"],
        provisional=shown.provisional or tally["opponents"] < ENOUGH_OPPONENTS,
        last_at=tally["last"],
        peak=tally["peak"],
    )


def _number_ranks(pool: Pool) -> None:
    """Equal ratings share a rank."""
    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE ratings_playerrating SET rank = ranked.place FROM (
                   SELECT id, RANK() OVER (ORDER BY rating DESC) AS place FROM ratings_playerrating WHERE pool_id = %s
               ) AS ranked
               WHERE ratings_playerrating.id = ranked.id
                 AND (ratings_playerrating.rank IS NULL OR ratings_playerrating.rank <> ranked.place)""",
            [pool.pk],
        )
