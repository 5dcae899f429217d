"""Runs: folding what is new, replaying what was corrected or came late, rebuilding from nothing."""

from datetime import datetime

from django.db import transaction

from duework.models import DueWork
from ratings import systems
from ratings.models import Change, Pool, RatedMatch, RatingRun, RunState
from ratings.services import outcome
from ratings.services.outcome import MANY, in_order, inputs
from ratings.services.pools import lock
from ratings.systems import Fold


@transaction.atomic
def rate_pending(*, pool: str) -> int:
    """Bring the pool's standing run up to date; the number of matches folded. Locks the pool. Appends what is new;
    replays from the earliest match that was corrected or came late; does nothing when nothing is new."""
    row = lock(pool)
    pending = list(in_order(RatedMatch.objects.filter(pool=row, is_pending=True)))
    if not pending and row.dirty_from is None:
        return 0
    if row.run is None or _identity(row) != _identity(row.run):
        rebuild(pool=pool)
        return len(pending)
    from_at = min(filter(None, (row.dirty_from, _late(row.run, pending))), default=None)
    run = _resumed(row, pending) if from_at is None else _rewound(row, from_at)
    fresh = pending if from_at is None else in_order(row.rated_matches.filter(finished_at__gte=from_at))
    return outcome.write(row, run, list(fresh), replayed=from_at is not None)


@transaction.atomic
def rebuild(*, pool: str) -> RatingRun:
    """Replay the pool from nothing into a fresh run and let it stand; the run before is replaced. Locks the pool."""
    row = lock(pool)
    old, system = row.run, systems.system(row.system, row.params)
    row.run = RatingRun.objects.create(
        pool=row,
        system=row.system,
        params=dict(system.identity()),
        code_version=systems.VERSION,
        input_digest=systems.NOTHING,
        state=RunState.LIVE,
    )
    row.save(update_fields=["run"])
    row.ratings.all().delete()
    outcome.write(row, Fold(system), list(in_order(row.rated_matches.all())), replayed=True)
    if old is not None:
        RatingRun.objects.filter(pk=old.pk).update(state=RunState.REPLACED)
        Change.objects.filter(run=old).delete()
    return row.run


@transaction.atomic
def differences(*, pool: str) -> list[str]:
    """Where the standing run leaves a replay from nothing of what it has folded, to the last bit; empty when they are
    the same. Changes nothing; locks the pool so that nobody else does."""
    row = lock(pool)
    system = systems.system(row.system, row.params)
    folded = row.rated_matches.filter(is_pending=False)
    fold, moved = systems.fold(system, inputs(folded))
    stored = Change.objects.filter(run=row.run).order_by("seq", "player_id")
    have = list(stored.values_list("seq", "match_id", "player_id", "before", "after", "expected", "k"))
    ids = dict(row.rated_matches.values_list("order_id", "pk"))
    want = sorted(
        (m.seq, ids[m.match.id], m.player, system.rating(m.before), system.rating(m.after), m.step.expected, m.step.k)
        for m in moved
    )
    wrong = [f"change {a} instead of {b}" for a, b in zip(sorted(have), want, strict=False) if a != b]
    if len(have) != len(want):
        wrong.append(f"{len(have)} changes instead of {len(want)}")
    states = {one.player_id: tuple(one.state) for one in row.ratings.all()}
    wrong += [f"player {p}: state {states.get(p)} instead of {s}" for p, s in fold.states.items() if states.get(p) != s]
    wrong += [f"player {player} has no rated match" for player in states.keys() - fold.states.keys()]
    if row.run is not None and row.run.input_digest != fold.digest:
        wrong.append("the digest of the inputs differs")
    return wrong


def rate_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `ratings.rate`: what a lost task left."""
    rate_pending(pool=work.payload["pool"])


def _identity(of: Pool | RatingRun) -> tuple[str, dict[str, object], str]:
    """What makes two runs over the same matches the same."""
    if isinstance(of, RatingRun):
        return of.system, of.params, of.code_version
    return of.system, dict(systems.system(of.system, of.params).identity()), systems.VERSION


def _late(run: RatingRun, pending: list[RatedMatch]) -> datetime | None:
    """When the earliest pending match ended, if the run has already seen a later one."""
    if not pending or run.last_at is None or run.last_order_id is None:
        return None
    first = pending[0]
    return first.finished_at if (first.finished_at, first.order_id) <= (run.last_at, run.last_order_id) else None


def _resumed(pool: Pool, pending: list[RatedMatch]) -> Fold:
    """The standing run, ready for matches that come after its last: only the states that they need."""
    run = pool.run
    assert run is not None
    players = {player for match in pending for player in (match.a_id, match.b_id)}
    rows = pool.ratings.all() if len(players) > MANY else pool.ratings.filter(player__in=players)
    last = (run.last_at.timestamp(), run.last_order_id) if run.last_at and run.last_order_id is not None else None
    return Fold(
        systems.system(run.system, run.params),
        states={row.player_id: tuple(row.state) for row in rows},
        seq=run.matches,
        digest=run.input_digest,
        last=last,
    )


def _rewound(pool: Pool, from_at: datetime) -> Fold:
    """The standing run as it was before `from_at`, folded from nothing: the place where checkpoints will help."""
    fold = Fold(systems.system(pool.system, pool.params))
    for match in inputs(in_order(pool.rated_matches.filter(finished_at__lt=from_at))):
        fold.add(match)
    return fold
