"""`python -m games.reference FILE...`: check reference answers against the engine's public functions."""

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import yaml

import games.engine as engine
from games.reference import colonel_conquian, play, rows, seats, sheets, steps
from games.reference import games as shared
from games.reference.shape import misshapen
from games.reference.words import Answers, BadCase, Case

Failures = list[str]

STEPS: dict[str, Callable[[engine.RuleSet, Case], Answers]] = {
    "meld": steps.meld,
    "count": steps.count,
    "points": steps.points,
    "deck": steps.deck,
    "first_dealer": steps.first_dealer,
    "lost": steps.lost,
    "dealer": steps.dealer,
    "showdown": steps.showdown,
    "game": steps.game,
    "match": steps.match,
    "suits": sheets.suits,
    "columns": sheets.columns,
    "suitgame": sheets.suitgame,
    "colgame": colonel_conquian.colgame,
    "stake": colonel_conquian.stake,
    "roles": seats.roles,
    "cutthroat": seats.cutthroat,
    "cutthroat_settle": seats.cutthroat_settle,
    "chouette": seats.chouette,
    "chouette_settle": seats.chouette_settle,
    "battle": seats.battle,
    "battle_draw": seats.battle_draw,
    "battle_totals": seats.battle_totals,
    "team": seats.team,
    "team_game": seats.team_game,
    "team_boxes": seats.team_boxes,
    "team_pairing": seats.team_pairing,
    "team_dealer": seats.team_dealer,
    "given_count": seats.given_count,
}
PLAYED: dict[str, Callable[[engine.RuleSet, Case, list[str], bool], Answers]] = {
    "play": play.played,
    "irregularity": play.played,
    "colonel": colonel_conquian.colonel,
    "conquian": colonel_conquian.conquian,
}
UNNAMED = ("variant", "option")  # a name that is not in the rules is a slip of the case, never an answer to it
CARDS = ("exposed", "hand_A", "hand_B", "hand_C")
CARD = ("discard_top", "center")


class Plain(yaml.SafeLoader):
    """Safe YAML in which only `true` and `false` are booleans, so that `challenge: on` stays a word."""


