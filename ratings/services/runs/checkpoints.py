"""Checkpoints: the state of a run after every 25,000 matches, so that a correction replays only what came after it.

`states` holds a table of float64 by columns, compressed: player, the counts, then the state; `met` the pairs that met
since the checkpoint before, as int64."""

import zlib
from datetime import datetime

import numpy as np
from django.db.models import F, QuerySet

from ratings import systems
from ratings.models import Checkpoint, Pool, RatingRun
from ratings.services.inputs import Block
from ratings.services.runs.tally import COUNTS, Tally
from ratings.systems import Fold

LEVEL = 1  # of compression: states are noise, except the counts


def checkpoint_of(run: RatingRun, fold: Fold, tally: Tally, block: Block) -> Checkpoint:
    """A checkpoint of the run as it is now, after a whole block; not saved."""
    counts = tally.counts
    players = counts["player"].tolist()
    table = np.array([fold.states[player] for player in players], np.float64)
    columns = [*(counts[name].astype(np.float64) for name in COUNTS.names or ()), *table.T]
    at, order_id = block.last
    return Checkpoint(
        run=run,
        seq=fold.seq,
        last_at=at,
        last_order_id=order_id,
        digest=fold.digest,
        players=len(players),
        states=zlib.compress(np.concatenate(columns).tobytes(), LEVEL),
        met=zlib.compress(tally.met[-1].tobytes(), LEVEL),
        bins=tally.bins,
    )


def nearest(pool: Pool, before: datetime) -> Checkpoint | None:
    """The last checkpoint of the pool's history whose matches all finished before a time; None if there is none."""
    return standing(pool).filter(last_at__lt=before).order_by("-seq").first()


def standing(pool: Pool) -> QuerySet[Checkpoint]:
    """The checkpoints of the pool's current history."""
    inside = Checkpoint.objects.filter(run__segment__pool=pool, seq__gte=F("run__segment__from_seq"))
    return inside.filter(seq__lte=F("run__segment__to_seq"))


def resumed(pool: Pool, checkpoint: Checkpoint) -> tuple[Fold, Tally]:
    """A run that continues from a checkpoint of the current history."""
    table = np.frombuffer(zlib.decompress(checkpoint.states)).reshape(-1, checkpoint.players)
    names = COUNTS.names or ()
    counts = np.zeros(checkpoint.players, COUNTS)
    for name, column in zip(names, table, strict=False):
        counts[name] = column
    states = dict(zip(counts["player"].tolist(), zip(*table[len(names) :].tolist(), strict=True), strict=True))
    blobs = standing(pool).filter(seq__lte=checkpoint.seq).values_list("met", flat=True)
    met = [np.frombuffer(zlib.decompress(blob), np.int64) for blob in blobs]
    last_place = (checkpoint.last_at.timestamp(), checkpoint.last_order_id)
    system = systems.system(pool.system, pool.params)
    return Fold(system, states, checkpoint.seq, checkpoint.digest, last_place), Tally(counts, met, checkpoint.bins)
