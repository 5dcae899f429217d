"""Read and write the federation's report files (TRF16, TRF26, and the XX and BB lines of pairing programs). Pure."""

from tournaments.trf.composing import compose
from tournaments.trf.errors import TooBig, TrfError, WrongTotal
from tournaments.trf.naming import in_columns, without_number
from tournaments.trf.position import Position, finished_rounds, position, results_of, system_of
from tournaments.trf.reading import read
from tournaments.trf.records import (
    Absent,
    Acceleration,
    Adjustment,
    Byes,
    Cell,
    Forbidden,
    InitialColour,
    Note,
    Other,
    Player,
    Points,
    Report,
    Rounds,
    System,
    TieBreaks,
    Unread,
    VirtualPoints,
)
from tournaments.trf.worth import points_table_of, worth_of
from tournaments.trf.writing import write

__all__ = [
    "Absent",
    "Acceleration",
    "Adjustment",
    "Byes",
    "Cell",
    "Forbidden",
    "InitialColour",
    "Note",
    "Other",
    "Player",
    "Points",
    "Position",
    "Report",
    "Rounds",
    "System",
    "TieBreaks",
    "TooBig",
    "TrfError",
    "Unread",
    "VirtualPoints",
    "WrongTotal",
    "compose",
    "finished_rounds",
    "in_columns",
    "points_table_of",
    "position",
    "read",
    "results_of",
    "system_of",
    "without_number",
    "worth_of",
    "write",
]
