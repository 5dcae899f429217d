"""Gin in which a shutout doubles the winner's whole total (S004b l.202)."""

from dataclasses import replace

from games.engine.options import Shutout
from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="gin-double-shutout",
    name="Gin, shutout doubles",
    shutout=Shutout("double_total"),
)
