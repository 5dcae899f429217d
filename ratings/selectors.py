"""Reading about ratings: lists, a player's standing and history, and how one change came about."""

import base64
import binascii
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet

from accounts.models import User
from ratings import systems
from ratings.models import Change, PlayerRating, Pool, RatedMatch

PAGE = 50
LONGEST_PAGE = 200


class BadCursor(ValueError):
    """A cursor that no page of the list has given out."""


@dataclass(frozen=True, slots=True)
class Leaders:
    """One page of a list, and the cursor of the next (empty: this is the last)."""

    rows: Sequence[PlayerRating]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a player's graph."""

    played_at: datetime
    rating: float
    change: float
    match_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """How one player's rating changed by one match: after = before + k x (score - expected)."""

    player: User
    opponent: User
    before: float
    opponent_before: float
    after: float
    expected: float
    score: float
    k: float

    @property
    def difference(self) -> float:
        """The rating difference that the expectation is taken from (below 0: the opponent was higher)."""
        return self.before - self.opponent_before

    @property
    def change(self) -> float:
        """What was won or lost."""
        return self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """Matches of one player against another, from the first one's side; margin in points, deals in number."""

    won: int
    tied: int
    lost: int
    margin: int
    deals: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.tied + self.lost


# ---- pools


def pools() -> QuerySet[Pool]:
    """All lists with the number of players on each."""
    return Pool.objects.select_related("run").annotate(player_count=Count("ratings")).order_by("pk")


def pool_keys() -> list[str]:
    """The keys of all pools."""
    return list(Pool.objects.order_by("pk").values_list("key", flat=True))


def pool_of(*, variant: str) -> Pool | None:
    """The pool that a variant counts for, None while nothing was rated in it."""
    known = {pool.key: pool for pool in Pool.objects.select_related("run")}
    listed = (pool for pool in known.values() if variant in pool.variants)
    return next(listed, known.get(systems.family(variant)))


def version(pool: Pool) -> str:
    """What changes whenever the list does: the ETag of its pages."""
    return f"{pool.run.pk}-{pool.run.input_digest[:24]}" if pool.run else f"{pool.pk}-empty"


def parameters(pool: Pool) -> dict[str, object]:
    """The parameters that the pool's system goes by, the defaults too."""
    return dict(systems.system(pool.system, pool.params).identity())


def is_plain(pool: Pool) -> bool:
    """Does the expectation follow from the bare difference by the logistic formula?"""
    params = parameters(pool)
    return params.get("expectation") == "logistic" and params.get("rule400") == "none"


# ---- lists


def leaderboard(pool: Pool, *, cursor: str = "", limit: int = PAGE, search: str = "") -> Leaders:
    """One page of the list, best first, by keyset (rating, player). `search` keeps the names that hold it. Raises
    BadCursor."""
    rows = standings(pool)
    if search:
        rows = rows.filter(player__name__icontains=search)
    if cursor:
        rating, player = _read_cursor(cursor)
        rows = rows.filter(Q(rating__lt=rating) | Q(player_id__gt=player), rating__lte=rating)
    limit = max(1, min(limit, LONGEST_PAGE))
    page = list(rows[: limit + 1])
    more = len(page) > limit
    return Leaders(page[:limit], _cursor(page[limit - 1]) if more else "")


def standings(pool: Pool) -> QuerySet[PlayerRating]:
    """Everybody on the list, best first, equals in the order of the players."""
    return pool.ratings.select_related("player", "pool").order_by("-rating", "player_id")


def ratings_among(*, variant: str, players: Collection[User]) -> dict[int, PlayerRating]:
    """The standing of each of these players in a variant's pool, by user id; unrated ones are absent."""
    pool = pool_of(variant=variant)
    if pool is None:
        return {}
    return {row.player_id: row for row in pool.ratings.filter(player__in=players)}


# ---- one player


def ratings_of(player: User) -> QuerySet[PlayerRating]:
    """Where the player stands, pool by pool, most played first."""
    return player.ratings.select_related("pool", "pool__run").order_by("-matches", "pool_id")


def rating_of(player: User, pool: Pool) -> PlayerRating | None:
    """Where the player stands in a pool, None when unrated."""
    return pool.ratings.filter(player=player).first()


def standing_changes(pool: Pool | None = None) -> QuerySet[Change]:
    """What matches did in the histories that stand: each segment's changes are those of its run."""
    changes = Change.objects.filter(run__segment__from_seq__lte=F("seq"), run__segment__to_seq__gte=F("seq"))
    return changes if pool is None else changes.filter(run__segment__pool=pool)


def changes_of(player: User, pool: Pool | None = None) -> QuerySet[Change]:
    """What each match did to the player in the standing runs, latest first, with match, opponent and pool."""
    changes = standing_changes(pool).filter(player=player)
    return changes.select_related("match", "match__pool", "opponent").order_by("-played_at", "-seq")


