"""The crosstable of a round robin as a grid: everybody against everybody, group by group."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.event.selectors.words import points_text
from tournaments.models import Stage
from tournaments.pairing import FORFEITS, Result
from tournaments.standings.selectors.rows import facts
from tournaments.standings.selectors.standings import GroupTable, StandingRow, computed


@dataclass(frozen=True, slots=True)
class CrossCell:
    """An entry's points against another, for each meeting; empty before the first."""

    text: str
    title: str
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One entry: its standing, and a cell for each entry of the group, in the order of the standings."""

    row: StandingRow
    cells: tuple[CrossCell, ...]


@dataclass(frozen=True, slots=True)
class CrossGrid:
    """The cross table of one group."""

    table: GroupTable
    lines: tuple[CrossLine, ...]


def cross_grids(stage: Stage) -> list[CrossGrid]:
    """The cross tables of a round robin stage, a grid for each group."""
    made = computed(stage)
    numbers = {entry.pk: number for number, entry in made.found.entries.items()}
    return [_grid(table, made.found, numbers) for table in made.tables]


def _grid(table: GroupTable, found: facts.StageFacts, numbers: Mapping[int, int]) -> CrossGrid:
    order = [numbers[row.entry.pk] for row in table.rows]
    lines = tuple(
        CrossLine(row, tuple(_cell(found, numbers[row.entry.pk], other) for other in order)) for row in table.rows
    )
    return CrossGrid(table, lines)


def _cell(found: facts.StageFacts, number: int, other: int) -> CrossCell:
    if number == other:
        return CrossCell("", "", is_self=True)
    crosstable = found.facts.crosstable
    met = [result for result in crosstable.results(number) if result.opponent == other]
    unit = crosstable.table.unit
    said = {"name": found.entries[other].name}
    title = _("against %(name)s") % said if met else _("not yet against %(name)s") % said
    return CrossCell(" ".join(_text(result, unit) for result in met), title)


def _text(result: Result, unit: int) -> str:
    forfeited = result.kind in FORFEITS
    return points_text(result.points, unit) + ("f" if forfeited else "")
