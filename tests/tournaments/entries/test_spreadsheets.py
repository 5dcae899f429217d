"""Lists from files as people have them: encodings, sheets, sizes; and lists for spreadsheets that calculate nothing."""

import io
import zipfile
from datetime import date

import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.entries.services import roster, spreadsheets
from tournaments.entries.services.spreadsheets import Unreadable


def sheet(*rows) -> bytes:
    """An XLSX file of these rows."""
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def read(data, columns=("name", "rating")):
    return spreadsheets.read(data, allowed=columns, needed=("name",))


NAMES = "name,rating\nŻaneta,1\nBjörn,2\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_unicode_is_read_by_its_mark(encoding):
    data = NAMES.encode(encoding)
    data = b"\xff\xfe" + data if encoding == "utf-16-le" else data
    found = read(data)
    assert [row.cells[0] for row in found.rows] == ["Żaneta", "Björn"]
    assert found.guessed == ""


def test_windows_1252_is_guessed_and_said():
    found = read("name;rating\nBjörn;2\n“Zoë”;3".encode("cp1252"))
    assert [row.cells[0] for row in found.rows] == ["Björn", "“Zoë”"]
    assert found.guessed == "Windows-1252"


def test_a_sheet_is_read_as_it_looks():
    found = read(sheet(["Name", "rating"], ["Ana", 1540.0], [" Ben ", None], [], ["Cem", "=1+1"], [None, None]))
    assert [(row.line, row.cells) for row in found.rows] == [
        (2, ("Ana", "1540")),
        (3, ("Ben", "")),
        (4, ("", "")),
        (5, ("Cem", "")),
    ], "a formula without a kept value is empty; empty rows at the end are none"


def test_a_roster_may_be_a_sheet_and_its_problems_name_the_rows():
    found = roster.read(sheet(["name", "rating"], ["Ana", 1540], ["Ben", "strong"], ["Cem", date(2026, 1, 1)]))
    assert [(line.line, line.name, line.rating) for line in found.lines] == [(2, "Ana", 1540)]
    assert [problem.line for problem in found.problems] == [3, 4]


def test_a_sheet_sent_back_as_text_keeps_its_lines():
    found = read(sheet(["name", "rating"], ["Ana", 1], [], ["Two\nlines", 3]))
    again = read(spreadsheets.as_text(found))
    assert [row.line for row in again.rows] == [2, 3, 4]
    assert again.rows[2].cells == ("Two lines", "3")


def test_a_small_file_that_unfolds_to_gigabytes_is_refused_before_it_does():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * 30_000_000)
    with pytest.raises(Unreadable, match=r"30\.0 MB; a list has at most 20 MB"):
        read(out.getvalue())


@pytest.mark.parametrize("data", [b"PK\x03\x04 and then nothing", sheet(["name"])[:400]])
def test_a_broken_sheet_is_refused(data):
    with pytest.raises(Unreadable, match="XLSX file cannot be read"):
        read(data)


def test_too_many_lines_columns_letters():
    with pytest.raises(Unreadable, match="at most 2000"):
        read(sheet(["name"], *([f"P{n}"] for n in range(2500))))
    with pytest.raises(Unreadable, match="at most 60 columns"):
        read("name\n" + "," * 80)
    with pytest.raises(Unreadable, match="at most 500 letters") as bad:
        read("name\nAna\n" + "x" * 600)
    assert bad.value.line == 3


TRICKS = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx"]


@pytest.mark.parametrize("trick", TRICKS)
def test_no_cell_is_calculated_and_it_comes_back_as_it_was(trick):
    text = spreadsheets.to_csv(["name", "rating"], [[trick, -5]]).decode("utf-8-sig")
    assert f"'{trick[0]}" in text
    assert "'-5" not in text, "a number is a number"
    packed = spreadsheets.to_xlsx("list", ["name"], [[trick]])
    cell = openpyxl.load_workbook(io.BytesIO(packed)).active["A2"]
    assert (cell.data_type, cell.value) == ("s", trick)
    assert read(text).rows[0].cells[0] == read(packed).rows[0].cells[0] == trick.strip()


@example([";", ";"])  # each line but the first has the same other sign
@example(["; \u2028" * 5 + ";"])  # a line ends there for some programs, and not in a file
@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20), min_size=1, max_size=5
    )
)
def test_what_is_written_is_read_again(names):
    rows = [[name.strip(), 7] for name in names]
    kept = [name.strip() for name in names]
    if any(name.startswith("'") for name in kept):
        return  # a quote of their own before a formula's sign is the one thing that cannot be told apart
    assert [row.cells[0] for row in read(spreadsheets.to_csv(["name", "rating"], rows)).rows] == kept


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    found = roster.read(data)
    assert found.lines or found.problems
