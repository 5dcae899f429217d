"""The pure core of tournaments: crosstables, Swiss pairing, tie-breaks, standings. The names listed here are public."""

from tournaments.pairing.crosstable import FORFEITS, Crosstable, Float, Kind, Result, Row
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
from tournaments.pairing.prospects import Prospects, field_of, left_after, prospects
from tournaments.pairing.standings import Standing, rank
from tournaments.pairing.swiss.ahead.agenda import Coming
from tournaments.pairing.swiss.baku import NotForBaku, baku_group, baku_points, lifted
from tournaments.pairing.swiss.blocked import CannotPair
from tournaments.pairing.swiss.pairing import Heard, Pairing, Rules, pair, unheard
from tournaments.pairing.swiss.trace import AheadFacts, ByeFacts, FloatFacts, GroupFacts, PairFacts, Trace
from tournaments.pairing.swiss.waivers import Waivers
from tournaments.pairing.table_points import (
    TABLE_POINTS,
    TablePoints,
    counted_by,
    places_by,
    points_of,
    scale_of,
    table_points,
)
from tournaments.pairing.teams import team_crosstable
from tournaments.pairing.tiebreaks.families import (
    LOT,
    MOST_KEYS,
    TIEBREAKS,
    check_keys,
    default_keys,
    usable_keys,
)
from tournaments.pairing.tiebreaks.modifiers import BadKey
from tournaments.pairing.tiebreaks.words import Saying, name_of, sentence_of

__all__ = [
    "FORFEITS",
    "LOT",
    "MOST_KEYS",
    "TABLES",
    "TABLE_POINTS",
    "TIEBREAKS",
    "AheadFacts",
    "BadKey",
    "BadTable",
    "ByeFacts",
    "CannotPair",
    "Coming",
    "Crosstable",
    "Float",
    "FloatFacts",
    "GroupFacts",
    "Heard",
    "Kind",
    "NotForBaku",
    "Outcome",
    "PairFacts",
    "Pairing",
    "PointsTable",
    "Prospects",
    "Result",
    "Row",
    "Rules",
    "Saying",
    "Standing",
    "TablePoints",
    "Trace",
    "Waivers",
    "as_data",
    "baku_group",
    "baku_points",
    "check_keys",
    "counted_by",
    "custom_table",
    "default_keys",
    "field_of",
    "left_after",
    "lifted",
    "name_of",
    "pair",
    "places_by",
    "points_of",
    "points_table",
    "prospects",
    "rank",
    "scale_of",
    "sentence_of",
    "table_points",
    "team_crosstable",
    "unheard",
    "usable_keys",
    "victory_points",
]
