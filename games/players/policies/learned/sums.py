"""Weighted sums of features: each kind of action has its own numbers, used by themselves and by the stage of the
game."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from games.engine import Action

Numbers = tuple[float, ...]
Parts = tuple[tuple[str, Numbers], ...]  # what an action looks like: numbers by kind
Weights = Mapping[str, Sequence[float]]  # by kind: for each number its weights by the stage, one after the other


def weighed(weights: Sequence[float], features: Numbers) -> float:
    """The sum of the features times their weights, one after the other: from Python 3.12 on `sum` rounds otherwise."""
    total = 0.0
    for weight, feature in zip(weights, features, strict=True):
        total += weight * feature
    return total


class Look(Protocol):
    """What a learned player considers at one decision."""

    stage: Numbers  # 1 first
    wide: Numbers  # the stage in more numbers, for weights that tell more of it

    def candidates(self, actions: Sequence[Action]) -> list[Action]:
        """The actions to compare; empty where the plain player decides."""

    def parts(self, action: Action) -> Parts:
        """The features of a candidate; empty for the one that the others are compared with."""

    def wide_parts(self, action: Action) -> Parts:
        """The same with more numbers, for weights by the wide stage."""


def at_stage(weights: Weights, stage: Numbers) -> dict[str, Numbers]:
    """The weights of each kind's numbers at this stage of the game."""
    size = len(stage)
    return {
        kind: tuple(weighed(of_kind[at : at + size], stage) for at in range(0, len(of_kind), size))
        for kind, of_kind in weights.items()
    }


def worth(weights: Mapping[str, Numbers], parts: Parts) -> float:
    """The value of an action by the weights of its stage."""
    return sum(weighed(weights[kind], numbers) for kind, numbers in parts)
