"""Cutthroat as pagat.com has it: the loser deals to the other two and sits out (S004b l.224)."""

from dataclasses import replace

from games.engine.seatings.cutthroat import CUTTHROAT
from games.engine.sheets.pairwise import PAIRWISE
from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="cutthroat-pagat",
    name="Cutthroat (Pagat)",
    seating=CUTTHROAT,
    sheet=PAIRWISE,
    three_dealer="sitting_out",
)
