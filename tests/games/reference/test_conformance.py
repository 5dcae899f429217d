"""The runner of reference answers: what passes, what fails, and what must never pass."""

import gzip
import json
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
import yaml

import games.engine as engine
from games.engine.play.options import OneOf, options_of
from games.live.presets import FIRST
from games.reference.__main__ import PLAYED as KINDS_IN_PLAY
from games.reference.__main__ import STEPS, main, run_case

DATA = Path(__file__).parents[2] / "data"
VECTORS = yaml.safe_load((DATA / "vectors.yaml").read_text(encoding="utf-8"))["vectors"]
HOUSE = yaml.safe_load((DATA / "house_vectors.yaml").read_text(encoding="utf-8"))["vectors"]


@pytest.mark.parametrize("case", [*VECTORS, *HOUSE], ids=lambda case: case["id"])
def test_reference_case(case):
    assert run_case(case) == []


def test_house_cases_are_told_apart_and_say_what_they_are_about():
    ids = [case["id"] for case in HOUSE]
    assert len(set(ids)) == len(ids)
    assert all(case["id"].startswith("H-") and case["rules"] and case["expect"] for case in HOUSE)
    assert {case["kind"] for case in HOUSE} == {*STEPS, *KINDS_IN_PLAY}  # every kind


def values_of(rules):
    """What a rule set says of each option of its kernel: a word or a switch as it is, a number by whether it is the
    usual one, so that a case for a knock limit of 5 stands for one of 6 as well."""
    usual = engine.VARIANTS[FIRST[rules.kernel.name]]
    for name, allowed in options_of(rules.kernel.name).items():
        value = getattr(rules, name)
        yield rules.kernel.name, name, value if isinstance(allowed, OneOf) else value == getattr(usual, name)
    yield rules.kernel.name, "shutout", rules.shutout.mode
    yield rules.kernel.name, "seats", rules.seating.name


def test_whatever_a_variant_says_is_met_by_a_case_worked_by_hand():
    """A variant made of values that have their cases needs none of its own; a new value needs one."""
    met = {one for case in (*VECTORS, *HOUSE) for one in values_of(engine.VARIANTS[case["preset"]])}
    said = {(*one, key) for key, rules in engine.VARIANTS.items() for one in values_of(rules)}
    assert sorted(map(str, [one for one in said if one[:3] not in met])) == []


def test_a_value_without_a_case_is_found():
    new = engine.rule_set("gin-pagat", same_card="gra", undercut_bonus=7)
    met = set(values_of(engine.VARIANTS["gin-pagat"]))
    assert set(values_of(new)) - met == {("gin", "same_card", "gra"), ("gin", "undercut_bonus", False)}


def test_the_cases_reach_every_variant_of_the_first_release():
    assert len({case["preset"] for case in HOUSE} & set(engine.VARIANTS)) >= 43


def test_all_kinds_of_cases_are_met():
    assert {case["kind"] for case in VECTORS} <= {*STEPS, *KINDS_IN_PLAY}
    assert len({case["kind"] for case in VECTORS}) > 25


