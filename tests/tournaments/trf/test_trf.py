"""Report files: read, written, refused with line and column."""

import contextlib
import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments import trf
from tournaments.pairing import Kind

DATA = Path(__file__).resolve().parents[2] / "data" / "pairing"
FOUR = """012 Four of us
001    1      Ann                               2341                             1.0    1     3 w 1
001    2 m GM Bób                               2175 GER 12345678901 1990/01/31  1.0    2     4 b 1  0000 - H
001    3      Cem                                                                0.0    3     1 b 0
001    4      Dora                              1813                             0.0    4     2 w 0
142 3
152 B
162  W 3.0    D 1.0
192 FIDE_DUTCH
202 BH/C1,BH,DE
240 Z   2    4
250       1.0   1   1    1    2
260   1   3    1    4
XXA    3  1.0  0.5
XXP 1 2 3
### a remark
"""


def refused(text: str):
    with pytest.raises(trf.TrfError) as found:
        trf.position(trf.read(text))
    return found.value.line, found.value.column, found.value.field


def with_line(line: str) -> str:
    return FOUR + line + "\n"


def with_cell(cell: str) -> str:
    """The file with another first round for Ann."""
    lines = FOUR.splitlines()
    lines[1] = lines[1][:89] + cell
    return "\n".join(lines)


def test_a_file_is_written_as_it_was_read():
    assert trf.write(trf.read(FOUR)) == FOUR


def test_line_ends_of_every_kind_are_read():
    for end in ("\r", "\r\n"):
        assert trf.read(FOUR.replace("\n", end)) == trf.read(FOUR)
    assert trf.write(trf.read(FOUR), end="\r\n").count("\r\n") == FOUR.count("\n")


def test_every_report_of_the_data_is_written_as_it_was_read():
    with gzip.open(DATA / "dutch2026_extended.jsonl.gz", "rt") as file:
        lines = file.read().splitlines()
    texts = [step["input"] for line in lines[:12] for step in json.loads(line)["steps"]]
    assert len(texts) > 50
    for text in texts:
        again = trf.write(trf.read(text))
        assert trf.read(again).records == trf.read(text).records
        assert [line.split() for line in again.splitlines()] == [line.split() for line in text.splitlines() if line]


def test_the_position_before_the_next_round():
    place = trf.position(trf.read(FOUR.replace("XXP 1 2 3\n", "")))
    table, rules = place.crosstable, place.rules
    assert table.rounds == 1
    assert [n for n, row in table.rows.items() if row.is_available] == [1, 3], "a bye in the next round, or a line 240"
    assert [table.score(n) for n in (1, 2, 3, 4)] == [30, 30, 0, 0]
    assert table.rows[3].virtual == (10, 5)
    assert table.rows[1].virtual == (10,)
    assert table.result(1, 1).is_first is True
    assert table.result(3, 1).is_first is False
    assert rules.rounds == 3
    assert not rules.initial_first
    assert rules.forbidden == {frozenset((1, 4))}
    assert trf.system_of(trf.read(FOUR)).type == "FIDE_DUTCH"


def test_forbidden_pairs_of_other_rounds_do_not_count():
    assert (
        trf.position(trf.read(FOUR.replace("260   1   3", "260   3   3").replace("XXP 1 2 3\n", ""))).rules.forbidden
        == set()
    )


def test_byes_and_forfeits_have_their_kinds_and_points():
    text = """001    1      Ann                                                                1.0    1     2 w +
001    2      Bob                                                                0.0    2     1 b -
001    3      Cem                                                                0.5    3  0000 - H
001    4      Dora                                                               1.0    4  0000 - U
001    5      Eve                                                                0.0    5     6 w -
001    6      Finn                                                               0.0    6     5 b -
001    7      Gus                                                                0.0    7
001    8      Hal                                                                1.0    8  0000 - F
XXR 2
"""
    table = trf.position(trf.read(text)).crosstable
    found = {n: (table.result(n, 1).kind, table.score(n)) for n in table.rows}
    assert found == {
        1: (Kind.FORFEIT, 10),
        2: (Kind.FORFEIT, 0),
        3: (Kind.HALF, 5),
        4: (Kind.PAB, 10),
        5: (Kind.FORFEIT, 0),
        6: (Kind.FORFEIT, 0),
        7: (Kind.ZERO, 0),
        8: (Kind.FULL, 10),
    }


