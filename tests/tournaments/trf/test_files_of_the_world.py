"""Report files as other programs write them: paired correctly, or refused with line and column."""

from pathlib import Path

import pytest

from tournaments import trf
from tournaments.pairing import Kind, pair

DATA = Path(__file__).resolve().parents[2] / "data" / "reports"
BASE = (DATA / "base.trf").read_text()
USUAL = [[2, 1], [4, 3], [6, 5]]


def position(text: str) -> trf.Position:
    return trf.position(trf.read(text, keep_faults=True))


def boards(text: str) -> list[list[int]]:
    place = position(text)
    found = pair(place.crosstable, place.rules)
    pairs = [*found.boards, *([(found.bye, 0)] if found.bye else [])]
    return [[place.numbers[a], place.numbers[b] if b else 0] for a, b in pairs]


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(trf.TrfError) as found:
        position(text)
    return [(one.line, one.column, one.field) for one in found.value.all]


def notes(text: str) -> list[tuple[int, int, trf.Unread]]:
    return [(one.line, one.column, one.why) for one in position(text).notes]


def with_line(line: str) -> str:
    return f"{BASE}{line}\n"


def with_001(number: int, at: int, word: str) -> str:
    """The base with other characters from a column on in the line of one player."""
    lines = BASE.splitlines()
    line = next(n for n, text in enumerate(lines) if text.startswith(f"001 {number:4d}"))
    lines[line] = lines[line][: at - 1].ljust(at - 1) + word + lines[line][at - 1 + len(word) :]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("base", USUAL),
        ("lower_xxr", USUAL),
        ("nopts", USUAL),
        ("rank0", USUAL),
        ("rankdot", USUAL),
        ("xxc_rank", USUAL),
        ("xxs310", USUAL),
        ("halfbye06", [[5, 1], [2, 3], [4, 6]]),
        ("prepab", [[7, 1], [2, 3], [4, 5]]),
        ("xxz", [[2, 1], [4, 5]]),
    ],
)
def test_each_small_file_gives_its_boards(name, expected):
    assert boards((DATA / f"{name}.trf").read_text()) == expected


def test_a_total_against_the_results_names_the_player():
    with pytest.raises(trf.TrfError, match=r"line 7, column 81: points: 0\.0 for 4 Di by the results, not 2\.5"):
        position((DATA / "badpoints.trf").read_text())


def test_every_fault_of_a_file_is_named_in_the_order_of_lines():
    text = (DATA / "badpoints.trf").read_text().replace("XXC white1", "XXC green1").replace("2 w 0", "2 x 0")
    assert faults(text) == [(3, 5, "initial colour"), (7, 81, "points"), (8, 97, "colour")]
    text = with_001(1, 49, "12a4").replace("4 w 1", "9 q 7")
    assert faults(text) == [(4, 49, "rating"), (4, 97, "colour")], "two faults of one line"
    assert faults(BASE.replace("XXR 5\n", "").replace("3 b 0", "2 b 0")) == [
        (0, 1, "number of rounds"),
        (5, 92, "opponent"),
        (8, 92, "opponent"),
    ], "3 and 2 each have somebody else against them"


@pytest.mark.parametrize("total", ["1.0", " 1.", "  .5", "1,0", "1.00", "   1", "    "])
def test_totals_are_read_as_programs_write_them(total):
    text = with_001(1, 81, f"{total:4}")
    if total.strip() == ".5":
        assert faults(text) == [(4, 81, "points")], "read, and against the results"
    else:
        assert boards(text) == USUAL


@pytest.mark.parametrize("total", ["1.0", "1.5"])
def test_a_total_may_hold_the_bye_of_the_next_round_or_not(total):
    assert boards(with_001(1, 81, f" {total}").replace("4 w 1", "4 w 1  0000 - H"))
    assert faults(with_001(1, 81, " 2.0").replace("4 w 1", "4 w 1  0000 - H")) == [(4, 81, "points")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "   \n", "\n\n"])
def test_line_ends_and_blanks_behind_a_line_say_nothing(end):
    assert boards(BASE.replace("\n", end)) == USUAL
    assert boards("\ufeff" + BASE) == USUAL


def test_lines_in_another_order_are_the_same_report():
    assert boards("\n".join(reversed(BASE.splitlines()))) == USUAL


def test_with_xxc_rank_the_order_of_the_lines_pairs_and_the_start_numbers_are_named():
    lines = BASE.replace("XXC white1", "XXC rank white1").splitlines()
    turned = "\n".join([*lines[:3], *lines[:2:-1]])
    plain = "\n".join(lines)
    there = {6: 1, 5: 2, 4: 3, 3: 4, 2: 5, 1: 6}
    as_numbered = plain
    for n in there:
        as_numbered = as_numbered.replace(f"001    {n} ", f"001    #{there[n]} ")
        as_numbered = as_numbered.replace(f"          {n} w", f"          #{there[n]} w")
        as_numbered = as_numbered.replace(f"          {n} b", f"          #{there[n]} b")
    by_number = boards(as_numbered.replace("#", "").replace("rank ", ""))
    back = {place: number for number, place in there.items()}
    assert boards(turned) == [[back[a], back[b]] for a, b in by_number]
    assert boards(turned) != USUAL


@pytest.mark.parametrize(
    "line", ["XXZ 3 6", "xxz 3  6", "XXZ\t3\t6", "XXZ 3\nXXZ 6", "240 Z   2    3    6", "240 z 002 0003 0006"]
)
def test_absent_players_are_not_paired(line):
    assert boards(with_line(line)) == [[2, 1], [4, 5]]


