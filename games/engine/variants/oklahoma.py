"""Oklahoma: the upcard sets the knock limit."""

from games.engine.variants.entry import Entry

ENTRIES = (
    Entry(
        "oklahoma",
        "Oklahoma gin",
        says="The upcard's value is the most that may knock, and a spade doubles the deal.",
        source="S004b (OKL-1)",
        base="gin-pagat",
        sets={"knock_limit_source": "upcard", "spade_multiplier": 2, "target": 150},
    ),
    Entry(
        "oklahoma-ace-gin",
        "Oklahoma gin, ace means gin",
        says="With an ace as upcard only gin ends the deal.",
        source="S004b, B2 (OKL-2)",
        base="oklahoma",
        sets={"ace_upcard": "gin_only"},
    ),
    Entry(
        "oklahoma-boxes",
        "Oklahoma gin, extra boxes",
        says="An undercut is worth one box more, gin two.",
        source="S004b (OKL-4)",
        base="oklahoma",
        sets={"extra_boxes": "oklahoma"},
    ),
    Entry(
        "oklahoma-full",
        "Oklahoma gin, all options",
        says="An ace means gin, extra boxes, and 25 for gin, an undercut and a box.",
        source="S004b, its options together",
        base="oklahoma",
        sets={
            "ace_upcard": "gin_only",
            "extra_boxes": "oklahoma",
            "box_value": 25,
            "gin_bonus": 25,
            "undercut_bonus": 25,
        },
    ),
)