COUNT = {
    "id": "X",
    "preset": "gin-pagat",
    "kind": "count",
    "given": {"hand": "7H 7C 7D 8H 9H"},
    "expect": {"count": 14},
}
PLAY = {
    "id": "Y",
    "preset": "gin-pagat",
    "kind": "play",
    "given": {"discard": "QH", "stock": "2C", "stock_size": 20, "hands": {"A": "AS", "B": "4H"}, "turn": "A"},
    "actions": ["A draw_stock", "A discard 4H"],
    "expect": {"error": "E_NOT_IN_HAND"},
}


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ({**COUNT, "expect": {"count": 15}}, "count: expected 15, got 14"),
        ({**COUNT, "expect": {"counts": 14}}, "counts: expected 14, got no such key"),
        ({**COUNT, "kind": "counting"}, "unknown kind counting"),
        ({**COUNT, "given": {"hand": "7H", "trump": "S"}}, "unknown in given: trump"),
        ({**COUNT, "given": {"hand": "7X"}}, "is no card"),
        ({**COUNT, "given": {}}, "KeyError: 'hand'"),
        ({**COUNT, "actions": ["A draw_stock"]}, "count has no actions"),
        ({**COUNT, "given": {"hand": 7}}, "given.hand: expected a text, got int"),
        ({**COUNT, "given": "7H"}, "given: expected names with values, got str"),
        ({**COUNT, "kind": ["count"]}, "kind: expected a name, got list"),
        ({**COUNT, "options": [1]}, "options: expected names with values, got list"),
        ({**COUNT, "expects": {"count": 1}}, "expects: expected none of that name, got one"),
        ({**COUNT, "expect": {}}, "expect: expected something to compare, got nothing"),
        ({**COUNT, "expect": None}, "expect: expected names with values, got NoneType"),
        ({"id": "X"}, "preset: expected one, got none"),
        ("X", "case: expected names with values, got str"),
        ({**COUNT, "kind": "conquian", "given": {}}, "gin-pagat is not played as conquian"),
        ({**PLAY, "actions": "A draw_stock"}, "actions: expected a list of commands, got str"),
        ({**PLAY, "actions": ["A"]}, "actions: expected who and what he does, got 'A'"),
        ({**PLAY, "actions": ["A peek_stock x"]}, "ValueError"),
        ({**COUNT, "expect": {"error": "E_OPTION"}}, "error: expected E_OPTION, got accepted"),
        ({**COUNT, "preset": "gin-nowhere", "expect": {"error": "E_OPTION"}}, "cannot be played"),
        ({**COUNT, "options": {"jokers": 2}, "expect": {"error": "E_OPTION"}}, "cannot be played"),
        ({**PLAY, "expect": {"error": "E_PHASE"}}, "error: expected E_PHASE, got E_NOT_IN_HAND"),
        ({**PLAY, "expect": {"turn": "B"}}, "A discard 4H is refused"),
        ({**PLAY, "actions": ["A draw_stock", "A discard 4H", "A discard AS"]}, "A discard 4H is refused"),
        ({**PLAY, "actions": ["A fly"]}, "do: allowed is"),
        ({**PLAY, "actions": ["DIR fly"]}, "unknown entry of the director"),
        ({**PLAY, "actions": ["A draw_stock 2C"]}, "takes nothing"),
        ({**PLAY, "actions": ["A draw_stock"], "expect": {"hand_A": "AS 3C"}}, "hand_A: expected AS 3C, got 2C AS"),
        ({**PLAY, "actions": [], "given": {"hands": {"A": "AS", "B": "AS"}}}, "the position cannot be set up"),
        ({**PLAY, "actions": [], "given": {"phase": "dreaming"}}, "unknown phase dreaming"),
    ],
)
def test_what_is_wrong_with_a_case(case, said):
    assert any(said in failure for failure in run_case(case))


def test_cards_compare_however_they_are_written():
    case = {**PLAY, "actions": ["A draw_stock"], "expect": {"hand_A": "2c as", "result": None, "discard_top": "qh"}}
    assert run_case(case) == []


def test_the_command_line_counts_and_sets_its_status(tmp_path):
    file = tmp_path / "two.yaml"
    file.write_text(yaml.safe_dump({"vectors": [COUNT, {**COUNT, "id": "Z", "expect": {"count": 1}}]}))
    run = subprocess.run(
        [sys.executable, "-m", "games.reference", str(file)], capture_output=True, text=True, check=False
    )
    assert run.stdout.splitlines() == [f"{file}: Z: count: expected 1, got 14", "1 passed, 1 failed"]
    assert run.returncode == 1


def test_a_case_that_cannot_be_run_fails_alone(tmp_path, capsys):
    """A comma in a note without quotes makes names without values: they are no keys."""
    file = tmp_path / "mixed.yaml"
    file.write_text(
        "vectors:\n- 7\n- {id: A, kind: count}\n"
        "- {id: B, preset: gin-pagat, kind: count, given: {hand: 7H}, expect: {count: 7}, note: one card, no meld}\n"
        "- {id: C, preset: colonel-fosdick, options: {challenge: on}, kind: deck, expect: {stock: 31}}\n"
    )
    assert main([str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{file}: case 1: case: expected names with values, got int",
        f"{file}: A: preset: expected one, got none",
        f"{file}: A: expect: expected one, got none",
        "2 passed, 2 failed",
    ]


def test_the_content_says_what_a_row_is(tmp_path, capsys):
    rows = tmp_path / "rows.jsonl.gz"
    knock = (DATA / "engine" / "layoff_vectors.jsonl").read_text().splitlines()[0]
    with gzip.open(rows, "wt") as file:
        file.write("\n".join([knock, json.dumps(COUNT), "", "{", "[]"]))
    table = tmp_path / "more.tsv"
    table.write_text("hand\tmin_deadwood\nAs 2s 3s 4d\t4\nAs\n")
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps([COUNT]))
    assert main([str(rows), str(table), str(cases)]) == 1
    *failures, last = capsys.readouterr().out.splitlines()
    assert last == "4 passed, 3 failed"
    assert [failure.split(": ")[1] for failure in failures] == ["line 4", "line 5", "line 3"]


