"""Read about players: find them, their graphs, matches, form and favourite game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from clubs.models import Membership
from doors.caching import shown
from games.models import Seat, Tally
from pages.selectors.going_on import LATEST
from ratings.models import Change, PlayerRating, RatedMatch, RatedSeat, RatingList
from ratings.selectors import leaders, pools
from ratings.selectors import matches as rated_matches
from ratings.selectors import players as rated_players
from tournaments.models import (
    EntryMember,
)

PAGE = 25


@dataclass(frozen=True, slots=True)
class Played:
    """One finished match from a player's side: opponents, partners, and the player's place among the sides."""

    match: RatedMatch
    opponents: Sequence[User]
    score: float
    margin: int
    change: Change | None
    partners: Sequence[User] = ()
    place: int = 0
    sides: int = 2

    @property
    def gain(self) -> float | None:
        """The rating points won or lost; None if the match is not rated."""
        return None if self.change is None else self.change.after - self.change.before


@dataclass(frozen=True, slots=True)
class Graph:
    """A player's standing and history on one list, and on the lists beside it."""

    row: PlayerRating
    points: Sequence[rated_players.Point]
    lists: Sequence[RatingList] = ()  # published meanwhile, the latest first
    beside: Sequence["Graph"] = ()

    @property
    def luckless(self) -> Sequence[rated_players.Point]:
        """The graph without luck; empty if luck is unknown."""
        return next((one.points for one in self.beside if one.row.pool.track == "luck"), ())


def players(search: str, *, of_the_house: bool = False) -> QuerySet[User]:
    """Active people, or house players, whose name contains `search`, by name, with the clubs whose membership they
    confirmed. Guests are left out, and so are people who are only a name on a club's list: a person who never played
    and cannot sign in was not asked."""
    played = Exists(EntryMember.objects.filter(user=OuterRef("pk"))) | Exists(Seat.objects.filter(user=OuterRef("pk")))
    can_sign_in = ~Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    found = User.objects.filter(can_sign_in | played, is_active=True, is_guest=False).exclude(name="")
    found = found.exclude(house_level="") if of_the_house else found.filter(house_level="")
    found = found.filter(name__icontains=search) if search else found
    standings = Prefetch("ratings", PlayerRating.objects.filter(pool__beside=None).select_related("pool"))
    places = Prefetch("memberships", Membership.objects.exclude(accepted_at=None).select_related("club"))
    return found.prefetch_related(places, standings).order_by("name", "pk")


def graphs(player: User, *, points: int = 200) -> list[Graph]:
    """Every list that the player is on, with the points of its graph; lists beside a pool with that pool."""
    rows = rated_players.ratings_of(player)
    found = [Graph(row, rated_players.history(player, row.pool, points=points)) for row in rows]
    return [
        replace(
            one,
            beside=[other for other in found if other.row.pool.beside_id == one.row.pool_id],
            lists=list(leaders.lists(one.row.pool).filter(replaced_by=None, as_of__gt=one.points[0].played_at)[:LATEST])
            if one.points
            else (),
        )
        for one in found
        if one.row.pool.beside_id is None
    ]


def version_of_graphs(found: Iterable[Graph]) -> str:
    """The version of a player's standings and graphs; it covers everything that they show."""
    return shown.version(
        [
            (
                (shown.columns(one.row), one.row.pool.name, pools.version(one.row.pool)),
                (list(one.points), [shown.columns(made) for made in one.lists], version_of_graphs(one.beside)),
            )
            for one in found
        ]
    )


def played(player: User, *, versus: User | None = None, before: datetime | None = None) -> tuple[list[Played], bool]:
    """One page of the player's finished matches, latest first, and whether there are older ones."""
    matches = list(rated_matches.matches_of(player, versus=versus, before=before)[: PAGE + 1])
    changes = rated_matches.changes_by(player, matches)
    return [_played(player, match, changes.get(match.pk)) for match in matches[:PAGE]], len(matches) > PAGE


def _played(player: User, match: RatedMatch, change: Change | None) -> Played:
    seats = list(match.seats.all())
    if seats:
        return _at_table(player, match, seats, change)
    if match.a_id == player.pk:
        return Played(match, [match.b], match.score_a, match.margin, change)
    return Played(match, [match.a], 1 - match.score_a, -match.margin, change)


def _at_table(player: User, match: RatedMatch, seats: Sequence[RatedSeat], change: Change | None) -> Played:
    own = next(seat for seat in seats if seat.player_id == player.pk)
    others = {seat.side: seat.place for seat in seats if seat.side != own.side}
    best = min(others.values())
    return Played(
        match,
        [seat.player for seat in seats if seat.side != own.side],
        0.5 if own.place == best else float(own.place < best),
        own.margin,
        change,
        partners=[seat.player for seat in seats if seat.side == own.side and seat != own],
        place=own.place,
        sides=len(others) + 1,
    )


def streak(latest_first: Iterable[Played]) -> tuple[float, int]:
    """How many of the latest matches in a row ended alike, and the score of each (1 won, 0 lost); (0, 0) without any
    match or after a tie."""
    scores = [one.score for one in latest_first]
    if not scores or scores[0] not in (0, 1):
        return 0, 0
    return scores[0], sum(1 for _ in takewhile(lambda score: score == scores[0], scores))


def favourite(tallies: Iterable[Tally]) -> Tally | None:
    """The records of the game that a person has played most at live tables; None before the first sitting."""
    return max((one for one in tallies if one.sittings), key=lambda one: one.sittings, default=None)


def version_of_played(person: User, played: Iterable[Played], versus: User | None) -> str:
    """The version of a list of matches; it covers everything that it shows."""
    return shown.version(
        (person.public_id, versus is None),
        [
            (
                shown.columns(one.match),
                one.match.pool.name,
                [[(user.public_id, str(user)) for user in side] for side in (one.opponents, one.partners)],
                (one.score, one.margin, one.place, one.sides),
                one.change and shown.columns(one.change),
            )
            for one in played
        ],
    )
