"""Oklahoma gin with extra boxes for undercuts and gin (S004b, OKL-4)."""

from dataclasses import replace

from games.engine.variants import oklahoma as base

RULES = replace(
    base.RULES,
    key="oklahoma-boxes",
    name="Oklahoma gin, extra boxes",
    extra_boxes="oklahoma",
)
