"""Partnership: every member of two teams plays a deal at the same time, and the sum counts."""

from games.engine.variants.entry import Entry

ENTRIES = (
    Entry(
        "partnership",
        "Partnership gin",
        says="Two teams of two, to 125; opponents change every deal.",
        source="S004b (PRT-1)",
        base="gin-pagat",
        sets={"seats": "teams", "team_size": 2},
    ),
    Entry(
        "partnership-classic",
        "Partnership gin, classic",
        says="Partnership with the bonuses of the laws.",
        source="R6, B3",
        base="gin-rummy-com",
        sets={"seats": "teams", "team_size": 2, "undercut_on_tie": True, "match_target": None},
    ),
    Entry(
        "partnership-n",
        "Team gin",
        says="Teams of three to eight, three unless said; opponents stay, and the target goes by the size.",
        source="B4",
        base="partnership-classic",
        sets={"team_size": 3, "team_rotation": "fixed"},
        parts={"least_team_size": 3},
    ),
)
