"""The evenings of a season, and what each earned each person, from the rows of their tournaments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q

from doors.caching import versioned
from doors.caching.digests import columns, digest
from ratings.selectors import pools
from tournaments.event.selectors import finding
from tournaments.models import (
    Challenge,
    Entry,
    EntryMember,
    LadderEvent,
    LineUpPlace,
    Match,
    MatchSide,
    MatchState,
    Round,
    RoundSeat,
    Season,
    Stage,
    StageEntry,
    StageState,
    Tournament,
    TournamentState,
)
from tournaments.pairing import Crosstable, Kind, Result
from tournaments.seasons.scoring import Meeting, Played, Scoring
from tournaments.seasons.selectors import sitting
from tournaments.standings.selectors import standings, versions
from tournaments.standings.selectors.rating_changes import rating_gains

DAY = timedelta(days=1)
DECIDED = (Kind.PLAYED, Kind.ADJUSTED, Kind.ABANDONED)


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the table of a season is computed from: the keys of its evenings in the order of their days, what
    they earned the persons, and who met whom."""

    evenings: tuple[int, ...]
    played: tuple[Played, ...]
    meetings: tuple[Meeting, ...]

    def kept(self) -> dict[str, Any]:
        """The facts as JSON, without names."""
        return {
            "evenings": list(self.evenings),
            "played": [list(asdict(one).values()) for one in self.played],
            "meetings": [list(asdict(one).values()) for one in self.meetings],
        }


def kept_facts(kept: Mapping[str, Any]) -> Facts:
    """The facts stored with a closed season."""
    names = Played.__slots__
    played = tuple(Played(**dict(zip(names, row, strict=True))) for row in kept["played"])
    return Facts(tuple(kept["evenings"]), played, tuple(Meeting(*row) for row in kept["meetings"]))


def day_of(tournament: Tournament) -> date:
    """The day of a tournament, in its own time zone."""
    return (tournament.starts_at or tournament.finished_at or tournament.created_at).astimezone(tournament.zone).date()


def by_rule(season: Season, tournament: Tournament) -> bool:
    """Does a tournament count by default, without a choice by the organiser?"""
    is_named = not season.series or tournament.name == season.series
    return is_named and tournament.pk != season.final_id and season.since <= day_of(tournament) <= season.until


def chosen(season: Season) -> dict[int, bool]:
    """The organiser's choices about single tournaments, by their keys."""
    return dict(season.events.values_list("tournament", "counts"))


def evenings_of(season: Season, states: Iterable[str] = (TournamentState.FINISHED,)) -> list[Tournament]:
    """The tournaments in these states that count, in the order of their days."""
    words = chosen(season)
    known = near(season, [key for key, counts in words.items() if counts]).filter(state__in=list(states))
    counted = [one for one in known if words.get(one.pk, by_rule(season, one))]
    return sorted(counted, key=lambda one: (day_of(one), one.starts_at or one.created_at, one.pk))


def near(season: Season, more: Sequence[int] = ()) -> Any:
    """The club's tournaments around the days of a season (in any time zone), and `more` by their keys."""
    span = _midnight(season.since) - DAY, _midnight(season.until) + 2 * DAY
    undated = Q(starts_at=None) & (Q(finished_at__range=span) | Q(finished_at=None, created_at__range=span))
    found = Tournament.objects.filter(club_id=season.club_id)
    return found.filter(Q(starts_at__range=span) | undated | Q(pk__in=more)).prefetch_related("stages")


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, ZoneInfo("UTC"))


# ---- facts and their version


