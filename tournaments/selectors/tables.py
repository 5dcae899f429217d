"""Live tables of a tournament, the deals and the rating of a match."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet, Sum

from games.models import Deal
from ratings.models import RatedMatch
from tournaments.models import Match, MatchState, Tournament
from tournaments.selectors.finding import matches


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A match at its live table: the points of both sides so far (without bonuses) and the deals played."""

    match: Match
    points: tuple[int, int]
    deals: int


def live_tables(tournament: Tournament) -> list[LiveTable]:
    """The tables that are playing now, by number."""
    playing = matches().filter(round__stage__tournament=tournament, state=MatchState.PLAYING).order_by("table_no")
    found = list(playing)
    sums = (
        Deal.objects.filter(table__public_id__in=[match.table for match in found])
        .values("table__public_id", "winner")
        .annotate(points=Sum("points"), deals=Count("pk"))
    )
    points: dict[str, list[int]] = {}
    deals: dict[str, int] = {}
    for row in sums:
        table = row["table__public_id"]
        deals[table] = deals.get(table, 0) + row["deals"]
        if row["winner"] is not None:
            points.setdefault(table, [0, 0])[row["winner"]] += row["points"]
    return [
        LiveTable(
            match, (points.get(match.table, [0, 0])[0], points.get(match.table, [0, 0])[1]), deals.get(match.table, 0)
        )
        for match in found
    ]


def deals_of(match: Match) -> QuerySet[Deal]:
    """The finished deals of a match that was played at a live table, in order; none while it is played."""
    if not match.table or match.state != MatchState.OVER:
        return Deal.objects.none()
    return Deal.objects.filter(table__public_id=match.table).order_by("number")


def rated_match(match: Match) -> RatedMatch | None:
    """What the ratings know of a match."""
    return RatedMatch.objects.filter(source=f"match:{match.public_id}").first()
