"""A club night from the shell: a tournament from a roster, its progress, and the report at its end."""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from clubs import selectors as club_people
from clubs import services as clubs
from games import engine
from games import selectors as games
from ratings.selectors import leaders, pools
from ratings.systems import elo
from tournaments.entries.services import entering, roster, spreadsheets
from tournaments.errors import Invalid
from tournaments.event.selectors import finding
from tournaments.event.services import creating
from tournaments.formats import FORMATS
from tournaments.formats.kinds.pods import SEATINGS
from tournaments.models import Mode, Tournament
from tournaments.pairing.table_points import LEAST
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

START = elo.Params().start  # where a rating begins
SECRETARY = "clubnight"  # the account that organises nights from the shell; it has no password


def usual_format(preset: str) -> str:
    """The default format for these rules: tables by score if three or more sit at a table, else a Swiss."""
    rules = engine.VARIANTS.get(preset)
    return "pod_swiss" if rules is not None and rules.seating.name in SEATINGS else "swiss"


class CannotPlay(Exception):
    """The night cannot be played; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Night:
    """A tournament that has begun, and the ratings of its players before it (None: none yet)."""

    tournament: Tournament
    players: tuple[User, ...]
    before: dict[int, float | None]

    @property
    def entrants(self) -> int:
        """The number of entrants."""
        return len(self.players)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a night. `sign_of_life` changes whenever anything happens at any of its tables."""

    round: int
    rounds: int
    matches_over: int
    matches_expected: int
    deals: int
    sign_of_life: tuple[int, ...]
    is_over: bool

    @property
    def share(self) -> float:
        """The share of all matches that is over, 0 to 1."""
        return self.matches_over / self.matches_expected if self.matches_expected else 0.0


