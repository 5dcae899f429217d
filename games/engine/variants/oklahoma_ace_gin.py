"""Oklahoma gin in which an ace as upcard means that only gin ends the deal (S004b, OKL-2)."""

from dataclasses import replace

from games.engine.variants import oklahoma as base

RULES = replace(
    base.RULES,
    key="oklahoma-ace-gin",
    name="Oklahoma gin, ace means gin",
    ace_upcard="gin_only",
)
