"""Gin in which the deal alternates (S004b l.192)."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(base.RULES, key="gin-alternate", name="Gin, alternate deal", next_dealer="alternate")
