"""`python -m tournaments.pairing.conformance FILE...`: pair reference tournaments through the public functions.

Reads the three kinds of files of the pairing data: finished tournaments (`trf` and `pairs`), tournaments step by step
(`steps`), and single positions (`input`, with the round `before`). A round is one case.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from tournaments import trf
from tournaments.pairing import CannotPair, Pairing, pair

SHOWN = 10
CELLS, CELL = 89, 10  # where the rounds of a 001 line begin, and how wide one is
TOTAL, BLANKS = 80, " " * 4  # where the total of a 001 line stands
ASKED_FOR = "HZ"


@dataclass(frozen=True, slots=True)
class Case:
    """A round to pair: its place in the file, the report before it, and the reference's pairs (None: no legal
    pairing)."""

    name: str
    report: str
    pairs: list[list[int]] | None


def cases(path: Path) -> Iterator[Case]:
    """The rounds of a file. Raises OSError if it cannot be opened, ValueError if its kind is unknown or it has no
    rounds."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        text = file.read()
    tournaments = json.loads(text) if text.lstrip().startswith("[") else list(map(json.loads, text.splitlines()))
    if not tournaments:
        raise ValueError("no tournaments in it")
    for one in tournaments:
        yield from _rounds(path.name, one)


def _rounds(file: str, one: Any) -> Iterator[Case]:
    if not isinstance(one, dict):
        raise ValueError(f"a tournament is an object, not {one!r:.40}")
    name = f"{file} tournament {one.get('id')}"
    if "steps" in one:
        for step in one["steps"]:
            yield Case(f"{name} round {step['round']}", step["input"], step["pairs"])
    elif "trf" in one:
        for number, pairs in enumerate(one["pairs"], 1):
            yield Case(f"{name} round {number}", before(one, number), pairs)
    elif "input" in one:
        yield Case(f"{name} round {one['round']}", one["input"], one["pairs"])
        if one.get("before"):
            earlier = one["before"]
            yield Case(f"{name} round {earlier['round']}", earlier["input"], earlier["pairs"])
    else:
        raise ValueError(f"{name}: neither steps, trf nor input")


def before(one: dict[str, Any], number: int) -> str:
    """The report of a finished tournament as it was before a round: the earlier rounds, and the byes asked for in this
    one. The totals are left blank, because they are those of the end."""
    lines = []
    for line in one["trf"].splitlines():
        if not line.startswith("001"):
            continue
        at = CELLS + CELL * (number - 1)
        coming = line[at : at + CELL].ljust(CELL)
        stays = coming[2:6] == "0000" and coming[9] in ASKED_FOR
        head = line[:TOTAL] + BLANKS + line[TOTAL + len(BLANKS) : at]
        lines.append((head + (coming if stays else "")).rstrip())
    return "\n".join([*lines, f"XXR {one['rounds']}", f"XXC {one['initial_colour']}1", ""])


def published(found: Pairing) -> list[list[int]]:
    """A pairing in the form of the data: boards in order, the PAB last as (receiver, 0)."""
    return [list(board) for board in found.boards] + ([[found.bye, 0]] if found.bye else [])


def difference(case: Case) -> str | None:
    """The difference from the reference; None if there is none."""
    place = trf.position(trf.read(case.report))
    found = pair(place.crosstable, place.rules)
    pairs = None if isinstance(found, CannotPair) else published(found)
    if pairs == case.pairs:
        return None
    if pairs is None or case.pairs is None:
        return f"{'no legal pairing' if pairs is None else 'paired'}, the reference: {case.pairs or 'no legal pairing'}"
    if len(pairs) != len(case.pairs):
        return f"{len(pairs)} boards, the reference: {len(case.pairs)}"
    board, ours, theirs = next((n, a, b) for n, (a, b) in enumerate(zip(pairs, case.pairs, strict=True), 1) if a != b)
    return f"board {board}: {ours}, the reference: {theirs}"


def _answers(path: Path) -> Iterator[tuple[str, str | None]]:
    """The error of each round of a file (None: no error). A file that cannot be read counts as one failure, so that
    neither it nor a broken round hides the others."""
    try:
        for case in cases(path):
            try:
                wrong = difference(case)
            except Exception as error:
                wrong = f"{type(error).__name__}: {error}"
            yield case.name, wrong
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        yield str(path), f"{type(error).__name__}: {error}"


def main(arguments: list[str], out: TextIO) -> int:
    """Run the named files, except documentation (.md). Returns 0 if every round is as in the reference, 1 if not, 2
    without files."""
    if not arguments:
        print("usage: python -m tournaments.pairing.conformance FILE...", file=out)
        return 2
    passed, failed = 0, 0
    files = [path for path in map(Path, arguments) if path.suffix != ".md"]
    for name, wrong in (answer for path in files for answer in _answers(path)):
        passed, failed = passed + (wrong is None), failed + (wrong is not None)
        if wrong is not None and failed <= SHOWN:
            print(f"{name}: {wrong}", file=out)
    print(f"{passed} passed, {failed} failed", file=out)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
