"""The crosstable of a stage in the order of its standings, with one cell for each round."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.event.selectors.finding import main_stage
from tournaments.event.selectors.words import points_text
from tournaments.models import Stage, Tournament
from tournaments.pairing import FORFEITS, Kind, Result
from tournaments.standings.selectors.rows import stage_table
from tournaments.standings.selectors.standings import StandingRow, overall_with_facts
from tournaments.standings.selectors.words import place_words


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one entry in the crosstable."""

    text: str
    title: str


@dataclass(frozen=True, slots=True)
class CrosstableLine:
    """A line of the crosstable: the standing, and one cell for each round."""

    row: StandingRow
    cells: tuple[Cell, ...]


def crosstable_lines(tournament: Tournament, stage: Stage | None = None) -> list[CrosstableLine]:
    """The crosstable of a stage (by default the present one) in the order of the standings."""
    stage = stage or main_stage(tournament)
    rows, found = overall_with_facts(stage)
    table = stage_table.StageTable(found.facts.crosstable, found.entries, {})
    numbers = {entry.pk: number for number, entry in table.entries.items()}
    places = {numbers[row.entry.pk]: n for n, row in enumerate(rows, 1)}
    unit = table.crosstable.table.unit
    return [
        CrosstableLine(
            row,
            tuple(_cell(result, places, table, unit) for result in table.crosstable.results(numbers[row.entry.pk])),
        )
        for row in rows
    ]


def _cell(result: Result, places: dict[int, int], table: stage_table.StageTable, unit: int) -> Cell:
    if result.others:
        names = ", ".join(table.entries[number].name for number, _place in result.others)
        said = {"points": points_text(result.points, unit), "names": names, "place": place_words(result.place)}
        others = " ".join(str(places[number]) for number, _place in result.others)
        return Cell(f"{said['points']} · {others}", _("%(points)s, %(place)s, with %(names)s") % said)
    if result.opponent:
        sign = "f" if result.kind in FORFEITS else ""
        opponent = table.entries[result.opponent].name
        title = _("%(points)s against %(name)s, margin %(margin)d")
        points = points_text(result.points, unit)
        words_of = {"points": points, "name": opponent, "margin": result.margin}
        return Cell(f"{points}{sign} · {places[result.opponent]}", title % words_of)
    words = {Kind.PAB: _("bye"), Kind.HALF: _("half bye"), Kind.FULL: _("full bye")}
    word = words.get(result.kind, _("absent"))
    points = points_text(result.points, unit) if result.points else "–"
    return Cell(f"{points} · {_('bye')}" if result.kind in words else points, word)
