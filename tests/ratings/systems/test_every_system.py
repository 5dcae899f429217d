"""Properties of every rating system."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import systems
from ratings.systems import RatedMatch, fold
from ratings.systems.margin import POINTS

EVERY = pytest.mark.parametrize("key", systems.keys())
DAY = 86400.0
evenings = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(-120, 120), st.integers(1, 12), st.floats(0, 40)),
    min_size=1,
    max_size=40,
).map(lambda rows: [row for row in rows if row[0] != row[1]])


def played(rows):
    """Matches one after the other: a, b, margin, deals and the days since the last one."""
    matches, now = [], 1_700_000_000.0
    for number, (a, b, margin, deals, days) in enumerate(rows, 1):
        now += days * DAY
        score = 0.5 if margin == 0 else float(margin > 0)
        matches.append(
            RatedMatch(
                id=number,
                finished_at=now,
                a=a,
                b=b,
                score_a=score,
                margin=float(margin),
                deals=deals,
                expected_deals=8,
                luck=margin / 3,
            )
        )
    return matches


@EVERY
@given(rows=evenings)
def test_two_share_the_whole_expectation(key, rows):
    run, _ = fold(systems.system(key), played(rows))
    for match in played(rows):
        a, b = run.state(match.a), run.state(match.b)
        assert run.system.expected(a, b, match) + run.system.expected(b, a, match) == pytest.approx(1, abs=1e-9)
        assert 0 <= run.system.expected(a, b, match) <= 1


@EVERY
@given(rows=evenings)
def test_a_change_is_its_step_and_the_step_is_the_formula(key, rows):
    run, moved = fold(systems.system(key), played(rows))
    unit = POINTS if key.startswith("margin") else 1.0
    for one in moved:
        change = run.system.rating(one.after) - run.system.rating(one.before)
        assert change == pytest.approx(unit * one.step.step, abs=1e-6)
        assert one.step.step == pytest.approx(one.step.k * (one.step.score - one.step.expected), abs=1e-6)


@EVERY
@given(rows=evenings)
def test_the_order_in_which_rows_arrive_is_nothing(key, rows):
    matches = played(rows)
    run, _ = fold(systems.system(key), matches)
    again, _ = fold(systems.system(key), reversed(matches))
    assert run.digest == again.digest
    assert run.states == again.states


@EVERY
@given(rows=evenings)
def test_who_is_named_first_is_nothing_without_an_advantage(key, rows):
    turned = [(b, a, -margin, deals, days) for a, b, margin, deals, days in rows]
    run, other = (fold(systems.system(key), played(given))[0] for given in (rows, turned))
    for player in range(6):
        assert run.state(player) == pytest.approx(other.state(player), rel=1e-9, abs=1e-9)


def test_each_file_of_a_system_names_it():
    """Without `System` in its last line nobody would find it."""
    folder = Path(systems.__file__).parent
    rates = [path for path in folder.glob("*.py") if re.search(r"^    key = ", path.read_text(encoding="utf-8"), re.M)]
    assert len(rates) == len(systems.keys())
    assert [path.name for path in rates if not re.search(r"^System = ", path.read_text(encoding="utf-8"), re.M)] == []


@EVERY
def test_an_advantage_is_the_seats_and_not_the_players(key):
    match = played([(0, 1, 10, 8, 0)])[0]
    level, ahead = systems.system(key), systems.system(key, {"advantage": 5.0})
    assert level.expected(level.start(), level.start(), match) == 0.5
    assert ahead.expected(ahead.start(), ahead.start(), match) > 0.5
    wins, losses = (fold(ahead, played([(0, 1, 10 * sign, 8, 0)]))[0] for sign in (1, -1))
    up, down = (run.system.rating(run.state(0)) - run.system.rating(ahead.start()) for run in (wins, losses))
    assert up < -down, "a win that the seat made likely is worth less than the loss costs"


@EVERY
@pytest.mark.parametrize("given", [{"nonsense": 1}, {"advantage": 1, "volume": 2}])
def test_a_parameter_that_no_formula_knows_is_refused(key, given):
    with pytest.raises(TypeError):
        systems.system(key, given)


@pytest.mark.parametrize(
    ("key", "params", "named"),
    [
        ("glicko2", {"tau": 0}, "tau is above 0"),
        ("margin", {"sigma": -1}, "sigma is above 0"),
        ("margin", {"drift": -1}, "drift is 0 or more"),
        ("fibs", {"experience": "after"}, "experience is one of before, with"),
        ("elo", {"k0": 0}, "k0 is above 0"),
    ],
)
def test_a_value_that_no_formula_takes_is_refused_by_name(key, params, named):
    with pytest.raises(ValueError, match=named):
        systems.system(key, params)


def test_luck_taken_out_is_the_margin_system_on_what_is_left():
    given = played([(0, 1, 31, 5, 0), (1, 0, -12, 7, 3), (0, 2, 8, 4, 1)])
    rest = [match._replace(margin=match.margin - match.luck, luck=None) for match in given]
    sigma = systems.system("margin_luck").params.sigma
    assert sigma < systems.system("margin").params.sigma
    run, moved = fold(systems.system("margin_luck"), given)
    plain, plainly = fold(systems.system("margin", {"sigma": sigma}), rest)
    assert run.states == plain.states
    assert [one.step for one in moved] == [one.step for one in plainly]


def test_without_a_known_luck_a_match_tells_it_nothing():
    system = systems.system("margin_luck")
    [match] = played([(0, 1, 31, 5, 0)])
    a, b, trace = system.rate(system.start(), system.start(), match._replace(luck=None))
    assert a == b == system.start()
    assert trace.a.step == trace.b.step == 0


def test_glickmans_example_to_six_digits():
    """The paper prints 1464.06, 151.52 and 0.05999 after rounding on the way; this is the exact arithmetic."""
    from ratings.systems.glicko2 import period

    games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
    rating, deviation, volatility = period(1500.0, 200.0, 0.06, games, 0.5)
    assert (round(rating, 4), round(deviation, 4), round(volatility, 7)) == (1464.0507, 151.5165, 0.0599960)


def test_who_stays_away_becomes_less_certain():
    system = systems.system("glicko2")
    run, _ = fold(system, played([(0, 1, 10, 8, 0), (0, 1, -10, 8, 1)]))
    last = played([(0, 1, 10, 8, 0), (0, 1, -10, 8, 1)])[-1].finished_at
    fresh, later = (system.shown(run.state(0), last + days * DAY).deviation for days in (0, 365))
    assert fresh < later <= 500


def test_the_margin_of_a_long_match_tells_more_than_that_of_a_short_one():
    system = systems.system("margin")
    short, _ = fold(system, played([(0, 1, 20, 2, 0)]))
    long, _ = fold(system, played([(0, 1, 80, 8, 0)]))
    assert system.rating(long.state(0)) > system.rating(short.state(0)) > 1500


def test_a_match_without_a_finished_deal_moves_no_margin():
    system = systems.system("margin")
    match = RatedMatch(id=1, finished_at=0.0, a=0, b=1, score_a=1.0, kind="abandoned", expected_deals=8)
    run, _ = fold(system, [match])
    assert run.state(0) == system.start()


@given(rows=evenings)
def test_margins_between_equals_in_certainty_are_zero_sum(rows):
    system = systems.system("margin")
    first = played(rows)[:1]
    run, _ = fold(system, first)
    if first:
        total = sum(system.rating(run.state(n)) for n in (first[0].a, first[0].b))
        assert total == pytest.approx(3000, abs=1e-6)


def test_a_comparison_with_other_tables_tells_more_than_a_bare_margin():
    """The same points over the same deals: the duplicate match moves further and leaves less doubt."""
    margin = systems.system("margin", {})
    new = margin.start()
    bare = RatedMatch(1, 0.0, 1, 2, 1.0, margin=40, deals=10)
    plain, _, _ = margin.rate(new, new, bare)
    compared, _, _ = margin.rate(new, new, bare._replace(kind="duplicate"))
    assert compared[0] > plain[0] > 0
    assert compared[1] < plain[1] < new[1]
    spread = 2 * 1.5**2  # a Kalman step by hand: 4 points a deal, of which own / (both + noise / deals)
    assert compared[0] == pytest.approx(4 * 1.5**2 / (spread + 15.4**2 / 10))
