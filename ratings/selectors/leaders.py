"""Read lists: the current list of a pool page by page, and published lists."""

import base64
import binascii
import gzip
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from clubs.models import Membership
from doors.caching import shown
from ratings.models import PlayerRating, Pool, RatingList, RatingListRow
from ratings.selectors.pools import pool_of, version
from ratings.systems.lists import published
from ratings.systems.lists.ranking import Standing

PAGE = 50
LONGEST_PAGE = 200


class BadCursor(ValueError):
    """The cursor is unknown."""


@dataclass(frozen=True, slots=True)
class Leaders:
    """One page of a list, and the cursor of the next page (empty: this is the last)."""

    rows: Sequence[PlayerRating]
    next_cursor: str


def leaderboard(
    pool: Pool,
    *,
    cursor: str = "",
    limit: int = PAGE,
    search: str = "",
    is_provisional: bool = False,
    of_the_house: bool = False,
) -> Leaders:
    """One page of the list of people, or of house players, best first, by keyset (rating, player): the players with a
    rank, or the provisional ones. `search` keeps the names that contain it. Raises BadCursor."""
    rows = standings(pool, is_provisional=is_provisional, of_the_house=of_the_house)
    if search:
        rows = rows.filter(player__name__icontains=search)
    if cursor:
        rating, player = _read_cursor(cursor)
        rows = rows.filter(Q(rating__lt=rating) | Q(player_id__gt=player), rating__lte=rating)
    limit = max(1, min(limit, LONGEST_PAGE))
    page = list(rows[: limit + 1])
    more = len(page) > limit
    tell_apart(page[:limit])
    return Leaders(page[:limit], cursor_of(page[limit - 1]) if more else "")


def version_of(leaders: Leaders) -> str:
    """The version of a page of a list. It changes with everything that the page's rows show."""
    return shown.version(
        [
            (shown.columns(row), row.player.public_id, str(row.player), getattr(row, "apart", ""), version(row.pool))
            for row in leaders.rows
        ]
    )


def standings(pool: Pool, *, is_provisional: bool = False, of_the_house: bool = False) -> QuerySet[PlayerRating]:
    """The people of the list, or its house players, best first, equal ratings in the order of the players: those with a
    rank, or the provisional ones."""
    rows = pool.ratings.filter(provisional=True) if is_provisional else pool.ratings.filter(rank__isnull=False)
    rows = rows.exclude(player__house_level="") if of_the_house else rows.filter(player__house_level="")
    return rows.select_related("player", "pool__run").order_by("-rating", "player_id")


def gained_since_list(pool: Pool, rows: Sequence[PlayerRating]) -> RatingList | None:
    """Write on each row what its player has gained since a published list of the pool (`gained`; None if they were not
    on it): the latest one of before the day of the last match here, so that whoever is new that day is not said to have
    gained nothing. Returns that list; None if there is none, or nobody on it has gained or lost."""
    if not rows:
        return None
    last = timezone.localtime(max(row.last_at for row in rows))
    day = last.replace(hour=0, minute=0, second=0, microsecond=0)
    found = lists(pool).filter(replaced_by=None, as_of__lte=day).first()
    if found is None:
        return None
    on_it = found.rows.filter(player__in=[row.player_id for row in rows])
    before = dict(on_it.values_list("player_id", "rating"))
    for row in rows:
        row.gained = round(row.rating) - round(before[row.player_id]) if row.player_id in before else None  # type: ignore[attr-defined]  # for the page alone
    return found if any(row.gained for row in rows) else None  # type: ignore[attr-defined]  # for the page alone


def tell_apart(rows: Sequence[PlayerRating | RatingListRow]) -> None:
    """Write on each row the club of its player (`apart`) where another row has the same name: one that the player has
    joined, not visits. Empty elsewhere."""
    named = Counter(row.player.name.casefold() for row in rows)
    twice = [row.player_id for row in rows if named[row.player.name.casefold()] > 1]
    joined = Membership.objects.filter(user__in=twice, is_visitor=False).exclude(accepted_at=None)
    clubs = dict(joined.order_by("-accepted_at", "-pk").values_list("user_id", "club__name")) if twice else {}
    for row in rows:
        row.apart = clubs.get(row.player_id, "")  # type: ignore[union-attr]  # for the page alone


def ratings_among(*, variant: str, players: Collection[User]) -> dict[int, PlayerRating]:
    """The standing of each of these players in a variant's pool, by user id; unrated players are missing."""
    pool = pool_of(variant=variant)
    if pool is None:
        return {}
    return {row.player_id: row for row in pool.ratings.filter(player__in=players)}


def lists(pool: Pool) -> QuerySet[RatingList]:
    """The published lists of a pool, latest first, without their files."""
    return pool.lists.select_related("pool", "replaced_by").defer("matches_file").order_by("-as_of", "-pk")


def published_list(public_id: str) -> RatingList | None:
    """A published list without its file."""
    found = RatingList.objects.select_related("pool", "replaces", "replaced_by").defer("matches_file")
    return found.filter(public_id=public_id).first()


def rows_of(made: RatingList) -> QuerySet[RatingListRow]:
    """The players of a published list, best first."""
    return made.rows.select_related("player").order_by("place")


def matches_file(made: RatingList) -> bytes:
    """The matches of a published list as CSV. Its SHA-256 is `matches_digest`."""
    return gzip.decompress(RatingList.objects.values_list("matches_file", flat=True).get(pk=made.pk))


def ranks_file(made: RatingList) -> str:
    """The players of a published list as CSV. Its SHA-256 is `digest`."""
    return published.ranks_text(*standings_of(made))


def standings_of(made: RatingList) -> tuple[list[Standing], list[int | None]]:
    """The players and ranks of a published list as they were stored."""
    them, ranks = [], []
    for row in rows_of(made):
        figures = (row.rating, row.deviation, row.matches, row.opponents, row.peak)
        them.append(Standing(row.player.public_id, *figures, row.last_at.timestamp(), row.provisional))
        ranks.append(row.rank)
    return them, ranks


def cursor_of(row: PlayerRating) -> str:
    """The cursor of the page that starts after this row."""
    return base64.urlsafe_b64encode(f"{row.rating!r}:{row.player_id}".encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> tuple[float, int]:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode("ascii")
        rating, player = text.split(":")
        found = float(rating), int(player)
    except (binascii.Error, ValueError) as error:
        raise BadCursor("the cursor is not one of this list") from error
    if not isfinite(found[0]) or not 0 <= found[1] < 2**63:
        raise BadCursor("the cursor is not one of this list")
    return found
