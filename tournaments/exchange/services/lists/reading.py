"""What imports of lists share: the report, the problems, and finding entries by name."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from accounts import names
from tournaments.entries.services import spreadsheets
from tournaments.entries.services.roster import Problem
from tournaments.errors import Conflict
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class ListLine:
    """The effect of one line of a list: `status` new, changed or same; `text` in words."""

    line: int
    status: str
    text: str


@dataclass(frozen=True, slots=True)
class ListReport:
    """The report on a list, as a preview or after the import. With any problem nothing is imported; `warnings` need a
    reason."""

    lines: tuple[ListLine, ...]
    problems: tuple[Problem, ...]
    warnings: tuple[str, ...] = ()
    is_done: bool = False
    guessed: str = ""
    text: str = ""
    notes: tuple[Problem, ...] = ()  # what was left out

    @property
    def is_clean(self) -> bool:
        """Can it be accepted?"""
        return not self.problems

    @property
    def to_change(self) -> int:
        """The number of lines that would change something."""
        return sum(one.status != "same" for one in self.lines)

    @property
    def digest(self) -> str:
        """A digest of the report, which is sent back on acceptance."""
        seen = [(one.line, one.status, one.text) for one in self.lines], self.warnings
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


@dataclass
class Reading:
    """The findings while a list is read."""

    lines: list[ListLine]
    problems: list[Problem]
    left_out: list[tuple[int, str]] = field(default_factory=list)

    def problem(self, line: int, text: str) -> None:
        self.problems.append(Problem(line, text))


def read_table(
    text: str | bytes, columns: tuple[str, ...], needed: tuple[str, ...], found: Reading
) -> spreadsheets.Table | None:
    try:
        table = spreadsheets.read(text, allowed=columns, needed=needed)
    except spreadsheets.Unreadable as unreadable:
        found.problem(unreadable.line, str(unreadable))
        return None
    if not any(any(row.cells) for row in table.rows):
        found.problem(0, _("The list holds nothing below its header."))
    return table


def rows_of(table: spreadsheets.Table, found: Reading) -> Iterator[tuple[int, dict[str, str]]]:
    """The non-empty rows, each with its line and its cells by column."""
    for row in table.rows:
        if any(row.cells[len(table.columns) :]):
            said = {"found": len(row.cells), "columns": len(table.columns)}
            found.problem(row.line, _("%(found)d fields, but the header names %(columns)d.") % said)
        elif any(row.cells):
            yield row.line, table.named(row)


class People:
    """Finds entries by their names in a list: the start number as `#7`, a name that only one has, or a similar one."""

    def __init__(self, entries: dict[int, Entry]) -> None:
        self.entries = entries
        self.named: dict[str, list[int]] = {}
        self.like: dict[str, list[int]] = {}
        for key, entry in entries.items():
            self.named.setdefault(entry.name.casefold(), []).append(key)
            self.like.setdefault(names.likeness(entry.name), []).append(key)
        self.numbered = {f"#{entry.tpn}": key for key, entry in entries.items() if entry.tpn is not None}

    def name(self, key: int) -> str:
        return self.entries[key].name

    def number(self, text: str, field: str, line: int, found: Reading) -> int | None:
        if text in self.numbered:
            return self.numbered[text]
        keys = self.named.get(" ".join(text.split()).casefold(), [])
        keys = keys or self.like.get(names.likeness(text), [])
        if len(keys) == 1:
            return keys[0]
        said = {"field": field, "text": text[:60]}
        if keys:
            numbers = ", ".join(f"#{self.entries[key].tpn}" for key in keys)
            said["numbers"] = numbers
            found.problem(line, _("%(field)s: several are called “%(text)s”; write %(numbers)s instead.") % said)
        else:
            found.problem(line, _("%(field)s: nobody in this round is called “%(text)s”.") % said)
        return None


def number_in(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def report_of(found: Reading, table: spreadsheets.Table | None, warnings: tuple[str, ...]) -> ListReport:
    problems = tuple(sorted(found.problems, key=lambda problem: problem.line))
    if table is None:
        return ListReport(tuple(found.lines), problems, warnings)
    notes = tuple(Problem(line, words) for line, words in sorted((*table.notes, *found.left_out)))
    text = spreadsheets.as_text(table)
    return ListReport(tuple(found.lines), problems, warnings, guessed=table.guessed, text=text, notes=notes)


def check_seen(report: ListReport, seen: str) -> None:
    if seen and seen != report.digest:
        raise Conflict(_("The list or the round has changed since you looked: look again."))


def done(report: ListReport) -> ListReport:
    return replace(report, is_done=True)
