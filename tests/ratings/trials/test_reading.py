"""Files of results: every bad line is named, whatever is wrong with it; good lines come in order of date and line."""

import gzip
import tracemalloc
from datetime import UTC, datetime, timedelta

import pytest

from ratings.trials import BadFile, read, reading

HEAD = "date,player_a,player_b,score_a"
GOOD = f"{HEAD}\n2026-01-02,Ann,Bob,1\n2026-01-01,Cem,Ann,0.5\n2026-01-02,Bob,Cem,0\n"


def written(tmp_path, text, name="results.csv"):
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_matches_come_in_order_of_date_and_line(tmp_path):
    table = read(written(tmp_path, GOOD))
    assert [match.id for match in table.matches] == [3, 2, 4]
    assert table.players == 3
    assert table.notes == ("no margins: the margin of every match is taken as 1 for its winner",)
    assert [match.margin for match in table.matches] == [0.0, 1.0, -1.0]


def test_gzipped_with_a_byte_order_mark(tmp_path):
    assert len(read(written(tmp_path, gzip.compress(b"\xef\xbb\xbf" + GOOD.encode()), "r.gz")).matches) == 3


def test_margins_and_hands(tmp_path):
    table = read(written(tmp_path, f"{HEAD},margin,hands\n2026-01-01,Ann,Bob,1,31,6\n2026-01-02,Ann,Bob,0,,4\n"))
    assert [(match.margin, match.deals, match.expected_deals) for match in table.matches] == [(31, 6, 6), (-31, 4, 4)]
    assert table.notes == ("1 matches have no margin: the mean of the others, 31, for the winner",)


def test_the_files_own_names(tmp_path):
    file = written(tmp_path, "day,home,away,result\n2026-01-01T20:00:00+01:00,Ann,Bob,1.0\n")
    names = {"date": "day", "player_a": "home", "player_b": "away", "score_a": "result"}
    match = read(file, names).matches[0]
    assert (match.finished_at, match.score_a) == (1767294000.0, 1.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: no column date, player_a, player_b, score_a"),
        ("date,player_a,player_b\n", "line 1: no column score_a; there are date, player_a, player_b"),
        (HEAD, "no match in the file"),
        (f"{HEAD}\n2026-01-01,Ann,Bob,2\n", "line 2: score_a is 1, 0.5 or 0, not '2'"),
        (f"{HEAD}\n2026-01-01,Ann,Bob,\n", "line 2: score_a is 1, 0.5 or 0, not ''"),
        (f"{HEAD}\n2026-01-01,Ann,Bob,1\n31.12.2026,Ann,Bob,1\n", "line 3: date is a date like 2026-11-20"),
        (f"{HEAD}\n2026-01-01,Ann,,1\n", "line 2: player_a and player_b need a name"),
        (f"{HEAD}\n2026-01-01,Ann,Ann,1\n", "line 2: Ann plays against themselves"),
        (
            f"{HEAD},margin\n2026-01-01,Ann,Bob,1,nan\n",
            "line 2: margin is a number between -1e+09 and 1e+09, not 'nan'",
        ),
        (f"{HEAD},margin\n2026-01-01,Ann,Bob,1,-inf\n", "line 2: margin is a number between -1e+09 and 1e+09"),
        (f"{HEAD},margin\n2026-01-01,Ann,Bob,1,{'9' * 400}\n", "line 2: margin is a number between"),
        (f"{HEAD},hands\n2026-01-01,Ann,Bob,1,0\n", "line 2: hands is a whole number from 1 to 1000000, not '0'"),
        (f"{HEAD},hands\n2026-01-01,Ann,Bob,1,{10**30}\n", "line 2: hands is a whole number from 1 to 1000000"),
        (f"{HEAD},hands\n2026-01-01,Ann,Bob,1,nan\n", "line 2: hands is a whole number from 1 to 1000000"),
        (f"{HEAD},hands\n2026-01-01,Ann,Bob,1,2.5\n", "line 2: hands is a whole number from 1 to 1000000"),
        (f"{HEAD}\n2026-01-01,Ann,Bob,-1\n", "line 2: score_a is 1, 0.5 or 0, not '-1'"),
        (f"{HEAD}\n2026-01-01,Ann,Bob,inf\n", "line 2: score_a is 1, 0.5 or 0, not 'inf'"),
        (f"{HEAD}\n2026-01-01,Ann\n", "line 2: player_a and player_b need a name"),
        (f"{HEAD}\n9999-12-31,Ann,Bob,1\n", "line 2: date is not in the future, as '9999-12-31' is"),
        (f"{HEAD}\n2026-02-30,Ann,Bob,1\n", "line 2: date is a date like 2026-11-20, not '2026-02-30'"),
        (f"{HEAD},date\n2026-01-01,Ann,Bob,1,2026-01-01\n", "line 1: column date stands there twice"),
        (f"{HEAD}\n2026-01-01,{'A' * 70_000},Bob,1\n", "line 2: longer than 65536 characters"),
        (HEAD + "\n" + '2026-01-01,"' + "Ann\n" * 50_000, "field larger than field limit"),
        (b"PK\x03\x04 no results at all \xff", "results.csv: "),
        (gzip.compress((GOOD + "2026-01-03,Ann,Bob,1\n" * 20_000).encode(), mtime=0)[:-40], "results.csv, after line "),
        (gzip.compress(GOOD.encode(), mtime=0)[:15] + b"!!!!", "results.csv: "),
        (b"\xff\xfe\x00", "results.csv: "),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, said):
    with pytest.raises(BadFile) as caught:
        read(written(tmp_path, text))
    assert said in str(caught.value)


