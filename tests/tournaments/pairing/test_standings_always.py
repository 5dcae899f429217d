"""Properties of the standings of every tournament, for all results and tie-breaks."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import LOT, TABLES, TIEBREAKS, Crosstable, Kind, Result, Row, rank


@st.composite
def tables(draw):
    """A field of 2 to 8 after up to 4 rounds with every kind of result."""
    size, rounds = draw(st.integers(2, 8)), draw(st.integers(0, 4))
    results = {number: [] for number in range(1, size + 1)}
    for _ in range(rounds):
        order = draw(st.permutations(range(1, size + 1)))
        alone = draw(st.integers(0, size)) // 2 * 2
        for one, other in zip(order[: size - alone : 2], order[1 : size - alone : 2], strict=False):
            kind = draw(st.sampled_from([Kind.PLAYED, Kind.PLAYED, Kind.FORFEIT, Kind.DOUBLE_FORFEIT, Kind.ADJUSTED]))
            mine = (
                0
                if kind is Kind.DOUBLE_FORFEIT
                else draw(st.sampled_from([0, 2] if kind is Kind.FORFEIT else [0, 1, 2]))
            )
            theirs = 0 if kind is Kind.DOUBLE_FORFEIT else 2 - mine
            gap = draw(st.integers(-50, 50)) if kind is Kind.PLAYED else 0
            results[one].append(Result(kind=kind, opponent=other, points=mine, margin=gap, is_first=True))
            results[other].append(Result(kind=kind, opponent=one, points=theirs, margin=-gap, is_first=False))
        length = max((len(found) for found in results.values()), default=0)
        for found in results.values():
            if len(found) < length or (length == 0 and not found):
                kind = draw(st.sampled_from([Kind.PAB, Kind.HALF, Kind.FULL, Kind.ZERO]))
                found.append(Result(kind=kind, points=TABLES["1-h-0"].bye(kind)))
    ratings = draw(st.sampled_from([0, 1500]))
    rows = {n: Row(number=n, rating=ratings and ratings + 40 * n, results=tuple(found)) for n, found in results.items()}
    return Crosstable(rows, max(len(found) for found in results.values()))


@given(tables(), st.lists(st.sampled_from(list(TIEBREAKS)), unique=True, max_size=4))
def test_standings_with_the_lot_are_a_total_order_and_keep_to_the_points(table, keys):
    lines = rank(table, [*keys, LOT], "seed")
    assert [line.place for line in lines] == list(range(1, len(table.rows) + 1))
    assert {line.number for line in lines} == set(table.rows)
    points = [line.points for line in lines]
    assert points == sorted(points, reverse=True)


@given(tables(), st.lists(st.sampled_from(list(TIEBREAKS)), unique=True, max_size=4), st.randoms())
def test_the_order_of_entry_changes_nothing(table, keys, chance):
    numbers = list(table.rows)
    chance.shuffle(numbers)
    turned = Crosstable({number: table.rows[number] for number in numbers}, table.rounds)
    assert rank(turned, [*keys, LOT], "seed") == rank(table, [*keys, LOT], "seed")


@given(tables())
def test_margins_make_nothing_together(table):
    assert sum(TIEBREAKS["MARGIN"](table, number) for number in table.rows) == 0


@given(tables())
def test_places_without_a_lot_are_shared_only_by_equals(table):
    keys = ["MARGIN", "BH", "WIN"]
    for line in rank(table, keys, "seed"):
        equals = [other for other in rank(table, keys, "seed") if other.place == line.place]
        assert len({(other.points, other.values) for other in equals}) == 1
