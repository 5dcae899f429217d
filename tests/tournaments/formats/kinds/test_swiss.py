"""The order of steps in a Swiss stage."""

import pytest

from tournaments.formats import BadSetting, Entrant, Facts, Stand, follows, stages_of
from tournaments.formats.kinds.swiss import pairs, rules_of
from tournaments.pairing import Crosstable, Kind, Result, Row, points_table


def facts(size=8, table="1-h-0", results=None, **more):
    rows = {n: Row(number=n, results=(results or {}).get(n, ())) for n in range(1, size + 1)}
    settings = {"rounds": 7, "system": "dutch", "acceleration": "baku", **more.pop("settings", {})}
    entrants = {n: Entrant(number=n) for n in rows}
    crosstable = Crosstable(rows, 1 if results else 0, points_table(table))
    return Facts(settings=settings, entrants=entrants, crosstable=crosstable, **more)


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


def test_baku_lifts_the_upper_half_of_those_who_began():
    assert rules_of(facts()).accelerated == {1, 2, 3, 4}
    first = {n: (Result(kind=Kind.PAB),) for n in range(1, 7)}  # 7 and 8 came later
    assert rules_of(facts(results=first)).accelerated == {1, 2, 3, 4}
    assert rules_of(facts(results={n: first[n] for n in (1, 2, 3, 4)})).accelerated == {1, 2}
    early = {n: first[min(n, 6)] for n in range(3, 9)}  # 1 and 2 came later and stand before all others
    assert rules_of(facts(results=early)).accelerated == {1, 2, 3, 4, 5, 6}, "the last of the upper half stays the last"
    assert rules_of(facts(table="3-1-0")).accelerated == set(), "a tie is not half a win there"
    assert rules_of(facts(settings={"acceleration": "none"})).accelerated == set()


def test_soft_pairs_and_the_lot_for_the_first_deal_reach_the_engine():
    apart = frozenset({frozenset((1, 5))})
    plan = pairs(facts(settings={"acceleration": "none"}, avoided=apart))
    assert apart.isdisjoint(frozenset(one.seats) for one in plan.tables)
    assert plan.trace.soft_top == 8
    assert {rules_of(facts(seed=str(n))).initial_first for n in range(20)} == {True, False}
    assert rules_of(facts(seed="x")).initial_first == rules_of(facts(seed="x")).initial_first


@pytest.mark.parametrize("points", ["3-1-0", "vp20"])
def test_a_points_table_in_which_a_tie_is_not_half_a_win_is_refused_with_the_acceleration(points):
    with pytest.raises(BadSetting) as caught:
        stages_of("swiss", {"acceleration": "baku", "points": points})
    assert (caught.value.field, "a tie is worth half a win" in str(caught.value)) == ("acceleration", True)
    assert stages_of("swiss", {"acceleration": "baku", "points": "2-1-0"})[0].settings["acceleration"] == "baku"
