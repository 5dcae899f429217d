"""Colonel in which melds score and hands count against (S000 l.44)."""

from dataclasses import replace

from games.engine.variants import colonel_fosdick as base

RULES = replace(base.RULES, key="colonel-meldscore", name="Colonel, melds score", scoring="meld_minus_hand")
