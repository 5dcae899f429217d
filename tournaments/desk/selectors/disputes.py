"""Reports that differ, for the officials: what each side of a match has reported, or of the boards of a match of
teams."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, prefetch_related_objects
from django.utils.translation import gettext as _

from tournaments.event.selectors.entry_sizes import is_team
from tournaments.event.selectors.finding import boards_of
from tournaments.models import Match, MatchState, SlipReport
from tournaments.results.selectors import line_words, slips

FIRST = "first"  # the key of the report that waits for confirmation


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A result as it was reported for `match`, which may be a board: its key, the `names` of the sides who reported it,
    who `says` so, and in `words` each side with its figure. The one that waits for confirmation `is_first`."""

    match: Match
    key: str
    names: str
    says: str
    words: str
    is_first: bool
    report: SlipReport | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A match with reports that differ, who reported what in one line, and when the last of them came."""

    match: Match
    words: str
    since: datetime


def reports_of(match: Match) -> list[Report]:
    """The reported results of a match that waits for confirmation, first the one to be confirmed; of a match of teams
    also those of its boards that differ. Equal reports are one, with the names of all who said so. Empty for any other
    match."""
    return _reports_of(match, disputed_boards(match))


def disputed_boards(match: Match) -> list[Match]:
    """The boards of a match of teams whose sides have reported different results."""
    if not is_team(match.round.stage):
        return []
    boards = [board for board in boards_of(match) if board.state == MatchState.REPORTED]
    prefetch_related_objects(boards, "slip_reports")
    return [board for board in boards if slips.are_disputed(board)]


def is_reported() -> Exists:
    """The condition of a query of matches that a side has reported a result of the match, or of a board of it, which
    waits for confirmation."""
    here = Q(match=OuterRef("pk")) | Q(match__parent=OuterRef("pk"))
    return Exists(SlipReport.objects.filter(here, match__state=MatchState.REPORTED))


def found_in(matches: Iterable[Match]) -> Iterator[Dispute]:
    """What is disputed in these matches, which `is_reported` found."""
    for match in matches:
        boards = disputed_boards(match)
        if boards or slips.are_disputed(match):
            reports = _reports_of(match, boards)
            said = "; ".join(f"{one.says} {one.words}" for one in reports)
            since = max(one.report.at for one in reports if one.report is not None)
            yield Dispute(match, _("reported: %(reports)s") % {"reports": said}, since)


def _reports_of(match: Match, boards: Iterable[Match]) -> list[Report]:
    found = _reports(match) if match.state == MatchState.REPORTED else []
    return [*found, *(one for board in boards for one in _reports(board))]


def _reports(match: Match) -> list[Report]:
    reports, names = list(match.slip_reports.all()), line_words.names_of(match)
    who = slips.reporter(match, reports)
    found: list[tuple[slips.Said, Match | SlipReport, list[str]]] = [
        (slips.said(match), match, [] if who is None else [names[who]])
    ]
    for one in reports:
        said = slips.said_in(one)
        people = next((people for other, _row, people in found if other.is_same(said)), None)
        if people is None:
            found.append((said, one, [names[one.order]]))
        elif names[one.order] not in people:
            people.append(names[one.order])
    return [_report(match, row, people) for _said, row, people in found]


def _report(match: Match, said: Match | SlipReport, people: list[str]) -> Report:
    row = said if isinstance(said, SlipReport) else None
    return Report(
        match=match,
        key=_key(match, row),
        names=", ".join(people),
        words=line_words.reported_words(match, said),
        says=line_words.says(people),
        is_first=row is None,
        report=row,
    )


def _key(match: Match, report: SlipReport | None) -> str:
    key = FIRST if report is None else str(report.order)
    return f"{match.number}.{key}" if match.parent_id else key
