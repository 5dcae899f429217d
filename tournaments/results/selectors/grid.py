"""The results grid: one row for each table with the reports of its sides, tables without a result first, and the next
table without a result."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects

from accounts.models import User
from doors.caching import versioned
from tournaments.event.selectors.finding import people, round_matches
from tournaments.models import Match, MatchState, Round, SlipReport
from tournaments.results.selectors import slips


@dataclass(frozen=True, slots=True)
class GridLine:
    """One table: its match, the results that its sides entered by slip, and whether these differ from the result that
    waits."""

    match: Match
    reports: tuple[SlipReport, ...]
    is_disputed: bool

    @property
    def is_missing(self) -> bool:
        """Has the match no final result yet?"""
        return self.match.state != MatchState.OVER


def grid(rnd: Round, version: str) -> list[GridLine]:
    """The tables of a round in a version of its desk, those without a result first. They are cached, so callers must
    not change them."""
    return versioned.cached(("grid", rnd.pk), version, lambda: _grid(rnd), weigh=lambda made: 2 * len(made))


def _grid(rnd: Round) -> list[GridLine]:
    reports: dict[int, list[SlipReport]] = {}
    for report in SlipReport.objects.filter(match__round=rnd):
        reports.setdefault(report.match_id, []).append(report)
    matches = round_matches(rnd)
    prefetch_related_objects([one for one in matches if one.state == MatchState.REPORTED], people("sides__seat__entry"))
    lines = [_line(match, reports.get(match.pk, [])) for match in matches]
    return sorted(lines, key=lambda line: (not line.is_missing, line.match.table_no))


def next_missing(lines: Sequence[GridLine], after: int | None = None, own: Container[int] = ()) -> Match | None:
    """The next table without a result after this one, else the first; live tables, whose results come by themselves,
    and tables in `own` (by key), whose results wait for somebody else, are left out."""
    open_lines = (one.match for one in lines if one.is_missing and not one.match.table and one.match.pk not in own)
    missing = sorted(open_lines, key=lambda match: match.table_no)
    later = [match for match in missing if after is not None and match.table_no > after]
    return next(iter([*later, *missing]), None)


def undoable(lines: Sequence[GridLine], by: User, since: datetime) -> set[int]:
    """The matches (by key) whose results this person has entered since then and nobody has confirmed."""
    return {
        line.match.pk
        for line in lines
        if line.match.entered_by_id == by.pk
        and line.match.entered_at is not None
        and line.match.entered_at >= since
        and line.match.confirmed_at is None
    }


def own_words(lines: Sequence[GridLine], by: User) -> set[int]:
    """The matches (by key) whose waiting result was reported by this person's own side."""
    waiting = (line for line in lines if line.match.state == MatchState.REPORTED)
    return {line.match.pk for line in waiting if slips.is_own_word(line.match, by, line.reports)}


def _line(match: Match, reports: list[SlipReport]) -> GridLine:
    is_disputed = match.state == MatchState.REPORTED and slips.differ(match, reports)
    return GridLine(match, tuple(reports), is_disputed)
