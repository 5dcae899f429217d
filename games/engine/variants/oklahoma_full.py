"""Oklahoma gin with all options of S004b: ace means gin, extra boxes, 25 for everything."""

from dataclasses import replace

from games.engine.variants import oklahoma as base

RULES = replace(
    base.RULES,
    key="oklahoma-full",
    name="Oklahoma gin, all options",
    ace_upcard="gin_only",
    extra_boxes="oklahoma",
    box_value=25,
    gin_bonus=25,
    undercut_bonus=25,
)
