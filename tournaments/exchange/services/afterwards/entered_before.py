"""Find out whether an evening was already entered: whether one of the same club, day and rules has the same people at
each table, with the same scores."""

from collections import Counter
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tournaments.models import MatchSide, Tournament, TournamentState

Side = tuple[tuple[str, ...], int | None, int | None]
Tables = Counter[frozenset[Side]]


def the_same(tournament: Tournament, held_at: datetime) -> Tournament | None:
    """The latest finished tournament of the same club, day and rules that has the same tables, in any order."""
    zone = ZoneInfo(tournament.club.timezone)
    began = held_at.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    of_the_day = Tournament.objects.filter(
        club=tournament.club, variant=tournament.variant, state=TournamentState.FINISHED,
        starts_at__gte=began, starts_at__lt=began + timedelta(days=1),
    )  # fmt: skip
    mine = _tables(tournament)
    others = of_the_day.exclude(pk=tournament.pk).order_by("-pk")
    return next((one for one in others if _tables(one) == mine), None)


def _tables(tournament: Tournament) -> Tables:
    """Who sat at each table, with points and score."""
    found: dict[int, list[Side]] = {}
    sides = MatchSide.objects.filter(seat__round__stage__tournament=tournament)
    for key, name, points, scored in sides.values_list("match", "seat__entry__name", "points", "game_points"):
        found.setdefault(key, []).append((_who(name), points, scored))
    return Counter(frozenset(table) for table in found.values())


def _who(name: str) -> tuple[str, ...]:
    """The people in the name of an entry: Bo & Ana are the same as Ana & Bo."""
    return tuple(sorted(name.casefold().replace(" & ", ", ").split(", ")))
