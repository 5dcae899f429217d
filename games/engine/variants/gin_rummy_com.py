"""Gin with its laws (S004a): gin and undercut 25, level counts score nothing, the winner deals, match to 500."""

from dataclasses import replace

from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="gin-rummy-com",
    name="Gin rummy",
    first_dealer="high_chooses",
    next_dealer="winner",
    gin_bonus=25,
    undercut_bonus=25,
    undercut_on_tie=False,
    box_value=25,
    shutout_test="no_hands",
    match_target=500,
)
