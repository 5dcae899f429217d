"""Points as people read them."""

import pytest

from tournaments.event.selectors.words import table_words
from tournaments.pairing import TABLES, custom_table

OWN = {"key": "own", "unit": 2, "win": 5, "tie": 3, "loss": 1, "forfeit_win": 5, "forfeit_loss": 0, "pab": 5}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (TABLES["1-h-0"], "win 1, tie ½, loss 0"),
        (TABLES["3-1-0"], "win 3, tie 1, loss 0"),
        (TABLES["acc"], "win 2, tie 1, loss 0, shutout win 3"),
        (TABLES["vp20"], "20 points, shared by the margin"),
        (custom_table(OWN), "win 2½, tie 1½, loss ½"),
    ],
    ids=lambda one: getattr(one, "key", None),
)
def test_a_points_table_is_told_by_what_it_gives(table, words):
    assert table_words(table) == words
