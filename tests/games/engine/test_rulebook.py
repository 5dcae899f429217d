"""docs/rules/README.md, the way into the rulebook: its table of variants is made from the rule sets.

`python -m tests.games.engine.test_rulebook` prints the table.
"""

import re
from pathlib import Path

import pytest

from games import engine
from games.engine.options import OPTIONS, TABLED, Shutout

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs" / "rules" / "README.md").read_text()
RULES = (ROOT / "docs" / "rules" / "RULES.md").read_text()
BASES = {"gin": "gin-pagat", "royal": "gin-pagat", "colonel": "colonel-fosdick", "conquian": "conquian"}
SECTIONS = (
    (4, lambda rules: rules.kernel.name in ("gin", "royal")),
    (5, lambda rules: rules.knock_limit_source == "upcard"),
    (6, lambda rules: rules.hand_win_bonus or rules.big_gin_bonus or rules.knock_limit == 0 or rules.stake),
    (7, lambda rules: rules.columns == 3),
    (8, lambda rules: rules.suit_columns),
    (9, lambda rules: rules.doubling),
    (10, lambda rules: rules.seating.name in ("cutthroat", "chouette", "battle_royal")),
    (11, lambda rules: rules.seating.name == "teams"),
    (12, lambda rules: rules.kernel.name == "colonel"),
    (13, lambda rules: rules.kernel.name == "conquian"),
)


def said(value):
    """An option's value as RULES.md writes it."""
    if isinstance(value, Shutout):
        return f"{value.mode} {value.value}" if value.mode == "add" else value.mode
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def differing(rules):
    """The options in which the variant differs from the first of its family, in the order of RULES.md §2."""
    base = engine.VARIANTS[BASES[rules.kernel.name]]
    names = (*TABLED.get(rules.kernel.name, OPTIONS), "shutout", "stake")
    words = [] if rules.seating is base.seating else [f"seats {rules.seating.name}"]
    words += [f"{n} {said(getattr(rules, n))}" for n in names if getattr(rules, n) != getattr(base, n)]
    if rules.pack.ranks != base.pack.ranks:
        words.append(f"ranks {rules.pack.ranks}")
    return ", ".join(f"`{word}`" for word in words) or "the first of its family"


def preset_table():
    """A row a variant."""
    rows = ["| key | name | sections | differs in |", "|---|---|---|---|"]
    for key, rules in engine.VARIANTS.items():
        sections = " ".join(f"§{number}" for number, holds in SECTIONS if holds(rules))
        rows.append(f"| `{key}` | {rules.name} | {sections} | {differing(rules)} |")
    return "\n".join(rows)


def test_the_guide_has_every_variant_as_the_engine_plays_it():
    assert preset_table() in GUIDE, "python -m tests.games.engine.test_rulebook prints the table"


@pytest.mark.parametrize("key", engine.VARIANTS)
def test_every_variant_is_a_preset_of_the_rules(key):
    assert f"`{key}`" in RULES


def test_every_section_that_the_guide_names_is_there_and_every_section_is_named():
    there = set(re.findall(r"^## (\d+)\.", RULES, flags=re.MULTILINE))
    assert set(re.findall(r"§(\d+)", GUIDE)) == there


if __name__ == "__main__":
    print(preset_table())