@dataclass(frozen=True, slots=True)
class RatingChange:
    """One player's rating before and after the night."""

    name: str
    before: float | None
    after: float

    @property
    def start(self) -> float:
        """The rating before the night; if this was the player's first match, the pool's initial rating."""
        return START if self.before is None else self.before

    @property
    def by(self) -> float:
        """The rating points won or lost."""
        return self.after - self.start


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a night."""

    standings: tuple[standings.StandingRow, ...]
    changes: tuple[RatingChange, ...]
    matches: int
    unfinished: int
    deals: int
    pool: str


def read_roster(path: Path, rounds: int, template: str = "swiss") -> str | bytes:
    """Read a roster that can be played. Raises CannotPlay with every bad line. Nothing is written."""
    try:
        if path.stat().st_size > spreadsheets.MOST_BYTES:
            raise CannotPlay(f"{path} has {path.stat().st_size / 1e6:.1f} MB; a roster has at most 1 MB.")
        data = path.read_bytes()
    except OSError as unreadable:
        raise CannotPlay(f"The roster {path} cannot be read: {unreadable.strerror}.") from unreadable
    found = roster.read(data)
    if found.problems:
        lines = "\n".join(f"  {problem}" for problem in found.problems[:50])
        raise CannotPlay(f"The roster {path} has {len(found.problems)} problem(s); nothing was changed:\n{lines}")
    if len(found.lines) < 2:
        raise CannotPlay(f"The roster {path} has one entrant; a tournament needs at least two.")
    if template.startswith("pod_") and len(found.lines) < LEAST:
        raise CannotPlay(f"The roster {path} has two entrants; a table takes at least {LEAST}.")
    entrants = len({line.team.casefold() or line.line for line in found.lines})  # a pair or a team enters as one
    most = entrants - 1 + entrants % 2
    if rounds > most and template.startswith("swiss"):
        raise CannotPlay(
            f"{entrants} entrants can play at most {most} rounds without meeting twice; use --rounds {most}."
        )
    return data


def notes(data: str | bytes) -> list[str]:
    """What is left out of a roster or read differently, line by line."""
    return [str(note) for note in roster.read(data).notes]


def check(preset: str, template: str, options: Mapping[str, Any]) -> None:
    """Check that all choices go together and allow play without a break. Raises CannotPlay with a remedy."""
    try:
        creating.checked("Club night", preset, Mode.ONLINE, "UTC", {})
        specs = creating.planned(template, options, preset, Mode.ONLINE)
    except Invalid as refused:
        raise CannotPlay(f"{refused.field}: {refused}") from refused
    if any(FORMATS[spec.format].has_windows for spec in specs):
        raise CannotPlay(
            f"A {template} waits for its players to settle times or challenge each other, so a club night from the "
            "shell never ends: choose another --format, such as round_robin."
        )


def options_of(length: str) -> dict[str, Any]:
    """The options of the template other than its rounds."""
    return {"length": length} if length else {}


@transaction.atomic
def open_night(
    data: str | bytes,
    *,
    rounds: int,
    preset: str,
    house: str,
    club: str,
    name: str,
    template: str = "swiss",
    length: str = "",
) -> Night:
    """Make the tournament, enter and check in everybody, and start it; all or nothing. Raises CannotPlay."""
    now = timezone.now()
    options = options_of(length)
    check(preset, template, options)
    secretary = _secretary()
    home = club_people.organised_by(secretary).filter(name=club).first() or clubs.create_club(
        name=club, organiser=secretary
    )
    home = clubs.approve_club(club=home, by=None, now=now)  # somebody with a shell runs the site
    tournament = creating.create_tournament(
        club=home,
        name=name or f"{club} {timezone.localtime(now):%Y-%m-%d %H:%M}",
        variant=preset,
        by=secretary,
        now=now,
        rounds=rounds,
        template=template,
        options=options,
        settings={"house_level": house, "rated_house": True, "pace": "fast", "clock": None, "pause_s": 0},
    )
    report = entering.import_entries(tournament=tournament, text=data, dry_run=False, by=secretary, now=now)
    if not report.is_done:
        raise CannotPlay("\n".join(str(problem) for problem in report.problems))
    entering.check_in_all(tournament=tournament, by=secretary, now=now)
    stages.begin(tournament=tournament, by=secretary, now=now, automatic=True)
    players = tuple(User.objects.filter(entry_members__tournament=tournament).order_by("pk"))
    return Night(tournament, players, _ratings(players, preset))


def _secretary() -> User:
    found = User.objects.filter(username=SECRETARY).first()
    if found is not None:
        return found
    return accounts.official(username=SECRETARY, name="Club night secretary", email="", password=None)


def _ratings(players: tuple[User, ...], preset: str) -> dict[int, float | None]:
    known = leaders.ratings_among(variant=preset, players=players)
    return {player.pk: known[player.pk].rating if player.pk in known else None for player in players}


def progress(night: Night) -> Progress:
    """The present progress of the night."""
    state = standings.progress(night.tournament)
    current = standings.current_round(night.tournament)
    moves, deals = _activity(night)
    return Progress(
        round=current.number if current else 0,
        rounds=state.rounds_total,
        matches_over=state.matches_over,
        matches_expected=state.matches_total,
        deals=deals,
        sign_of_life=(state.rounds_done, state.matches_over, moves, deals),
        is_over=state.is_finished and _is_rated(night),
    )


def _activity(night: Night) -> tuple[int, int]:
    """The number of plays and of finished deals at the tables of the night."""
    matches = finding.matches().filter(round__stage__tournament=night.tournament)
    tables = games.tables().filter(public_id__in=matches.values("table"))
    deals = games.deals().filter(table__in=tables).count()
    return tables.aggregate(plays=Sum("version"))["plays"] or 0, deals


def _is_rated(night: Night) -> bool:
    pool = pools.pool_of(variant=night.tournament.variant)
    return pool is not None and pools.is_up_to_date(pool)


def outcome(night: Night) -> Outcome:
    """The outcome of the night."""
    state = standings.progress(night.tournament)
    after = _ratings(night.players, night.tournament.variant)
    changes = [RatingChange(str(p), night.before[p.pk], now) for p in night.players if (now := after[p.pk]) is not None]
    changes.sort(key=lambda change: change.by, reverse=True)
    pool = pools.pool_of(variant=night.tournament.variant)
    return Outcome(
        standings=tuple(standings.standings(night.tournament)),
        changes=tuple(changes),
        matches=state.matches_over,
        unfinished=state.matches_total - state.matches_over,
        deals=_activity(night)[1],
        pool=pool.name if pool else "",
    )


def report(outcome: Outcome) -> Iterator[str]:
    """The outcome as lines for a terminal."""
    yield "\nFinal standings"
    yield f"  {'':>3}  {'':<28} {'points':>6} {'margin':>7} {'opponents':>9} {'wins':>4}"
    for row in outcome.standings:
        figures = f"{row.points_text:>6} {row.margin:>+7} {row.buchholz_text:>9} {row.wins:>4}"
        yield f"  {row.place:>3}  {_wide(row.entry.name, 28)} {figures}"
    yield f"\nRating changes ({outcome.pool})"
    for change in outcome.changes:
        new = "  first rating" if change.before is None else ""
        yield f"  {_wide(change.name, 28)} {change.start:7.1f} -> {change.after:7.1f}  {change.by:+6.1f}{new}"
    yield f"\n{outcome.matches} matches finished, {outcome.unfinished} unfinished, {outcome.deals} deals archived."


def _wide(name: str, width: int) -> str:
    """The name padded to `width` columns of a terminal, in which some letters take two columns and marks none."""
    taken = sum(0 if unicodedata.combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in name)
    return name + " " * (width - taken)
