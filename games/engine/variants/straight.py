"""Grand, Big Gin and Straight Gin: variants with other ways to win a deal, or higher scores for it."""

from games.engine.play.options import Shutout
from games.engine.variants.entry import Entry

ENTRIES = (
    Entry(
        "grand",
        "Grand",
        says="15 more for every deal won.",
        source="S004a l.15 (GRD-1)",
        base="gin-rummy-com",
        sets={"hand_win_bonus": 15},
    ),
    Entry(
        "big-gin",
        "Big gin",
        says="31 for eleven cards in melds.",
        source="S002, G2, G3 (BIG-1)",
        base="gin-all-25",
        sets={"big_gin_bonus": 31},
    ),
    Entry(
        "straight",
        "Straight gin",
        says="Only gin ends a deal. A best of seven is a matter of the match length.",
        source="R2 (STR-1)",
        base="gin-all-25",
        sets={"knock_limit": 0},
    ),
    Entry(
        "straight-scarne",
        "Straight gin (Scarne)",
        says="Whoever has 100 first takes the stake, twice on a shutout, and nothing else.",
        source="R2 (STR-2)",
        base="gin-pagat",
        sets={"box_value": 0, "game_bonus": 0, "shutout": Shutout("double_total")},
        parts={"stake": 1},
    ),
)
