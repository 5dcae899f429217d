"""Read lists, CSV in any usual encoding or XLSX, into rows of cells with their lines; and write them."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from doors import texts
from tournaments.entries.services import columns

if TYPE_CHECKING:
    from openpyxl.cell import Cell

MOST_BYTES = 1_000_000
MOST_UNPACKED = 20_000_000  # of a packed sheet: a small file can unfold to gigabytes
MOST_LINES = 2_000
MOST_COLUMNS = 60
MOST_LETTERS = 500  # in one cell
MOST_ABOVE = 5  # lines down to the header
DELIMITERS = ",;\t"
LOOKED_AT = 20_000  # letters
QUOTED = re.compile(r'"[^"]*"')
SEPARATOR = re.compile(r'"?sep=(\\t|.?)"?[,;\t]*', re.IGNORECASE)
PACKED = b"PK\x03\x04"
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would calculate


class Unreadable(Exception):
    """A list that cannot be read at all; `line` from 1, 0 for the whole file. The text is for people."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.line = line


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line where it begins, and its cells without surrounding blanks."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A list: the names of its columns ("" for one that is not read), its rows, and the encoding if it was guessed.
    Without a header the columns are the usual ones. `head` are the header and all lines that are left out, as they are;
    `notes` say by line what was not read."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    guessed: str = ""
    allowed: tuple[str, ...] = ()
    head: tuple[Row, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    is_headed: bool = True

    def named(self, row: Row) -> dict[str, str]:
        """The cells of a row by allowed column, "" for a column that the list does not have."""
        return {**dict.fromkeys(self.allowed, ""), **dict(zip(self.columns, row.cells, strict=False))}


def read(data: str | bytes, *, allowed: Sequence[str], needed: Sequence[str], usual: Sequence[str] = ()) -> Table:
    """Read a list whose first line names its columns, by our names or by usual ones (`columns`): text with commas,
    semicolons or tabs, or the first sheet of an XLSX file. Columns that are not `allowed` are left out, with a note; so
    are up to four lines above the header, and the header where it stands again. Where there are `usual` columns and no
    line names any, all lines are rows. Empty lines at the end are nothing.

    Raises Unreadable for what is too big, no text, or without one of the `needed` columns.
    """
    found, guessed = _rows(data)
    notes: list[tuple[int, str]] = []
    head: list[Row] = []
    if found and (marked := SEPARATOR.fullmatch(found[0].cells[0]) if found[0].cells else None):
        notes.append((1, _("“%(text)s” says how the columns are parted.") % {"text": marked[0].strip('"')}))
        head.append(Row(1, ("sep=,",)))
        found = found[1:]
    if not found or not any(found[0].cells):
        said = {"columns": ",".join(usual or allowed)}
        raise Unreadable(1, _("The header is missing: the first line names the columns %(columns)s.") % said)
    at, names = _header(found, allowed, needed)
    if usual and not names.known:
        return _headless(found, head, guessed, allowed, usual, notes)
    _check_columns(names, found[at].line, usual or allowed, needed)
    above = [row for row in found[:at] if any(row.cells)]
    notes += [(row.line, _("Left out: it stands above the names of the columns.")) for row in above]
    if names.left_out:
        notes.append((found[at].line, columns.left_out_words(names.left_out)))
    titles = _titles(found[at])
    again = [row for row in found[at + 1 :] if any(row.cells) and _titles(row) == titles]
    notes += [(row.line, _("Left out: the names of the columns stand here again.")) for row in again]
    lines = {row.line for row in again}
    rows = tuple(row for row in found[at + 1 :] if row.line not in lines)
    return Table(names.columns, rows, guessed, tuple(allowed), (*head, *above, found[at], *again), tuple(notes))


def _header(found: Sequence[Row], allowed: Sequence[str], needed: Sequence[str]) -> tuple[int, columns.Heading]:
    """Find the line that names the columns, which is the first line or a later one near it that names two, and what the
    columns mean."""
    first = columns.heading(found[0].cells, allowed)
    if not set(needed) <= first.known or not first.known:
        for at, row in enumerate(found[1:MOST_ABOVE], 1):
            names = columns.heading(row.cells, allowed)
            if len(names.known) > max(1, len(first.known)) and set(needed) <= names.known:
                return at, names
    return 0, first


def _headless(
    found: Sequence[Row], head: Sequence[Row], guessed: str, allowed: Sequence[str], usual: Sequence[str],
    notes: Sequence[tuple[int, str]],
) -> Table:  # fmt: skip
    """Read a list without a header: it has the usual columns, after a column of numbers if the lines are numbered."""
    full = [row for row in found if any(row.cells)]
    numbers = [row.cells[0].rstrip(".)") for row in full if any(row.cells[1:])]
    is_numbered = len(numbers) == len(full) and numbers == [str(n) for n in range(1, len(full) + 1)]
    if is_numbered and "number" in allowed:
        usual = ("number", *usual)
    return Table(tuple(usual), tuple(found), guessed, tuple(allowed), tuple(head), tuple(notes), is_headed=False)


def _titles(row: Row) -> tuple[str, ...]:
    return tuple(columns.plain(cell) for cell in row.cells if cell)


def without_header(data: str | bytes) -> Table:
    """Read a list that has no header: no line names its columns. Raises Unreadable for what is too big or no text."""
    rows, guessed = _rows(data)
    head = [Row(1, ("sep=,",))] if rows and rows[0].cells and SEPARATOR.fullmatch(rows[0].cells[0]) else []
    return Table((), tuple(rows[len(head) :]), guessed, head=tuple(head))


def _rows(data: str | bytes) -> tuple[list[Row], str]:
    """All rows except empty ones at the end, and the encoding if it was guessed."""
    rows, guessed = _sheet(data) if isinstance(data, bytes) and data[:4] == PACKED else _text_rows(data)
    found: list[Row] = list(rows)
    while found and not any(found[-1].cells):
        found.pop()
    return found, guessed


def as_text(table: Table) -> str:
    """A list as CSV, with every row on its original line; a form sends this text back when the list is accepted."""
    out: list[str] = []
    for row in sorted((*table.head, *table.rows), key=lambda row: row.line):
        out += [""] * (row.line - len(out) - 1)
        out.append(_csv_line([cell.replace("\n", " ").replace("\r", " ") for cell in row.cells]))
    return "\n".join(out) + "\n"


def to_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A list as CSV: UTF-8 with a byte order mark, which spreadsheets need, and without cells that a spreadsheet would
    calculate."""
    lines = (columns, *([_harmless(value) for value in row] for row in rows))
    return "".join(f"{_csv_line(cells)}\r\n" for cells in lines).encode("utf-8-sig")


def to_xlsx(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A list as an XLSX file with one sheet: numbers as numbers, everything else as text, which is never calculated."""
    import openpyxl  # noqa: PLC0415 - with numpy a seventh of a start, for files that few processes ever see
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("".join(sign for sign in title if sign not in "[]:*?/\\")[:31] or "list")
    sheet.freeze_panes = "A2"
    head = [WriteOnlyCell(sheet, value=name) for name in columns]
    for cell in head:
        cell.font = Font(bold=True)
    sheet.append(head)
    for row in rows:
        sheet.append([_sheet_cell(sheet, value) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _text_rows(data: str | bytes) -> tuple[Any, str]:
    _check_size(len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "replace")), MOST_BYTES)
    text, guessed = _decoded(data)
    written = text.rstrip("\r\n")
    _check_lines(max(written.count("\n"), written.count("\r")))
    if "\0" in text:
        raise Unreadable(text[: text.index("\0")].count("\n") + 1, _("This is not a text file."))
    return _csv_rows(text, _delimiter(text)), guessed


def _delimiter(text: str) -> str:
    """The delimiter of the cells: the one that Excel's first line names (sep=;), else a semicolon or a tab that each of
    the first lines contains (except for a title), else the first delimiter in the first line."""
    lines = [QUOTED.sub("", line) for line in lines_of(text[:LOOKED_AT])[:MOST_ABOVE] if line.strip()]
    marked = SEPARATOR.fullmatch(text.lstrip().split("\n", 1)[0].strip())
    if marked:
        return {"\\t": "\t", "": "\t"}.get(marked[1], marked[1])
    looked_at = lines if len(lines) < MOST_ABOVE - 2 else lines[1:]  # the first one may be a title
    in_all = next((sign for sign in ";\t" if looked_at and all(sign in line for line in looked_at)), "")
    return in_all or next((sign for sign in DELIMITERS if lines and sign in lines[0]), ",")


def text_of(data: bytes) -> str:
    """The text of a file in any usual encoding; bytes that cannot be read are marked."""
    try:
        return _decoded(data)[0]
    except Unreadable:
        return data.decode("utf-8", "replace")


def _decoded(data: str | bytes) -> tuple[str, str]:
    try:
        return texts.decoded(data)
    except texts.NoText as bad:
        raise Unreadable(bad.line, _("This is not UTF-8 text. Save the list as “CSV UTF-8”.")) from bad


def _csv_rows(text: str, delimiter: str) -> Any:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    began = 0
    try:
        for cells in reader:
            line, began = began + 1, reader.line_num
            yield _row(line, cells)
    except csv.Error as bad:
        raise Unreadable(began + 1, _("The quotes are not closed properly (%(why)s).") % {"why": bad}) from bad


def _sheet(data: bytes) -> tuple[Any, str]:
    """The rows of the first sheet of an XLSX file. Nothing is unpacked before its size is known."""
    import openpyxl  # noqa: PLC0415 - as in `to_xlsx`

    _check_size(len(data), MOST_BYTES)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        _check_size(unpacked, MOST_UNPACKED)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        found = []
        for number, cells in enumerate(book.worksheets[0].iter_rows(values_only=True), 1):
            _check_lines(number - 1)
            found.append(_row(number, [_cell_text(value) for value in cells]))
        book.close()
    except Unreadable:
        raise
    except Exception as bad:  # openpyxl raises whatever its parsers raise
        raise Unreadable(0, _("This XLSX file cannot be read.")) from bad
    while found and not any(found[-1].cells):
        found.pop()
    return iter(found), ""


def _row(line: int, cells: Sequence[str]) -> Row:
    """A row whose cells are stripped of blanks, and of the quote that `to_csv` puts before a formula."""
    if len(cells) > MOST_COLUMNS:
        raise Unreadable(line, _("A list has at most %(most)d columns.") % {"most": MOST_COLUMNS})
    found = tuple(_plain(cell.strip()).strip() for cell in cells)
    if any(len(cell) > MOST_LETTERS for cell in found):
        raise Unreadable(line, _("A cell holds at most %(most)d letters.") % {"most": MOST_LETTERS})
    return Row(line, found)


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else str(value)


def _check_columns(names: columns.Heading, line: int, allowed: Sequence[str], needed: Sequence[str]) -> None:
    if names.twice:
        raise Unreadable(line, _("The column “%(column)s” appears twice.") % {"column": names.twice[:40]})
    for column in needed:
        if column not in names.columns:
            said = {"column": column, "allowed": ", ".join(allowed)}
            raise Unreadable(line, _("The column “%(column)s” is missing. Allowed are: %(allowed)s.") % said)


def lines_of(text: str) -> list[str]:
    """The lines of a file; a name can hold other signs that end a line elsewhere."""
    return re.split(r"\r\n|\r|\n", text)


def _check_size(size: int, most: int) -> None:
    if size > most:
        said = {"size": f"{size / 1e6:.1f}", "most": most // 1_000_000}
        raise Unreadable(0, _("The file has %(size)s MB; a list has at most %(most)d MB.") % said)


def _check_lines(lines: int) -> None:
    if lines > MOST_LINES:
        said = {"lines": lines + 1, "most": MOST_LINES}
        raise Unreadable(0, _("The file has %(lines)d lines; a list has at most %(most)d.") % said)


def _csv_line(cells: Sequence[Any]) -> str:
    """A line with commas; all texts are quoted if one contains another sign that could be read as a delimiter."""
    out = io.StringIO(newline="")
    is_parted = any(sign in cell for cell in cells if isinstance(cell, str) for sign in ";\t")
    csv.writer(out, lineterminator="", quoting=csv.QUOTE_NONNUMERIC if is_parted else csv.QUOTE_MINIMAL).writerow(cells)
    return out.getvalue()


def _harmless(value: Any) -> Any:
    """Put a quote before text that a spreadsheet would take for a formula (OWASP, "CSV Injection")."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _plain(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def _sheet_cell(sheet: Any, value: Any) -> "Cell":
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 - as in `to_xlsx`

    cell = WriteOnlyCell(sheet, value=value)
    if isinstance(value, str):
        cell.data_type = "s"  # also where it begins with a formula's sign
    return cell
