"""docs/rules/README.md, the guide to the rulebook, names every section of it."""

import re
from pathlib import Path

from games.engine.play.options import OPTIONS, TABLED

ROOT = Path(__file__).resolve().parents[4]
GUIDE = (ROOT / "docs" / "rules" / "README.md").read_text()
RULES = (ROOT / "docs" / "rules" / "RULES.md").read_text()


def test_the_laws_of_irregularity_are_sentences_and_name_no_key():
    """§14.2 is what players and directors read: keys of commands and of state stand in §14.5 and §15."""
    rows = re.findall(
        r"^\| (IRR-\d+) \| (.+) \|$", RULES.partition("### 14.2")[2].partition("### 14.3")[0], re.MULTILINE
    )
    assert len(rows) == 40
    for _irr, text in rows:
        assert text[0].isupper()
        assert text.endswith(".")
        assert not re.search(r"`|\b[a-z]+_[a-z_]+\b|\b[KD]:", text), text


def test_every_option_has_a_line_among_the_variations():
    """But for those that are chosen elsewhere: how many play, and by which laws."""
    said = GUIDE.partition("## The variations")[2].partition("## Words")[0]
    every = {name for options in (OPTIONS, *TABLED.values()) for name in options} | {"shutout"}
    rows = [row for row in said.splitlines() if row.startswith("| ")]
    assert {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)} >= every - {"laws"}
    assert all(row.count("|") == 4 for row in rows)


def test_every_section_that_the_guide_names_is_there_and_every_section_is_named():
    there = set(re.findall(r"^## (\d+)\.", RULES, flags=re.MULTILINE))
    assert set(re.findall(r"§(\d+)", GUIDE)) == there
