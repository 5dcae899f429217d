"""Gin with 25 for gin, undercut and box (S004b l.200)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(base.RULES, key="gin-all-25", name="Gin 25/25/25", gin_bonus=25, undercut_bonus=25, box_value=25)
