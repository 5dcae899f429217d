"""Straight gin as Scarne has it: first to 100 takes the stake, twice on a shutout, and nothing else (STR-2)."""

from dataclasses import replace

from games.engine.options import Shutout
from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="straight-scarne",
    name="Straight gin (Scarne)",
    box_value=0,
    game_bonus=0,
    shutout=Shutout("double_total"),
    stake=1,
)
