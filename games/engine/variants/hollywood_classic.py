"""Hollywood gin in which each column is settled as a game (R4, HOL-6)."""

from dataclasses import replace

from games.engine.sheets.columns import COLUMNS
from games.engine.variants import gin_rummy_com as base

RULES = replace(
    base.RULES,
    key="hollywood-classic",
    name="Hollywood gin, columns as games",
    sheet=COLUMNS,
    columns=3,
    column_open="shift",
    column_settlement="totals",
    undercut_on_tie=True,
)
