"""The published rating vectors are met, and the command that runs them says what fails."""

import json
from pathlib import Path

import pytest

from ratings.systems import conformance
from ratings.systems.formulas import fide

FILE = Path(__file__).parents[2] / "data" / "ratings" / "vectors.json"
DATA = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", DATA["vectors"], ids=lambda case: case["id"])
def test_vector(case):
    assert conformance.fault(case) is None


def test_the_command_counts_what_passes(capsys):
    assert conformance.main([str(FILE)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{len(DATA['vectors'])} passed, 0 failed"


def test_a_kind_that_no_system_answers_fails(tmp_path, capsys):
    file = tmp_path / "more.json"
    file.write_text(json.dumps([{"id": "x", "kind": "tarot", "input": {}, "expect": {}, "tol": 1}]))
    assert conformance.main([str(file)]) == 1
    assert "no system answers the kind 'tarot'" in capsys.readouterr().out


def test_a_wrong_number_fails():
    case = {"id": "x", "kind": "elo_expected", "input": {"diff": 0}, "expect": {"e": 0.51}, "tol": 1e-9}
    assert "0.5 instead of 0.51" in (conformance.fault(case) or "")


def test_fide_tables_are_the_published_ones():
    bounds = [bound for bound, _ in DATA["fide_pd_upper_bounds"]]
    assert list(fide.PD_UPPER_BOUNDS) == bounds
    assert [fide.score_probability(bound) for bound in bounds] == [share for _, share in DATA["fide_pd_upper_bounds"]]
    assert fide.score_probability(736) == 1.0
    assert fide.score_probability(-736) == 0.0
    assert {f"{n / 100:.2f}": fide.rating_difference(n) for n in range(101)} == DATA["fide_dp"]
