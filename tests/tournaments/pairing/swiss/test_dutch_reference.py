"""The rounds of the reference tournaments: opponents, who deals first, and the order of boards, all equal."""

import io
import json
from pathlib import Path

import pytest

from tournaments import trf
from tournaments.pairing import CannotPair, pair
from tournaments.pairing.conformance import before, cases, difference, main

DATA = Path(__file__).resolve().parents[3] / "data" / "pairing"
FILES = ("dutch2026.jsonl.gz", "dutch2026_extended.jsonl.gz", "unpairable.json")
SMALL = 9_000  # characters of a report: up to some 50 players


def test_a_sample_of_every_file_is_as_in_the_reference():
    small = [case for name in FILES for case in cases(DATA / name) if len(case.report) < SMALL][::6]
    assert len(small) > 150
    assert [(case.name, wrong) for case in small if (wrong := difference(case))] == []


@pytest.mark.marathon
@pytest.mark.parametrize("name", FILES)
def test_every_round_is_as_in_the_reference(name):
    out = io.StringIO()
    assert main([str(DATA / name)], out) == 0, out.getvalue()
    counts = {"dutch2026.jsonl.gz": 1563, "dutch2026_extended.jsonl.gz": 514, "unpairable.json": 78}
    assert out.getvalue() == f"{counts[name]} passed, 0 failed\n"


@pytest.mark.parametrize("text", ["", "[]", "{half", "[1]", '{"id": 7}', None], ids=lambda text: repr(text))
def test_a_file_that_cannot_be_read_is_a_failure_and_hides_no_other(text, tmp_path):
    bad = tmp_path / "bad.json"  # None: a folder
    bad.mkdir() if text is None else bad.write_text(text)
    small = next(one for one in json.loads((DATA / "unpairable.json").read_text()) if len(one["input"]) < SMALL)
    (tmp_path / "good.json").write_text(json.dumps([{**small, "before": None}]))
    out = io.StringIO()
    assert main([str(bad), str(tmp_path / "good.json")], out) == 1
    assert out.getvalue().startswith(f"{bad}: ")
    assert out.getvalue().endswith("1 passed, 1 failed\n")


def test_the_words_beside_the_data_are_passed_over(tmp_path):
    small = next(one for one in json.loads((DATA / "unpairable.json").read_text()) if len(one["input"]) < SMALL)
    (tmp_path / "good.json").write_text(json.dumps([{**small, "before": None}]))
    out = io.StringIO()
    assert main([str(DATA / "README.md"), str(tmp_path / "good.json")], out) == 0
    assert out.getvalue() == "1 passed, 0 failed\n"


def test_an_unpairable_round_names_a_way_out():
    for one in json.loads((DATA / "unpairable.json").read_text()):
        place = trf.position(trf.read(one["input"]))
        found = pair(place.crosstable, place.rules)
        assert isinstance(found, CannotPair)
        assert found.witness
        assert [way for way, _ in found.ways_out if way != "end"], one["id"]


def test_the_report_before_a_round_keeps_who_asked_for_a_bye():
    one = {
        "trf": f"001    1      Ann{'':31}1500{'':29}1.0    1     2 w 1  0000 - H",
        "rounds": 3,
        "initial_colour": "white",
    }
    assert before(one, 1).splitlines()[0].endswith(" " * 29 + "       1"), "without the total, which is that of the end"
    assert before(one, 2).splitlines()[0].endswith("2 w 1  0000 - H")


def test_a_difference_is_told_and_fails(tmp_path):
    one = next(one for one in json.loads((DATA / "unpairable.json").read_text()) if one["before"])
    turned = {**one, "before": {**one["before"], "pairs": one["before"]["pairs"][::-1]}}
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps([turned]))
    out = io.StringIO()
    assert main([str(wrong)], out) == 1
    assert "board 1:" in out.getvalue()
    assert out.getvalue().endswith("1 passed, 1 failed\n")
    assert main([], out) == 2
