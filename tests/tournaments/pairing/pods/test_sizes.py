"""How many sit at each table, and who sits out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.pods import BadPods, Shape, shape_for, sizes

THREES, FOURS = shape_for(3), shape_for(4)


@pytest.mark.parametrize(
    ("count", "shape", "tables", "byes"),
    [
        (3, THREES, (3,), 0),
        (4, THREES, (4,), 0),
        (5, THREES, (4,), 1),
        (6, THREES, (3, 3), 0),
        (7, THREES, (3, 4), 0),
        (8, THREES, (4, 4), 0),
        (10, THREES, (3, 3, 4), 0),
        (11, THREES, (3, 4, 4), 0),
        (5, FOURS, (4,), 1),
        (6, FOURS, (3, 3), 0),
        (9, FOURS, (3, 3, 3), 0),
        (14, FOURS, (3, 3, 4, 4), 0),
        (11, shape_for(5), (5, 6), 0),
        (13, shape_for(5), (4, 4, 5), 0),
        (10, Shape(4, 4, 4), (4, 4), 2),
        (22, Shape(3, 7, 5), (5, 5, 6, 6), 0),
    ],
)
def test_tables_and_byes(count: int, shape: Shape, tables: tuple[int, ...], byes: int) -> None:
    found = sizes(count, shape)
    assert (found.tables, found.byes) == (tables, byes)


SHAPES = st.lists(st.integers(3, 9), min_size=3, max_size=3).map(lambda s: Shape(min(s), max(s), sorted(s)[1]))


@given(count=st.integers(3, 500), shape=SHAPES)
def test_everybody_has_a_place_and_byes_are_as_few_as_can_be(count: int, shape: Shape) -> None:
    if count < shape.least:
        with pytest.raises(BadPods, match="few"):
            sizes(count, shape)
        return
    found = sizes(count, shape)
    assert sum(found.tables) + found.byes == count
    assert all(shape.least <= size <= shape.most for size in found.tables)
    assert found.tables[-1] - found.tables[0] <= 1
    for seated in range(count - found.byes + 1, count + 1):
        assert not any(n * shape.least <= seated <= n * shape.most for n in range(1, count)), "fewer byes are possible"


@pytest.mark.parametrize("shape", [(1, 3, 2), (3, 4, 5), (4, 3, 3), (3, 13, 3), (5, 6, 4)])
def test_a_table_that_cannot_be_is_refused(shape: tuple[int, int, int]) -> None:
    with pytest.raises(BadPods) as bad:
        Shape(*shape)
    assert bad.value.code == "shape"
