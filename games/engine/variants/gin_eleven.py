"""Gin that opens with eleven cards to the non-dealer and no upcard (S004b l.194, GIN-7)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="gin-eleven",
    name="Gin, eleven-card opening",
    deal="eleven",
)
