"""`python -m games.engine.conformance FILE...`: runs reference answers through the engine's public face."""

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import yaml

import games.engine as engine
from games.engine.cases import games as shared
from games.engine.cases import play, rows, seats, sheets, steps, tabled
from games.engine.cases.words import Answers, BadCase, Case

Failures = list[str]

STEPS: dict[str, Callable[[engine.RuleSet, Case], Answers]] = {
    "meld": steps.meld,
    "count": steps.count,
    "points": steps.points,
    "deck": steps.deck,
    "first_dealer": steps.first_dealer,
    "dealer": steps.dealer,
    "showdown": steps.showdown,
    "game": steps.game,
    "match": steps.match,
    "suits": sheets.suits,
    "columns": sheets.columns,
    "suitgame": sheets.suitgame,
    "colgame": tabled.colgame,
    "stake": tabled.stake,
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
    "colonel": tabled.colonel,
    "conquian": tabled.conquian,
}
UNNAMED = ("variant", "option")  # a name that is not in the rules is a slip of the case, never an answer to it
CARDS = ("exposed", "hand_A", "hand_B", "hand_C")
CARD = ("discard_top", "center")


def main(names: list[str]) -> int:
    """Runs every file, prints a line for each failing case and the totals last; the exit status."""
    passed = failed = 0
    for name in names:
        for case, failures in run_file(Path(name)):
            passed, failed = passed + (not failures), failed + bool(failures)
            for failure in failures:
                print(f"{name}: {case}: {failure}")
    if not names:
        print("usage: python -m games.engine.conformance FILE...", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not names else 0


def run_file(path: Path) -> Iterator[tuple[str, Failures]]:
    """Each case of a file with what was wrong with it; a file that cannot be read is a failing case."""
    try:
        yield from _cases(path)
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError) as error:
        yield "-", [_line("file", "to be readable", f"{type(error).__name__}: {error}")]


def _cases(path: Path) -> Iterator[tuple[str, Failures]]:
    """The name of the file says how to read it."""
    if path.suffix in (".yaml", ".yml"):
        with path.open(encoding="utf-8") as file:
            for case in yaml.safe_load(file)["vectors"]:
                yield str(case.get("id")), run_case(case)
        return
    for start, runner in (("deadwood", _deadwood), ("layoff", _layoff), ("games_", _games)):
        if path.name.startswith(start):
            with _opened(path) as file:
                yield from runner(file)
            return
    yield "-", [_line("file", "vectors, deadwood, layoff or games_", path.name)]


def run_case(case: Case) -> Failures:
    """What is wrong with one case of a vector file: nothing when it passes."""
    expect = case["expect"]
    try:
        rules = engine.rule_set(case["preset"], **(case.get("options") or {}))
        answers = _answers(rules, case)
    except engine.Unplayable as error:
        amiss = error.field in UNNAMED or expect != {"error": error.code}
        return [_line("rules", "to be playable", error)] if amiss else []
    except engine.Impossible as error:
        return [] if expect == {"error": error.code} else [_line("error", expect.get("error"), error)]
    except (BadCase, ValueError, KeyError, TypeError) as error:
        return [_line("case", "to run", f"{type(error).__name__}: {error}")]
    return compared(expect, answers)


def compared(expect: Answers, answers: Answers) -> Failures:
    """The named keys that differ; a key that the kind does not answer differs too."""
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
    if kind in PLAYED:
        return PLAYED[kind](rules, given, case.get("actions") or [], "error" in case["expect"])
    raise BadCase(f"unknown kind {kind}")


def _same(key: str, wanted: Any, got: Any) -> bool:
    if key in CARDS:
        return engine.parse_hand(wanted or "") == engine.parse_hand(got or "")
    if key in CARD and wanted is not None and got is not None:
        return engine.parse_card(wanted) == engine.parse_card(got)
    return type(wanted) is type(got) and bool(wanted == got)


def _deadwood(file: TextIO) -> Iterator[tuple[str, Failures]]:
    columns = file.readline().rstrip("\n").split("\t")
    for number, line in enumerate(file, 2):
        row = dict(zip(columns, line.rstrip("\n").split("\t"), strict=True))
        yield f"line {number}", compared(*rows.deadwood_row(row))


def _layoff(file: TextIO) -> Iterator[tuple[str, Failures]]:
    for number, line in enumerate(file, 1):
        yield f"line {number}", compared(*rows.layoff_row(json.loads(line)))


def _games(file: TextIO) -> Iterator[tuple[str, Failures]]:
    for line in file:
        row = json.loads(line)
        try:
            yield row["id"], compared(*shared.game_row(row))
        except (engine.Impossible, shared.NotFollowed) as error:
            yield row["id"], [_line("game", "to be followed", error)]


def _opened(path: Path) -> TextIO:
    return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")


def _line(key: str, wanted: object, got: object) -> str:
    return f"{key}: expected {wanted}, got {got}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
