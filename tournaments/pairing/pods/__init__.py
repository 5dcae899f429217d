"""Pods: rounds at tables of three and more. `pair` gives the next round, `plan` all of them. This is its face."""

from tournaments.pairing.pods.checks import validate
from tournaments.pairing.pods.model import (
    ByeFacts,
    Entrant,
    Plan,
    PodRound,
    Reasons,
    TableFacts,
    meetings,
    repeats,
    seat_spread,
    unmet,
)
from tournaments.pairing.pods.next import pair
from tournaments.pairing.pods.planning import plan
from tournaments.pairing.pods.shape import BadPods, Shape, Sizes, shape_for, sizes

__all__ = [
    "BadPods",
    "ByeFacts",
    "Entrant",
    "Plan",
    "PodRound",
    "Reasons",
    "Shape",
    "Sizes",
    "TableFacts",
    "meetings",
    "pair",
    "plan",
    "repeats",
    "seat_spread",
    "shape_for",
    "sizes",
    "unmet",
    "validate",
]