def facts_of(evenings: Sequence[Tournament], scoring: Scoring) -> tuple[Facts, str]:
    """The facts of these evenings, as far as the scoring needs them, and their version. They are read once for each
    version and cached, so callers must not change them."""
    version = version_of(evenings, scoring)
    asked = bool(scoring.rating), "last_meeting" in scoring.tiebreaks
    slot = ("season", tuple(one.pk for one in evenings), *asked)
    make = lambda: read_facts(evenings, with_gains=asked[0], with_meetings=asked[1])  # noqa: E731
    return versioned.cached(slot, version, make, weigh=lambda made: len(made.played) // 4 + 1), version


def version_of(evenings: Sequence[Tournament], scoring: Scoring) -> str:
    """The version of all rows that these evenings' facts depend on."""
    keys = [one.pk for one in evenings]
    if not keys:
        return "none"  # there are no rows to ask for
    members = [*columns(EntryMember), *(f"user__{name}" for name in versions.PERSON)]
    rounds = Round.objects.filter(stage__tournament__in=keys)
    found = digest(
        (Tournament.objects.filter(pk__in=keys), columns(Tournament)),
        (Stage.objects.filter(tournament__in=keys), columns(Stage)),
        (StageEntry.objects.filter(stage__tournament__in=keys), columns(StageEntry)),
        (EntryMember.objects.filter(tournament__in=keys), [*members, *columns(Entry, "entry")]),
        (rounds, columns(Round)),
        (RoundSeat.objects.filter(round__in=rounds), versions.SEAT),
        *versions.of_boards(rounds),
        (LineUpPlace.objects.filter(entry__tournament__in=keys), columns(LineUpPlace)),
        (LadderEvent.objects.filter(stage__tournament__in=keys), columns(LadderEvent)),
        (Challenge.objects.filter(stage__tournament__in=keys), columns(Challenge)),
    )
    rated = pools.version_of_all() if scoring.rating else ""
    return sha256(f"{keys} {found} {rated}".encode()).hexdigest()[:32]


def read_facts(evenings: Sequence[Tournament], *, with_gains: bool, with_meetings: bool) -> Facts:
    """Read the facts of these evenings, which are in the order of their days."""
    played: list[Played] = []
    meetings: list[Meeting] = []
    for n, tournament in enumerate(evenings):
        people = sitting.people_of(tournament)
        played += _played(n, tournament, people, with_gains)
        if with_meetings:
            meetings += _meetings(n, tournament, people)
    return Facts(tuple(one.pk for one in evenings), tuple(played), tuple(meetings))


def _played(n: int, tournament: Tournament, people: Mapping[int, Sequence[int]], with_gains: bool) -> list[Played]:
    """What an evening earned its persons. Those who never sat down are left out, and the others move up; but the first
    place stays empty if nobody has it."""
    there, wins = _record(tournament)
    everybody = standings.standings(tournament)
    best = everybody[0].place if everybody else 1
    rows = [row for row in everybody if row.entry.pk in there and people.get(row.entry.pk)]
    places = [row.place for row in rows]
    gains = {one.player.pk: one.change for one in rating_gains(tournament)} if with_gains else {}
    return [
        Played(
            evening=n,
            person=person,
            side=row.entry.pk,
            place=max(1 + sum(place < row.place for place in places), best + (row.place > best)),
            wins=wins.get(row.entry.pk, 0),
            gain=round(gains.get(person, 0.0)),
        )
        for row in rows
        for person in people[row.entry.pk]
    ]


def _record(tournament: Tournament) -> tuple[set[int], dict[int, int]]:
    """The entries that sat down to play (or would have, but for a bye or an absent opponent), and the number of matches
    that each won at the table."""
    there: set[int] = set()
    wins: dict[int, int] = {}
    for stage in finding.stages(tournament):
        if stage.state == StageState.WAITING:
            continue
        found = standings.overall_with_facts(stage)[1]
        table = found.facts.crosstable
        of_matches = table.scores.get("MP", table)  # a team wins matches, whatever comes first
        for number, entry in found.entries.items():
            results = of_matches.results(number)
            if any(_was_there(of_matches, one) for one in results):
                there.add(entry.pk)
            wins[entry.pk] = wins.get(entry.pk, 0) + sum(_is_won(of_matches, one) for one in results)
    return there, wins


def _was_there(table: Crosstable, result: Result) -> bool:
    is_walkover = result.kind is Kind.FORFEIT and result.points >= table.table.win
    return result.is_met or result.kind is Kind.PAB or is_walkover


def _is_won(table: Crosstable, result: Result) -> bool:
    if result.place:  # three and more at a table
        return result.is_met and result.place == 1
    return result.kind in DECIDED and result.points >= table.table.win


def _meetings(n: int, tournament: Tournament, people: Mapping[int, Sequence[int]]) -> list[Meeting]:
    """The decided matches of an evening between single persons."""
    matches = Match.objects.paired().filter(round__stage__tournament=tournament, state=MatchState.OVER, is_void=False)
    sides = MatchSide.objects.filter(match__in=matches.filter(result_kind__in=DECIDED)).order_by("match", "order")
    of: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for match, number, entry, points in sides.values_list("match", "match__round__number", "seat__entry", "points"):
        of.setdefault((match, number), []).append((entry, points or 0))
    found = []
    for (_match, number), both in of.items():
        if len(both) != 2 or any(len(people.get(entry, ())) != 1 for entry, _points in both):
            continue
        (first, a), (second, b) = ((people[entry][0], points) for entry, points in both)
        found.append(Meeting(n, number, first, second, None if a == b else first if a > b else second))
    return found
