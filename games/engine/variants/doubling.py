"""Doubling gin: either side may offer to double before a draw (R3, DBL-1..7)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="doubling",
    name="Doubling gin",
    doubling=True,
    target=200,
)
