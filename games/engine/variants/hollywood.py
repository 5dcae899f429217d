"""Hollywood: three columns that fill at once."""

from games.engine.play.options import Shutout
from games.engine.variants.entry import Entry

ENTRIES = (
    Entry(
        "hollywood",
        "Hollywood gin",
        says="Two of three columns to 100 win the game; boxes, game bonus and shutout count nothing.",
        source="S002 (HOL-5)",
        base="gin-pagat",
        sets={
            "columns": 3,
            "column_open": "literal",
            "column_settlement": "best_of",
            "next_dealer": "alternate",
            "gin_bonus": 25,
            "undercut_bonus": 10,
            "box_value": 0,
            "game_bonus": 0,
            "shutout": Shutout("none"),
        },
    ),
    Entry(
        "hollywood-classic",
        "Hollywood gin, columns as games",
        says="Each of three columns is settled as a game.",
        source="R4, H1 (HOL-6)",
        base="gin-rummy-com",
        sets={
            "columns": 3,
            "column_open": "shift",
            "column_settlement": "totals",
            "undercut_on_tie": True,
            "match_target": None,
        },
    ),
    Entry(
        "hollywood-oklahoma",
        "Hollywood Oklahoma gin",
        says="Three columns by the rules of Oklahoma, 150 a column.",
        source="composed: S004b and R4; 150 a column also pokerwiner.com",
        base="oklahoma-full",
        sets={"columns": 3, "column_open": "shift", "column_settlement": "totals"},
    ),
)
