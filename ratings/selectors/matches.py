"""Read matches: their effects on ratings, the sum of several, and two players against each other."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User
from ratings import systems
from ratings.models import Change, Pool, RatedMatch, RatedSeat
from ratings.selectors.players import standing_changes
from ratings.systems import Place, sides

SEATS = Prefetch("seats", RatedSeat.objects.select_related("player").order_by("seat"))


@dataclass(frozen=True, slots=True)
class Against:
    """A side that a player met in a match of more than two: its players, their mean rating before the match, the score
    (1, 0.5, 0) and the expected score."""

    players: Sequence[User]
    rating: float
    score: float
    expected: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """How one player's rating changed by one match: after = before + k x (score - expected). On a list by margin, score
    and expected are points a deal, and a point is worth 40 of rating; luck is the player's. In a match of more than two
    there is no single opponent: score and expected are the means over those in `against`, and `k` is the mean over the
    `partners` and the player."""

    player: User
    opponent: User | None
    before: float
    opponent_before: float | None
    after: float
    expected: float
    score: float
    k: float
    margin: int
    luck: float | None
    place: int | None = None
    partners: Sequence[User] = ()
    against: Sequence[Against] = ()

    @property
    def difference(self) -> float | None:
        """The rating difference that the expectation is computed from (below 0: the opponent was higher)."""
        return None if self.opponent_before is None else self.before - self.opponent_before

    @property
    def change(self) -> float:
        """The rating points won or lost."""
        return self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """The matches of one player against another, from the first player's side; margin in points, deals in number."""

    won: int
    tied: int
    lost: int
    margin: int
    deals: int

    @property
    def played(self) -> int:
        """The number of matches."""
        return self.won + self.tied + self.lost


@dataclass(frozen=True, slots=True)
class Gain:
    """The sum of some matches' effects on one player, with the rating before the first and after the last."""

    player: User
    before: float
    after: float
    change: float  # the sum of their changes: other matches may lie between
    matches: int
    score: float
    expected: float


def match(public_id: str) -> RatedMatch | None:
    """A rated match, by its own public id or by that of the match or table that its source names. A match at a
    private table, which has no link, is found by its own id only."""
    matches = RatedMatch.objects.select_related("pool", "pool__run", "a", "b").prefetch_related(SEATS)
    sources = [f"{origin}:{public_id}" for origin in ("match", "table")]
    named = matches.filter(source__in=sources).exclude(source__startswith="table:", link="")
    return matches.filter(public_id=public_id).first() or named.order_by("source").first()


def matches_of(player: User, *, versus: User | None = None, before: datetime | None = None) -> QuerySet[RatedMatch]:
    """The finished matches of a player, latest first, rated or not, except annulled ones. With `versus` only those
    between these two; with `before` only those that finished earlier."""
    matches = RatedMatch.objects.filter(annulled=False).select_related("pool", "a", "b").prefetch_related(SEATS)
    if versus is not None:
        matches = matches.filter(Q(a=player, b=versus) | Q(a=versus, b=player), seats=None)
    else:  # rows by number, so that each part of the condition has an index
        seated = list(RatedSeat.objects.filter(player=player).values_list("match_id", flat=True))
        matches = matches.filter(Q(a=player) | Q(b=player) | Q(pk__in=seated))
    matches = matches.filter(finished_at__lt=before) if before else matches
    return matches.order_by("-finished_at", "-order_id")


def head_to_head(player: User, other: User) -> HeadToHead:
    """The matches between two players, summed."""
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
    """The player's rating changes by these matches in the current runs, by match row."""
    return {one.match_id: one for one in standing_changes().filter(player=player, match__in=matches)}


def explanations(match: RatedMatch, pool: Pool | None = None) -> list[Explanation]:
    """How the match changed the ratings of all its players in its pool, or on a list beside it, a first or by seat.
    Empty while it waits to be rated, or if it is not rated there."""
    seats = list(match.seats.all())
    changes = {
        change.player_id: change
        for change in standing_changes(pool or match.pool).filter(match=match).select_related("player", "opponent")
    }
    if len(changes) != (len(seats) or 2):
        return []
    if seats:
        return _of_several(match.pool, seats, [changes[seat.player_id] for seat in seats])
    pairs = ((changes[match.a_id], changes[match.b_id]), (changes[match.b_id], changes[match.a_id]))
    return [_explanation(own, opponent=own.opponent, opponent_before=other.before) for own, other in pairs]


def beside(match: RatedMatch) -> list[tuple[Pool, list[Explanation]]]:
    """The lists beside the match's pool that rate it, and how it changed both ratings there."""
    found = ((track, explanations(match, track)) for track in match.pool.tracks.order_by("pk"))
    return [(track, changes) for track, changes in found if changes]


def waits(match: RatedMatch) -> bool:
    """Does the match still wait to be rated (again)?"""
    dirty = match.pool.dirty_from
    return match.is_pending or (dirty is not None and dirty <= match.finished_at)


def are_waiting(sources: Collection[str]) -> bool:
    """Does a match of one of these sources that counts still wait to be rated?"""
    return RatedMatch.objects.filter(source__in=sources, is_pending=True, weight__gt=0).exists()


def gains(sources: Collection[str]) -> list[Gain]:
    """Each player's rating changes by the matches of these sources in the current runs, the largest gain first."""
    # ids first: with a join the database walks through all matches there are
    matches = list(RatedMatch.objects.filter(source__in=sources).values_list("pk", flat=True))
    changes = standing_changes().filter(match__in=matches).order_by("seq")
    of: dict[int, list[tuple[float, float, float, float]]] = {}
    for player, *figures in changes.values_list("player", "before", "after", "score", "expected"):
        of.setdefault(player, []).append((figures[0], figures[1], figures[2], figures[3]))
    players = User.objects.in_bulk(of)
    found = [
        Gain(
            player=players[player],
            before=own[0][0],
            after=own[-1][1],
            change=sum(after - before for before, after, _score, _expected in own),
            matches=len(own),
            score=sum(score for _before, _after, score, _expected in own),
            expected=sum(expected for _before, _after, _score, expected in own),
        )
        for player, own in of.items()
    ]
    return sorted(found, key=lambda one: (-one.change, one.player.pk))


def _of_several(pool: Pool, seats: Sequence[RatedSeat], changes: Sequence[Change]) -> list[Explanation]:
    system = systems.system(pool.system, pool.params)
    if not isinstance(system, systems.ForSeveral):
        return []
    places = [Place(seat.player_id, seat.side, seat.place, seat.margin) for seat in seats]
    met = sides.meetings(places, [change.before for change in changes], system.between)
    users: dict[int, list[User]] = {}
    for seat in seats:
        users.setdefault(seat.side, []).append(seat.player)
    return [
        _explanation(
            own,
            place=seat.place,
            partners=[user for user in users[seat.side] if user != seat.player],
            against=[Against(users[one.side], one.rating, one.score, one.expected) for one in met[seat.side]],
        )
        for seat, own in zip(seats, changes, strict=True)
    ]


def _explanation(
    own: Change, *, opponent: User | None = None, opponent_before: float | None = None, **several: Any
) -> Explanation:
    return Explanation(
        player=own.player,
        opponent=opponent,
        before=own.before,
        opponent_before=opponent_before,
        after=own.after,
        expected=own.expected,
        score=own.score,
        k=own.k,
        margin=own.margin,
        luck=own.luck,
        **several,
    )
