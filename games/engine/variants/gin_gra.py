"""Gin in which the card just taken may be thrown back (S004b l.198, GIN-11)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="gin-gra",
    name="Gin, GRA",
    same_card="gra",
)
