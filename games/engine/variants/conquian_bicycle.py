"""Conquian after Bicycle (B1): a forced card extends one combination; hand cards alone may be laid."""

from dataclasses import replace

from games.engine.variants import conquian as base

RULES = replace(
    base.RULES, key="conquian-bicycle", name="Conquian (Bicycle)", force_scope="extend", hand_meld_alone=True
)