def test_a_file_that_cannot_be_read_is_a_failure(tmp_path, capsys):
    (tmp_path / "broken.yaml").write_text("vectors: [")
    (tmp_path / "notes.txt").write_text("")
    names = [str(tmp_path / name) for name in ("broken.yaml", "missing.yaml", "notes.txt")]
    assert main(names) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 3 failed"
    empty = tmp_path / "empty.yaml"
    empty.write_text("vectors: []")
    assert main([]) == main([str(empty)]) == 1


def test_rows_of_the_data_run_too(tmp_path, capsys):
    tsv = tmp_path / "deadwood_few.tsv.gz"
    with gzip.open(DATA / "engine" / "deadwood11_random.tsv.gz", "rt") as source, gzip.open(tsv, "wt") as few:
        few.writelines(source.readline() for _ in range(50))
        few.write("As 2s Ac 5c 9c Kc 2d 4d 7d Kd 2h\t1\t37\n")
    rows = (DATA / "engine" / "layoff_vectors.jsonl").read_text().splitlines()[:20]
    bad = {**json.loads(rows[0]), "knocker_deadwood": 99}
    jsonl = tmp_path / "layoff_few.jsonl"
    jsonl.write_text("\n".join([*rows, json.dumps(bad)]) + "\n")
    assert main([str(tsv), str(jsonl)]) == 1
    *failures, last = capsys.readouterr().out.splitlines()
    assert last == "69 passed, 2 failed"
    assert failures == [
        f"{tsv}: line 51: min_deadwood_all11: expected 1, got 47",
        f"{jsonl}: line 21: knocker_deadwood: expected 99, got 4",
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", ["default", "gin20_under10", "oklahoma", "straight_knock0"])
def test_shared_games_are_followed_move_by_move(name, tmp_path, capsys):
    """Every tenth game of each file; all of them: test_every_shared_game_is_followed."""
    few = tmp_path / f"games_{name}.jsonl"
    with gzip.open(DATA / "engine" / f"games_{name}.jsonl.gz", "rt") as source:
        few.write_text("".join(islice(source, 0, None, 10)))
    assert main([str(few)]) == 0
    assert capsys.readouterr().out == "120 passed, 0 failed\n"


def test_a_shared_game_that_goes_another_way_fails(tmp_path, capsys):
    with gzip.open(DATA / "engine" / "games_default.jsonl.gz", "rt") as source:
        row = json.loads(next(line for line in source if '"ending":"knock"' in line))
    other = {**row, "returns": [99.0, -99.0]}
    legal = {**row, "legal": [[row["legal"][0][0], [54]], *row["legal"][1:]]}
    early = {**row, "actions": row["actions"][:40]}
    file = tmp_path / "games_odd.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in (other, legal, early)))
    assert main([str(file)]) == 1
    *failures, last = capsys.readouterr().out.splitlines()
    assert last == "0 passed, 3 failed"
    assert ["points: expected 99.0" in failures[0], "expected [54], got [52, 54]" in failures[1]] == [True, True]


@pytest.mark.marathon
@pytest.mark.parametrize("name", ["default", "gin20_under10", "oklahoma", "straight_knock0"])
def test_every_shared_game_is_followed(name, capsys):
    assert main([str(DATA / "engine" / f"games_{name}.jsonl.gz")]) == 0
    assert capsys.readouterr().out == "1200 passed, 0 failed\n"


@pytest.mark.long
def test_all_reference_rows(capsys):
    names = [str(path) for path in sorted((DATA / "engine").glob("*")) if path.name.startswith(("deadwood", "layoff"))]
    assert main(names) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "202000 passed, 0 failed"
