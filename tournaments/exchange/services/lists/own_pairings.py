"""Import one's own pairings from a list into a draft."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.entries.services import spreadsheets
from tournaments.errors import Refusal
from tournaments.exchange.services.lists import own_seatings
from tournaments.exchange.services.lists.reading import (
    ListLine,
    ListReport,
    People,
    Reading,
    check_seen,
    done,
    number_in,
    read_table,
    report_of,
    rows_of,
)
from tournaments.formats.pod_drafts import PodDraft
from tournaments.models import Round, RoundState
from tournaments.pairing import Kind, drafts
from tournaments.pods.selectors.drafts import desk_of
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import editing

COLUMNS = ("table", "first", "second", "bye")
BYES = (Kind.PAB, Kind.HALF, Kind.FULL, Kind.ZERO)


def columns_of(rnd: Round) -> tuple[str, ...]:
    """The columns of a list of this round."""
    return COLUMNS if rnd.stage.is_of_two else own_seatings.SEATS


@transaction.atomic
def import_pairings(
    *,
    rnd: Round,
    text: str | bytes,
    dry_run: bool,
    now: datetime,
    by: User | None = None,
    seen: str = "",
    reason: str = "",
) -> ListReport:
    """Put the pairings of a list (table, first, second; or a bye: pab, half, full, zero) into a draft, all or nothing.

    Everybody of the draft has exactly one line; entries with a zero bye may be left out. Compare-and-swap on the digest
    `seen`. Raises Refusal when the round is no draft, Conflict when the list would do something else by now,
    NeedsReason as every edit of a draft does.
    """
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=rnd.pk)
    if rnd.state != RoundState.DRAFT:
        raise Refusal(_("Only the pairings of a draft can be replaced."), "no_draft")
    found = Reading([], [])
    draft: drafts.Draft | PodDraft
    if not rnd.stage.is_of_two:
        at_tables = desk_of(rnd)
        table = read_table(text, own_seatings.SEATS, ("player",), found)
        draft = own_seatings.draft_in(at_tables, table, found) if table else at_tables.draft
    else:
        desk = rounds.desk_of(rnd)
        table = read_table(text, COLUMNS, ("first",), found)
        draft = _draft(desk, table, found) if table else desk.draft
    warnings = () if found.problems else editing.preview_edit(rnd=rnd, whole=(draft, None)).warnings
    report = report_of(found, table, warnings)
    if dry_run or report.problems:
        return report
    check_seen(report, seen)
    whole = (draft, None)
    editing.edit_draft(rnd=rnd, version=rnd.version, now=now, by=by, reason=reason, whole=whole)
    return done(report)


def _draft(desk: rounds.Desk, table: spreadsheets.Table, found: Reading) -> drafts.Draft:
    """The draft that a list describes. Everybody with a place in the round must have one again."""
    places = {board.table: frozenset((board.first, board.second)) for board in desk.draft.boards}
    here = {number for pair in places.values() for number in pair} | set(desk.draft.byes)
    people = People({number: desk.table.entries[number] for number in here})
    boards: dict[int, drafts.Board] = {}
    byes: dict[int, str] = {}
    at: dict[int, int] = {}
    for line, cell in rows_of(table, found):
        first = people.number(cell["first"], "first", line, found)
        second = people.number(cell["second"], "second", line, found) if cell["second"] else None
        for number in filter(None, (first, second)):
            if number in at:
                said = {"name": people.name(number), "other": at[number]}
                found.problem(line, _("%(name)s is also in line %(other)d.") % said)
            at[number] = line
        if first is None or (cell["second"] and second is None):
            continue
        if second is None:
            _take_bye(first, cell, line, people, byes, desk.draft.byes, found)
        else:
            _take_board(first, second, cell, line, people, boards, places, found)
    left = sorted(here - set(at) - {n for n, kind in desk.draft.byes.items() if kind == Kind.ZERO})
    for number in left:
        said = {"name": people.name(number)}
        found.problem(0, _("%(name)s has no line: give a table or a bye.") % said)
    absent = {n: kind for n, kind in desk.draft.byes.items() if kind == Kind.ZERO and n not in at}
    return drafts.Draft(tuple(boards[no] for no in sorted(boards)), {**byes, **absent})


def _take_board(
    first: int,
    second: int,
    cell: dict[str, str],
    line: int,
    people: People,
    boards: dict[int, drafts.Board],
    places: dict[int, frozenset[int]],
    found: Reading,
) -> None:
    table = number_in(cell["table"]) if cell["table"] else max(boards, default=0) + 1
    if cell["bye"]:
        found.problem(line, _("A line has a second player or a bye, not both."))
    elif table is None or not 1 <= table <= editing.MOST_TABLE:
        found.problem(line, _("table: a whole number from 1 to %(most)d.") % {"most": editing.MOST_TABLE})
    elif table in boards:
        found.problem(line, _("table: number %(n)d is there twice.") % {"n": table})
    elif first != second:
        boards[table] = drafts.Board(table, first, second)
        status = "same" if places.get(table) == frozenset((first, second)) else "new"
        said = {"n": table, "a": people.name(first), "b": people.name(second)}
        found.lines.append(ListLine(line, status, _("Table %(n)d: %(a)s – %(b)s") % said))


def _take_bye(
    number: int,
    cell: dict[str, str],
    line: int,
    people: People,
    byes: dict[int, str],
    before: object,
    found: Reading,
) -> None:
    kind = cell["bye"].lower() or Kind.PAB
    if kind not in BYES:
        found.problem(line, _("bye: pab, half, full or zero, or a second player."))
        return
    byes[number] = str(kind)
    is_same = isinstance(before, dict) and before.get(number) == kind
    said = {"name": people.name(number), "kind": str(kind)}
    found.lines.append(ListLine(line, "same" if is_same else "new", _("%(name)s: bye (%(kind)s)") % said))
