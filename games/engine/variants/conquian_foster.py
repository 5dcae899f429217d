"""Conquian after Foster (F1, R8): ace to ten without courts, drawn games fill a pool."""

from dataclasses import replace

from games.engine.cards import FOSTER_PACK
from games.engine.variants import conquian as base

RULES = replace(
    base.RULES,
    key="conquian-foster",
    name="Conquian (Foster)",
    pack=FOSTER_PACK,
    force_scope="extend",
    draw_carry="pool",
)
