"""What a dry run is of stands in its heading, on every page that has one."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[3] / "templates"


def test_no_two_dry_runs_have_the_same_heading():
    found = [said for page in TEMPLATES.rglob("*.html") for said in re.findall(r'"(Dry run[^"]*)"', page.read_text())]
    assert len(found) >= 6
    assert len(set(found)) == len(found)
    assert all(said.startswith("Dry run of the ") for said in found)
