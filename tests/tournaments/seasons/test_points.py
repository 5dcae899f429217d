"""The points of a season: evenings as small crosstables, the table computed by hand, and what holds for all."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.seasons import scoring as core
from tournaments.seasons.scoring import BadScoring, Meeting, Played, scoring_of

ANA, BO, CHEN, DORA = 1, 2, 3, 4


def evening(n, *places, **wins):
    """An evening by its order: who shares a place stands in a tuple."""
    rows, at = [], 1
    for group in places:
        people = group if isinstance(group, tuple) else (group,)
        rows += [Played(evening=n, person=one, side=one, place=at, wins=wins.get(f"p{one}", 0)) for one in people]
        at += len(people)
    return rows


def standings(rows, scoring, meetings=()):
    return [(line.place, line.person, line.points) for line in core.table(rows, scoring_of(scoring), meetings)]


def test_points_by_place_add_up():
    rows = evening(0, ANA, BO, CHEN) + evening(1, BO, ANA)
    assert standings(rows, {"places": [5, 3, 1]}) == [(1, ANA, 8), (1, BO, 8), (3, CHEN, 1)]


def test_who_shares_a_place_gets_an_equal_part_of_the_points():
    rows = evening(0, ANA, (BO, CHEN), DORA)
    assert standings(rows, {"places": [10, 7, 4, 1]}) == [
        (1, ANA, 10),
        (2, BO, Fraction(11, 2)),
        (2, CHEN, Fraction(11, 2)),
        (4, DORA, 1),
    ]


def test_nobody_gets_the_points_of_a_first_place_that_is_empty():
    """Four share the third place of a cup whose semifinals were forfeited by both sides."""
    rows = [Played(evening=0, person=one, side=one, place=3) for one in (ANA, BO, CHEN, DORA)]
    rows.append(Played(evening=0, person=5, side=5, place=5))
    found = standings(rows, {"places": [10, 7, 4, 2, 1]})
    assert found == [*((1, one, Fraction(6, 4)) for one in (ANA, BO, CHEN, DORA)), (5, 5, 1)]


def test_points_by_the_number_of_players():
    rows = evening(0, ANA, BO, CHEN)
    assert standings(rows, {"places": {"each": 2, "last": 1}}) == [(1, ANA, 5), (2, BO, 3), (3, CHEN, 1)]


def test_a_small_field_gives_a_place_its_points_in_proportion():
    """Half of four sides gives half; from four on all of it, and never more."""
    said = {"places": [10, 7, 3], "full_from": 4, "attendance": 1}
    duel, four, five = evening(0, ANA, BO), evening(0, ANA, BO, CHEN, DORA), evening(0, ANA, BO, CHEN, DORA, 5)
    assert standings(duel, said)[:2] == [(1, ANA, 6), (2, BO, Fraction(9, 2))]
    assert standings(four, said)[0] == standings(five, said)[0] == (1, ANA, 11)
    three = evening(0, ANA, BO, CHEN)
    assert standings(three, {"places": {"each": 1, "last": 1}, "full_from": 16})[0] == (1, ANA, Fraction(56, 100))


def test_only_the_best_evenings_count_and_the_others_are_dropped():
    rows = evening(0, ANA, BO) + evening(1, BO, ANA) + evening(2, ANA, BO)
    ana, bo = core.table(rows, scoring_of({"places": [10, 4], "best": 2, "of": 3}))
    assert (ana.points, bo.points) == (20, 14)
    assert [ana.cells[n].is_dropped for n in range(3)] == [False, True, False]
    assert [bo.cells[n].is_dropped for n in range(3)] == [False, False, True], "of equal evenings the earlier counts"


def test_attendance_wins_rating_and_the_bonus():
    rows = [
        Played(evening=0, person=ANA, side=1, place=1, wins=3, gain=12),
        Played(evening=0, person=BO, side=2, place=2, wins=1, gain=-12),
        Played(evening=1, person=BO, side=2, place=1, wins=0, gain=0),
    ]
    scoring = {"attendance": 5, "win": 1, "rating": 0.5, "bonus": 10, "bonus_from": 2}
    assert standings(rows, scoring) == [(1, BO, 5 + 1 + 5 + 10), (2, ANA, 5 + 3 + 6)]


def test_a_team_shares_no_points_among_its_own():
    rows = [Played(evening=0, person=one, side=side, place=side) for one, side in ((1, 1), (2, 1), (3, 2), (4, 2))]
    assert standings(rows, {"places": [6, 2]}) == [(1, 1, 6), (1, 2, 6), (3, 3, 2), (3, 4, 2)]


@pytest.mark.parametrize(
    ("key", "first"),
    [("firsts", ANA), ("best_evenings", ANA), ("wins", BO), ("attended", BO), ("last_meeting", BO)],
)
def test_each_tie_break_decides(key, first):
    rows = evening(0, ANA, CHEN, p1=1) + evening(1, DORA, BO, p2=2) + evening(2, DORA, BO, p2=2)
    met = [Meeting(0, 1, ANA, BO, ANA), Meeting(2, 3, ANA, BO, BO)]
    found = core.table(rows, scoring_of({"places": [8, 4], "tiebreaks": [key]}), met)
    both = [line for line in found if line.person in (ANA, BO)]
    assert [line.points for line in both] == [8, 8]
    assert both[0].person == first
    assert both[0].place < both[1].place
    assert [[name for name, _figure in line.decided] for line in both] == [[key], [key]]
    assert both[0].decided > both[1].decided
    assert not any(line.decided for line in found if line.person not in (ANA, BO)), "their points decide"


def test_a_tied_last_meeting_and_three_equal_ones_stay_equal():
    rows = evening(0, (ANA, BO))
    met = [Meeting(0, 1, ANA, BO, ANA), Meeting(0, 2, ANA, BO, None)]
    scoring = {"places": [2, 2, 2], "tiebreaks": ["last_meeting"]}
    assert [place for place, _, _ in standings(rows, scoring, met)] == [1, 1]
    rows = evening(0, (ANA, BO, CHEN))
    assert [place for place, _, _ in standings(rows, scoring, met[:1])] == [1, 1, 1]


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ("ten for the winner", "scoring"),
        ([1, 2], "scoring"),
        (None, "scoring"),
        ({}, "places"),
        ({"places": [0, 0]}, "places"),
        ({"places": "10, 8"}, "places"),
        ({"places": [8, 10]}, "places"),
        ({"places": [10, -1]}, "places"),
        ({"places": [True]}, "places"),
        ({"places": [10**9]}, "places"),
        ({"places": [float("nan")]}, "places"),
        ({"places": [float("inf")]}, "places"),
        ({"places": [1] * 101}, "places"),
        ({"places": {"each": 1, "n": 2}}, "places"),
        ({"places": {"each": [1]}}, "places"),
        ({"places": [1], "best": 0}, "best"),
        ({"places": [1], "best": -1}, "best"),
        ({"places": [1], "best": 1.5}, "best"),
        ({"places": [1], "best": True}, "best"),
        ({"places": [1], "best": 7, "of": 6}, "best"),
        ({"places": [1], "of": 6}, "best"),
        ({"places": [1], "of": 0}, "of"),
        ({"attendance": 0.001}, "attendance"),
        ({"attendance": "5"}, "attendance"),
        ({"rating": 11}, "rating"),
        ({"win": 1, "bonus": 5}, "bonus_from"),
        ({"win": 1, "tiebreaks": ["luck"]}, "tiebreaks"),
        ({"win": 1, "tiebreaks": ["wins", "wins"]}, "tiebreaks"),
        ({"win": 1, "tiebreaks": [{}]}, "tiebreaks"),
        ({"win": 1, "tiebreaks": "wins"}, "tiebreaks"),
        ({"places": [1], "full_from": 0}, "full_from"),
        ({"win": 1, "os.system": 1}, "os.system"),
        ({"win": 1, 5: 5}, "5"),
    ],
)
def test_an_absurd_scoring_is_refused_with_its_field(said, field):
    with pytest.raises(BadScoring) as refused:
        scoring_of(said)
    assert refused.value.field == field


@pytest.mark.parametrize("key", core.TEMPLATES)
def test_a_template_is_a_scoring_and_reads_back(key):
    scoring = scoring_of(core.TEMPLATES[key])
    assert scoring_of(core.to_json(scoring)) == scoring


# ---- what holds for all

AMOUNTS = st.integers(0, 20)
SCORINGS = st.builds(
    lambda places, **more: scoring_of({"places": sorted(places, reverse=True), "attendance": 1, **more}),
    st.lists(AMOUNTS, max_size=6),
    best=st.none() | st.integers(1, 4),
    full_from=st.none() | st.integers(1, 6),
    win=AMOUNTS,
    rating=st.sampled_from([0, 0.5, 2]),
    bonus=AMOUNTS,
    bonus_from=st.integers(1, 4),
    tiebreaks=st.lists(st.sampled_from(core.TIEBREAKS), unique=True),
)


@st.composite
def seasons(draw):
    """A few evenings of some of six persons, with shared places, and who met whom."""
    rows, met = [], []
    for n in range(draw(st.integers(1, 5))):
        people = draw(st.lists(st.integers(1, 6), unique=True, min_size=1))
        ranks = sorted(draw(st.lists(st.integers(1, 6), min_size=len(people), max_size=len(people))))
        places = [1 + sum(other < rank for other in ranks) for rank in ranks]
        for person, place in zip(people, places, strict=True):
            wins, gain = draw(st.integers(0, 4)), draw(st.integers(-20, 20))
            rows.append(Played(evening=n, person=person, side=person, place=place, wins=wins, gain=gain))
        if len(people) > 1:
            met.append(Meeting(n, 1, people[0], people[1], draw(st.sampled_from([people[0], people[1], None]))))
    return rows, met


@given(seasons(), SCORINGS, st.randoms())
def test_the_order_of_evenings_and_rows_does_not_matter(season, scoring, chance):
    rows, met = season
    shuffled = chance.sample(rows, len(rows)), chance.sample(met, len(met))
    assert core.table(shuffled[0], scoring, shuffled[1]) == core.table(rows, scoring, met)


@given(seasons(), SCORINGS)
def test_the_best_evenings_never_exceed_the_sum(season, scoring):
    for line in core.table(season[0], scoring):
        total = sum(cell.points for cell in line.cells.values())
        counted = [cell.points for cell in line.cells.values() if not cell.is_dropped]
        assert line.points - line.bonus == sum(counted) <= total
        assert len(counted) == min(len(line.cells), scoring.best or len(line.cells))
        assert min(counted) >= max([c.points for c in line.cells.values() if c.is_dropped], default=0)


@given(seasons(), SCORINGS, st.data(), st.integers(1, 30))
def test_more_points_never_lower_a_place(season, scoring, data, more):
    rows, met = season
    better = data.draw(st.sampled_from(rows))
    raised = Played(**{name: getattr(better, name) for name in Played.__slots__} | {"wins": better.wins + more})
    after = [raised if row is better else row for row in rows]
    before = {line.person: line.place for line in core.table(rows, scoring, met)}
    assert {line.person: line.place for line in core.table(after, scoring, met)}[better.person] <= before[better.person]


@given(seasons(), SCORINGS)
def test_who_was_absent_gets_nothing_for_the_evening(season, scoring):
    rows, met = season
    there = {(row.person, row.evening) for row in rows}
    for line in core.table(rows, scoring, met):
        assert {(line.person, n) for n in line.cells} == {one for one in there if one[0] == line.person}


@given(seasons(), SCORINGS)
def test_the_points_of_the_places_of_an_evening_are_given_once(season, scoring):
    rows, _met = season
    lines = core.table(rows, scoring)
    for n in {row.evening for row in rows}:
        given_out = sum((line.cells[n].for_place for line in lines if n in line.cells), Fraction(0))
        sides = sum(row.evening == n for row in rows)
        assert given_out == sum(scoring.for_place(place, sides) for place in range(1, sides + 1))
