"""Published lists: frozen, with everything needed to recompute them, and replaced after corrections."""

import gzip
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import takewhile
from typing import Any

import numpy as np
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from duework.models import DueWork
from ratings import systems
from ratings.models import Pool, RatingList, RatingListRow
from ratings.selectors import leaders
from ratings.services.inputs import Block, micros, moment, reads
from ratings.services.list_notices import tell_published
from ratings.services.pools import lock
from ratings.services.runs.folding import rate_pending
from ratings.systems.lists import published
from ratings.systems.lists.ranking import Standing
from webhooks.services import sending as webhook_sending

BATCH = 1000
LEVEL = 6  # of compression


def publish_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `ratings.publish`."""
    given = work.payload
    rate_pending(pool=given["pool"])
    publish_list(
        pool=given["pool"],
        occasion=given["occasion"],
        label=given["label"],
        as_of=datetime.fromisoformat(given["as_of"]),
        now=now,
    )


@transaction.atomic
def publish_list(
    *, pool: str, occasion: str, label: str, as_of: datetime, now: datetime, note: str = ""
) -> RatingList | None:
    """Publish the list of the matches that finished before `as_of`; None if there are none. An existing list for the
    occasion is kept if it is the same; else a new one with a note replaces it. Locks the pool."""
    row = lock(pool)
    old = row.lists.filter(occasion=occasion).order_by("-revision").first()
    file, players = _matches_file(row, as_of)
    if not players:
        return old
    if old is not None and old.matches_digest == published.digest(file) and _terms(old) == _terms(row):
        return old
    made = RatingList(
        pool=row,
        occasion=occasion,
        label=label,
        revision=0 if old is None else old.revision + 1,
        replaces=old,
        note=note or (_("Replaces a list whose results have been corrected since.") if old else ""),
        as_of=as_of,
        published_at=now,
        run=row.run,
        matches=file.count("\n") - 1,
        matches_digest=published.digest(file),
        matches_file=gzip.compress(file.encode(), LEVEL, mtime=0),
        **dict(zip(("system", "params", "code_version"), _terms(row), strict=True)),
    )
    them, ranks = recomputed(made, file)
    made.digest, made.players = published.digest(published.ranks_text(them, ranks)), len(them)
    made.save()
    numbers = {public_id: pk for pk, public_id in players.items()}
    _write_rows(made, them, ranks, numbers)
    tell_published(made, them, ranks, numbers, now)
    webhook_sending.send(club=None, kind="rating_list.published", data=lambda: _announced(made), now=now)
    return made


def _announced(made: RatingList) -> dict[str, Any]:
    """What webhooks send about a list; the names are on its page."""
    return {
        "pool": made.pool.key,
        "occasion": made.occasion,
        "label": made.label,
        "revision": made.revision,
        "as_of": made.as_of.isoformat(),
        "players": made.players,
        "matches": made.matches,
        "digest": made.digest,
    }


def recomputed(of: RatingList, file: str) -> tuple[list[Standing], list[int | None]]:
    """Recompute the players and ranks of a list from its matches alone."""
    system = systems.system(of.system, of.params)
    them = published.standings(system, published.read(file.splitlines(keepends=True)))
    return them, published.ranked(system, them, as_of=of.as_of.timestamp())


def verify_list(*, public_id: str) -> list[str]:
    """The differences between a published list and its own file: the digest of its matches, the digest of its
    recomputed ranks, and its rows. Empty if all agree. Raises RatingList.DoesNotExist."""
    made = RatingList.objects.defer("matches_file").get(public_id=public_id)
    file = leaders.matches_file(made).decode()
    wrong = [] if published.digest(file) == made.matches_digest else ["the digest of the matches differs"]
    text = published.ranks_text(*recomputed(made, file))
    if published.digest(text) != made.digest:
        wrong.append("the digest of the recomputed list differs")
    if text != leaders.ranks_file(made):
        wrong.append("the rows differ from the recomputed list")
    return wrong


def _terms(of: Pool | RatingList) -> tuple[str, dict[str, Any], str]:
    if isinstance(of, RatingList):
        return of.system, of.params, of.code_version
    return of.system, dict(systems.system(of.system, of.params).identity()), systems.VERSION


def _matches_file(pool: Pool, as_of: datetime) -> tuple[str, dict[int, str]]:
    """The rated matches before a time as text, and the public ids of their players by row."""
    blocks = list(_before(pool, as_of))
    sides = np.concatenate([np.zeros(0, np.int64), *(block.sides()["player"] for block in blocks)])
    ids = public_ids(np.unique(sides).tolist())
    several = any(any(block.seats) for block in blocks)
    rows = (published.lines(block.columns(), ids, has_several=several) for block in blocks)
    return published.header(several) + "".join(rows), ids


def public_ids(players: Iterable[int]) -> dict[int, str]:
    """The public ids of players by row."""
    numbers, ids = sorted(players), dict[int, str]()
    for start in range(0, len(numbers), BATCH):
        ids |= dict(User.objects.filter(pk__in=numbers[start : start + BATCH]).values_list("pk", "public_id"))
    return ids


def _before(pool: Pool, as_of: datetime) -> Iterator[Block]:
    """The folded matches before a time; only folded ones, so that the list agrees with a run."""
    end = micros(as_of)
    for blocks in reads(pool, seq=0, after=None, only_folded=True):
        cut = [block.part(0, int(np.searchsorted(block.rows["at"], end))) for block in blocks]
        yield from takewhile(len, cut)


def _write_rows(made: RatingList, them: list[Standing], ranks: list[int | None], players: dict[str, int]) -> None:
    RatingListRow.objects.bulk_create(
        (
            RatingListRow(
                list=made,
                place=place,
                rank=rank,
                player_id=players[one.player],
                rating=one.rating,
                deviation=one.deviation,
                matches=one.matches,
                opponents=one.opponents,
                peak=one.peak,
                provisional=one.provisional,
                last_at=moment(round(one.last_at * 1_000_000)),
            )
            for place, (one, rank) in enumerate(zip(them, ranks, strict=True), 1)
        ),
        batch_size=BATCH,
    )