def test_byes_written_beforehand_end_no_round_however_many_they_are():
    text = BASE.replace("3 b 0", "3 b 0  0000 - Z  0000 - Z  0000 - H")
    place = position(text)
    assert place.crosstable.rounds == 1
    assert not place.crosstable.rows[6].is_available


def test_a_round_that_everybody_spent_with_byes_is_over():
    text = "\n".join(f"{line}  0000 - H" if line.startswith("001") else line for line in BASE.splitlines())
    assert position(text).crosstable.rounds == 2


@pytest.mark.parametrize(
    ("sign", "kind", "points"), [("=", Kind.HALF, 5), ("-", Kind.ZERO, 0), ("+", Kind.FORFEIT, 10)]
)
def test_byes_of_trf06(sign, kind, points):
    text = with_001(1, 81, f" {points // 10}.{points % 10}").splitlines()
    text[3] = text[3][:91] + f"0000 - {sign}"
    text[6] = text[6][:91] + "0000 - Z"
    found = position("\n".join(text)).crosstable.result(1, 1)
    assert (found.kind, found.points) == (kind, points)


@pytest.mark.parametrize(
    ("line", "worth"),
    [
        ("XXS W=3 D=1 L=0", (30, 10, 0, 30, 0, 10)),
        ("XXS W=3 D=1 PAB=3", (30, 10, 0, 30, 0, 30)),
        ("XXS WW=1 BW=1 WD=.5 BD=0,5 WL=0 BL=0 FW=1 FL=0 FPB=1 HPB=.5 ZPB=0 PAB=1", (10, 5, 0, 10, 0, 10)),
        ("XXS W=3\nXXS FL=1", (30, 5, 0, 30, 10, 10)),
        ("162  W 3.0    D 1.0    P 2.0", (30, 10, 0, 30, 0, 20)),
        ("bbw  3.0", (30, 5, 0, 30, 0, 30)),
    ],
)
def test_points_are_read_however_they_are_given(line, worth):
    table = position(with_line(line)).crosstable.table
    assert (table.win, table.tie, table.loss, table.forfeit_win, table.forfeit_loss, table.pab) == worth


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("XXS W=", (10, 7, "points")),
        ("XXS Q=1", (10, 5, "points")),
        ("XXS W=0.25", (10, 7, "points")),
        ("XXS", (10, 5, "points")),
        ("XXS WW=1 BW=2", (10, 5, "WW")),
        ("XXZ 3 9", (10, 5, "start number")),
        ("XXZ 3 x", (10, 7, "start number")),
        ("XXA    9  1.0", (10, 5, "start number")),
        ("XXR 7", (10, 5, "number of rounds")),
        ("152 B", (10, 5, "initial colour")),
        ("152 x", (10, 5, "initial colour")),
        ("192 FIDE_DUBOV", (10, 5, "type of tournament")),
        ("192 FIDE_TEAM_BAKU", (10, 5, "type of tournament")),
        ("240 H\t2    1", (10, 6, "column")),
        ("299 +  2.0  2.5", (10, 1, "299")),
        ("299           1.0  000    1", (10, 1, "299")),
        ("299           one  001    1", (10, 14, "points")),
        ("299           1.0  001    9", (10, 5, "start number")),
    ],
)
def test_what_is_used_and_cannot_be_read_is_refused_with_line_and_column(line, place):
    assert faults(with_line(line)) == [place]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("XYZ 1 2", (10, 1, trf.Unread.CODE)),
        ("xxq", (10, 1, trf.Unread.CODE)),
        ("022 Vienna", (10, 1, trf.Unread.PEOPLE)),
        ("310   1 The Rooks", (10, 1, trf.Unread.TEAMS)),
        ("013 The Rooks                           1    2", (10, 1, trf.Unread.TEAMS)),
        ("250       1.0   1   1    1    2 more", (10, 32, trf.Unread.BEYOND)),
        ("192 CUSTOM_KNOCKOUT", (10, 5, trf.Unread.SYSTEM)),
    ],
)
def test_what_is_not_used_is_named_with_its_line(line, note):
    assert notes(with_line(line)) == [note]
    assert not notes(BASE)


def test_characters_between_fields_and_ranks_that_are_none_are_named():
    assert notes(with_001(1, 48, "x")) == [(4, 48, trf.Unread.STRAY)]
    assert notes(with_001(1, 86, "1st")) == [(4, 86, trf.Unread.RANK)]
    assert notes((DATA / "xxs310.trf").read_text()) == [(5, 81, trf.Unread.USUAL)]


def test_a_tab_between_columns_is_refused_where_it_stands():
    assert faults(BASE.replace("001    1 m    Ash", "001    1 m\tAsh"))[0] == (4, 11, "column")


def test_names_that_differ_behind_their_columns_stay_different():
    long = "Maximiliana Alexandrina von Habsburg"
    names = trf.in_columns({1: f"{long} the First", 2: f"{long} the Second", 3: "Ana", 4: "ana", 5: "Bo #9", 6: "Cy"})
    assert len({name.casefold() for name in names.values()}) == 6
    assert all(len(name) <= 33 for name in names.values())
    assert [trf.without_number(names[n], n) for n in (3, 4, 5, 6)] == ["Ana", "ana", "Bo #9", "Cy"]


def test_points_beside_those_of_the_results_count():
    line = "299          -0.5  001    1    2"
    assert trf.write(trf.read(line)).rstrip() == line
    table = position(
        with_line(line)
        .replace("1.0          4 w 1", "0.5          4 w 1")
        .replace("1.0          5 b 1", "0.5          5 b 1")
    ).crosstable
    assert [table.score(n) for n in (1, 2, 3)] == [5, 5, 10]
