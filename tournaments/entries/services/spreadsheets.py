"""Lists as text or files: CSV in any usual encoding and XLSX, read into rows of cells with their lines, and written."""

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any

import openpyxl
from django.utils.translation import gettext as _
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Font

from doors import texts

MOST_BYTES = 1_000_000
MOST_UNPACKED = 20_000_000  # of a packed sheet: a small file can unfold to gigabytes
MOST_LINES = 2_000
MOST_COLUMNS = 60
MOST_LETTERS = 500  # in one cell
DELIMITERS = ",;\t"
PACKED = b"PK\x03\x04"
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would calculate


class Unreadable(Exception):
    """A list that cannot be read at all; `line` from 1, 0 for the whole file. The text is for people."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.line = line


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line where it begins, and its cells without blanks around them."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A list: the names of its columns, its rows below them, and the encoding if it was guessed. Without a header the
    columns are the usual ones."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    guessed: str = ""
    allowed: tuple[str, ...] = ()
    has_header: bool = True

    def named(self, row: Row) -> dict[str, str]:
        """The cells of a row by every column that is allowed, "" where it has none."""
        return {**dict.fromkeys(self.allowed, ""), **dict(zip(self.columns, row.cells, strict=False))}


def read(data: str | bytes, *, allowed: Sequence[str], needed: Sequence[str], usual: Sequence[str] = ()) -> Table:
    """Read a list whose first line names its columns; comma, semicolon or tab between, or the first sheet of XLSX.
    Where there are `usual` columns and the first line names none that is allowed, it is a row like the others. Empty
    lines at the end are nothing.

    Raises Unreadable for what is too big, no text, of unknown columns, or without one of the `needed` ones.
    """
    rows, guessed = _sheet(data) if isinstance(data, bytes) and data[:4] == PACKED else _text_rows(data)
    header = next(rows, None)
    if header is None or not any(header.cells):
        said = {"columns": ",".join(allowed)}
        raise Unreadable(1, _("The header is missing: the first line names the columns %(columns)s.") % said)
    columns = [cell.lower() for cell in header.cells]
    while columns and not columns[-1]:
        columns.pop()
    has_header = not usual or bool(set(columns) & set(allowed))
    if not has_header:
        columns, rows = list(usual), chain([header], rows)
    _check_columns(columns, allowed, needed)
    found = list(rows)
    while found and not any(found[-1].cells):
        found.pop()
    return Table(tuple(columns), tuple(found), guessed, tuple(allowed), has_header)


def without_header(data: str | bytes) -> Table:
    """A list whose rows are all alike: no line names columns. Raises Unreadable for what is too big or no text."""
    rows, guessed = _sheet(data) if isinstance(data, bytes) and data[:4] == PACKED else _text_rows(data)
    return Table((), tuple(rows), guessed, has_header=False)


def as_text(table: Table) -> str:
    """A list as CSV, every row on the line where it stood: what a form sends back when the list is accepted."""
    out: list[str] = [_csv_line(table.columns)] if table.has_header else []
    for row in table.rows:
        out += [""] * (row.line - len(out) - 1)
        out.append(_csv_line([cell.replace("\n", " ").replace("\r", " ") for cell in row.cells]))
    return "\n".join(out) + "\n"


def to_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A list as CSV: UTF-8 with a mark, which spreadsheets need, and no cell that one would calculate."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_harmless(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def to_xlsx(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A list as an XLSX file with one sheet: numbers as numbers, all else as text that is never calculated."""
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
    _check_lines(max(text.count("\n"), text.count("\r")) - 1)
    if "\0" in text:
        raise Unreadable(text[: text.index("\0")].count("\n") + 1, _("This is not a text file."))
    first = text.splitlines()[0] if text.strip() else ""
    delimiter = next((sign for sign in DELIMITERS if sign in first), ",")
    return _csv_rows(text, delimiter), guessed


def text_of(data: bytes) -> str:
    """A file as text, in whatever encoding it is; what cannot be read is marked."""
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
    """A row, its cells stripped of blanks and of the mark that `to_csv` puts before a formula's sign."""
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


def _check_columns(columns: Sequence[str], allowed: Sequence[str], needed: Sequence[str]) -> None:
    names = ", ".join(allowed)
    for column in columns:
        if column not in allowed:
            said = {"column": column[:40], "allowed": names}
            raise Unreadable(1, _("There is no column “%(column)s”. Allowed are: %(allowed)s.") % said)
        if columns.count(column) > 1:
            raise Unreadable(1, _("The column “%(column)s” appears twice.") % {"column": column})
    for column in needed:
        if column not in columns:
            said = {"column": column, "allowed": names}
            raise Unreadable(1, _("The column “%(column)s” is missing. Allowed are: %(allowed)s.") % said)


def _check_size(size: int, most: int) -> None:
    if size > most:
        said = {"size": f"{size / 1e6:.1f}", "most": most // 1_000_000}
        raise Unreadable(0, _("The file has %(size)s MB; a list has at most %(most)d MB.") % said)


def _check_lines(lines: int) -> None:
    if lines > MOST_LINES:
        said = {"lines": lines + 1, "most": MOST_LINES}
        raise Unreadable(0, _("The file has %(lines)d lines; a list has at most %(most)d.") % said)


def _csv_line(cells: Sequence[str]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def _harmless(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula gets a quote before it (OWASP, "CSV Injection")."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _plain(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def _sheet_cell(sheet: Any, value: Any) -> Cell:
    cell = WriteOnlyCell(sheet, value=value)
    if isinstance(value, str):
        cell.data_type = "s"  # also where it begins with a formula's sign
    return cell
