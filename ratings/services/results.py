"""Record finished matches from the apps above, each once; correct and annul them."""

import hashlib
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from audit import services as audit
from duework import services as duework
from ratings import systems
from ratings.models import Pool, RatedMatch, RatedSeat
from ratings.services.announcements import note
from ratings.services.limits import limit_these
from ratings.services.pools import lock, open_tracks

logger = logging.getLogger(__name__)
REPAIR = timedelta(seconds=3)  # after this long the sweep does the work of a lost task
CORRECTABLE = ("score_a", "margin", "deals", "kind", "weight", "luck")


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResult:
    """The result of a side in a match of more than two: its place (1 won; equal places are tied), its points, and what
    the sheet settles for each of its seats."""

    place: int
    points: int
    margin: int


class BadMatch(ValueError):
    """A result cannot be rated; the text says why."""


class UnknownMatch(LookupError):
    """No match was recorded under this source."""


@transaction.atomic
def pool_for(*, variant: str) -> Pool:
    """The pool that a variant (or a pool's own key) counts for: the pool that lists it, else its family's, created if
    missing."""
    for pool in Pool.objects.filter(beside=None):
        if systems.preset(variant) in pool.variants:
            return pool
    key = systems.family(variant)
    return Pool.objects.get_or_create(key=key, defaults={"name": systems.family_name(key)})[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A finished match to record. `source` is "match:", "board:" or "table:" and a public id. `pool`: a pool or a
    variant's key. `kind`: played, casual, duplicate (its margin is a comparison with tables that had the same cards),
    abandoned, adjusted (rated) or bye, forfeit (not). `weight` 0: not to be rated, such as a match with a seat played
    by the house. `link`: the site path of the match, empty where not everybody may see it. `deals`: those finished.

    A match of two has `players` a and b, `score_a` 1, 0.5 or 0, `margin` (points of a minus points of b), `luck`, and
    `timed_out` where the loser ran out of time or stayed away. One of more has `seats`: who has each, and for which of
    the `sides` (from 0).
    """

    source: str
    pool: Pool | str
    finished_at: datetime
    deals: int
    kind: str = "played"
    weight: int = 1
    label: str = ""
    link: str = ""
    players: Sequence[User] = ()
    score_a: float = 0.5
    margin: int = 0
    expected_deals: int | None = None
    luck: float | None = None
    timed_out: bool = False
    seats: Sequence[tuple[User, int]] = ()
    sides: Sequence[SideResult] = ()


@transaction.atomic
def record(matches: Sequence[Played]) -> list[RatedMatch]:
    """Record finished matches in the transaction of their results; a known `source` changes nothing. Raises BadMatch.
    One task for each pool rates them after commit; if the task is lost, the sweep does."""
    values = {match.source: _values(match) for match in matches}
    known = known_sources(values)
    new = [one for one in matches if one.source not in known]
    pools = {pool: _pool(pool) for pool in {one.pool for one in new}}
    rows = [
        RatedMatch(source=one.source, order_id=order_id(one.source), pool=pools[one.pool], **values[one.source])
        for one in new
    ]
    RatedMatch.objects.bulk_create(rows, ignore_conflicts=True)  # another process may record the same table
    found = RatedMatch.objects.select_related("pool").in_bulk(list(values), field_name="source")
    seats = [
        RatedSeat(match=found[one.source], seat=number, player=user, side=side)
        for one in new
        for number, (user, side) in enumerate(one.seats)
    ]
    sides = {found[one.source].pk: one.sides for one in new}
    for seat in seats:
        _came_to([seat], sides[seat.match_id])
    RatedSeat.objects.bulk_create(seats, ignore_conflicts=True)
    fresh = [found[one.source] for one in new]
    for match in fresh:
        limit_these(match)
    open_tracks(fresh)
    for last in {match.pool_id: match for match in fresh}.values():
        plan_rating(last)
    return [found[one.source] for one in matches]


def record_match(**values: Any) -> RatedMatch:
    """Record one finished match of two; takes the fields of `Played`."""
    return record([Played(**values)])[0]


def record_several(**values: Any) -> RatedMatch:
    """Record one finished match of more than two; takes the fields of `Played`."""
    return record([Played(**values)])[0]


def _values(match: Played) -> dict[str, Any]:
    """The columns of a match. Raises BadMatch."""
    players, score, margin = match.players, float(match.score_a), match.margin
    if match.seats or match.sides:
        first, other = _two_of(match.seats, match.sides)
        players = (first[0], other[0])
        score, margin = _between(match.sides[first[1]], match.sides[other[1]]).values()
    _check(players, score, match.kind, match.weight, match.finished_at)
    return {
        "a": players[0],
        "b": players[1],
        "score_a": score,
        "margin": margin,
        "deals": match.deals,
        "expected_deals": match.deals if match.expected_deals is None else match.expected_deals,
        "luck": match.luck,
        "kind": match.kind,
        "weight": match.weight,
        "finished_at": match.finished_at,
        "label": match.label,
        "link": match.link,
        "timed_out": match.timed_out,
    }


def _pool(pool: Pool | str) -> Pool:
    return pool if isinstance(pool, Pool) else pool_for(variant=pool)


def _came_to(seats: list[RatedSeat], sides: Sequence[SideResult]) -> list[RatedSeat]:
    for seat in seats:
        side = sides[seat.side]
        seat.place, seat.points, seat.margin = side.place, side.points, side.margin
    return seats


def _two_of(seats: Sequence[tuple[User, int]], sides: Sequence[SideResult]) -> Sequence[tuple[User, int]]:
    """The first seat, and the first seat of another side: a and b."""
    if len(seats) < 3 or len({user for user, _ in seats}) != len(seats):
        raise BadMatch("a match of several has three different players or more")
    if len(sides) < 2 or {side for _, side in seats} != set(range(len(sides))):
        raise BadMatch("a match of several has two sides or more, and somebody in each")
    return seats[0], next(seat for seat in seats if seat[1] != seats[0][1])


def _between(one: SideResult, other: SideResult) -> dict[str, Any]:
    score = 0.5 if one.place == other.place else float(one.place < other.place)
    return {"score_a": score, "margin": one.points - other.points}


@transaction.atomic
def correct_match(*, source: str, now: datetime, by: User | None = None, reason: str = "", **values: Any) -> RatedMatch:
    """Correct a recorded match (`score_a`, `margin`, `deals`, `kind`, `weight`, `luck`) and replay everything since; an
    annulled match counts again. Locks the pool; leaves an audit entry. Raises UnknownMatch, BadMatch. The same values
    again change nothing."""
    if unknown := set(values) - set(CORRECTABLE):
        raise BadMatch(f"a correction has no {', '.join(sorted(unknown))}")
    return _change(source, values | {"annulled": False}, "rating.correct", by=by, reason=reason, now=now)


@transaction.atomic
def correct_several(
    *, source: str, sides: Sequence[SideResult], now: datetime, by: User | None = None, reason: str = "", **values: Any
) -> RatedMatch:
    """Correct the results of the sides in a recorded match of more than two, as `correct_match` does (`deals`, `kind`,
    `weight`). Its players stay the same. Raises UnknownMatch, BadMatch."""
    return _change(source, values | {"annulled": False}, "rating.correct", sides, by=by, reason=reason, now=now)


@transaction.atomic
def annul_match(*, source: str, now: datetime, by: User | None = None, reason: str = "") -> RatedMatch:
    """Remove a recorded match from the ratings and replay everything since. Locks the pool; leaves an audit entry.
    Raises UnknownMatch. Annulling twice changes nothing."""
    return _change(source, {"annulled": True}, "rating.annul", by=by, reason=reason, now=now)


def known_sources(sources: Iterable[str]) -> set[str]:
    """The sources, of those given, under which a match is recorded."""
    return set(RatedMatch.objects.filter(source__in=list(sources)).values_list("source", flat=True))


def weight_of(*, source: str) -> int | None:
    """The weight of the match recorded under this source; 0 for one that is not rated, None if there is none."""
    return RatedMatch.objects.filter(source=source).values_list("weight", flat=True).first()


def order_id(source: str) -> int:
    """The second part of the total order: 63 bits of the source's hash, so that the order does not depend on when
    matches arrive."""
    return int.from_bytes(hashlib.sha256(source.encode()).digest()[:8], "big") >> 1


def _change(
    source: str, values: dict[str, Any], action: str, sides: Sequence[SideResult] = (), **act: Any
) -> RatedMatch:
    match = RatedMatch.objects.select_related("pool").filter(source=source).first()
    if match is None:
        raise UnknownMatch(f"no match is recorded as {source!r}")
    pool = lock(match.pool.key)
    match.refresh_from_db()
    seats = list(match.seats.select_related("player")) if sides else []
    if sides:
        first, other = _two_of([(seat.player, seat.side) for seat in seats], sides)
        values |= _between(sides[first[1]], sides[other[1]])
    before, seats_before = {name: getattr(match, name) for name in values}, _said(seats)
    seats_after = _said(_came_to(seats, sides))
    if (before, seats_before) == (values, seats_after):
        return match
    for name, value in values.items():
        setattr(match, name, value)
    _check((match.a, match.b), match.score_a, match.kind, match.weight, match.finished_at)
    match.revision += 1
    match.save(update_fields=[*values, "revision"])
    RatedSeat.objects.bulk_update(seats, ["place", "points", "margin"])
    pool.dirty_from = min(filter(None, (pool.dirty_from, match.finished_at)))
    pool.save(update_fields=["dirty_from"])
    if not match.is_pending:
        note(match, act["reason"])
    limit_these(match)
    open_tracks([match])
    audit.record(
        action=action,
        target=f"rated-match:{match.public_id}",
        before=before | seats_before,
        after=values | seats_after,
        **_actor(act),
    )
    plan_rating(match)
    return match


def _said(seats: Sequence[RatedSeat]) -> dict[str, Any]:
    """The seats as an audit entry names them: who, side, place, points, margin."""
    said = [[one.player.public_id, one.side, one.place, one.points, one.margin] for one in seats]
    return {"seats": said} if said else {}


def _actor(act: dict[str, Any]) -> dict[str, Any]:
    return {"actor": act["by"], "reason": act["reason"], "now": act["now"]}


def _check(players: Sequence[User], score_a: float, kind: str, weight: int, finished_at: datetime) -> None:
    if len(players) != 2 or players[0] == players[1]:
        raise BadMatch("a rated match has two different players")
    if score_a not in (0, 0.5, 1):
        raise BadMatch(f"a score is 1, 0.5 or 0, not {score_a!r}")
    if kind not in systems.RATED_KINDS | systems.UNRATED_KINDS:
        raise BadMatch(f"a match is not {kind!r}")
    if weight not in (0, 1):
        raise BadMatch(f"a weight is 0 or 1, not {weight!r}")
    if timezone.is_naive(finished_at):
        raise BadMatch("finished_at needs a time zone")


def plan_rating(match: RatedMatch) -> None:
    """Plan to rate the match and all others that wait in its pool. The row guarantees it; the task after commit only
    makes it faster."""
    duework.plan(
        key=f"ratings.rate:{match.order_id}:{match.revision}",
        kind="ratings.rate",
        due_at=timezone.now() + REPAIR,
        payload={"pool": match.pool.key},
    )
    transaction.on_commit(lambda: _nudge(match.pool.key), robust=True)


def _nudge(pool: str) -> None:
    try:
        current_app.send_task("ratings.rate_pending", args=[pool], retry=False)
    except Exception:  # the broker is down: the sweep does the work
        logger.info("nudge lost", exc_info=True)
