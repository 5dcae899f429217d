"""Files of results: every bad line is named, whatever is wrong with it; good ones come in order of date and line."""

import gzip

import pytest

from ratings.trials import BadFile, read

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
        (f"{HEAD}\n2026-01-01,Ann,Bob,\n", "line 2: score_a is a number, not ''"),
        (f"{HEAD}\n2026-01-01,Ann,Bob,1\n31.12.2026,Ann,Bob,1\n", "line 3: date is a date like 2026-11-20"),
        (f"{HEAD}\n2026-01-01,Ann,,1\n", "line 2: player_a and player_b need a name"),
        (f"{HEAD}\n2026-01-01,Ann,Ann,1\n", "line 2: Ann plays against themselves"),
        (f"{HEAD},margin\n2026-01-01,Ann,Bob,1,nan\n", "line 2: margin is a number, not 'nan'"),
        (f"{HEAD},hands\n2026-01-01,Ann,Bob,1,0\n", "line 2: hands is a whole number from 1, not '0'"),
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
