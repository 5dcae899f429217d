"""Colonel with the challenge (S000 l.31)."""

from dataclasses import replace

from games.engine.variants import colonel_fosdick as base

RULES = replace(base.RULES, key="colonel-challenge", name="Colonel with challenges", challenge="on")