Plain.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def main(names: list[str]) -> int:
    """Run every file, print a line for each failing case and then the totals; returns the exit status."""
    passed = failed = 0
    for name in names:
        for case, failures in run_file(Path(name)):
            passed, failed = passed + (not failures), failed + bool(failures)
            for failure in failures:
                print(f"{name}: {case}: {failure}")
    if not names:
        print("usage: python -m games.reference FILE...", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def run_file(path: Path) -> Iterator[tuple[str, Failures]]:
    """Run the cases of a file, and return each with its faults; a file that cannot be read is a failing case."""
    name = path.name.removesuffix(".gz")
    reader = next((read for endings, read in READERS.items() if name.endswith(endings)), None)
    if reader is None:
        yield "-", [_line("file", f"a name in {', '.join(sum(READERS, ()))} (or .gz)", path.name)]
        return
    try:
        with _opened(path) as file:
            yield from reader(file)
    except Exception as error:  # of the file, its packing or its YAML: other files go on
        said = " ".join(str(error).split())  # a parser speaks in several lines
        yield "-", [_line("file", "to be readable", f"{type(error).__name__}: {said}")]


def run_case(case: Case) -> Failures:
    """Run one case of a vector file and return its faults; none if it passes."""
    try:
        malformed = misshapen(case)
        return malformed or _compared_case(case)
    except Exception as error:  # whatever a case says, only this case fails
        return [_line("case", "to run", f"{type(error).__name__}: {error}")]


def _compared_case(case: Case) -> Failures:
    expect = case["expect"]
    try:
        rules = engine.rule_set(case["preset"], **(case.get("options") or {}))
        answers = _answers(rules, case)
    except engine.Unplayable as error:
        is_wrong = error.field in UNNAMED or expect != {"error": error.code}
        return [_line("rules", "to be playable", error)] if is_wrong else []
    except engine.Impossible as error:
        return [] if expect == {"error": error.code} else [_line("error", expect.get("error"), error)]
    return compared(expect, answers)


def compared(expect: Answers, answers: Answers) -> Failures:
    """The named keys whose values differ; a key that the kind does not answer differs too."""
    failures: Failures = []
    for key, wanted in expect.items():
        if key not in answers:
            got = "accepted" if key == "error" else "no such key"
            failures.append(_line(key, wanted, got))
        elif isinstance(wanted, dict) and isinstance(answers[key], dict):
            failures += [f"{key}.{failure}" for failure in compared(wanted, answers[key])]
        elif not _same(key, wanted, answers[key]):
            failures.append(_line(key, wanted, answers[key]))
    return failures


def _answers(rules: engine.RuleSet, case: Case) -> Answers:
    kind, given = case["kind"], case.get("given") or {}
    if kind in STEPS:
        if case.get("actions"):
            raise BadCase(f"{kind} has no actions")
        return STEPS[kind](rules, given)
    if kind in ("play", "irregularity") and rules.kernel.name in PLAYED:
        kind = rules.kernel.name
    if kind in ("colonel", "conquian") and kind != rules.kernel.name:
        raise BadCase(f"{case['preset']} is not played as {kind}")
    if kind in PLAYED:
        return PLAYED[kind](rules, given, case.get("actions") or [], "error" in case["expect"])
    raise BadCase(f"unknown kind {kind}")


def _same(key: str, wanted: Any, got: Any) -> bool:
    if key in CARDS:
        return engine.parse_hand(wanted or "") == engine.parse_hand(got or "")
    if key in CARD and wanted is not None and got is not None:
        return engine.parse_card(wanted) == engine.parse_card(got)
    return type(wanted) is type(got) and bool(wanted == got)


def _vectors(file: TextIO) -> Iterator[tuple[str, Failures]]:
    found = yaml.load(file, Loader=Plain)
    cases = found.get("vectors") if isinstance(found, dict) else found
    if not isinstance(cases, list):
        yield "-", [_line("vectors", "a list of cases", type(cases).__name__)]
        return
    for number, case in enumerate(cases, 1):
        named = case.get("id") if isinstance(case, dict) else None
        yield str(named or f"case {number}"), run_case(case)


def _table(file: TextIO) -> Iterator[tuple[str, Failures]]:
    """Rows of deadwood; the first line names the columns."""
    columns = file.readline().rstrip("\n").split("\t")
    for number, line in enumerate(file, 2):
        cells = line.rstrip("\n").split("\t")
        yield f"line {number}", _row_run(lambda row: rows.deadwood_row(dict(zip(columns, row, strict=True))), cells)


def _lines(file: TextIO) -> Iterator[tuple[str, Failures]]:
    """Rows of JSON, one a line: a game, a knock with its answers, or a case."""
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            yield f"line {number}", [_line("line", "to be JSON", error)]
            continue
        held = row if isinstance(row, dict) else {}
        if "params" in held:
            yield str(held.get("id", f"line {number}")), _row_run(shared.game_row, row)
        elif "spreads" in held:
            yield f"line {number}", _row_run(rows.layoff_row, row)
        else:
            yield str(held.get("id", f"line {number}")), run_case(row)


def _row_run(answers: Callable[[Any], tuple[Answers, Answers]], row: Any) -> Failures:
    try:
        return compared(*answers(row))
    except Exception as error:  # whatever a row says, only this row fails
        return [_line("row", "to be followed", f"{type(error).__name__}: {error}")]


def _opened(path: Path) -> TextIO:
    return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")


def _line(key: str, wanted: object, got: object) -> str:
    return f"{key}: expected {wanted}, got {got}"


READERS: dict[tuple[str, ...], Callable[[TextIO], Iterator[tuple[str, Failures]]]] = {
    (".yaml", ".yml", ".json"): _vectors,
    (".tsv",): _table,
    (".jsonl",): _lines,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
