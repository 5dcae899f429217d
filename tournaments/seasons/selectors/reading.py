"""Read seasons for pages and programs: lists, the current one, the next date, trophies, possible choices."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from accounts.models import User
from clubs.models import Club
from tournaments.event.selectors import finding
from tournaments.models import Season, Tournament, TournamentState, Trophy
from tournaments.seasons.selectors import facts

LISTED = 100


@dataclass(frozen=True, slots=True)
class Choice:
    """A tournament of the club and whether it counts: `word` is the organiser's choice (None: the default)."""

    tournament: Tournament
    day: date
    counts: bool
    word: bool | None

    @property
    def is_finished(self) -> bool:
        """Is the tournament over, so that it is in the table?"""
        return self.tournament.state == TournamentState.FINISHED


@dataclass(frozen=True, slots=True)
class Series:
    """All evenings of one name, which can be chosen at once."""

    name: str
    choices: Sequence[Choice]

    @property
    def counted(self) -> int:
        """The number of them that count."""
        return sum(choice.counts for choice in self.choices)


def seasons(club: Club | None = None) -> QuerySet[Season]:
    """Seasons with their clubs, the latest first."""
    found = Season.objects.select_related("club", "final").order_by("-since", "-pk")
    return found.filter(club=club) if club is not None else found


def running(club: Club, now: datetime) -> Season | None:
    """The season of a club that is being played; of several the one that ends first."""
    today = now.astimezone(ZoneInfo(club.timezone)).date()
    return seasons(club).filter(closed_at=None, since__lte=today, until__gte=today).order_by("until", "pk").first()


def next_date(season: Season, now: datetime) -> Tournament | None:
    """The next evening that will count: the one being played, else the next that is open and still to come."""
    to_come = facts.evenings_of(season, (TournamentState.RUNNING, TournamentState.OPEN))
    running = [one for one in to_come if one.state == TournamentState.RUNNING]
    dated = [one for one in to_come if one.starts_at is not None and one.starts_at >= now]
    return next(iter([*running, *dated]), None)


def around(tournament: Tournament) -> QuerySet[Season]:
    """The seasons that may count a tournament: those of its club on its day, and those whose organiser chose it."""
    day = facts.day_of(tournament)
    near = Q(since__lte=day, until__gte=day) | Q(events__tournament=tournament)
    return Season.objects.filter(near, club=tournament.club_id).distinct().order_by("since", "pk")


def counting(tournament: Tournament) -> list[Season]:
    """The seasons whose table has this tournament, or would have it once it is over."""
    return [one for one in around(tournament) if _counts(one, tournament)]


def _counts(season: Season, tournament: Tournament) -> bool:
    if season.kept is not None:
        return tournament.pk in season.kept["evenings"]
    return facts.chosen(season).get(tournament.pk, facts.by_rule(season, tournament))


def trophies_of(user: User) -> QuerySet[Trophy]:
    """The trophies of a person, those of the latest season first."""
    return Trophy.objects.filter(user=user).select_related("season__club").order_by("-season__until", "-kind", "place")


def trophies_in(season: Season) -> QuerySet[Trophy]:
    """The trophies of a season."""
    return season.trophies.select_related("user")


def choices(season: Season) -> list[Series]:
    """The club's tournaments around these days, and all that the organiser has made a choice about, by their names."""
    words = facts.chosen(season)
    known = facts.near(season, list(words)).exclude(state=TournamentState.CANCELLED).exclude(pk=season.final_id)
    found: dict[str, list[Choice]] = {}
    for one in sorted(known, key=lambda one: (facts.day_of(one), one.pk)):
        day, word = facts.day_of(one), words.get(one.pk)
        if word is None and not season.since <= day <= season.until:
            continue
        counts = facts.by_rule(season, one) if word is None else word
        found.setdefault(one.name, []).append(Choice(one, day, counts, word))
    return [Series(name, listed) for name, listed in found.items()]


def others(season: Season) -> list[Tournament]:
    """Finished tournaments of the club outside these days, the latest first, which can still be counted."""
    listed = {choice.tournament.pk for series in choices(season) for choice in series.choices}
    found = Tournament.objects.filter(club_id=season.club_id, state=TournamentState.FINISHED)
    return list(found.exclude(pk__in={*listed, season.final_id or 0}).order_by("-starts_at", "-pk")[:LISTED])


def series_names(club: Club) -> list[str]:
    """The names under which the club has had more than one tournament, the most frequent first."""
    names = Tournament.objects.filter(club=club).exclude(state="cancelled").values_list("name", flat=True)
    counted = Counter(names)
    return sorted((name for name in counted if counted[name] > 1), key=lambda name: (-counted[name], name))


def models_of_final(season: Season) -> list[Tournament]:
    """The evenings that a final night can copy, the latest first: those that count, else the club's latest."""
    counted = facts.evenings_of(season)[::-1]
    latest = None if counted else finding.latest_of(season.club)
    return [latest] if latest else counted
