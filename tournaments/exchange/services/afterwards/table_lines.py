"""Read the lines of an evening: who sat at each table, their scores, and the round. Writes nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts import names
from games import engine
from tournaments.entries.services import spreadsheets
from tournaments.entries.services.roster import Problem
from tournaments.formats import MOST_ROUNDS

MOST_TABLES = 200
PARTNERS = "+"  # between the names of those who play together
FIGURE = re.compile(r"[-−]?\d{1,5}\.?")
CELL = re.compile(rf"(?P<names>.*?)(?:^|\s)(?P<figure>{FIGURE.pattern})")
DEALS = re.compile(r"(?P<rest>.*?)\s*/\s*(?P<deals>\d{1,4})")


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table from a line: the names of each side in seat order, the `figures` (scores, or places if `is_by_places`),
    the deals (0: not noted), and its round."""

    line: int
    sides: tuple[tuple[str, ...], ...]
    figures: tuple[int, ...]
    is_by_places: bool = False
    deals: int = 0
    round: int = 1

    @property
    def text(self) -> str:
        """The line in one standard form, as it is shown."""
        dot = "." if self.is_by_places else ""
        sides = zip(self.sides, self.figures, strict=True)
        said = ", ".join(f"{' + '.join(who)} {figure}{dot}" for who, figure in sides)
        return f"{said} /{self.deals}" if self.deals else said


@dataclass
class Evening:
    """The content of a list of tables: its tables in order, and what is wrong with it."""

    tables: list[TableLine] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    guessed: str = ""  # the encoding, where it was not certain
    text: str = ""  # the list as CSV, every row on its line

    @property
    def rounds(self) -> int:
        """The number of rounds that the tables make."""
        return max((one.round for one in self.tables), default=0)

    def people(self) -> dict[tuple[str, ...], int]:
        """The sides of the evening in the order in which they are named, each with its first line."""
        found: dict[tuple[str, ...], int] = {}
        for table in self.tables:
            for side in table.sides:
                found.setdefault(side, table.line)
        return found


def read(data: str | bytes, rules: engine.RuleSet) -> Evening:
    """Read the tables of an evening, one a line: `Ana 120, Bo 85, Cy 40`; with deals `… /7`; with places instead of
    scores `Ana 1., Bo 3., Cy 2.`; partners as `Ana + Bo 520, Cy + Dora 310`. In a spreadsheet name and figure may be in
    separate cells. A person's second table is in the next round. A name is written as it was the first time."""
    evening = Evening()
    try:
        table = spreadsheets.without_header(data)
    except spreadsheets.Unreadable as unreadable:
        evening.problems.append(Problem(unreadable.line, str(unreadable)))
        return evening
    evening.text, evening.guessed = spreadsheets.as_text(table), table.guessed
    called: dict[str, str] = {}
    for row in table.rows:
        cells = [cell for cell in row.cells if cell]
        if not cells:
            continue
        try:
            evening.tables.append(_table(row.line, cells, rules, called))
        except _Wrong as wrong:
            evening.problems.append(Problem(row.line, str(wrong)))
    if not evening.tables and not evening.problems:
        evening.problems.append(Problem(0, _("Type the tables of the evening, one a line.")))
    if len(evening.tables) > MOST_TABLES:
        evening.problems.append(Problem(0, _("An evening has at most %(most)d tables.") % {"most": MOST_TABLES}))
    evening.problems += _changed_partners(evening.tables)
    evening.tables = _in_rounds(evening.tables)
    if evening.rounds > MOST_ROUNDS:
        said = {"most": MOST_ROUNDS}
        evening.problems.append(Problem(0, _("Somebody has played more than %(most)d tables in one evening.") % said))
    return evening


class _Wrong(Exception):
    """Why a line does not describe a table."""


