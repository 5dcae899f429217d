"""Oklahoma gin: the upcard sets the knock limit, a spade doubles the deal (S004b, OKL-1..7)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="oklahoma",
    name="Oklahoma gin",
    knock_limit_source="upcard",
    spade_multiplier=2,
    target=150,
)
