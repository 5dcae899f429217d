"""Import results from a list into a running round."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.entries.services import spreadsheets
from tournaments.errors import Invalid, Refusal
from tournaments.event.selectors import finding, lengths
from tournaments.exchange.services.lists import pod_lists
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
from tournaments.models import Match, MatchState, Round, RoundState
from tournaments.results.services import recording, result_lines
from tournaments.standings.selectors.words import result_of, said_of

COLUMNS = ("table", "first", "second", "result")


@transaction.atomic
def import_results(
    *, rnd: Round, text: str | bytes, dry_run: bool, now: datetime, by: User | None = None, seen: str = ""
) -> ListReport:
    """Enter the results of a list (table or both names; results typed as in the grid) into a running round, all or
    nothing. Raises Refusal if the round is not running, Conflict if the list would now do something else."""
    rnd = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=rnd.pk)
    if rnd.state != RoundState.RUNNING:
        raise Refusal(_("Results can be entered while the round is running."), "round_not_running")
    found = Reading([], [])
    if not rnd.stage.is_of_two:
        pods = read_table(text, pod_lists.RESULTS, (), found)
        enter = pod_lists.results_in(rnd, pods, found, now, by) if pods else None
        report = report_of(found, pods, ())
        if dry_run or report.problems or enter is None:
            return report
        check_seen(report, seen)
        enter()
        return done(report)
    table = read_table(text, COLUMNS, ("result",), found)
    wanted = _results(rnd, table, found, lambda match, facts: _try(match, facts, now, by)) if table else []
    report = report_of(found, table, ())
    if dry_run or report.problems:
        return report
    check_seen(report, seen)
    for match, facts in wanted:
        recording.record_result(match=match, now=now, by=by, version=match.version, **facts.facts())
    return done(report)


Wanted = tuple[Match, result_lines.TypedResult]


def _results(
    rnd: Round, table: spreadsheets.Table, found: Reading, attempt: Callable[[Match, result_lines.TypedResult], str]
) -> list[Wanted]:
    """The results of a list with their matches. Each is tried, so that a refusal of the service becomes a problem of
    its line."""
    matches = {match.table_no: match for match in finding.round_matches(rnd)}
    seats = {side.entry.pk: match for match in matches.values() for side in match.sides.all()}
    people = People({side.entry.pk: side.entry for match in matches.values() for side in match.sides.all()})
    wanted: dict[int, tuple[int, Wanted]] = {}
    for line, cell in rows_of(table, found):
        match, is_turned = _match(cell, line, matches, seats, people, found)
        if match is None:
            continue
        if match.table_no in wanted:
            said = {"n": match.table_no, "other": wanted[match.table_no][0]}
            found.problem(line, _("Table %(n)d is also in line %(other)d.") % said)
            continue
        try:
            result = result_lines.read(cell["result"], lengths.length_of_match(match))
        except Invalid as bad:
            found.problem(line, f"result: {bad}")
            continue
        result = result.turned() if is_turned else result
        why = attempt(match, result)
        if why:
            found.problem(line, f"result: {why}")
        else:
            wanted[match.table_no] = (line, (match, result))
            found.lines.append(_result_line(line, match, result))
    return [one for _at, one in wanted.values()]


def _match(
    cell: dict[str, str],
    line: int,
    matches: dict[int, Match],
    seats: dict[int, Match],
    people: People,
    found: Reading,
) -> tuple[Match | None, bool]:
    """The match of a line, by its table or its names, and whether the list names its sides in the other order."""
    by_table = matches.get(number_in(cell["table"]) or 0)
    if cell["table"] and by_table is None:
        found.problem(line, _("table: there is no table “%(text)s” in this round.") % {"text": cell["table"][:20]})
        return None, False
    named = [people.number(cell[key], key, line, found) for key in ("first", "second") if cell[key]]
    if None in named:
        return None, False
    match = by_table or next((seats[key] for key in named if key is not None), None)
    if match is None:
        found.problem(line, _("A line names a table or its players."))
        return None, False
    order = [side.entry.pk for side in match.sides.all()]
    if any(key not in order for key in named) or len(set(named)) != len(named):
        said = {"n": match.table_no, "a": people.name(order[0]), "b": people.name(order[1])}
        found.problem(line, _("At table %(n)d sit %(a)s and %(b)s.") % said)
        return None, False
    first = named[0] if cell["first"] else None
    second = named[-1] if cell["second"] else None
    return match, first == order[1] or second == order[0]


def _result_line(line: int, match: Match, result: result_lines.TypedResult) -> ListLine:
    a, b = match.sides.all()
    now = result_of(match)
    said = said_of(match, **result.facts())
    status = "new" if match.state != MatchState.OVER else "same" if now == said else "changed"
    text = _("Table %(n)d: %(a)s – %(b)s %(result)s") % {
        "n": match.table_no,
        "a": a.entry.name,
        "b": b.entry.name,
        "result": said,
    }
    return ListLine(line, status, f"{text} ({now})" if status == "changed" else text)


def _try(match: Match, result: result_lines.TypedResult, now: datetime, by: User | None) -> str:
    """Enter a result and take it back at once; returns the service's refusal, or None."""
    sid = transaction.savepoint()
    try:
        recording.record_result(match=match, now=now, by=by, version=match.version, **result.facts())
    except Refusal as refusal:
        return str(refusal)
    finally:
        transaction.savepoint_rollback(sid)
    return ""
