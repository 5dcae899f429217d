"""Teams of three to eight: fixed opponents, the target by size (B4)."""

from dataclasses import replace

from games.engine.variants import partnership_classic as base

RULES = replace(base.RULES, key="partnership-n", name="Team gin", team_size=3, team_rotation="fixed", least_team_size=3)
