"""Gin with big gin: 31 for eleven cards in melds (S002, BIG-1)."""

from dataclasses import replace

from games.engine.variants import gin_all_25 as base

RULES = replace(
    base.RULES,
    key="big-gin",
    name="Big gin",
    big_gin_bonus=31,
)
