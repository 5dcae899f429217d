"""Runs: fold new matches, replay corrected or late ones, rebuild from nothing."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import numpy as np
from django.db import transaction
from django.utils import timezone

from duework.models import DueWork
from ratings import systems
from ratings.models import Checkpoint, Pool, PoolSegment, RatedMatch, RatingRun, RunState
from ratings.selectors import players as rated_players
from ratings.services import announcements
from ratings.services.inputs import BLOCK, Array, Block, micros, rated, reads, seats_of
from ratings.services.pools import lock
from ratings.services.runs import checkpoints, history, standings
from ratings.services.runs.tally import COUNTS, PAIR, Tally, distinct
from ratings.services.schedule import ensure_night, plan_corrections
from ratings.systems import FIGURES, Fold
from ratings.systems.sides import opponents

BATCH = 1000
FEW = 500  # new matches; more of them are folded in a run of their own


@transaction.atomic
def rate_pending(*, pool: str) -> int:
    """Bring the history of the pool and of the lists beside it up to date; returns the number of folded matches. Locks
    the pool. New matches are appended. After corrected or late matches, everything since the checkpoint before them is
    replayed in a shadow run, which the last statement swaps in. Does nothing if nothing is new."""
    asked = lock(pool)
    row = asked.beside or asked
    tracks = list(row.tracks.select_related("run"))
    waiting = list(row.rated_matches.filter(is_pending=True).values_list("pk", flat=True))
    if not waiting and row.dirty_from is None and all(track.run for track in tracks):
        return 0
    dirty_from, new = row.dirty_from, _new(row)
    stood = announcements.standing(row)
    folded = _bring_up(row, new, dirty_from)
    if stood is not None:
        announcements.announce(row, stood, waiting, timezone.now())
    beside = [(track, _bring_up(track, _new(track), dirty_from)) for track in tracks]
    _mark_folded(row, waiting, folded, beside)
    ensure_night(now=timezone.now())
    return len(folded) + len(waiting) - len(new)


@transaction.atomic
def rebuild(*, pool: str) -> RatingRun:
    """Replay the pool from nothing in a fresh run that replaces the current one. Matches that wait are rated first,
    here and in the lists beside it; for a pool without a run that is the replay itself. Locks the pool."""
    stood = lock(pool).run
    rate_pending(pool=pool)
    row = lock(pool)
    if stood is not None or row.run is None:
        _replay(row, None)
    assert row.run is not None
    return row.run


@transaction.atomic
def differences(*, pool: str) -> list[str]:
    """The differences, to the last bit, between the current history and a replay of its matches from nothing; empty if
    they are the same. Changes nothing; locks the pool so that nobody else does."""
    row = lock(pool)
    fold, wrong = Fold(systems.system(row.system, row.params)), []
    stored = rated_players.standing_changes(row).order_by("seq", "player_id")
    have: Iterator[Any] = stored.values_list(
        "seq", "match_id", "player_id", "before", "after", "expected", "k"
    ).iterator()
    for block in chain.from_iterable(reads(row, seq=0, after=None, only_folded=True)):
        for want in _expected_changes(fold, block):
            found = next(have, None)
            if found != want:
                wrong.append(f"change {found} instead of {want}")
    wrong += [f"change {found} too many" for found in have]
    states = {one.player_id: tuple(one.state) for one in row.ratings.all()}
    wrong += [f"player {p}: state {states.get(p)} instead of {s}" for p, s in fold.states.items() if states.get(p) != s]
    wrong += [f"player {player} has no rated match" for player in states.keys() - fold.states.keys()]
    if row.run is not None and row.run.input_digest != fold.digest:
        wrong.append("the digest of the inputs differs")
    return wrong


def rate_due(works: Sequence[DueWork], now: datetime) -> None:
    """Handler of due work `ratings.rate`: rate matches left by lost tasks, each pool once."""
    for pool in sorted({work.payload["pool"] for work in works}):
        rate_pending(pool=pool)


def _identity(of: Pool | RatingRun) -> tuple[str, dict[str, object], str]:
    """The identity of a run: two runs with the same identity over the same matches have the same results."""
    if isinstance(of, RatingRun):
        return of.system, of.params, of.code_version
    return of.system, dict(systems.system(of.system, of.params).identity()), systems.VERSION


def _new(pool: Pool) -> list[tuple[datetime, int]]:
    """The positions of the waiting rated matches in the total order."""
    waiting = rated(pool).filter(is_pending=True).order_by("finished_at", "order_id")
    return list(waiting.values_list("finished_at", "order_id"))


def _bring_up(pool: Pool, new: list[tuple[datetime, int]], dirty_from: datetime | None) -> list[int]:
    """Fold new matches, and once more those that finished at or after `dirty_from`; returns the rows of the matches."""
    if pool.run is None or _identity(pool) != _identity(pool.run):
        return _replay(pool, None)
    if not new and dirty_from is None:
        return []
    from_at = _from_at(pool.run, new, dirty_from)
    if from_at is None:
        return _append(pool, pool.run)
    folded = _replay(pool, checkpoints.nearest(pool, from_at))
    plan_corrections(pool, from_at)
    return folded


def _from_at(run: RatingRun, new: list[tuple[datetime, int]], dirty_from: datetime | None) -> datetime | None:
    """The time from which the history must be replayed, because of corrections, late matches, or a block that a
    checkpoint has to close. None: the new matches are few and come after all others."""
    froms = [dirty_from]
    if new and run.last_at is not None and run.last_order_id is not None:
        froms.append(new[0][0] if new[0] <= (run.last_at, run.last_order_id) else None)
    if new and (len(new) > FEW or (run.matches + len(new)) // BLOCK > run.matches // BLOCK):
        froms.append(new[0][0])
    return min(filter(None, froms), default=None)


def _replay(pool: Pool, checkpoint: Checkpoint | None) -> list[int]:
    """Replay from a checkpoint, or from nothing, in a shadow run that is swapped in at the end; returns the rows of the
    matches."""
    fold, tally = Fold(systems.system(pool.system, pool.params)), Tally()
    after = None
    if checkpoint is not None:
        fold, tally = checkpoints.resumed(pool, checkpoint)
        after = (checkpoint.last_at, checkpoint.last_order_id)
    system, params, code_version = _identity(pool)
    run = RatingRun.objects.create(
        pool=pool, system=system, params=params, code_version=code_version, input_digest=fold.digest
    )
    from_seq = fold.seq + 1
    folded, saved = _folded(run, fold, tally, reads(pool, seq=fold.seq, after=after))
    Checkpoint.objects.bulk_create(saved, batch_size=BATCH)
    standings.stand(pool, fold, tally, complete=True)
    _close(pool, run, fold, tally)
    _swap(pool, run, from_seq)
    return folded


def _append(pool: Pool, run: RatingRun) -> list[int]:
    """Append the matches after the last one of the current run; returns the rows of the matches."""
    after = (run.last_at, run.last_order_id) if run.last_at and run.last_order_id is not None else None
    fresh = list(reads(pool, seq=run.matches, after=after))
    sides = [block.sides()["player"] for block in chain.from_iterable(fresh)]
    players = distinct(np.concatenate([*sides, np.zeros(0, np.int64)])).tolist()
    last = (run.last_at.timestamp(), run.last_order_id) if run.last_at and run.last_order_id is not None else None
    fold = Fold(systems.system(run.system, run.params), seq=run.matches, digest=run.input_digest, last=last)
    rows = list(pool.ratings.filter(player__in=players).order_by("player_id"))
    fold.states |= {row.player_id: tuple(row.state) for row in rows}
    counts = [(row.player_id, row.matches, row.peak, micros(row.last_at)) for row in rows]
    met = [min(pair) * PAIR + max(pair) for pair in _met(pool, players)]
    tally = Tally(np.array(counts, COUNTS), [np.array(met, np.int64)], run.bins)
    folded, _ = _folded(run, fold, tally, iter(fresh))
    standings.stand(pool, fold, tally, complete=False)
    _close(pool, run, fold, tally)
    return folded


def _met(pool: Pool, players: list[int]) -> Iterator[tuple[int, int]]:
    """The opponents of these players in the current history, and those of others at their tables."""
    own = rated_players.standing_changes(pool).filter(player__in=players)
    yield from own.exclude(opponent=None).values_list("player_id", "opponent_id").distinct()
    several = list(own.filter(opponent=None).values_list("match_id", flat=True).distinct())
    yield from chain.from_iterable(map(opponents, seats_of(several).values()))


def _folded(
    run: RatingRun, fold: Fold, tally: Tally, them: Iterator[list[Block]]
) -> tuple[list[int], list[Checkpoint]]:
    """Fold the matches and write their changes; returns the rows of the matches, and the unsaved checkpoints."""
    first = next(them, None)
    if first is None:
        return [], []
    folded: list[int] = []
    saved: list[Checkpoint] = []
    with history.writing(run, sum(map(len, first))) as opened:
        for blocks in chain((first,), them):
            with opened() as write:
                for block in blocks:
                    seq, figures = fold.seq, _figures(fold, block)
                    write(seq, block, figures)
                    tally.add(block, figures)
                    folded += block.rows["pk"].tolist()
                    if fold.seq % BLOCK == 0 and len(block) == BLOCK:
                        saved.append(checkpoints.checkpoint_of(run, fold, tally, block))
    return folded, saved


def _figures(fold: Fold, block: Block) -> Array:
    return np.frombuffer(fold.figures(block.columns(), block.lines)).reshape(-1, len(FIGURES))


def _close(pool: Pool, run: RatingRun, fold: Fold, tally: Tally) -> None:
    """Store where the run ends, and that the pool is clean."""
    run.matches, run.input_digest, run.bins = fold.seq, fold.digest, tally.bins
    run.last_at, run.last_order_id = None, None
    if fold.last is not None:
        last = RatedMatch.objects.only("finished_at", "order_id").get(order_id=fold.last[1])
        run.last_at, run.last_order_id = last.finished_at, last.order_id
    run.state = RunState.LIVE
    run.save()
    pool.run, pool.dirty_from = run, None
    pool.save(update_fields=["run", "dirty_from"])


def _swap(pool: Pool, run: RatingRun, from_seq: int) -> None:
    """Make this run the history from `from_seq` on; delete runs that no longer have a part in it."""
    pool.segments.filter(from_seq__gte=from_seq).delete()
    pool.segments.filter(to_seq__gte=from_seq).update(to_seq=from_seq - 1)
    PoolSegment.objects.create(pool=pool, from_seq=from_seq, run=run)
    for old in pool.runs.filter(segment=None).exclude(state=RunState.REPLACED):
        old.state = RunState.REPLACED
        old.save(update_fields=["state"])
        old.checkpoints.all().delete()
        history.forget(old)


def _mark_folded(pool: Pool, waiting: list[int], folded: list[int], beside: list[tuple[Pool, list[int]]]) -> None:
    """Clear `is_pending` on the matches that waited, and on those that came in meanwhile once every list that takes
    them has folded them."""
    now = set(pool.rated_matches.filter(is_pending=True).values_list("pk", flat=True))
    late = now.difference(waiting)
    late = late.intersection(folded) if late else late
    for track, own in beside if late else ():
        late -= set(rated(track).filter(pk__in=late.difference(own)).values_list("pk", flat=True))
    done = sorted(now.intersection(waiting) | late)
    for start in range(0, len(done), BATCH):
        RatedMatch.objects.filter(pk__in=done[start : start + BATCH]).update(is_pending=False)


def _expected_changes(fold: Fold, block: Block) -> Iterator[tuple[int, int, int, float, float, float, float]]:
    """The changes that a block makes, by seq and player, as `differences` reads them from the table."""
    seq, figures, sides = fold.seq, _figures(fold, block), block.sides()
    for n in np.lexsort((sides["player"], sides["at"])).tolist():
        at, player = int(sides["at"][n]), int(sides["player"][n])
        before, after, _, expected, _, k = figures[n].tolist()
        yield seq + 1 + at, int(block.rows["pk"][at]), player, before, after, expected, k
