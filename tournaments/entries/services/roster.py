"""Reading a roster: a list into lines and problems, each with its line number. Writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from accounts import names
from tournaments.entries.services import spreadsheets

COLUMNS = ("name", "rating", "email", "team")
MOST_RATING = 4_000


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem, with its line in the file (from 1; 0 for the whole file)."""

    line: int
    text: str

    def __str__(self) -> str:
        return _("Line %(line)d: %(text)s") % {"line": self.line, "text": self.text} if self.line else self.text


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One entrant as the file has it."""

    line: int
    name: str
    rating: int | None = None
    email: str = ""
    team: str = ""


@dataclass
class Roster:
    """The contents of a file: good lines and problems. With any problem nothing is imported."""

    lines: list[RosterLine] = field(default_factory=list)
    bad: list[RosterLine] = field(default_factory=list)  # lines that cannot be read, with what was written in them
    problems: list[Problem] = field(default_factory=list)
    guessed: str = ""  # the encoding, where it was not certain
    text: str = ""  # the list as CSV, line by line as it was given


def read(data: str | bytes) -> Roster:
    """Read a roster with the columns `name,rating,email,team` (all but the first optional) from CSV or XLSX. A list of
    names without a header, one a line, has them in this order."""
    roster = Roster()
    try:
        table = spreadsheets.read(data, allowed=COLUMNS, needed=("name",), usual=COLUMNS)
        for row in table.rows:
            _read_row(roster, row.line, row.cells, table.columns)
    except spreadsheets.Unreadable as unreadable:
        roster.problems.append(Problem(unreadable.line, str(unreadable)))
        return roster
    roster.guessed, roster.text = table.guessed, spreadsheets.as_text(table)
    _find_doubles(roster)
    if not roster.lines and not roster.problems:
        roster.problems.append(Problem(0, _("The roster holds no entrant below its header.")))
    roster.problems.sort(key=lambda problem: problem.line)
    return roster


def _read_row(roster: Roster, line: int, cells: Sequence[str], columns: Sequence[str]) -> None:
    if not any(cells):
        roster.problems.append(Problem(line, _("The line is empty.")))
        return
    if any(cells[len(columns) :]):
        said = {"found": len(cells), "columns": len(columns)}
        roster.problems.append(Problem(line, _("%(found)d fields, but the header names %(columns)d.") % said))
        return
    row = dict(zip(columns, cells, strict=False))
    found: list[Problem] = []
    entrant = RosterLine(
        line=line,
        name=_name(row.get("name", ""), line, found),
        rating=_rating(row.get("rating", ""), line, found),
        email=_email(row.get("email", ""), line, found),
        team=_name(row["team"], line, found) if row.get("team") else "",
    )
    roster.problems += found
    if found:
        name, email, team = (row.get(key, "").strip()[:60] for key in ("name", "email", "team"))
        roster.bad.append(RosterLine(line=line, name=name, email=email, team=team))
    else:
        roster.lines.append(entrant)


def _name(text: str, line: int, found: list[Problem]) -> str:
    try:
        return names.clean_name(text)
    except names.BadName as bad:
        found.append(Problem(line, _("%(why)s.") % {"why": str(bad)}))
        return ""


def _rating(text: str, line: int, found: list[Problem]) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= MOST_RATING:
        return int(text)
    said = {"text": text[:20], "most": MOST_RATING}
    found.append(Problem(line, _("“%(text)s” is not a rating: a whole number from 0 to %(most)d, or nothing.") % said))
    return None


def _email(text: str, line: int, found: list[Problem]) -> str:
    if not text:
        return ""
    try:
        validate_email(text)
    except ValidationError:
        found.append(Problem(line, _("“%(text)s” is not an e-mail address.") % {"text": text[:60]}))
    return text.lower()


def _find_doubles(roster: Roster) -> None:
    """The same address twice, or the same name twice without two addresses to tell them apart."""
    seen: dict[str, RosterLine] = {}
    for entrant in roster.lines:
        first = seen.setdefault(entrant.name.casefold(), entrant)
        if first is not entrant and not (first.email and entrant.email and first.email != entrant.email):
            said = {"text": entrant.name, "other": first.line}
            text = _("The name “%(text)s” is also in line %(other)d: give two people two e-mail addresses.")
            roster.problems.append(Problem(entrant.line, text % said))
    seen.clear()
    for entrant in roster.lines:
        first = seen.setdefault(entrant.email, entrant) if entrant.email else entrant
        if first is not entrant:
            said = {"text": entrant.email, "other": first.line}
            text = _("The e-mail address “%(text)s” is also in line %(other)d.")
            roster.problems.append(Problem(entrant.line, text % said))
