"""Exported lists for CSV and XLSX: entries, pairings, results, standings, crosstable, as columns and rows."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.event.selectors.entry_sizes import size_of
from tournaments.event.selectors.finding import entrants, main_stage, round_byes, round_matches, rounds, stages
from tournaments.models import Match, MatchState, Round, Tournament
from tournaments.pairing import counted_by
from tournaments.paper.selectors import printable_round
from tournaments.standings.selectors.crosstable_lines import crosstable_lines
from tournaments.standings.selectors.standings import standings, tiebreak_keys
from tournaments.standings.selectors.words import bye_points, result_of

Rows = list[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Export:
    """A list by name, with its columns (the same for programs in every language) and rows."""

    name: str
    columns: tuple[str, ...]
    rows: Rows


NAMES = {
    "entries": _("Entries"),
    "pairings": _("Pairings"),
    "results": _("Results"),
    "standings": _("Standings"),
    "crosstable": _("Crosstable"),
}
OF_A_ROUND = ("pairings", "results")


def offered(tournament: Tournament) -> dict[str, Any]:
    """The lists that this tournament has, by name: a ladder has no rounds, and so no crosstable."""
    without = {"crosstable"} if all(stage.has_challenges for stage in stages(tournament)) else set()
    return {name: title for name, title in NAMES.items() if name not in without}


def export(tournament: Tournament, name: str, rnd: Round | None = None, *, with_addresses: bool = False) -> Export:
    """One list of a tournament. Pairings and results of `rnd` have the form of the import; without it results are of
    all rounds. E-mail addresses only for officials. Raises KeyError for an unknown name."""
    makers: dict[str, Callable[[], tuple[tuple[str, ...], Rows]]] = {
        "entries": lambda: _entries(tournament, with_addresses),
        "pairings": lambda: _pairings(rnd),
        "results": lambda: _results(tournament) if rnd is None else _results_of(rnd),
        "standings": lambda: _standings(tournament),
        "crosstable": lambda: _crosstable(tournament),
    }
    columns, rows = makers[name]()
    return Export(name if rnd is None else f"{name}-{rnd.number}", columns, rows)


def readable(tournament: Tournament, name: str, number: int | None, *, is_official: bool) -> Export | None:
    """A list that this reader may see; a list by round is of round `number` (pairings by default of the last round);
    None while that round is not published. Raises KeyError for an unknown name."""
    rnd = None
    if name in OF_A_ROUND and (number is not None or name == "pairings"):
        rnd = printable_round(tournament, number, with_draft=is_official)
        if rnd is None:
            return None
    return export(tournament, name, rnd, with_addresses=is_official)


def _entries(tournament: Tournament, with_addresses: bool) -> tuple[tuple[str, ...], Rows]:
    """The entries in the form of the import: one row each; teams and pairs have a row for each of their people."""
    is_team = size_of(tournament).is_team
    columns = ("number", "name", "rating", "status", *(("email",) if with_addresses else ()), *("team",) * is_team)
    rows: Rows = []
    for entry in entrants(tournament):
        people: list[User | None] = [member.user for member in entry.members.all()]
        for user in people or [None]:
            name = str(user) if is_team and user else entry.name
            address = (user.email if user else "",) if with_addresses else ()
            team = (entry.name,) * is_team
            rows.append((entry.tpn, name, entry.rating_at_entry, entry.status, *address, *team))
    return columns, rows


def _pairings(rnd: Round | None) -> tuple[tuple[str, ...], Rows]:
    """The pairings in the form of the import, with `bye` instead of a second player."""
    rows: Rows = []
    if rnd is not None and not rnd.stage.is_of_two:
        return _seats(rnd)
    if rnd is not None:
        called = _called(rnd)
        for match in round_matches(rnd):
            rows.append((match.table_no, *(called[side.entry.pk] for side in match.sides.all()), None))
        rows += [(None, called[bye.seat.entry_id], None, bye.kind) for bye in round_byes(rnd)]
    return ("table", "first", "second", "bye"), rows


def _seats(rnd: Round) -> tuple[tuple[str, ...], Rows]:
    """The tables of three and more of a round, one row for each seat, in order."""
    called = _called(rnd)
    rows: Rows = [
        (match.table_no, side.order + 1, called[side.entry.pk], None)
        for match in round_matches(rnd)
        for side in match.sides.all()
    ]
    rows += [(None, None, called[bye.seat.entry_id], bye.kind) for bye in round_byes(rnd)]
    return ("table", "seat", "player", "bye"), rows


def _called(rnd: Round) -> dict[int, str]:
    """The name of each entry in lists, or its start number if another one has the same name."""
    found = list(rnd.stage.tournament.entries.values_list("pk", "name", "tpn"))
    bearers = Counter(name.casefold() for _pk, name, _tpn in found)
    return {pk: f"#{tpn}" if tpn is not None and bearers[name.casefold()] > 1 else name for pk, name, tpn in found}


def _results_of(rnd: Round) -> tuple[tuple[str, ...], Rows]:
    rows: Rows = []
    called, of_two = _called(rnd), rnd.stage.is_of_two
    for match in round_matches(rnd):
        if match.state == MatchState.OVER:
            names = [called[side.entry.pk] for side in match.sides.all()]
            rows.append((match.table_no, *(names if of_two else [" – ".join(names)]), result_of(match)))
    return ("table", *(("first", "second") if of_two else ("players",)), "result"), rows


def _results(tournament: Tournament) -> tuple[tuple[str, ...], Rows]:
    columns = ("round", "table", "first", "second", "result", "first_points", "second_points", "deals", "state")
    rows: Rows = []
    if not main_stage(tournament).is_of_two:  # as of all, because the rules say how many sit down
        return _results_at_tables(tournament)
    for rnd in rounds(tournament):
        table = counted_by(rnd.stage.settings)
        rows += [_result_row(rnd, match, table.unit) for match in round_matches(rnd)]
        for bye in round_byes(rnd):
            points = float(bye_points(table, bye.kind))
            rows.append((rnd.number, None, bye.seat.entry.name, None, bye.kind, points, None, None, "over"))
    return columns, rows


def _results_at_tables(tournament: Tournament) -> tuple[tuple[str, ...], Rows]:
    """The results of tables of three and more, one row for each seat."""
    columns = ("round", "table", "seat", "player", "place", "points", "score", "settlement", "kind", "deals", "state")
    rows: Rows = []
    for rnd in rounds(tournament):
        table = counted_by(rnd.stage.settings)
        for match in round_matches(rnd):
            for side in match.sides.all():
                points = None if side.points is None else side.points / table.unit
                settled = None if side.game_points is None else side.margin
                kind = "absent" if side.is_absent else match.result_kind or None
                rows.append((rnd.number, match.table_no, side.order + 1, side.entry.name, side.place, points,
                             side.game_points, settled, kind, match.deals or None, match.state))  # fmt: skip
        for bye in round_byes(rnd):
            points = float(bye_points(table, bye.kind))
            rows.append((rnd.number, None, None, bye.seat.entry.name, None, points, None, None, bye.kind, None, "over"))
    return columns, rows


def _result_row(rnd: Round, match: Match, unit: int) -> tuple[Any, ...]:
    a, b = match.sides.all()
    figures = f"{a.game_points}-{b.game_points}" if a.game_points is not None else None
    said = figures if match.result_kind in ("", "played") else match.result_kind
    points = [None if side.points is None else side.points / unit for side in (a, b)]
    return (rnd.number, match.table_no, a.entry.name, b.entry.name, said, *points, match.deals or None, match.state)


def _standings(tournament: Tournament) -> tuple[tuple[str, ...], Rows]:
    """The standings; with several stages without tie-breaks, because they differ from stage to stage."""
    found = standings(tournament)
    has_values = bool(found) and bool(found[0].values)
    keys = tiebreak_keys(main_stage(tournament)) if has_values else []
    rows: Rows = [
        (
            row.place,
            row.entry.tpn,
            row.entry.name,
            float(row.points),
            row.played,
            row.wins,
            row.margin,
            *(None if value is None else float(value) for value in row.values),
        )
        for row in found
    ]
    return ("place", "number", "name", "points", "played", "wins", "margin", *(f"tb_{key}" for key in keys)), rows


def _crosstable(tournament: Tournament) -> tuple[tuple[str, ...], Rows]:
    lines = crosstable_lines(tournament)
    count = max((len(line.cells) for line in lines), default=0)
    rows: Rows = [
        (line.row.place, line.row.entry.name, *(cell.text for cell in line.cells), float(line.row.points))
        for line in lines
    ]
    return ("place", "name", *(f"round_{n}" for n in range(1, count + 1)), "points"), rows
