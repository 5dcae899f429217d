"""Mutation testing: change one place of a core or a service at a time, and run tests that go through it.

`python bench/mutants.py [--json] [--seed 1] [--minutes 15] [--tree FOLDER]`, after `make coverage` in that tree, whose
`.coverage` says which tests go through a line. Places are drawn with the seed, so that two runs begin with the same
ones. Each is changed by an operator of cosmic-ray (a comparison, a number, a sign, and/or, not, break) in a copy of the
tree; then at most `MOST_TESTS` tests run that go through it, those of the nearest folder first.

killed: a test failed; hung: the tests came to no end; survived: all passed; untested: those of them to which no test
goes. What survives is printed with its place: it shows a missing test, or a place where the change makes no difference.
"""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path
from random import Random
from threading import Lock

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from coverage import CoverageData

ROOT = Path(__file__).resolve().parents[1]
CORES = ("games/engine", "games/players", "tournaments/pairing", "tournaments/formats", "tournaments/trf",
         "ratings/systems")  # fmt: skip
APPS = ("games", "tournaments", "ratings", "platform")
COMPARED = "Eq_NotEq NotEq_Eq Lt_LtE LtE_Lt Gt_GtE GtE_Gt Is_IsNot IsNot_Is"
SUMS = "Add_Sub Sub_Add Mul_Add FloorDiv_Mul Div_Mul Mod_Add"
KINDS = {
    "NumberReplacer", "AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd",
    "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub", "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak", "ZeroIterationForLoop",
    *(f"ReplaceComparisonOperator_{swap}" for swap in COMPARED.split()),
    *(f"ReplaceBinaryOperator_{swap}" for swap in SUMS.split()),
}  # fmt: skip
MOST_TESTS = 16
LONGEST = 8  # lines of a statement: what runs is noted at the first
QUICK = "not long and not marathon and not service and not browser"
PATIENCE_S = 240  # for the tests of one place
NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", "node_modules", "staticfiles", ".mypy_cache", ".coverage*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One changed place, and the tests that go through it."""

    file: str
    line: int
    operator: str
    code: str
    tests: tuple[str, ...]


def sources(tree: Path) -> list[Path]:
    """The files of the cores and all services, in order."""
    cores = [path for core in CORES for path in (tree / core).rglob("*.py")]
    services = [
        path for app in APPS for path in (tree / app).rglob("*.py") if "services" in str(path.relative_to(tree))
    ]
    return sorted({path for path in (*cores, *services) if path.read_text("utf-8").strip()})


def places(code: str) -> list[list[tuple[int, str, int]]]:
    """The places where the code can be changed: the line, an operator, and which of its occurrences it is."""
    tree, lines, found = get_ast(code), code.splitlines(), []
    for name in cosmic_ray.plugins.operator_names():
        if name.split("/")[1] not in KINDS:
            continue
        operator = cosmic_ray.plugins.get_operator(name)()
        at = (spot for node in ast_nodes(tree) for spot in operator.mutation_positions(node))
        # what a decorator is told (`frozen=True`) is seen by no test, and need not be
        found += [
            (start, name, n) for n, (start, _) in enumerate(at) if not lines[start[0] - 1].lstrip().startswith("@")
        ]
    found.sort()
    return [[(start[0], name, n) for start, name, n in spots] for _, spots in groupby(found, key=lambda one: one[0])]


class Tests:
    """Which tests go through a line."""

    def __init__(self, tree: Path) -> None:
        self._tree = tree
        self._data = CoverageData(str(tree / ".coverage"))
        self._data.read()
        self._lines: dict[str, dict[int, list[str]]] = {}

    def of(self, file: str, line: int) -> tuple[str, ...]:
        """One case of each test: those of the nearest folder first, and tests that run the line themselves before those
        whose fixtures do. For a line that runs at import: the tests of the file, else those of its folder."""
        if file not in self._lines:
            self._lines[file] = self._data.contexts_by_lineno(str(self._tree / file))
        lines = self._lines[file]
        here = next((set(lines[at]) for at in range(line, line - LONGEST, -1) if at in lines), set())
        if here == {""}:
            here = {name for names in lines.values() for name in names if name}
            if not here:
                return (self._folder(file),)
        cases: dict[str, tuple[int, int, str]] = {}
        for case, _, phase in (name.rpartition("|") for name in here if name):
            parts = zip(Path(case.partition("::")[0]).parts[1:], Path(file).parts, strict=False)
            shared = sum(1 for _ in takewhile(lambda two: two[0] == two[1], parts))
            rank, function = (-shared, int(phase != "run"), case), case.partition("[")[0]
            cases[function] = min(cases.get(function, rank), rank)
        return tuple(case for *_, case in sorted(cases.values())[:MOST_TESTS])

    def _folder(self, file: str) -> str:
        """The folder of a file's tests."""
        near = (Path("tests", *Path(file).parts[:n]) for n in range(len(Path(file).parts) - 1, 0, -1))
        return next(folder.as_posix() for folder in near if (self._tree / folder).is_dir())


