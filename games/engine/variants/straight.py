"""Straight gin: only gin ends a deal (STR-1)."""

from dataclasses import replace

from games.engine.variants import gin_all_25 as base

RULES = replace(
    base.RULES,
    key="straight",
    name="Straight gin",
    knock_limit=0,
)
