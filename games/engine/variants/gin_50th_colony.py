"""Gin in which the last discard may be taken, and thrown back, to knock (S004b l.198, GIN-31)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="gin-50th-colony",
    name="Gin, action on the 50th card (Colony)",
    last_discard="take_to_knock_same",
)
