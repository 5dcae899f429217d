"""Export the data needed to recompute the lists: the rated matches of each pool and its published lists."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import numpy as np

from duework import services as duework
from ratings.models import Pool, RatingList
from ratings.selectors import leaders, pools
from ratings.services.inputs import micros, reads
from ratings.services.lists import public_ids
from ratings.systems.lists import published

Prefixes = dict[int, str]  # microseconds since 1970: the SHA-256 of the file's matches before


def write_matches(pool: Pool, write: Callable[[str], object]) -> Prefixes:
    """Write the folded matches of a pool, a block at a time, in the form of a list's own file. Returns, for the time of
    each published list, the digest of a file of the matches before it."""
    times = sorted({micros(at) for at in pool.lists.values_list("as_of", flat=True)})
    ids: dict[int, str] = {}
    several = pools.is_of_several(pool)
    digest, prefixes = sha256(published.header(several).encode()), Prefixes()
    write(published.header(several))
    for block in (block for blocks in reads(pool, seq=0, after=None, only_folded=True) for block in blocks):
        ids |= public_ids(set(block.sides()["player"].tolist()) - set(ids))
        lines = published.lines(block.columns(), ids, has_several=several)
        rows, begin = lines.splitlines(keepends=True), 0
        while times and times[0] <= block.rows["at"][-1]:
            end = int(np.searchsorted(block.rows["at"], times[0]))
            digest.update("".join(rows[begin:end]).encode())
            prefixes[times.pop(0)], begin = digest.hexdigest(), end
        digest.update("".join(rows[begin:]).encode())
        write(lines)
    return prefixes | dict.fromkeys(times, digest.hexdigest())


def list_lines(prefixes: dict[str, Prefixes], walk: duework.Walk) -> Iterator[dict[str, Any]]:
    """Every published list that can be read, by pool and time. `own_matches` is null if the pool's matches before
    `as_of` are still those of the list; if a result has been corrected since, it is the list's file as it was."""
    found = RatingList.objects.select_related("pool", "replaces").defer("matches_file")
    for made in found.order_by("pool_id", "as_of", "pk"):
        line = None
        with walk.row(f"list {made.public_id}"):
            line = _line(made, prefixes)
        if line is not None:
            yield line


def _line(made: RatingList, prefixes: dict[str, Prefixes]) -> dict[str, Any]:
    is_prefix = prefixes.get(made.pool.key, {}).get(micros(made.as_of)) == made.matches_digest
    return {
        "id": made.public_id,
        "pool": made.pool.key,
        "occasion": made.occasion,
        "label": made.label,
        "revision": made.revision,
        "replaces": made.replaces and made.replaces.public_id,
        "note": made.note,
        "as_of": made.as_of,
        "published_at": made.published_at,
        "system": made.system,
        "params": made.params,
        "code_version": made.code_version,
        "matches": made.matches,
        "players": made.players,
        "matches_digest": made.matches_digest,
        "digest": made.digest,
        "ranks": leaders.ranks_file(made),
        "own_matches": None if is_prefix else leaders.matches_file(made).decode(),
    }
