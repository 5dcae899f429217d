"""What follows what in a Swiss stage."""

import pytest

from tournaments.formats import Stand, follows


@pytest.mark.parametrize(
    ("stand", "due"),
    [
        (Stand(3), ("pair", 1)),
        (Stand(3, 1, "draft"), ("publish", 1)),
        (Stand(3, 1, "published"), ("start", 1)),
        (Stand(3, 1, "running"), ("close", 1)),
        (Stand(3, 1, "closed"), ("pair", 2)),
        (Stand(3, 3, "closed"), ("finish", 3)),
        (Stand(3, 3, "sealed"), ("finish", 3)),
    ],
)
def test_what_is_due_next(stand, due):
    assert (follows(stand).step, follows(stand).number) == due


def test_an_unknown_state_is_an_error():
    with pytest.raises(ValueError, match="paused"):
        follows(Stand(3, 1, "paused"))
