"""Lists of rounds at tables of three and more: results by table, own seatings with one line a seat."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.entries.services import spreadsheets
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors.finding import round_matches
from tournaments.exchange.services.lists.reading import ListLine, People, Reading, number_in, rows_of
from tournaments.formats.kinds.pods import shape_of
from tournaments.formats.pod_drafts import DraftTable, PodDraft
from tournaments.models import Match, MatchState, Round
from tournaments.pairing import Kind
from tournaments.pairing.table_points import MOST
from tournaments.pods.selectors.drafts import PodDesk
from tournaments.results.services import recording, seat_lines
from tournaments.standings.selectors.words import result_of, said_of

SEAT_COLUMNS = tuple(f"seat{n}" for n in range(1, MOST + 1))
RESULTS = ("table", "players", "result", *SEAT_COLUMNS, "deals")
BETWEEN = re.compile(r"\s+[–—-]\s+|\s*[,;]\s*")  # the players of a table in one cell
SEATS = ("table", "seat", "player", "bye")
BYES = (Kind.PAB, Kind.HALF, Kind.FULL, Kind.ZERO)
Facts = dict[str, Any]


def columns_of(rnd: Round, what: str) -> tuple[str, ...]:
    """The columns of a list of this round, as a page offers them: no more seats than a table has."""
    if what == "pairings":
        return SEATS
    return ("table", "players", *SEAT_COLUMNS[: shape_of(rnd.stage.settings).most], "deals")


def results_in(
    rnd: Round, table: spreadsheets.Table, found: Reading, now: datetime, by: User | None
) -> Callable[[], None]:
    """Read the results of a list by table (its number or its players) and try each, so that a refusal of the service
    becomes a problem of its line; returns the function that enters them all. A result is typed as in the grid, or as a
    figure in the column of each seat. Figures follow the players where they are named in another order."""
    matches = {match.table_no: match for match in round_matches(rnd)}
    people = People({seat.entry.pk: seat.entry for match in matches.values() for seat in match.sides.all()})
    wanted: dict[int, tuple[int, Match, Facts]] = {}
    for line, cell in rows_of(table, found):
        named = _named(cell["players"], people, line, found)
        match = None if named is None else _match(cell["table"], named, matches, people, line, found)
        if match is None or named is None:
            continue
        if match.table_no in wanted:
            said = {"n": match.table_no, "other": wanted[match.table_no][0]}
            found.problem(line, _("Table %(n)d is also in line %(other)d.") % said)
            continue
        try:
            facts = _facts(cell, named, match)
        except Invalid as bad:
            found.problem(line, f"result: {bad}")
            continue
        if why := _tried(match, facts, now, by):
            found.problem(line, f"result: {why}")
            continue
        wanted[match.table_no] = (line, match, facts)
        found.lines.append(_result_line(line, match, facts))

    def enter() -> None:
        for _line, match, facts in wanted.values():
            recording.record_result(match=match, now=now, by=by, version=match.version, **facts)

    return enter


def _named(text: str, people: People, line: int, found: Reading) -> list[int] | None:
    """The players that a line names, in order; None if one of them cannot be found."""
    if not text:
        return []
    numbers = [people.number(one, "players", line, found) for one in BETWEEN.split(text) if one]
    return None if None in numbers else [number for number in numbers if number is not None]


def _match(
    number: str, named: Sequence[int], matches: dict[int, Match], people: People, line: int, found: Reading
) -> Match | None:
    """The table of a line, by its number or by who sits there."""
    match = matches.get(number_in(number) or 0)
    if number and match is None:
        found.problem(line, _("table: there is no table “%(text)s” in this round.") % {"text": number[:20]})
        return None
    match = match or next((one for one in matches.values() if named and named[0] in _sitting(one)), None)
    if match is None:
        found.problem(line, _("A line names a table or its players."))
        return None
    if named and (set(named) != set(_sitting(match)) or len(named) != len(_sitting(match))):
        said = {"n": match.table_no, "names": ", ".join(people.name(key) for key in _sitting(match))}
        found.problem(line, _("At table %(n)d sit %(names)s.") % said)
        return None
    return match


def _sitting(match: Match) -> list[int]:
    return [seat.entry.pk for seat in match.sides.all()]


def _facts(cell: dict[str, str], named: Sequence[int], match: Match) -> Facts:
    """What `record_result` takes, in the order of the seats. Raises Invalid."""
    seats = [cell[column] for column in SEAT_COLUMNS]
    text = cell["result"] or " ".join(one for one in seats if one)
    if cell["result"] and any(seats):
        raise Invalid("result", _("Write the result in one cell, or a figure for each seat, not both."))
    facts = seat_lines.read(
        f"{text}/{cell['deals']}" if cell["deals"] and "/" not in text else text, len(_sitting(match))
    )
    if named:
        at = [list(named).index(entry) for entry in _sitting(match)]
        for key in ("points", "places"):
            if len(facts.get(key, ())) == len(at):
                facts[key] = [facts[key][place] for place in at]
        if "absent" in facts:
            facts["absent"] = [seat for seat, place in enumerate(at) if place in facts["absent"]]
    return facts


def _result_line(line: int, match: Match, facts: Facts) -> ListLine:
    typed = said_of(match, **{"kind": Kind.PLAYED, **facts})
    stands = result_of(match)
    status = "new" if match.state != MatchState.OVER else "same" if stands == typed else "changed"
    names = " – ".join(seat.entry.name for seat in match.sides.all())
    text = _("Table %(n)d: %(names)s %(result)s") % {"n": match.table_no, "names": names, "result": typed}
    return ListLine(line, status, f"{text} ({stands})" if status == "changed" else text)


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


def _tried(match: Match, facts: Facts, now: datetime, by: User | None) -> str:
    """Enter a result and take it back at once; returns the service's refusal, or nothing."""
    sid = transaction.savepoint()
    try:
        recording.record_result(match=match, now=now, by=by, version=match.version, **facts)
    except Refusal as refusal:
        return str(refusal)
    finally:
        transaction.savepoint_rollback(sid)
    return ""
