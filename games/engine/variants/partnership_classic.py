"""Partnership gin with the bonuses of the laws (R6, B3)."""

from dataclasses import replace

from games.engine.seatings.teams import TEAMS
from games.engine.sheets.partnership import PARTNERSHIP
from games.engine.variants import gin_rummy_com as base

RULES = replace(
    base.RULES,
    key="partnership-classic",
    name="Partnership gin, classic",
    seating=TEAMS,
    sheet=PARTNERSHIP,
    team_size=2,
    undercut_on_tie=True,
)
