"""Pods: rounds at tables of three and more. `pair` gives the next round, `plan` all rounds. The names listed here are
public."""

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
from tournaments.pairing.pods.pairing import pair
from tournaments.pairing.pods.planning import MOST_ENTRANTS, MOST_ROUNDS, plan
from tournaments.pairing.pods.reasons import Sentence, bye_words, table_words
from tournaments.pairing.pods.shape import BadPods, Shape, Sizes, shape_for, sizes

__all__ = [
    "MOST_ENTRANTS",
    "MOST_ROUNDS",
    "BadPods",
    "ByeFacts",
    "Entrant",
    "Plan",
    "PodRound",
    "Reasons",
    "Sentence",
    "Shape",
    "Sizes",
    "TableFacts",
    "bye_words",
    "meetings",
    "pair",
    "plan",
    "repeats",
    "seat_spread",
    "shape_for",
    "sizes",
    "table_words",
    "unmet",
    "validate",
]
