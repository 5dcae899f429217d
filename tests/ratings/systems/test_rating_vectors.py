"""The published rating vectors: every kind that Elo covers is met, every other is reported as failed."""

import json
from pathlib import Path

import pytest

from ratings.systems import conformance, fide

FILE = Path(__file__).parents[2] / "data" / "ratings" / "vectors.json"
DATA = json.loads(FILE.read_text(encoding="utf-8"))
ELO = [case for case in DATA["vectors"] if case["kind"] in conformance.KINDS]


@pytest.mark.parametrize("case", ELO, ids=lambda case: case["id"])
def test_vector(case):
    assert conformance.fault(case) is None


def test_the_command_counts_what_no_system_answers_as_failed(capsys):
    code = conformance.main([str(FILE)])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"{len(ELO)} passed, {len(DATA['vectors']) - len(ELO)} failed"
    assert code == 1


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
