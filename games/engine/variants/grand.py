"""Grand: 15 more to whoever wins a deal (S004a l.15, GRD-1)."""

from dataclasses import replace

from games.engine.variants import gin_rummy_com as base

RULES = replace(
    base.RULES,
    key="grand",
    name="Grand",
    hand_win_bonus=15,
)
