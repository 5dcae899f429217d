"""The page for organisers, docs/tie-breaks.md, names every tie-break, points table and default as the code has them."""

from pathlib import Path

from tournaments.pairing import TABLES
from tournaments.pairing.tiebreak_words import WORDS
from tournaments.pairing.tiebreaks import DEFAULTS, FAMILIES

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "tie-breaks.md").read_text(encoding="utf-8")


def test_every_tie_break_stands_there_with_its_sentence():
    for key, (name, sentence) in WORDS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{key}` |"))
        assert name in row
        assert sentence in row
        takes = FAMILIES[key].takes if key in FAMILIES else ""
        assert all(f"/{mark}" in row for mark in takes.replace(":", ""))
        assert (":MP" in row) is (":" in takes)


def test_points_tables_and_defaults_stand_there():
    assert all(f"`{key}`" in PAGE for key in TABLES)
    assert all(f"`{which}` {' '.join(keys)}" in PAGE for which, keys in DEFAULTS.items())
