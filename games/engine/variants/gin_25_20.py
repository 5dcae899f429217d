"""Gin with 25 for gin and 20 for the undercut (S004b l.200)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(base.RULES, key="gin-25-20", name="Gin 25/20", gin_bonus=25, undercut_bonus=20)
