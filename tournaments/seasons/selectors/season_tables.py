"""The table of a season in the form of pages, files and programs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from hashlib import sha256
from typing import Any

from accounts.models import User
from tournaments.event.selectors.words import value_text
from tournaments.models import Season, Tournament
from tournaments.seasons import scoring as core
from tournaments.seasons.scoring import Cell, Scoring
from tournaments.seasons.selectors import facts, words
from tournaments.seasons.selectors.facts import Facts

PODIUM = 3


@dataclass(frozen=True, slots=True)
class Evening:
    """A column of the table."""

    tournament: Tournament
    day: date
    players: int = 0
    winners: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table with its person. `cells` has the evenings in order, None for one that the person missed;
    `points_text` and `texts` are figures as people write them."""

    line: core.Line
    user: User
    cells: Sequence[Cell | None]
    points_text: str
    bonus_text: str
    texts: Sequence[str]
    move: int = 0  # places won (or lost, below zero) against an earlier table

    @property
    def place(self) -> int:
        """The place, which equals share."""
        return self.line.place

    @property
    def fall(self) -> int:
        """The places lost since an earlier table."""
        return -self.move

    @property
    def decided(self) -> str:
        """The tie-breaks that decided among as many points, in words."""
        return words.decided(self.line)

    @property
    def shown(self) -> list[tuple[Cell | None, str]]:
        """The evenings with their figures."""
        return list(zip(self.cells, self.texts, strict=True))

    @property
    def last(self) -> tuple[Cell | None, str]:
        """The last evening with its figure."""
        return self.shown[-1] if self.cells else (None, "–")


@dataclass(frozen=True, slots=True)
class Table:
    """The table of a season: evenings, rows, and the version of everything in it. `is_stale`: the season is closed, and
    later corrections would change it."""

    season: Season
    scoring: Scoring
    evenings: Sequence[Evening]
    rows: Sequence[Row]
    version: str
    facts: Facts = field(repr=False)
    is_stale: bool = False

    @property
    def podium(self) -> Sequence[Row]:
        """The first three places."""
        return [row for row in self.rows if row.place <= PODIUM]

    @property
    def most_attended(self) -> Sequence[Row]:
        """The persons who played the most evenings."""
        best = {line.person for line in core.best_attendance(row.line for row in self.rows)}
        return [row for row in self.rows if row.line.person in best]

    @property
    def drops(self) -> bool:
        """Is an evening of anybody dropped?"""
        return any(cell.is_dropped for row in self.rows for cell in row.line.cells.values())


def table_of(season: Season) -> Table:
    """The table of a season from the present rows; for a closed one from its stored facts."""
    scoring = core.scoring_of(season.scoring)
    evenings = facts.evenings_of(season)
    found, version = facts.facts_of(evenings, scoring)
    if season.kept is None:
        return made(season, scoring, found, version, evenings)
    kept = facts.kept_facts(season.kept)
    is_stale = _ranked(kept, scoring) != _ranked(found, scoring)
    return replace(made(season, scoring, kept, f"kept {season.closed_at}"), is_stale=is_stale)


def preview_of(season: Season, scoring: Scoring) -> Table:
    """The table under another scoring, each row with its change of place from the present one."""
    evenings = facts.evenings_of(season)
    now = {row.line.person: row.place for row in table_of(season).rows}
    return made(season, scoring, *facts.facts_of(evenings, scoring), evenings, before=now)


def made(
    season: Season,
    scoring: Scoring,
    found: Facts,
    version: str,
    known: Sequence[Tournament] = (),
    before: dict[int, int] | None = None,
) -> Table:
    """The table of these facts, with people's present names."""
    lines = core.table(found.played, scoring, found.meetings)
    users = User.objects.in_bulk({line.person for line in lines})
    columns = _evenings(found, known, users)
    evenings = list(columns.values())
    # equal ones by name; who is gone from the site altogether has no line
    order = sorted((one for one in lines if one.person in users), key=lambda one: (one.place, str(users[one.person])))
    rows = [_row(line, users[line.person], columns, before or {}) for line in order]
    names = [(row.user.public_id, str(row.user)) for row in rows]
    columns_said = [(one.tournament.slug, one.tournament.name, one.day) for one in evenings]
    said = repr((version, season.name, season.since, season.until, core.to_json(scoring), names, columns_said))
    return Table(season, scoring, evenings, rows, sha256(said.encode()).hexdigest()[:32], found)


def _evenings(found: Facts, known: Sequence[Tournament], users: Mapping[int, User]) -> dict[int, Evening]:
    by_key = {one.pk: one for one in known} or Tournament.objects.in_bulk(found.evenings)
    players: dict[int, int] = {}
    winners: dict[int, list[str]] = {}
    for one in found.played:
        players[one.evening] = players.get(one.evening, 0) + 1
        if one.place == 1 and one.person in users:
            winners.setdefault(one.evening, []).append(str(users[one.person]))
    return {
        n: Evening(by_key[key], facts.day_of(by_key[key]), players.get(n, 0), winners.get(n, ()))
        for n, key in enumerate(found.evenings)
        if key in by_key  # one without a result may have been deleted since the season was closed
    }


def _row(line: core.Line, user: User, columns: Iterable[int], before: dict[int, int]) -> Row:
    cells = [line.cells.get(n) for n in columns]
    return Row(
        line=line,
        user=user,
        cells=cells,
        points_text=value_text(line.points),
        bonus_text=value_text(line.bonus) if line.bonus else "",
        texts=["–" if cell is None else value_text(cell.points) for cell in cells],
        move=before.get(line.person, line.place) - line.place,
    )


def _ranked(found: Facts, scoring: Scoring) -> Any:
    """What a table says, in a form that can be compared."""
    lines = core.table(found.played, scoring, found.meetings)
    return found.evenings, [(one.place, one.person, one.points, dict(one.cells)) for one in lines]


def csv_rows(table: Table) -> list[list[str]]:
    """The table as lines of a file: what decided among equal points in words, evenings in columns, dropped ones in
    brackets."""
    head = ["place", "player", "points", "bonus", "evenings", "wins", "decided"]
    lines = [[*head, *(f"{one.day.isoformat()} {one.tournament.name}" for one in table.evenings)]]
    for row in table.rows:
        figures = [
            _figure(row.line.points),
            _figure(row.line.bonus),
            str(row.line.attended),
            str(row.line.wins),
            row.decided,
        ]
        cells = ["" if cell is None else _bracketed(cell) for cell in row.cells]
        lines.append([str(row.place), str(row.user), *figures, *cells])
    return lines


def _bracketed(cell: Cell) -> str:
    return f"({_figure(cell.points)})" if cell.is_dropped else _figure(cell.points)


def _figure(value: Fraction) -> str:
    """A number for programs: whole, or with at most two decimals."""
    return str(int(value)) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0")
