"""Gin with its laws and an open discard pile (S004a l.86, IRR-29)."""

from dataclasses import replace

from games.engine.variants import gin_rummy_com as base

RULES = replace(
    base.RULES,
    key="gin-open-discards",
    name="Gin, open discards",
    discard_view="open",
)
