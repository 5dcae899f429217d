"""Trials: measure how well a rating system predicts matches of any game, from a CSV file of results."""

from ratings.trials.contenders import CONTENDERS, Contender
from ratings.trials.figures import Figures, figures
from ratings.trials.reading import BadFile, Table, read
from ratings.trials.running import Marks, Refused, Trial, run
from ratings.trials.tuning import smallest

__all__ = [
    "CONTENDERS",
    "BadFile",
    "Contender",
    "Figures",
    "Marks",
    "Refused",
    "Table",
    "Trial",
    "figures",
    "read",
    "run",
    "smallest",
]