def _table(line: int, cells: Sequence[str], rules: engine.RuleSet, called: dict[str, str]) -> TableLine:
    deals = 0
    if found := DEALS.fullmatch(cells[-1]):
        deals = int(found["deals"])
        cells = [*cells[:-1], *([found["rest"]] if found["rest"] else [])]
    sides = _sides(cells)
    together = rules.team_size if rules.seating.name == "teams" else 1
    who = tuple(tuple(_name(one, called) for one in said.split(PARTNERS)) for said, _figure in sides)
    _check_sizes(who, rules, together)
    everybody = [one.casefold() for side in who for one in side]
    if twice := next((one for side in who for one in side if everybody.count(one.casefold()) > 1), ""):
        raise _Wrong(_("%(name)s stands here twice.") % {"name": twice})
    dots = {figure.endswith(".") for _said, figure in sides}
    if len(dots) > 1:
        raise _Wrong(_("Scores or places, not both: 120 is a score, 1. is a place."))
    figures = tuple(int(figure.rstrip(".").replace("−", "-")) for _said, figure in sides)
    return TableLine(line, who, figures, is_by_places=dots == {True}, deals=deals)


def _sides(cells: Sequence[str]) -> list[tuple[str, str]]:
    """The names and the figure of each side; a cell with only a figure belongs to the names before it."""
    found: list[tuple[str, str]] = []
    waiting = ""
    for cell, following in zip(cells, [*cells[1:], ""], strict=True):
        parts = CELL.fullmatch(cell)
        if parts is None or (parts["names"] and FIGURE.fullmatch(following)):  # a name that ends with a number
            if waiting:
                raise _no_figure(waiting)
            waiting = cell
        elif parts["names"].strip() and waiting:
            raise _no_figure(waiting)
        elif not (said := parts["names"].strip() or waiting):
            raise _Wrong(_("“%(text)s” stands here without a name before it.") % {"text": cell[:20]})
        else:
            found.append((said, parts["figure"]))
            waiting = ""
    if waiting:
        raise _no_figure(waiting)
    return found


def _no_figure(text: str) -> _Wrong:
    words = _("What did %(name)s come to? A table is a line such as: Ana 120, Bo 85, Cy 40.")
    return _Wrong(words % {"name": text[:60]})


def _name(text: str, called: dict[str, str]) -> str:
    try:
        name = names.person_name(text)
    except names.BadName as bad:
        raise _Wrong(str(bad)) from bad
    return called.setdefault(name.casefold(), name)


def _check_sizes(who: tuple[tuple[str, ...], ...], rules: engine.RuleSet, together: int) -> None:
    numbers = [number // together for number in rules.seating.numbers(rules)]
    least, most = min(numbers), max(numbers)
    if any(len(side) != together for side in who):
        if together == 1:
            raise _Wrong(_("In %(game)s everybody plays alone: a name and a figure for each.") % {"game": rules.name})
        said = {"game": rules.name, "n": together}
        raise _Wrong(_("In %(game)s %(n)d play together: Ana + Bo 520, Cy + Dora 310.") % said)
    if least <= len(who) <= most:
        return
    said = {"game": rules.name, "least": least, "most": most, "n": len(who)}
    if together > 1:
        raise _Wrong(_("In %(game)s two sides play against each other, not %(n)d.") % said)
    if least == most:
        raise _Wrong(_("%(game)s is played by %(least)d at a table; names here: %(n)d.") % said)
    raise _Wrong(_("%(game)s is played by %(least)d to %(most)d at a table; names here: %(n)d.") % said)


def _changed_partners(tables: Sequence[TableLine]) -> list[Problem]:
    """Refuse changed partners: they stay together for an evening, because an entry is one pair or one team."""
    found: list[Problem] = []
    sides: dict[str, tuple[tuple[str, ...], int]] = {}
    for table in tables:
        for side in table.sides:
            for one in side:
                first, line = sides.setdefault(one, (side, table.line))
                if set(first) != set(side):
                    said = {"name": one, "others": " + ".join(first), "line": line}
                    words = _("%(name)s played as %(others)s in line %(line)d: partners stay together for an evening. "
                              "Enter the tables with others as another evening.")  # fmt: skip
                    found.append(Problem(table.line, words % said))
                    break
    return found


def _in_rounds(tables: Sequence[TableLine]) -> list[TableLine]:
    """Put each table in the first round after all those in which one of its players sat."""
    played: dict[str, int] = {}
    sides: dict[frozenset[str], tuple[str, ...]] = {}
    found = []
    for table in tables:
        number = 1 + max(played.get(one, 0) for side in table.sides for one in side)
        played.update({one: number for side in table.sides for one in side})
        same = tuple(sides.setdefault(frozenset(side), side) for side in table.sides)  # Bo + Ana are Ana + Bo
        found.append(TableLine(table.line, same, table.figures, table.is_by_places, table.deals, number))
    return found
