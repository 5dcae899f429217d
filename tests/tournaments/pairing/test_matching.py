"""Matching on py4swiss and on networkx: the same pairings, and one line in the log where py4swiss is missing."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import matching
from tournaments.pairing.conformance import cases, difference
from tournaments.pairing.matching import patient, swift

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "data" / "pairing"

WITHOUT = """
import sys
sys.modules["py4swiss"] = sys.modules["py4swiss.dynamicuint"] = sys.modules["py4swiss.matching_computer"] = None
from tournaments.pairing import matching, conformance
assert matching.computing.__name__.endswith(".patient")
sys.exit(conformance.main(sys.argv[1:], sys.stdout))
"""

wide = st.integers(1, 1 << 200)
edges = st.dictionaries(
    st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda edge: edge[0] < edge[1]), wide, max_size=20
)


def total(weights, mates):
    return sum(weights[u, v] for u, v in enumerate(mates) if u < v)


@given(edges)
def test_both_find_a_heaviest_matching(weights):
    found = []
    for kind in (swift, patient):
        computer = kind.Optimiser(9, 201)
        for (u, v), weight in weights.items():
            computer.set(u, v, weight)
        found.append(total(weights, computer.solve()))
    assert found[0] == found[1]


@given(edges, st.integers(0, 8), st.integers(1, 5))
def test_both_follow_a_nudge_and_forget_a_pair_that_is_taken_away(weights, gone, nudge):
    found = []
    for kind in (swift, patient):
        computer = kind.Optimiser(9, 201)
        for (u, v), weight in weights.items():
            computer.set(u, v, weight)
        computer.solve()
        changed = {}
        for (u, v), weight in weights.items():
            if gone in (u, v):
                computer.set(u, v, 0)
            else:
                computer.set(u, v, weight, nudge if u == 0 else 0)
                changed[u, v] = (weight << computer.low) + (nudge if u == 0 else 0)
        mates = computer.solve()
        assert mates[gone] == gone
        found.append(total(changed, mates))
    assert found[0] == found[1]


def test_a_nudge_wider_than_a_part_counts_in_full():
    computer = swift.Optimiser(1_200, 8)
    computer.set(0, 1, 5, 1 << 40)
    computer.set(1, 2, 5, (1 << 40) + 1)
    assert computer.solve()[1] == 2


def test_the_largest_matching_on_both(monkeypatch):
    path = [(n, n + 1) for n in range(7)]
    assert sum(mate == n for n, mate in enumerate(matching.largest(8, path))) == 0
    monkeypatch.setattr(matching, "computing", patient)
    assert sum(mate == n for n, mate in enumerate(matching.largest(8, path))) == 0
    assert matching.largest(2, []) == [0, 1]


def test_networkx_gives_the_reference_pairings_too(monkeypatch):
    monkeypatch.setattr(matching, "computing", patient)
    names = ("dutch2026.jsonl.gz", "dutch2026_extended.jsonl.gz")
    small = [case for name in names for case in cases(DATA / name) if len(case.report) < 3_000][::9]
    assert len(small) > 40
    assert [(case.name, wrong) for case in small if (wrong := difference(case))] == []


def test_without_py4swiss_the_log_says_so_once(tmp_path):
    few = tmp_path / "few.json"
    few.write_text(json.dumps(json.loads((DATA / "unpairable.json").read_text())[:8]))
    run = subprocess.run([sys.executable, "-c", WITHOUT, str(few)], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.endswith(" passed, 0 failed\n"), run.stdout + run.stderr
    assert run.stderr.count("py4swiss is not installed") == 1


@pytest.mark.marathon
def test_networkx_gives_the_reference_pairings_of_larger_fields(monkeypatch):
    monkeypatch.setattr(matching, "computing", patient)
    larger = [case for case in cases(DATA / "dutch2026.jsonl.gz") if 3_000 < len(case.report) < 9_000][::8]
    out = io.StringIO()
    for case in larger:
        print(case.name, difference(case), file=out)
    assert out.getvalue().count(" None\n") == len(larger) > 40
