"""Read one's own seatings at tables of three and more from a list, one line a seat."""

from django.utils.translation import gettext as _

from tournaments.entries.services import spreadsheets
from tournaments.exchange.services.lists.reading import ListLine, People, Reading, number_in, rows_of
from tournaments.formats.kinds.pods import shape_of
from tournaments.formats.pod_drafts import DraftTable, PodDraft
from tournaments.pairing import Kind
from tournaments.pods.selectors.drafts import PodDesk

SEATS = ("table", "seat", "player", "bye")
BYES = (Kind.PAB, Kind.HALF, Kind.FULL, Kind.ZERO)


def draft_in(desk: PodDesk, table: spreadsheets.Table, found: Reading) -> PodDraft:
    """The draft that a list describes, one line a seat. Everybody with a place in the round must have one again, and
    nobody two."""
    here = {n for one in desk.draft.tables for n in one.seats} | set(desk.draft.byes)
    people = People({number: desk.table.entries[number] for number in here})
    seated: dict[int, list[tuple[int, int]]] = {}
    byes: dict[int, str] = {}
    at: dict[int, int] = {}
    for line, cell in rows_of(table, found):
        number = people.number(cell["player"], "player", line, found)
        if number is None:
            continue
        if number in at:
            said = {"name": people.name(number), "other": at[number]}
            found.problem(line, _("%(name)s is also in line %(other)d.") % said)
            continue
        at[number] = line
        if cell["bye"] or not cell["table"]:
            kind = cell["bye"].lower() or Kind.PAB
            if kind not in BYES or cell["table"]:
                found.problem(line, _("bye: pab, half, full or zero, or a table; not both."))
            else:
                byes[number] = str(kind)
        elif (where := number_in(cell["table"])) is None or where < 1:
            found.problem(line, _("table: a whole number from 1 to %(most)d.") % {"most": 9_999})
        else:
            seated.setdefault(where, []).append((number_in(cell["seat"]) or len(seated[where]) + 1, number))
    _check(desk, people, here, seated, byes, at, found)
    tables = tuple(DraftTable(no, tuple(n for _seat, n in sorted(seats))) for no, seats in sorted(seated.items()))
    absent = {n: kind for n, kind in desk.draft.byes.items() if kind == Kind.ZERO and n not in at}
    for one in tables:
        status = "same" if one in desk.draft.tables else "new"
        said = {"n": one.table, "names": " – ".join(people.name(n) for n in one.seats)}
        found.lines.append(ListLine(at[one.seats[0]], status, _("Table %(n)d: %(names)s") % said))
    return PodDraft(tables, {**byes, **absent})


def _check(
    desk: PodDesk,
    people: People,
    here: set[int],
    seated: dict[int, list[tuple[int, int]]],
    byes: dict[int, str],
    at: dict[int, int],
    found: Reading,
) -> None:
    shape = shape_of(desk.round.stage.settings)
    for where, seats in seated.items():
        if not shape.least <= len(seats) <= shape.most:
            said = {"n": where, "count": len(seats), "least": shape.least, "most": shape.most}
            found.problem(
                at[seats[0][1]], _("Table %(n)d has %(count)d seats; a table takes %(least)d to %(most)d.") % said
            )
        if len({seat for seat, _number in seats}) < len(seats):
            found.problem(at[seats[0][1]], _("Table %(n)d has a seat twice.") % {"n": where})
    away = {n for n, kind in desk.draft.byes.items() if kind == Kind.ZERO}
    for number in sorted(here - set(at) - away):
        named = {"name": people.name(number)}
        found.problem(0, _("%(name)s has no line: give a table or a bye.") % named)
