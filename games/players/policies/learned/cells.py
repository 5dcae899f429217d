"""A small network in whole numbers: a sum of numbers, and cells that each sum them in a way of their own.

Every sum is exact, so the order of its parts, the machine and the version of Python change nothing. The cells of a
network lie side by side in one long integer, a lane for each, so one multiplication serves all of them.
"""

import json
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from struct import unpack
from typing import Any

CELLS = 64
LANE = 64  # bits: no sum of a lane comes near to its end
MIDDLE = 1 << LANE - 1
OFFSET = sum(MIDDLE << LANE * at for at in range(CELLS))
FILE = "top.json"


@dataclass(frozen=True, slots=True)
class Network:
    """The weights of one judgement: `plain` for each number, `rows` for each number that the cells see, `second` for
    what each cell puts out."""

    plain: tuple[int, ...]
    rows: tuple[int, ...]
    bias: int
    second: tuple[int, ...]
    rest: int

    def begin(self, common: tuple[int, ...]) -> tuple[int, int]:
        """The sum and the cells after the numbers that all choices have in common."""
        cells = self.bias
        for number, row in zip(common, self.rows, strict=False):
            if number:
                cells += number * row
        return self.rest + sum(map(int.__mul__, common, self.plain)), cells

    def worth(self, begun: tuple[int, int], own: tuple[int, ...], products: tuple[int, ...]) -> int:
        """What a choice is worth: above 0 is yes, of several the highest."""
        total, cells = begun
        at = len(self.rows) - len(own)
        for number, row in zip(own, self.rows[at:], strict=True):
            if number:
                cells += number * row
        total += sum(map(int.__mul__, (*own, *products), self.plain[at:]))
        put_out: tuple[int, ...] = unpack(f"<{CELLS}Q", cells.to_bytes(CELLS * LANE // 8, "little"))
        return total + sum(
            weight * (cell - MIDDLE) for cell, weight in zip(put_out, self.second, strict=True) if cell > MIDDLE
        )


def lanes(numbers: Sequence[int]) -> int:
    """These numbers side by side in one."""
    return sum(number << LANE * at for at, number in enumerate(numbers))


def digest(networks: object) -> str:
    """The SHA-256 of weights as they lie in the file."""
    return sha256(json.dumps(networks, sort_keys=True).encode()).hexdigest()


def networks_of(weights: Mapping[str, Mapping[str, Any]]) -> dict[str, Network]:
    """The networks with these weights, by judgement."""
    return {
        name: Network(
            tuple(one["plain"]),
            tuple(map(lanes, one["first"])),
            lanes(one["bias"]) + OFFSET,
            tuple(one["second"]),
            one["rest"],
        )
        for name, one in weights.items()
    }


@cache
def frozen() -> dict[str, Network]:
    """The networks that the player plays by; `tools/fit_top.py` made them."""
    data = pkgutil.get_data(__package__, FILE)
    assert data is not None
    return networks_of(json.loads(data)["networks"])