def test_a_column_that_is_not_ours_cannot_be_mapped(tmp_path):
    with pytest.raises(BadFile, match="no column 'winner' can be mapped"):
        read(written(tmp_path, GOOD), {"winner": "x"})


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadFile, match=r"nowhere\.csv"):
        read(tmp_path / "nowhere.csv")


def test_a_tomorrow_that_has_begun_elsewhere_is_not_the_future(tmp_path):
    soon = (datetime.now(UTC) + timedelta(hours=14)).isoformat()
    assert len(read(written(tmp_path, f"{HEAD}\n{soon},Ann,Bob,1\n")).matches) == 1


def test_columns_give_the_same_matches_one_by_one_in_parts_and_from_behind(tmp_path):
    matches = read(written(tmp_path, GOOD)).matches
    assert list(matches) == [matches[0], matches[1], matches[-1]]
    assert list(matches[1:]) == list(matches)[1:]
    assert list(matches[:2][1:]) == [matches[1]]
    with pytest.raises(IndexError):
        matches[3]


@pytest.mark.parametrize(
    ("limit", "said"),
    [("MOST_MATCHES", "line 4: more than 2 matches"), ("MOST_PLAYERS", "line 3: more than 2 players")],
)
def test_what_would_not_fit_is_refused_where_it_begins(tmp_path, monkeypatch, limit, said):
    monkeypatch.setattr(reading, limit, 2)
    with pytest.raises(BadFile, match=said):
        read(written(tmp_path, GOOD))


def test_a_line_without_end_is_refused_before_it_is_read(tmp_path):
    """A hundred megabytes in one line, packed: no more of it is unpacked than may be a line."""
    file = tmp_path / "endless.csv.gz"
    with gzip.open(file, "wb", compresslevel=1) as out:
        out.write(f"{HEAD}\n".encode())
        for _ in range(100):
            out.write(b"a" * 1_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(BadFile, match="line 2: longer than 65536 characters"):
            read(file)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_a_match_takes_a_few_dozen_bytes(tmp_path):
    """So a file of a gigabyte fits: its lines are never in memory together."""
    file = tmp_path / "many.csv"
    with file.open("w") as out:
        out.write(f"{HEAD},margin,hands\n")
        out.writelines(
            f"2020-01-{n % 28 + 1:02},Player {n % 90},Player {n % 91 + 100},1,{n % 80},7\n" for n in range(5_000)
        )
    tracemalloc.start()
    try:
        table = read(file)
        held, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(table.matches) == 5_000
    assert held < 50 * 5_000
    assert peak < 100 * 5_000 + 500_000, "the order by date needs its own copy"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_files_in_every_encoding_and_with_every_sign_between_are_one_table(tmp_path, encoding, sign):
    text = "date,player_a,player_b,score_a\n2026-01-01,José,Bo,1\n".replace(",", sign)
    path = tmp_path / "results.csv"
    path.write_bytes(text.encode(encoding))
    table = read(path)
    assert (len(table.matches), table.players) == (1, 2)
    assert ("no UTF-8: read as Windows-1252" in table.notes) is (encoding == "cp1252")
