"""Hollywood gin by the rules of Oklahoma, 150 a column (S004b and R4)."""

from dataclasses import replace

from games.engine.sheets.columns import COLUMNS
from games.engine.variants import oklahoma_full as base

RULES = replace(
    base.RULES,
    key="hollywood-oklahoma",
    name="Hollywood Oklahoma gin",
    sheet=COLUMNS,
    columns=3,
    column_open="shift",
    column_settlement="totals",
)
