"""Gin in which the last discard may be taken to knock (S004b l.174, GIN-31)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="gin-50th",
    name="Gin, action on the 50th card",
    last_discard="take_to_knock",
)
