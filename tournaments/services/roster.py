"""Reading a roster: CSV text into lines and problems, each with its line number. Writes nothing."""

import csv
import io
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from accounts import names

COLUMNS = ("name", "rating", "email")
MOST_BYTES = 1_000_000
MOST_LINES = 2_000
MOST_RATING = 4_000
DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and in which line of the file (from 1; 0 when it is about the whole file)."""

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


@dataclass
class Roster:
    """What a file holds: good lines and problems. With any problem nothing is taken."""

    lines: list[RosterLine] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class _Unreadable(Exception):
    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.problem = Problem(line, text)


def read(data: str | bytes) -> Roster:
    """Read a roster with the header `name,rating,email` (the last two optional); comma, semicolon or tab between."""
    roster = Roster()
    try:
        text = _text(data)
        columns, delimiter, header_line = _header(text)
        _read_rows(roster, text, columns, delimiter, header_line)
    except _Unreadable as unreadable:
        roster.problems.append(unreadable.problem)
        return roster
    _find_doubles(roster)
    if not roster.lines and not roster.problems:
        roster.problems.append(Problem(0, _("The roster holds no entrant below its header.")))
    roster.problems.sort(key=lambda problem: problem.line)
    return roster


def _text(data: str | bytes) -> str:
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        said = {"size": f"{size / 1e6:.1f}", "most": MOST_BYTES // 1_000_000}
        raise _Unreadable(0, _("The file has %(size)s MB; a roster has at most %(most)d MB.") % said)
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as bad:
        line = data[: bad.start].count(b"\n") + 1
        raise _Unreadable(line, _("This is not UTF-8 text. Save the roster as “CSV UTF-8”.")) from bad


def _header(text: str) -> tuple[list[str], str, int]:
    """The columns, the delimiter and the line of the header. Lines before it must be there: the header comes first."""
    lines = max(text.count("\n"), text.count("\r"))
    if lines > MOST_LINES + 1:
        said = {"lines": lines, "most": MOST_LINES}
        raise _Unreadable(0, _("The file has %(lines)d lines; a roster has at most %(most)d.") % said)
    first = text.splitlines()[0] if text.strip() else ""
    if not first.strip():
        raise _Unreadable(1, _("The header is missing: the first line names the columns name,rating,email."))
    delimiter = next((sign for sign in DELIMITERS if sign in first), ",")
    columns = [cell.strip().strip('"').strip().lower() for cell in first.split(delimiter)]
    _check_columns(columns)
    return columns, delimiter, 1


def _check_columns(columns: list[str]) -> None:
    allowed = ", ".join(COLUMNS)
    for column in columns:
        if column not in COLUMNS:
            said = {"column": column[:40], "allowed": allowed}
            raise _Unreadable(1, _("There is no column “%(column)s”. Allowed are: %(allowed)s.") % said)
        if columns.count(column) > 1:
            raise _Unreadable(1, _("The column “%(column)s” is there twice.") % {"column": column})
    if "name" not in columns:
        raise _Unreadable(1, _("The column “name” is missing. Allowed are: %(allowed)s.") % {"allowed": allowed})


def _read_rows(roster: Roster, text: str, columns: list[str], delimiter: str, header_line: int) -> None:
    if "\0" in text:
        raise _Unreadable(text[: text.index("\0")].count("\n") + 1, _("This is not a text file."))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    began = 0
    try:
        for cells in reader:
            line, began = began + 1, reader.line_num
            if line > header_line:
                _read_row(roster, line, cells, columns)
    except csv.Error as bad:
        raise _Unreadable(began + 1, _("The quotes are not closed properly (%(why)s).") % {"why": bad}) from bad


def _read_row(roster: Roster, line: int, cells: list[str], columns: list[str]) -> None:
    if not any(cell.strip() for cell in cells):
        roster.problems.append(Problem(line, _("The line is empty.")))
        return
    if len(cells) > len(columns):
        said = {"found": len(cells), "columns": len(columns)}
        roster.problems.append(Problem(line, _("%(found)d fields, but the header names %(columns)d.") % said))
        return
    row = dict(zip(columns, (cell.strip() for cell in cells), strict=False))
    found: list[Problem] = []
    entrant = RosterLine(
        line=line,
        name=_name(row.get("name", ""), line, found),
        rating=_rating(row.get("rating", ""), line, found),
        email=_email(row.get("email", ""), line, found),
    )
    roster.problems += found
    if not found:
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
    found.append(Problem(line, _("“%(text)s” is no rating: a whole number from 0 to %(most)d, or nothing.") % said))
    return None


def _email(text: str, line: int, found: list[Problem]) -> str:
    if not text:
        return ""
    try:
        validate_email(text)
    except ValidationError:
        found.append(Problem(line, _("“%(text)s” is no e-mail address.") % {"text": text[:60]}))
    return text.lower()


def _find_doubles(roster: Roster) -> None:
    """The same name or address twice: nobody can say whether that is one person or two."""
    for what, said in (
        ("name", _("The name “%(text)s” stands in line %(other)d too.")),
        ("email", _("The e-mail address “%(text)s” stands in line %(other)d too.")),
    ):
        seen: dict[str, int] = {}
        for entrant in roster.lines:
            text = getattr(entrant, what)
            other = seen.setdefault(text.casefold(), entrant.line) if text else entrant.line
            if other != entrant.line:
                roster.problems.append(Problem(entrant.line, said % {"text": text, "other": other}))