def test_who_began_is_seen_from_the_first_round_where_no_line_says_it():
    text = FOUR.replace("152 B\n", "").replace("XXP 1 2 3\n", "")
    assert trf.position(trf.read(text)).rules.initial_first
    assert not trf.position(trf.read(text.replace("3 w 1", "3 b 1").replace("1 b 0", "1 w 0"))).rules.initial_first


def test_baku_by_the_type_of_tournament_takes_the_upper_half():
    text = FOUR.replace("FIDE_DUTCH", "FIDE_DUTCH_2026_BAKU").replace("162  W 3.0    D 1.0\n", "")
    text = "".join(line for line in text.splitlines(keepends=True) if line[:3] not in {"250", "XXA", "XXP"})
    assert trf.position(trf.read(text)).rules.accelerated == {1, 2}


BOTH_WON = FOUR.replace("1 b 0", "1 b 1")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            with_line("001    1      Ann                                                                0.0"),
            (17, 5, "start number"),
        ),
        (
            with_line("001    x      Ann                                                                0.0"),
            (17, 5, "start number"),
        ),
        (
            with_line("001    5      Ann                                                                x.0"),
            (17, 81, "points"),
        ),
        (
            with_line("001    5      Ann                               12a4                             0.0"),
            (17, 49, "rating"),
        ),
        (with_cell("     3 w 7"), (2, 99, "result")),
        (with_cell("     3 x 1"), (2, 97, "colour")),
        (with_cell("     3 - 1"), (2, 97, "colour")),
        (with_cell("     3 w H"), (2, 99, "result")),
        (with_cell("     1 w 1"), (2, 92, "opponent")),
        (with_cell("     9 w 1"), (2, 92, "opponent")),
        (with_cell("     2 w 1"), (2, 92, "opponent")),
        (with_cell("     3 b 1"), (2, 97, "colour")),
        (with_cell("     3 w +"), (2, 99, "result")),
        (BOTH_WON, (2, 99, "result")),
        (BOTH_WON.replace("1 b 1", "1 b ="), (2, 99, "result")),
        (BOTH_WON.replace("3 w 1", "3 w +").replace("1 b 1", "1 b +"), (2, 99, "result")),
        (with_cell("  0000 - 1"), (2, 92, "opponent")),
        (with_cell("x    3 w 1"), (2, 92, "opponent")),
        (with_line("XXR many"), (17, 4, "number of rounds")),
        (with_line("XXR 0"), (17, 4, "number of rounds")),
        (with_line("142 1"), (17, 5, "number of rounds")),
        (with_line("152 G"), (17, 5, "initial colour")),
        (with_line("XXC green1"), (17, 5, "initial colour")),
        (with_line("162  Q 3.0"), (17, 6, "symbol")),
        (with_line("162"), (17, 6, "symbol")),
        (with_line("BBW win"), (17, 5, "points")),
        (with_line("192"), (17, 5, "type of tournament")),
        (with_line("202 BH,,DE"), (17, 5, "tie-breaks")),
        (with_line("240 Q   2    1"), (17, 5, "kind of bye")),
        (with_line("240 H   2    x"), (17, 11, "start number")),
        (with_line("240 H   2    9"), (17, 5, "start number")),
        (with_line("250  1.0  1.0   1   1    1    2"), (17, 5, "match points")),
        (with_line("250       1.0   2   1    1    2"), (17, 19, "last round")),
        (with_line("250       1.0   1   1    3    2"), (17, 28, "last player")),
        (with_line("260   3   1    1    2"), (17, 9, "last round")),
        (with_line("XXP 1"), (17, 5, "forbidden pair")),
        (with_line("XXP 1 x"), (17, 7, "start number")),
        (with_line("XXP 1 9"), (17, 5, "start number")),
        (with_line("XXA    1  one"), (17, 10, "points")),
        (with_line("299 1.0"), (17, 1, "299")),
        (FOUR.replace("142 3\n", ""), (0, 1, "number of rounds")),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(text, place):
    assert refused(text) == place


