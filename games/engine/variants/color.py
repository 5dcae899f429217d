"""Color Gin: a column for each suit."""

from games.engine.play.options import Shutout
from games.engine.variants.entry import Entry

ENTRIES = (
    Entry(
        "color",
        "Color gin",
        says="A hand scores in the suits of its sets that its other cards lack; 100 closes a suit.",
        source="S002 (CGN-4)",
        base="gin-pagat",
        sets={
            "suit_columns": True,
            "suit_target": 100,
            "next_dealer": "alternate",
            "gin_bonus": 20,
            "undercut_bonus": 10,
            "box_value": 0,
            "game_bonus": 0,
            "shutout": Shutout("none"),
        },
    ),
    Entry(
        "color-big-gin",
        "Color gin with big gin",
        says="Color Gin with 31 for big gin, whose eleventh card counts for the suits.",
        source="S002 l.115 (CGN-15)",
        base="color",
        sets={"big_gin_bonus": 31},
    ),
)
