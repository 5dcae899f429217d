"""What a round that is played waits for: the desk, and the tables without a result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.desk import selectors as desk
from tournaments.duplicate import selectors as duplicate
from tournaments.models import GONE, CaseKind, Match, MatchState, Tournament
from tournaments.results.selectors import slips

MOST = 6  # lines; more tables without a result are counted in one line


@dataclass(frozen=True, slots=True)
class Waits:
    """An open task: what is missing, where, and the button to the page on which it is done."""

    title: str
    words: str
    link: str
    button: str


def shortened(waits: Sequence[Waits], results: str) -> list[Waits]:
    """The first lines, and a line with the number of the others."""
    if len(waits) <= MOST:
        return list(waits)
    rest = len(waits) - MOST + 1
    more = _("and %(n)d more") % {"n": rest}
    return [*waits[: MOST - 1], Waits(more, "", results, _("All results"))]


def open_tasks(
    tournament: Tournament, tables: Sequence[Match], results: str, by: User | None, is_last: bool
) -> Iterator[Waits]:
    """The open tasks: first those at the desk, then the tables without a result, first those that somebody has left.
    Before the last round only what is of this round keeps it open."""
    queue = [one for one in desk.queue(tournament) if is_last or one.match in tables]
    yield from at_desk(tournament, queue)
    known = {one.match for one in queue}
    known |= {table for table in tables if _is_compared_later(table)}
    left = {table: [str(entry) for entry in table.entries if entry.status in GONE] for table in tables}
    for table in sorted(tables, key=lambda one: not left[one]):
        if table.state == MatchState.OVER or table in known:
            continue
        is_reported = table.state == MatchState.REPORTED
        what = _("to be confirmed") if is_reported else _("no result")
        title = _("Table %(n)d: %(what)s") % {"n": table.table_no, "what": what}
        words = " – ".join(str(entry) for entry in table.entries)
        if left[table] and not is_reported:
            title = _("Table %(n)d: %(name)s has left") % {"n": table.table_no, "name": ", ".join(left[table])}
        button = _("Confirm it") if is_reported else _("Enter result")
        if is_reported and by is not None and slips.is_own_word(table, by, table.slip_reports.all()):
            words = _("%(names)s. Your own table: somebody else confirms it.") % {"names": words}
            button = _("Who can confirm it")
        yield Waits(title, words, f"{results}?table={table.table_no}", button)


def _is_compared_later(match: Match) -> bool:
    """Are all deck scores of a match entered, so that its result only waits for the other tables?"""
    return duplicate.is_duplicate(match.round.stage) and duplicate.is_complete(match)


def at_desk(tournament: Tournament, queue: Sequence[desk.Waiting]) -> Iterator[Waits]:
    """A line for each open task at the desk."""
    desk_page = reverse("tournaments:desk", args=[tournament.slug])
    for one in queue:
        link = reverse("tournaments:case", args=[tournament.slug, one.case.public_id]) if one.case else desk_page
        if one.kind == CaseKind.DISPUTE:
            link = reverse("tournaments:settle", args=[tournament.slug, one.match.public_id])
        button = _("Open the case") if one.case else _("Settle it")
        where = {"n": one.match.table_no, "round": one.match.round.number, "what": one.kind_words}
        yield Waits(_("Table %(n)d, round %(round)d: %(what)s") % where, one.said, link, button)
