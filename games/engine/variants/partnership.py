"""Partnership gin: two teams of two, opponents change every deal, to 125 (S004b)."""

from dataclasses import replace

from games.engine.seatings.teams import TEAMS
from games.engine.sheets.partnership import PARTNERSHIP
from games.engine.variants import gin_pagat as base

RULES = replace(base.RULES, key="partnership", name="Partnership gin", seating=TEAMS, sheet=PARTNERSHIP, team_size=2)
