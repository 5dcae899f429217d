"""Color gin with big gin, whose eleventh card counts for the suits (S002 l.115, CGN-15)."""

from dataclasses import replace

from games.engine.variants import color as base

RULES = replace(
    base.RULES,
    key="color-big-gin",
    name="Color gin with big gin",
    big_gin_bonus=31,
)
