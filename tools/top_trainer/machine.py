"""The trainer of the level `top`, which is written in C: compile it, and call it by name."""

import ctypes
import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from games.players.policies.learned.weights import TOP

HERE = Path(__file__).parent
PLAIN = (
    "beginner", "novice", "club", "strong", "top-v1", "at-once", "gin", "strong-at-once", "simple",
)  # fmt: skip
KINDS = (*PLAIN, "rival", "itself", "older")
LEARNED = KINDS.index("itself")
JUDGEMENTS = ("take", "play_on", "throw")
COMMON, CELLS, MOST_OWN, MOST_PRODUCTS = 27, 64, 34, 45
OWN, PRODUCTS = (25, 17, 34), (0, 45, 36)
FLAGS = ("-O3", "-ffp-contract=off", "-fno-math-errno", "-shared", "-fPIC")


class NoCompiler(RuntimeError):
    """The system has no C compiler, or it could not compile the trainer."""


@cache
def machine(native: bool = True) -> Any:
    """Compile the trainer with the system's `cc` (or CC) and load it. With `native` it is made for this very processor
    and faster. Raises NoCompiler."""
    compiler = which(os.environ.get("CC", "cc"))
    if compiler is None:
        raise NoCompiler("there is no C compiler: install gcc, or name one in CC")
    with TemporaryDirectory() as folder:
        made = Path(folder) / "trainer.so"
        flags = (*FLAGS, "-march=native") if native else FLAGS
        run = subprocess.run(
            [compiler, *flags, "-o", str(made), str(HERE / "trainer.c"), "-lm"], capture_output=True, text=True
        )
        if run.returncode:
            raise NoCompiler(run.stderr)
        library: Any = ctypes.CDLL(str(made))
    library.net_weights.restype = ctypes.POINTER(ctypes.c_float)
    numbers, counts = ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_int)
    library.begin.argtypes = [ctypes.c_uint64, ctypes.c_int, numbers, ctypes.c_double]
    library.train_round.argtypes = [ctypes.c_int, ctypes.c_double, ctypes.c_int, numbers, counts]
    library.measure.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_uint64, ctypes.c_int, numbers]
    library.set_sums(doubles(TOP.knock), doubles(TOP.throw))
    return library


def whole(count: int) -> Any:
    """So many counts, all 0, as C has them."""
    return (ctypes.c_int * count)()


def doubles(numbers: Sequence[float]) -> Any:
    """The numbers as C has them."""
    return (ctypes.c_double * len(numbers))(*numbers)


def frozen_now(library: Any) -> dict[str, dict[str, Any]]:
    """The networks as they are now, in whole numbers, by judgement."""
    numbers = (ctypes.c_int64 * library.frozen_size())()
    library.freeze_now(numbers)
    inputs, size = COMMON + MOST_OWN, library.frozen_size() // len(JUDGEMENTS)
    all_numbers = inputs + MOST_PRODUCTS
    found = {}
    for at, name in enumerate(JUDGEMENTS):
        one = list(numbers[at * size : (at + 1) * size])
        rows = [one[all_numbers + CELLS * row :][:CELLS] for row in range(inputs + 2)]
        seen = COMMON + OWN[at]
        found[name] = {
            "plain": one[: seen + PRODUCTS[at]],
            "first": rows[:seen],
            "bias": rows[inputs],
            "second": rows[inputs + 1],
            "rest": one[-1],
        }
    return found


def thaw(library: Any, networks: dict[str, dict[str, Any]]) -> None:
    """Let the machine play by these networks."""
    numbers: list[int] = []
    for at, name in enumerate(JUDGEMENTS):
        one, spare = networks[name], MOST_OWN - OWN[at]
        numbers += one["plain"] + [0] * (COMMON + MOST_OWN + MOST_PRODUCTS - len(one["plain"]))
        numbers += [number for row in one["first"] for number in row] + [0] * CELLS * spare
        numbers += one["bias"] + one["second"] + [one["rest"]]
    library.thaw((ctypes.c_int64 * len(numbers))(*numbers))


def measured(library: Any, kind: str, first: int, pairs: int, ours: str = "itself") -> list[float]:
    """The points a deal of each mirrored pair against a plain player or the rival; `itself` plays by the networks set
    last."""
    means = (ctypes.c_double * pairs)()
    library.measure(KINDS.index(ours), KINDS.index(kind), first, pairs, means)
    return list(means)


def played(library: Any, deck: Sequence[int], dealer: int, kinds: Sequence[str], seeds: Sequence[int]) -> Any:
    """A deal between two players: its actions, 64 * kind + card, and the points of seat 0. Chance is that of
    `random.Random` with these seeds."""
    log, points = (ctypes.c_int * 400)(), ctypes.c_int()
    seated = (ctypes.c_int * 2)(*map(KINDS.index, kinds))
    count = library.play_logged(
        (ctypes.c_int * 52)(*deck), dealer, seated, (ctypes.c_uint32 * 2)(*seeds), log, ctypes.byref(points)
    )
    return list(log[:count]), points.value
