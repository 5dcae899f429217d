"""Import results from a list into a running round."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.entries.services import spreadsheets
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors import finding
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
from tournaments.models import Match, MatchState, Round, RoundState
from tournaments.pairing import Kind
from tournaments.pairing.table_points import MOST
from tournaments.results.services import recording, result_lines
from tournaments.standings.selectors.words import result_of, said_of

OF_TWO = ("table", "first", "second", "result")
SEAT_COLUMNS = tuple(f"seat{n}" for n in range(1, MOST + 1))
OF_SEATS = ("table", "players", "result", *SEAT_COLUMNS, "deals")
BETWEEN = re.compile(r"\s+[–—-]\s+|\s*[,;]\s*")  # the players of a table in one cell
Facts = dict[str, Any]
Wanted = tuple[Match, Facts]


def columns_of(rnd: Round) -> tuple[str, ...]:
    """The columns of a list of this round, as a page offers them: no more seats than a table has."""
    if rnd.stage.is_of_two:
        return OF_TWO
    return ("table", "players", *SEAT_COLUMNS[: shape_of(rnd.stage.settings).most], "deals")


@transaction.atomic
def import_results(
    *, rnd: Round, text: str | bytes, dry_run: bool, now: datetime, by: User | None = None, seen: str = ""
) -> ListReport:
    """Enter the results of a list into a running round, all or nothing. A line names a table or its players; its result
    is typed as in the grid, or as a figure in the column of each seat. Figures follow the players where they are named
    in another order. Raises Refusal if the round is not running, Conflict if the list would now do something else."""
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=rnd.pk)
    if rnd.state != RoundState.RUNNING:
        raise Refusal(_("Results can be entered while the round is running."), "round_not_running")
    found = Reading([], [])
    columns, needed = (OF_TWO, ("result",)) if rnd.stage.is_of_two else (OF_SEATS, ())
    table = read_table(text, columns, needed, found)
    wanted = _results(rnd, table, found, now, by) if table else []
    report = report_of(found, table, ())
    if dry_run or report.problems:
        return report
    check_seen(report, seen)
    for match, facts in wanted:
        recording.record_result(match=match, now=now, by=by, version=match.version, **facts)
    return done(report)


def _results(rnd: Round, table: spreadsheets.Table, found: Reading, now: datetime, by: User | None) -> Sequence[Wanted]:
    """The results of a list with their matches. Each is tried, so that a refusal of the service becomes a problem of
    its line."""
    matches = {match.table_no: match for match in finding.round_matches(rnd)}
    people = People({side.entry.pk: side.entry for match in matches.values() for side in match.sides.all()})
    wanted: dict[int, tuple[int, Wanted]] = {}
    for line, cell in rows_of(table, found):
        named = _named(cell, people, line, found)
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
        wanted[match.table_no] = (line, (match, facts))
        found.lines.append(_result_line(line, match, facts))
    return [one for _at, one in wanted.values()]


def _named(cell: dict[str, str], people: People, line: int, found: Reading) -> list[int | None] | None:
    """The players that a line names, in order (None: left open); None if one of them cannot be found."""
    if "players" in cell:
        texts = [("players", one) for one in BETWEEN.split(cell["players"]) if one]
    else:
        texts = [(key, cell[key]) for key in ("first", "second")]
    numbers = [people.number(text, key, line, found) if text else None for key, text in texts]
    return (
        None if any(text and number is None for (_key, text), number in zip(texts, numbers, strict=True)) else numbers
    )


def _match(
    number: str, named: Sequence[int | None], matches: dict[int, Match], people: People, line: int, found: Reading
) -> Match | None:
    """The match of a line, by its table or by who sits there."""
    match = matches.get(number_in(number) or 0)
    if number and match is None:
        found.problem(line, _("table: there is no table “%(text)s” in this round.") % {"text": number[:20]})
        return None
    given = [one for one in named if one is not None]
    match = match or next((one for one in matches.values() if given and given[0] in _sitting(one)), None)
    if match is None:
        found.problem(line, _("A line names a table or its players."))
        return None
    sitting = _sitting(match)
    if given and (len(named) != len(sitting) or len(set(given)) < len(given) or not set(given) <= set(sitting)):
        said = {"n": match.table_no, "names": ", ".join(people.name(key) for key in sitting)}
        found.problem(line, _("At table %(n)d sit %(names)s.") % said)
        return None
    return match


def _sitting(match: Match) -> list[int]:
    return [side.entry.pk for side in match.sides.all()]


def _facts(cell: dict[str, str], named: Sequence[int | None], match: Match) -> Facts:
    """The arguments of `record_result`, in the order of the sides. Raises Invalid."""
    seats = [cell[column] for column in SEAT_COLUMNS if column in cell]
    text, deals = cell["result"] or " ".join(one for one in seats if one), cell.get("deals", "")
    if cell["result"] and any(seats):
        raise Invalid("result", _("Write the result in one cell, or a figure for each seat, not both."))
    facts = result_lines.facts_of(f"{text}/{deals}" if deals and "/" not in text else text, match)
    return _in_order(facts, named, _sitting(match))


def _in_order(facts: Facts, named: Sequence[int | None], sitting: Sequence[int]) -> Facts:
    """The figures of a line, which stand in the order of its names, in the order in which the players sit."""
    rest = [entry for entry in sitting if entry not in named]
    order = [entry if entry is not None else rest.pop(0) for entry in named] or list(sitting)
    at = [order.index(entry) for entry in sitting]
    turned: Facts = {
        key: tuple(facts[key][place] for place in at)
        for key in ("points", "places", "games")
        if len(facts.get(key) or ()) == len(at)
    }
    if "absent" in facts:
        turned["absent"] = [seat for seat, place in enumerate(at) if place in facts["absent"]]
    if facts.get("winner") is not None:
        turned["winner"] = at.index(facts["winner"])
    return facts | turned


def _result_line(line: int, match: Match, facts: Facts) -> ListLine:
    now, typed = result_of(match), said_of(match, **{"kind": Kind.PLAYED, **facts})
    status = "new" if match.state != MatchState.OVER else "same" if now == typed else "changed"
    names = " – ".join(side.entry.name for side in match.sides.all())
    text = _("Table %(n)d: %(names)s %(result)s") % {"n": match.table_no, "names": names, "result": typed}
    return ListLine(line, status, f"{text} ({now})" if status == "changed" else text)


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
