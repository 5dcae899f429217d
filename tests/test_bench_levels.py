"""The round robin of the house levels: its ratings follow from the wins, and the same seed gives the same answer."""

import json
from math import log10
from pathlib import Path

import pytest

from bench import levels
from games.players import LEVELS, RATINGS

ROOT = Path(__file__).parent.parent


def test_two_levels_stand_as_their_win_share_says() -> None:
    rated = levels.ratings({("club", "strong"): [1] * 40 + [0] * 60})
    share = (160 + 0.5) / (200 + 1)
    assert rated["club"] == levels.RATING
    assert rated["strong"] == pytest.approx(levels.RATING + 400 * log10(share / (1 - share)), abs=0.1)


def test_ratings_add_up_over_a_level_between() -> None:
    often = [0] * 1000 + [1] * 200
    rated = levels.ratings({("club", "strong"): often, ("novice", "club"): often})
    assert rated["strong"] - rated["club"] == pytest.approx(rated["club"] - rated["novice"], abs=0.1)
    assert rated["strong"] - rated["novice"] == pytest.approx(800 * log10(2200.5 / 200.5), abs=1)


def test_a_clean_sweep_has_a_finite_rating_and_more_games_a_narrower_interval() -> None:
    assert levels.ratings({("club", "strong"): [0] * 50})["strong"] == pytest.approx(1500 + 400 * log10(201), abs=1)
    few, many = ({("club", "strong"): [0, 1, 1, 2] * count} for count in (10, 160))
    assert levels.half_intervals(few, 1)["strong"] > 2 * levels.half_intervals(many, 1)["strong"] > 0
    assert levels.half_intervals(few, 1)["club"] == 0


def test_changing_seats_changes_the_winner_between_equals() -> None:
    assert levels.match(("novice", "novice"), 3, 5) == [
        (levels.winner(("novice", "novice"), seed) == 0) + (levels.winner(("novice", "novice"), seed) == 1)
        for seed in (5, 6, 7)
    ]


def test_the_answer_names_every_level_and_repeats_itself(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for _ in range(2):
        assert levels.main(["--pairs", "2", "--json"]) == 0
        said.append(capsys.readouterr().out)
    found = json.loads(said[0].splitlines()[-1])
    assert said[0] == said[1]
    assert set(found["levels"]) == set(levels.LEVELS)
    assert len(found["wins"]) == len(levels.LEVELS) * (len(levels.LEVELS) - 1) // 2
    assert found["levels"]["club"] == {"rating": 1500, "half_interval_95": 0}


def test_the_ratings_that_people_see_are_those_that_are_written_down() -> None:
    written = (ROOT / "docs" / "house-players.md").read_text(encoding="utf-8")
    line = next(line for line in written.splitlines() if line.startswith(f"| {RATINGS['beginner']} "))
    shown = [int(cell.split("±")[0]) for cell in line.strip("| ").split("|")]
    assert shown == [RATINGS[level] for level in LEVELS]
    assert shown == sorted(shown)
