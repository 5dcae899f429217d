"""Colonel in which the whole pile is taken (S000 l.45)."""

from dataclasses import replace

from games.engine.variants import colonel_fosdick as base

RULES = replace(base.RULES, key="colonel-pile", name="Colonel, whole pile", pickup="pile")