def drawn(tree: Path, seed: int) -> Iterator[Mutant]:
    """Draw mutants without end: a file by its length, a place in it, and one of its possible changes."""
    random, tests = Random(seed), Tests(tree)
    files = [(path.relative_to(tree).as_posix(), path.read_text("utf-8")) for path in sources(tree)]
    lengths = [len(code.splitlines()) for _, code in files]
    known: dict[str, list[list[tuple[int, str, int]]]] = {}
    while True:
        [(file, code)] = random.choices(files, lengths)
        if file not in known:
            known[file] = places(code)
        if not known[file]:
            continue
        line, name, n = random.choice(random.choice(known[file]))
        changed = mutate_code(code, cosmic_ray.plugins.get_operator(name)(), n)
        if changed is not None and changed != code:
            yield Mutant(file=file, line=line, operator=name.split("/")[1], code=changed, tests=tests.of(file, line))


def judged(mutant: Mutant, copy: Path) -> str:
    """The result of a mutant: killed, hung or survived. Afterwards the copy is as before."""
    if not mutant.tests:
        return "survived"
    path = copy / mutant.file
    before = path.read_text("utf-8")
    path.write_text(mutant.code, "utf-8")
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-cov",
        "--hypothesis-seed=0",
        "-m",
        QUICK,
    ]
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env |= {"PYTHONDONTWRITEBYTECODE": "1", "UNDERCUT_DATA": str(copy / "data")}
    try:
        run = subprocess.run([*words, *mutant.tests], cwd=copy, env=env, capture_output=True, timeout=PATIENCE_S)
        is_noticed = run.returncode in (1, 2, 3) or b"ERROR collecting" in run.stdout  # 4, 5: no such test
        return "killed" if is_noticed else "survived"
    except subprocess.TimeoutExpired:
        return "hung"
    finally:
        path.write_text(before, "utf-8")


def measure(tree: Path, seed: int, minutes: float) -> list[tuple[Mutant, str]]:
    """Try mutants for so long, two at a time."""
    until, coming, turn, tried = time.monotonic() + 60 * minutes, drawn(tree, seed), Lock(), []

    def work(copy: Path) -> None:
        while time.monotonic() < until:
            with turn:
                mutant = next(coming)
            fate = judged(mutant, copy)
            tried.append((mutant, fate))
            if fate == "survived":
                why = f"{len(mutant.tests)} tests pass" if mutant.tests else "no test goes there"
                print(f"survived: {mutant.file}:{mutant.line} {mutant.operator} ({why})", flush=True)

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        copies = [shutil.copytree(tree, Path(folder) / str(n), ignore=NOT_COPIED) for n in range(2)]
        list(pool.map(work, copies))
    return tried


def score(tried: list[tuple[Mutant, str]]) -> dict[str, float]:
    """The percentage that did not survive, with the standard error of the sample."""
    fates, n = Counter(fate for _, fate in tried), len(tried)
    part = 1 - fates["survived"] / n if n else 0.0
    error = math.sqrt(part * (1 - part) / n) if n else 0.0
    unseen = sum(not mutant.tests for mutant, _ in tried)
    return {"mutants": n, **fates, "untested": unseen, "score": round(100 * part, 1), "error": round(100 * error, 1)}


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="only one JSON object as the last line")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--tree", type=Path, default=ROOT)
    asked = parser.parse_args()
    tree = asked.tree.resolve()
    tried = measure(tree, asked.seed, asked.minutes)
    of_cores = [one for one in tried if one[0].file.startswith(CORES)]
    of_services = [one for one in tried if not one[0].file.startswith(CORES)]
    told = {"seed": asked.seed, "all": score(tried), "cores": score(of_cores), "services": score(of_services)}
    told["survived"] = sorted(f"{one.file}:{one.line} {one.operator}" for one, fate in tried if fate == "survived")
    print(json.dumps(told, indent=None if asked.json else 2))


if __name__ == "__main__":
    main()