def test_what_is_too_big_says_so():
    with pytest.raises(trf.TooBig):
        trf.read("142 300")
    with pytest.raises(trf.TooBig):
        trf.read("XXP 1 10000")


numbers = st.integers(1, 9999)
tenths = st.integers(0, 999)
words = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20)
cells = st.one_of(
    st.builds(trf.Cell, numbers, st.sampled_from("wb"), st.sampled_from("1=0WDL+-")),
    st.builds(trf.Cell, st.just(0), st.just("-"), st.sampled_from("HFUZ")),
)
players = st.builds(
    trf.Player,
    number=st.just(1),
    name=words,
    sex=st.sampled_from(["", "m", "w"]),
    title=st.sampled_from(["", "GM", "WFM"]),
    rating=st.none() | st.integers(0, 9999),
    federation=st.sampled_from(["", "GER"]),
    fide_id=st.just("") | st.integers(1, 10**11 - 1).map(str),
    points=tenths,
    rank=st.none() | numbers,
    cells=st.lists(cells.filter(lambda cell: cell.opponent != 1), max_size=12).map(tuple),
)
two_or_more = st.lists(numbers, min_size=2, max_size=6, unique=True).map(tuple)
rounds = st.integers(1, 255)
spans = st.tuples(rounds, rounds).map(sorted)
records = st.one_of(
    st.builds(trf.Rounds, st.sampled_from(["142", "XXR"]), rounds),
    st.builds(trf.InitialColour, st.sampled_from(["152", "XXC"]), st.sampled_from("WB")),
    st.builds(
        trf.Points,
        st.just("162"),
        st.lists(st.tuples(st.sampled_from("WDLAPX"), tenths), min_size=1, max_size=6).map(tuple),
    ),
    st.builds(lambda value: trf.Points("BBW", (("W", value),)), tenths),
    st.builds(trf.System, st.just("192"), st.sampled_from(["FIDE_DUTCH", "CUSTOM_SWISS"])),
    st.builds(trf.TieBreaks, st.sampled_from(["202", "212"]), st.lists(words, min_size=1, max_size=5).map(tuple)),
    st.builds(trf.Byes, st.sampled_from("FHZ"), rounds, two_or_more),
    st.builds(lambda p, a, b: trf.Acceleration(p, *a, *b), tenths, spans, st.tuples(numbers, numbers).map(sorted)),
    st.builds(trf.VirtualPoints, numbers, st.lists(tenths, max_size=9).map(tuple)),
    st.builds(lambda n, span: trf.Forbidden("260", n, *span), two_or_more, spans),
    st.builds(lambda n: trf.Forbidden("XXP", n), two_or_more),
    st.builds(trf.Absent, two_or_more),
    st.builds(trf.Adjustment, st.integers(-999, 999), rounds, two_or_more),
    st.builds(lambda colour: trf.InitialColour("XXC", colour, by_place=True), st.sampled_from(["", "W", "B"])),
    st.builds(
        lambda values: trf.Points("XXS", tuple(values)),
        st.lists(st.tuples(st.sampled_from(["W", "D", "L", "PAB", "WW"]), tenths), min_size=1, max_size=6),
    ),
    st.builds(lambda text: trf.Other(f"012 {text}"), words),
)


@given(st.builds(lambda one, rest: (one, *rest), players, st.lists(records, max_size=12)))
def test_whatever_is_written_is_read_again(found):
    report = trf.Report(found)
    assert trf.read(trf.write(report)).records == report.records


def read_or_refused(text: str):
    try:
        return trf.read(text), None
    except trf.TrfError as error:
        return None, error


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    report, wrong = read_or_refused(text)
    if report is not None:
        assert trf.read(trf.write(report)).records == report.records
    else:
        assert wrong.line >= 1
        assert wrong.column >= 1


@given(st.data())
def test_a_damaged_file_is_read_or_refused(data):
    at = data.draw(st.integers(0, len(FOUR) - 1))
    text = FOUR[:at] + data.draw(st.characters(codec="utf-8")) + FOUR[at + 1 :]
    report, wrong = read_or_refused(text)
    assert wrong is None or wrong.allowed
    if report is not None:
        with contextlib.suppress(trf.TrfError):
            assert trf.position(report).crosstable.rounds >= 1
