"""`python -m tournaments.pairing.pods`."""

import json

import pytest

from tournaments.pairing.pods.__main__ import main


def test_the_last_line_is_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["9", "--size", "3", "--rounds", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (found["repeats"], found["unmet"], found["seat_spread"]) == (0, 0, 1)
    assert [sorted(n for table in tables for n in table) for tables in found["rounds"]] == [list(range(1, 10))] * 4
    assert found["byes"] == [[]] * 4
    assert found["seconds"] >= 0


def test_a_bye_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["5", "--rounds", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sorted(int(line.split("bye: ")[1]) for line in lines[:5]) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["2", "--rounds", "3"], "2 players do not fill a table"),
        (["-4", "--rounds", "3"], "-4 players do not fill a table"),
        (["9", "--rounds", "0"], "choose 1 to 100 rounds"),
        (["9", "--rounds", "101"], "choose 1 to 100 rounds"),
        (["9", "--size", "2", "--rounds", "3"], "a table takes 3 to 7 players"),
        (["99999", "--rounds", "3"], "choose at most 10000"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(asked: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(asked) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("asked", [["nine", "--rounds", "3"], ["9"], ["9", "--rounds", "x"]])
def test_what_is_no_number_is_refused(asked: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(asked)
    assert left.value.code == 2
