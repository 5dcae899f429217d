"""Import one's own pairings from a list into a draft: a line for a table of two, or for each seat of a larger one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.entries.services import spreadsheets
from tournaments.errors import Refusal
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
from tournaments.formats.kinds.pods import shape_of
from tournaments.models import Round, RoundState
from tournaments.pairing import Kind, drafts
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import editing

COLUMNS, SEATS = ("table", "first", "second", "bye"), ("table", "seat", "player", "bye")
NEEDED = ("first", "player")


def columns_of(rnd: Round) -> tuple[str, ...]:
    """The columns of a list of this round."""
    return COLUMNS if rnd.stage.is_of_two else SEATS


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
    found, desk = Reading([], []), rounds.desk_of(rnd)
    columns = columns_of(rnd)
    table = read_table(text, columns, tuple(one for one in NEEDED if one in columns), found)
    draft = _draft(rnd, desk, table, found) if table else desk.draft
    warnings = () if found.problems else editing.preview_edit(rnd=rnd, whole=(draft, None)).warnings
    report = report_of(found, table, warnings)
    if dry_run or report.problems:
        return report
    check_seen(report, seen)
    whole = (draft, None)
    editing.edit_draft(rnd=rnd, version=rnd.version, now=now, by=by, reason=reason, whole=whole)
    return done(report)


@dataclass(slots=True)
class Placing:
    """What a list has said so far: the seats of each table as (order, number), byes, and the line of each number."""

    people: People
    found: Reading
    seated: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    byes: dict[int, str] = field(default_factory=dict)
    at: dict[int, int] = field(default_factory=dict)

    def number(self, text: str, column: str, line: int) -> int | None:
        """The number of a name; whoever has a line already is a problem."""
        found = self.people.number(text, column, line, self.found)
        if found in self.at:
            said = {"name": self.people.name(found), "other": self.at[found]}
            self.found.problem(line, _("%(name)s is also in line %(other)d.") % said)
        elif found is not None:
            self.at[found] = line
        return found

    def table(self, text: str, line: int) -> int | None:
        """The number of a table; anything else is a problem."""
        no = number_in(text)
        if no is None or not 1 <= no <= editing.MOST_TABLE:
            self.found.problem(line, _("table: a whole number from 1 to %(most)d.") % {"most": editing.MOST_TABLE})
            return None
        return no

    def bye(self, number: int, kind: str, line: int, otherwise: str) -> None:
        """A bye of this kind (none: one by pairing); `otherwise` says what a line may hold instead of another kind."""
        if (kind.lower() or Kind.PAB) in drafts.BYES:
            self.byes[number] = kind.lower() or Kind.PAB
        else:
            self.found.problem(line, otherwise)


def _draft(rnd: Round, desk: rounds.Desk, table: spreadsheets.Table, found: Reading) -> drafts.Draft:
    """The draft that a list describes. Everybody with a place in the round must have one again, and nobody two."""
    before = {table.no: table.seats for table in desk.draft.tables}
    here = {number for seats in before.values() for number in seats} | set(desk.draft.byes)
    placing = Placing(People({number: desk.table.entries[number] for number in here}), found)
    for line, cell in rows_of(table, found):
        (_take_pair if "first" in cell else _take_seat)(cell, line, placing)
    _check_seats(rnd, placing)
    away = {number: kind for number, kind in desk.draft.byes.items() if kind == Kind.ZERO and number not in placing.at}
    for number in sorted(here - set(placing.at) - set(away)):
        said = {"name": placing.people.name(number)}
        found.problem(0, _("%(name)s has no line: give a table or a bye.") % said)
    seated = {no: tuple(number for _order, number in sorted(seats)) for no, seats in sorted(placing.seated.items())}
    _tell(placing, seated, before, desk.draft.byes)
    byes = {**placing.byes, **away}
    return drafts.Draft(tuple(drafts.Table(no, seats) for no, seats in seated.items()), byes)


def _take_pair(cell: dict[str, str], line: int, placing: Placing) -> None:
    """A line of two names, or of one with a bye. A table without a number is the next one."""
    first = placing.number(cell["first"], "first", line)
    second = placing.number(cell["second"], "second", line) if cell["second"] else None
    if first is None or (cell["second"] and second is None):
        return
    if second is None:
        placing.bye(first, cell["bye"], line, _("bye: pab, half, full or zero, or a second player."))
    elif cell["bye"]:
        placing.found.problem(line, _("A line has a second player or a bye, not both."))
    else:
        no = placing.table(cell["table"], line) if cell["table"] else max(placing.seated, default=0) + 1
        if no in placing.seated:
            placing.found.problem(line, _("table: number %(n)d is there twice.") % {"n": no})
        elif no is not None and first != second:
            placing.seated[no] = [(1, first), (2, second)]


def _take_seat(cell: dict[str, str], line: int, placing: Placing) -> None:
    """A line of one name, with its table or a bye. A seat without a number is the next one."""
    number = placing.number(cell["player"], "player", line)
    if number is None or placing.at[number] != line:  # who has a line already keeps it
        return
    if cell["bye"] and cell["table"]:
        placing.found.problem(line, _("bye: pab, half, full or zero, or a table; not both."))
    elif not cell["table"]:
        placing.bye(number, cell["bye"], line, _("bye: pab, half, full or zero, or a table; not both."))
    elif (no := placing.table(cell["table"], line)) is not None:
        seats = placing.seated.setdefault(no, [])
        seats.append((number_in(cell["seat"]) or len(seats) + 1, number))


def _check_seats(rnd: Round, placing: Placing) -> None:
    """Tables have as many seats as their format takes, and none of them twice."""
    shape = shape_of(rnd.stage.settings)
    for no, seats in placing.seated.items():
        line = placing.at[seats[0][1]]
        if not shape.least <= len(seats) <= shape.most:
            said = {"n": no, "count": len(seats), "least": shape.least, "most": shape.most}
            wrong = _("Table %(n)d has %(count)d seats; a table takes %(least)d to %(most)d.") % said
            placing.found.problem(line, wrong)
        if len({order for order, _number in seats}) < len(seats):
            placing.found.problem(line, _("Table %(n)d has a seat twice.") % {"n": no})


def _tell(
    placing: Placing, seated: Mapping[int, tuple[int, ...]], before: Mapping[int, tuple[int, ...]],
    had: Mapping[int, str],
) -> None:  # fmt: skip
    """Say of each table and each bye, in the order of the list, whether it is new. Who of two deals is not asked."""
    told = []
    for no, seats in seated.items():
        order = frozenset if len(seats) == 2 else tuple
        is_same = order(before.get(no, ())) == order(seats)
        said = {"n": no, "names": " – ".join(map(placing.people.name, seats))}
        told.append((placing.at[seats[0]], is_same, _("Table %(n)d: %(names)s") % said))
    for number, kind in placing.byes.items():
        said = {"name": placing.people.name(number), "kind": str(kind)}
        told.append((placing.at[number], had.get(number) == kind, _("%(name)s: bye (%(kind)s)") % said))
    placing.found.lines += [
        ListLine(line, "same" if is_same else "new", words) for line, is_same, words in sorted(told)
    ]
