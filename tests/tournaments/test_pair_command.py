"""`manage.py pair`: what it prints, and its exit codes."""

import json

import pytest
from django.core.management import CommandError, call_command

from tournaments.management.commands.pair import Command

FIVE = """001    1      Ann                               2341                             1.0    1     3 w 1
001    2      Bob                               2175                             1.0    2     4 b 1
001    3      Cem                               1965                             0.0    4     1 b 0
001    4      Dora                              1813                             0.0    5     2 w 0
001    5      Eve                               1800                             1.0    3  0000 - U
XXR 3
XXC white1
"""


@pytest.fixture
def report(tmp_path):
    def write(text=FIVE):
        path = tmp_path / "report.trf"
        path.write_text(text)
        return str(path)

    return write


def code_of(*arguments):
    with pytest.raises(CommandError) as found:
        call_command("pair", *arguments)
    return found.value.returncode, str(found.value)


def test_the_number_of_boards_then_a_pair_a_line(report, capsys):
    call_command("pair", report())
    assert capsys.readouterr().out.splitlines() == ["3", "5 1", "2 3", "4 0"]


def test_json_prints_the_list_of_the_data(report, capsys):
    call_command("pair", report(), "--json")
    assert json.loads(capsys.readouterr().out) == [[5, 1], [2, 3], [4, 0]]


def test_the_card_system_names_the_higher_ranked_first(report, capsys):
    call_command("pair", report(), "--system", "card")
    assert capsys.readouterr().out.splitlines()[1] == "1 5"


def test_explain_says_why(report, capsys):
    call_command("pair", report(), "--explain")
    said = capsys.readouterr().out
    assert "5 Eve deals first: both have their due turn." in said
    assert "The number of players is odd." in said


SIX = """001    1      Ann                               2341                             1.0    1     4 w 0     6 b 1
001    2      Bob                               2175                             1.0    2     5 w 0     3 b 1
001    3      Cem                               1965                             0.0    3     6 w 0     2 w 0
001    4      Dora                              1813                             1.0    4     1 b 1     5 b 0
001    5      Eve                               1800                             2.0    5     2 b 1     4 w 1
001    6      Finn                              1700                             1.0    6     3 b 1     1 w 0
XXR 4
XXC white1
"""


def test_explain_says_where_the_rounds_to_come_decided(report, capsys):
    call_command("pair", report(SIX), "--system", "card", "--explain")
    said = capsys.readouterr().out
    assert said.splitlines()[:4] == ["3", "5 6", "2 4", "1 3"]
    assert "This round alone would give 1 Ann – 2 Bob, 4 Dora – 3 Cem; then the next round could not be played." in said


def test_no_legal_pairing_is_code_1_with_ways_out(report):
    code, said = code_of(report(FIVE + "XXP 1 2 4 5\n"))
    assert code == 1
    assert "5 Eve can only meet 3 Cem." in said
    assert "Let 1 Ann and" in said


@pytest.mark.parametrize("place", ["trf.read", "trf.position", "pair", "reasons.explained"])
def test_our_fault_is_code_2_wherever_it_happens(report, monkeypatch, place):
    def breaks(*_said, **_more):
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(f"tournaments.management.commands.pair.{place}", breaks)
    assert code_of(report(), "--explain") == (2, "RuntimeError: a wheel came off")


def test_a_bad_request_is_code_3(report):
    assert code_of(report(FIVE.replace("XXR 3", "XXR 1")))[0] == 3
    assert code_of(report(FIVE.replace("1 b 0", "9 b 0")))[0] == 3
    assert code_of(report(FIVE.replace("2 w 0", "2 x 0")))[0] == 3


def test_a_wrong_option_is_code_3(capsys):
    with pytest.raises(SystemExit) as found:
        Command().create_parser("manage.py", "pair").parse_args(["x", "--system", "lim"])
    assert found.value.code == 3


def test_too_big_is_code_4(report):
    assert code_of(report(FIVE.replace("XXR 3", "XXR 300")))[0] == 4


def test_an_unreadable_file_is_code_5(tmp_path):
    assert code_of(str(tmp_path / "nothing.trf"))[0] == 5
    (tmp_path / "noise.trf").write_bytes(b"012 Caf\xe9\n012 Bj\x81rn\n")
    code, said = code_of(str(tmp_path / "noise.trf"))
    assert code == 5
    assert "line 1:" in said
