"""A crosstable is written as a report, and paired again from it."""

import gzip
import json
from pathlib import Path

import pytest

from tournaments import trf
from tournaments.pairing import CannotPair, Crosstable, Kind, Result, Row, Rules, baku_group, pair, points_table

DATA = Path(__file__).resolve().parents[2] / "data" / "pairing"


def again(crosstable: Crosstable, rules: Rules):
    """The same position by way of a file."""
    ranks = {n: n for n in crosstable.rows}
    text = trf.write(trf.compose(crosstable, rules, title="Club evening", ranks=ranks, keys=("BH/C1", "DE")))
    return text, trf.position(trf.read(text), system=rules.system)


def test_a_position_is_paired_the_same_from_its_file():
    with gzip.open(DATA / "dutch2026_extended.jsonl.gz", "rt") as file:
        lines = [json.loads(line) for line in file][:40]
    seen = 0
    for step in (step for line in lines for step in line["steps"] if len(step["input"]) < 5_000):
        place = trf.position(trf.read(step["input"]))
        _, found = again(place.crosstable, place.rules)
        one, other = pair(place.crosstable, place.rules), pair(found.crosstable, found.rules)
        if isinstance(one, CannotPair):
            assert one == other
        else:
            assert (one.boards, one.bye) == (other.boards, other.bye)
        seen += 1
    assert seen > 60


def test_every_kind_of_round_has_its_mark():
    kinds = [
        Result(kind=Kind.PLAYED, opponent=2, points=2, is_first=True),
        Result(kind=Kind.ADJUSTED, opponent=3, points=1, is_first=False),
        Result(kind=Kind.ANNULLED, opponent=4, points=0, is_first=True),
        Result(kind=Kind.FORFEIT, opponent=5, points=2),
        Result(kind=Kind.DOUBLE_FORFEIT, opponent=6, points=0),
        Result(kind=Kind.PAB, points=2),
        Result(kind=Kind.HALF, points=1),
        Result(kind=Kind.FULL, points=2),
        Result(kind=Kind.ZERO),
    ]
    rows = {1: Row(number=1, name="Ann", results=tuple(kinds))}
    report = trf.compose(Crosstable(rows, len(kinds)), Rules(rounds=9), title="x", ranks={1: 1})
    [ann] = report.players
    assert "".join(cell.result for cell in ann.cells) == "1=0+-UHFZ"
    assert "".join(cell.colour for cell in ann.cells) == "wbwww----"
    assert ann.points == 50


def test_the_header_says_system_rounds_points_and_tie_breaks():
    rows = {n: Row(number=n, is_available=n != 8) for n in range(1, 9)}
    rules = Rules(system="dutch", rounds=5, initial_first=False, accelerated=baku_group(rows))
    text, found = again(Crosstable(rows, 0), rules)
    head = [line for line in text.splitlines() if not line.startswith("001")]
    assert head == [
        "012 Club evening",
        "142 5",
        "152 B",
        "192 FIDE_DUTCH_BAKU",
        "202 BH/C1,DE",
        "240 Z   1    8",
        "250       1.0   1   2    1    4",
        "250       0.5   3   3    1    4",
    ]
    assert found.crosstable.rows[4].virtual == (10, 10, 5)
    card = trf.compose(Crosstable(rows, 0, points_table("3-1-0")), Rules(rounds=5), title="x", ranks={})
    assert "162  W 3.0    D 1.0" in trf.write(card)
    assert "192 CUSTOM_SWISS" in trf.write(card)


def test_points_that_are_no_tenths_are_refused():
    rows = {1: Row(number=1, results=(Result(kind=Kind.PLAYED, opponent=1, points=1031),))}
    with pytest.raises(trf.TrfError):
        trf.compose(Crosstable(rows, 1, points_table("vp20")), Rules(rounds=5), title="x", ranks={})
