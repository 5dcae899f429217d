"""The federation's report files (TRF16, TRF26, and the XX and BB lines of pairing programs), read and written. Pure."""

from tournaments.trf.composing import compose
from tournaments.trf.errors import TooBig, TrfError
from tournaments.trf.position import Position, points_table_of, position, system_of
from tournaments.trf.reading import read
from tournaments.trf.records import (
    Acceleration,
    Byes,
    Cell,
    Forbidden,
    InitialColour,
    Other,
    Player,
    Points,
    Report,
    Rounds,
    System,
    TieBreaks,
    VirtualPoints,
)
from tournaments.trf.writing import write

__all__ = [
    "Acceleration",
    "Byes",
    "Cell",
    "Forbidden",
    "InitialColour",
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
    "VirtualPoints",
    "compose",
    "points_table_of",
    "position",
    "read",
    "system_of",
    "write",
]
