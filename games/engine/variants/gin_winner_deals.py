"""Gin in which the winner of a deal deals next (S004b l.192)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(base.RULES, key="gin-winner-deals", name="Gin, winner deals", next_dealer="winner")
