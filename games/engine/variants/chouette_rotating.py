"""Chouette in which a box that loses sits out and the captain takes its place."""

from dataclasses import replace

from games.engine.variants import chouette as base

RULES = replace(base.RULES, key="chouette-rotating", name="Chouette, rotating box", chouette_box="winner_stays")
