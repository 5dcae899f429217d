"""Three and more: cutthroat, chouette, battle royal."""

from games.engine.variants.entry import Entry

ENTRIES = (
    Entry(
        "cutthroat",
        "Cutthroat",
        says="Two of three play; the third takes the loser's place and deals to the winner.",
        source="R1, R2 (3P-1)",
        base="gin-rummy-com",
        sets={"seats": "cutthroat", "three_dealer": "entering", "undercut_on_tie": True, "match_target": None},
    ),
    Entry(
        "cutthroat-pagat",
        "Cutthroat (Pagat)",
        says="The loser deals to the other two and sits out.",
        source="S004b l.224 (3P-3)",
        base="gin-pagat",
        sets={"seats": "cutthroat", "three_dealer": "sitting_out"},
    ),
    Entry(
        "chouette",
        "Chouette",
        says="The box plays against a side of two and more that its captain leads.",
        source="R1, R2, T3 (3P-7)",
        base="gin-rummy-com",
        sets={"seats": "chouette", "chouette_box": "fixed", "undercut_on_tie": True, "match_target": None},
    ),
    Entry(
        "chouette-rotating",
        "Chouette, rotating box",
        says="A box that loses sits out, and the captain takes its place.",
        source="gamingbuzzers.com",
        base="chouette",
        sets={"chouette_box": "winner_stays"},
    ),
    Entry(
        "battle-royal",
        "Battle royal",
        says="Three hands at once; 40 for gin, and an undercut knocker loses 20.",
        source="R2 (3P-12)",
        base="gin-rummy-com",
        sets={
            "seats": "battle_royal",
            "gin_bonus": 40,
            "undercut_bonus": 0,
            "undercut_penalty": 20,
            "undercut_on_tie": True,
            "target": 200,
            "stock_floor": 3,
            "match_target": None,
        },
    ),
)
