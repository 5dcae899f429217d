"""The pure core of tournaments: crosstables, Swiss pairing, tie-breaks, standings. This is its face."""

from tournaments.pairing.blocked import CannotPair
from tournaments.pairing.crosstable import Crosstable, Float, Kind, Result, Row
from tournaments.pairing.points import (
    TABLES,
    BadTable,
    Outcome,
    PointsTable,
    as_data,
    custom_table,
    points_table,
    victory_points,
)
from tournaments.pairing.standings import Standing, rank
from tournaments.pairing.swiss import Pairing, Rules, pair
from tournaments.pairing.tiebreaks import LOT, TIEBREAKS
from tournaments.pairing.trace import ByeFacts, FloatFacts, GroupFacts, PairFacts, Trace

__all__ = [
    "LOT",
    "TABLES",
    "TIEBREAKS",
    "BadTable",
    "ByeFacts",
    "CannotPair",
    "Crosstable",
    "Float",
    "FloatFacts",
    "GroupFacts",
    "Kind",
    "Outcome",
    "PairFacts",
    "Pairing",
    "PointsTable",
    "Result",
    "Row",
    "Rules",
    "Standing",
    "Trace",
    "as_data",
    "custom_table",
    "pair",
    "points_table",
    "rank",
    "victory_points",
]