def history(
    player: User, pool: Pool, *, points: int = 200, since: datetime | None = None, until: datetime | None = None
) -> list[Point]:
    """The player's rating after each match from `since` until before `until`, oldest first, thinned to at most `points`
    (first and last kept)."""
    changes = standing_changes(pool).filter(player=player).order_by("seq")
    changes = changes.filter(played_at__gte=since) if since else changes
    changes = changes.filter(played_at__lt=until) if until else changes
    rows = changes.values_list("played_at", "after", "before", "match__public_id")
    return thinned([Point(at, after, after - before, match) for at, after, before, match in rows.iterator()], points)


def thinned(points: Sequence[Point], most: int) -> list[Point]:
    """At most `most` points by largest triangle: of each bucket the point that keeps the shape; ends are kept."""
    if len(points) <= most or most < 3:
        return list(points[:: max(1, -(-len(points) // max(most, 1)))])
    kept, size = [0], (len(points) - 2) / (most - 2)
    for bucket in range(most - 2):
        first, last = 1 + int(bucket * size), 1 + int((bucket + 1) * size)
        after = points[last : max(last + 1, 1 + int((bucket + 2) * size))] or points[-1:]
        x, y = last + (len(after) - 1) / 2, sum(point.rating for point in after) / len(after)
        x0, y0 = kept[-1], points[kept[-1]].rating
        areas = ((abs((x0 - x) * (points[n].rating - y0) - (x0 - n) * (y - y0)), -n) for n in range(first, last))
        kept.append(-max(areas)[1])
    return [points[n] for n in (*kept, len(points) - 1)]


def expected(pool: Pool, a: User, b: User) -> float:
    """The score, 0 to 1, that `a` may expect against `b` by their standings; new players stand at the start."""
    system = systems.system(pool.system, pool.params)
    states = {row.player_id: tuple(row.state) for row in pool.ratings.filter(player__in=(a, b))}
    return system.expected(states.get(a.pk, system.start()), states.get(b.pk, system.start()))


# ---- one match


def match(public_id: str) -> RatedMatch | None:
    """A rated match by its own public id, or by that of the match or table that its source names."""
    matches = RatedMatch.objects.select_related("pool", "pool__run", "a", "b")
    sources = [f"{origin}:{public_id}" for origin in ("match", "table")]
    return matches.filter(public_id=public_id).first() or matches.filter(source__in=sources).order_by("source").first()


def matches_of(player: User, *, versus: User | None = None, before: datetime | None = None) -> QuerySet[RatedMatch]:
    """The finished matches of a player, latest first, rated or not, without annulled ones; against one opponent only
    with `versus`; those that finished before `before`."""
    sides = Q(a=player) | Q(b=player)
    if versus is not None:
        sides = Q(a=player, b=versus) | Q(a=versus, b=player)
    matches = RatedMatch.objects.filter(sides, annulled=False).select_related("pool", "a", "b")
    matches = matches.filter(finished_at__lt=before) if before else matches
    return matches.order_by("-finished_at", "-order_id")


def head_to_head(player: User, other: User) -> HeadToHead:
    """All that two players have played against each other."""
    rows = matches_of(player, versus=other).values_list("a_id", "score_a", "margin", "deals")
    own = [
        (score, margin, deals) if a == player.pk else (1 - score, -margin, deals) for a, score, margin, deals in rows
    ]
    scores = [score for score, _, _ in own]
    return HeadToHead(
        won=scores.count(1.0),
        tied=scores.count(0.5),
        lost=scores.count(0.0),
        margin=sum(margin for _, margin, _ in own),
        deals=sum(deals for _, _, deals in own),
    )


def changes_by(player: User, matches: Collection[RatedMatch]) -> dict[int, Change]:
    """What these matches did to the player in the standing runs, by match row."""
    return {one.match_id: one for one in standing_changes().filter(player=player, match__in=matches)}


def explanations(match: RatedMatch) -> list[Explanation]:
    """How the match changed both ratings, a first; empty while it waits to be rated or when it is not rated."""
    changes = {
        change.player_id: change
        for change in standing_changes(match.pool).filter(match=match).select_related("player", "opponent")
    }
    if len(changes) != 2:
        return []
    pairs = ((changes[match.a_id], changes[match.b_id]), (changes[match.b_id], changes[match.a_id]))
    return [_explanation(own, other) for own, other in pairs]


def waits(match: RatedMatch) -> bool:
    """Is the match still to be rated (again)?"""
    dirty = match.pool.dirty_from
    return match.is_pending or (dirty is not None and dirty <= match.finished_at)


def is_up_to_date(pool: Pool) -> bool:
    """Is everything that was handed down folded?"""
    return pool.dirty_from is None and not pool.rated_matches.filter(is_pending=True).exists()


def _explanation(own: Change, other: Change) -> Explanation:
    return Explanation(
        player=own.player,
        opponent=own.opponent,
        before=own.before,
        opponent_before=other.before,
        after=own.after,
        expected=own.expected,
        score=own.score,
        k=own.k,
    )


def _cursor(row: PlayerRating) -> str:
    return base64.urlsafe_b64encode(f"{row.rating!r}:{row.player_id}".encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> tuple[float, int]:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode("ascii")
        rating, player = text.split(":")
        return float(rating), int(player)
    except (binascii.Error, ValueError) as error:
        raise BadCursor("the cursor is not one of this list") from error
