"""Conquian in which the game after a drawn one is for two (S003 l.49)."""

from dataclasses import replace

from games.engine.variants import conquian as base

RULES = replace(base.RULES, key="conquian-double", name="Conquian, double after a draw", draw_carry="double")
