"""docs/rules/README.md, the guide to the rulebook, names every section of it."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
GUIDE = (ROOT / "docs" / "rules" / "README.md").read_text()
RULES = (ROOT / "docs" / "rules" / "RULES.md").read_text()


def test_every_section_that_the_guide_names_is_there_and_every_section_is_named():
    there = set(re.findall(r"^## (\d+)\.", RULES, flags=re.MULTILINE))
    assert set(re.findall(r"§(\d+)", GUIDE)) == there
