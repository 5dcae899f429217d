"""The next round: by score, by meetings, with pairs that must not or should not meet, with people who come and go."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.pods.seating import is_partition, met_twice
from tournaments.pairing.pods import (
    BadPods,
    Entrant,
    PodRound,
    bye_words,
    meetings,
    pair,
    plan,
    shape_for,
    table_words,
    validate,
)
from tournaments.pairing.pods.chance import Chance

THREES, FOURS = shape_for(3), shape_for(4)


class Evening:
    """A field that plays: who sits first at a table by lot takes two points, the second one."""

    def __init__(self, count: int, rounds: int, size: int = 3, by: str = "score", seed: str = "s") -> None:
        self.points = dict.fromkeys(range(1, count + 1), 0)
        self.past: list[PodRound] = []
        self.rounds, self.shape, self.by, self.seed = rounds, shape_for(size), by, seed
        self.chance = Chance(f"results:{seed}")

    def field(self) -> list[Entrant]:
        return [Entrant(number, Fraction(points)) for number, points in self.points.items()]

    def next(self, **pairs: frozenset[frozenset[int]]) -> PodRound:
        left = self.rounds - len(self.past)
        found = pair(self.field(), self.past, shape=self.shape, rounds_left=left, by=self.by, seed=self.seed, **pairs)
        assert is_partition(found, list(self.points))
        return found

    def play(self, rounds: int, **pairs: frozenset[frozenset[int]]) -> "Evening":
        for _ in range(rounds):
            self.past.append(self.next(**pairs))
            for table in self.past[-1].tables:
                for points, number in zip((2, 1), self.chance.shuffled(list(table)), strict=False):
                    self.points[number] += points
        return self


def spread(tables: Sequence[Sequence[int]], points: dict[int, int]) -> float:
    """The points between the first and the last of a table, on average."""
    found = [max(points[n] for n in table) - min(points[n] for n in table) for table in tables]
    return sum(found) / len(found)


@settings(max_examples=12)
@given(count=st.integers(60, 130), seed=st.text(max_size=3))
def test_a_swiss_of_sixty_and_more_has_no_repeat_and_seats_equals_together(count: int, seed: str) -> None:
    evening = Evening(count, 6, seed=seed)
    for _ in range(6):
        before = dict(evening.points)
        evening.play(1)
        tables = evening.past[-1].tables
        order = iter(sorted(before, key=lambda n: -before[n]))
        cut = [[next(order) for _ in table] for table in tables]
        assert spread(tables, before) <= spread(cut, before) + 1
    assert met_twice(evening.past) == 0


@pytest.mark.parametrize(("count", "size", "rounds"), [(9, 3, 4), (12, 3, 4), (15, 3, 6), (16, 4, 5), (20, 4, 5)])
def test_a_dense_swiss_does_not_end_in_a_dead_end(count: int, size: int, rounds: int) -> None:
    assert met_twice(Evening(count, rounds, size).play(rounds).past) == 0


def test_winners_meet_winners() -> None:
    evening = Evening(27, 4).play(1)
    points = evening.points
    assert [{points[n] for n in table} for table in evening.next().tables] == [{2}] * 3 + [{1}] * 3 + [{0}] * 3


def test_the_same_seed_gives_the_same_round() -> None:
    for by in ("score", "meetings"):
        assert Evening(17, 4, by=by).play(3).past == Evening(17, 4, by=by).play(3).past


@pytest.mark.parametrize(("count", "size"), [(15, 3), (17, 3), (16, 4), (5, 3)])
def test_rounds_by_meetings_follow_the_plan(count: int, size: int) -> None:
    evening = Evening(count, 4, size, by="meetings").play(4)
    assert [one.tables for one in evening.past] == [one.tables for one in plan(count, shape_for(size), 4, "s").rounds]


def test_who_leaves_and_who_comes_late_changes_only_what_is_to_come() -> None:
    evening = Evening(18, 6, by="meetings").play(2)
    played = list(evening.past)
    for number in (4, 11):
        del evening.points[number]
    evening.play(1)
    evening.points |= {19: 0, 20: 0, 21: 0, 22: 0, 23: 0}
    evening.play(3)
    assert evening.past[:2] == played
    assert met_twice(evening.past) == 0


def test_a_table_that_the_director_changed_is_a_fact() -> None:
    evening = Evening(15, 5, by="meetings").play(1)
    (a, b, c), (d, e, f), *others = evening.past[0].tables
    evening.past[0] = PodRound(((a, b, d), (c, e, f), *others))
    assert met_twice(evening.play(4).past) == 0


@pytest.mark.parametrize("by", ["score", "meetings"])
@settings(max_examples=5)
@given(count=st.sampled_from([5, 7, 10, 13]), seed=st.text(max_size=2))
def test_nobody_has_a_second_bye_before_everybody_had_one(by: str, count: int, seed: str) -> None:
    evening = Evening(count, count, 3, by, seed)
    evening.shape = type(THREES)(4, 4, 4)
    byes = dict.fromkeys(evening.points, 0)
    for _ in range(4):
        evening.play(1)
        fewest = min(byes.values())
        for number in evening.past[-1].byes:
            byes[number] += 1
        assert max(byes.values()) <= max(fewest + 1, min(byes.values()) + 1)


def test_the_lowest_of_those_without_a_bye_sits_out() -> None:
    field = [
        Entrant(n, Fraction(score), byes) for n, score, byes in ((1, 4, 0), (2, 3, 0), (3, 2, 0), (4, 1, 1), (5, 0, 1))
    ]
    found = pair(field, [], shape=THREES, rounds_left=3, by="score", seed="")
    assert found.byes == (3,)
    (facts,) = found.reasons.byes
    names = {n: f"P{n}" for n in range(1, 6)}
    assert [one.said(names) for one in bye_words(facts)] == [
        "Not everybody can be seated: tables of the sizes allowed leave somebody over.",
        "P3 has had the fewest byes so far (0).",
        "P4, P5 stand lower, but have had more byes.",
    ]


def pairs(*twos: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, twos))


@pytest.mark.parametrize("by", ["score", "meetings"])
def test_who_must_not_meet_does_not_even_if_others_meet_again(by: str) -> None:
    apart = pairs((1, 2), (1, 3), (2, 3), (4, 5))
    evening = Evening(9, 4, by=by).play(4, forbidden=apart)
    assert not set(meetings(evening.past)) & apart
    assert met_twice(evening.past) > 0, "there is one way to meet everybody once, and four pairs may not"


def test_who_should_rather_not_meet_is_kept_apart_before_scores_are_made_equal() -> None:
    club = pairs(*((a, b) for a in range(1, 9) for b in range(a + 1, 9)))
    evening = Evening(30, 5).play(5, avoided=club)
    assert not set(meetings(evening.past)) & club
    assert met_twice(evening.past) == 0


def test_those_who_cannot_be_kept_apart_are_named() -> None:
    apart = pairs(*((a, b) for a in range(1, 5) for b in range(a + 1, 10)))
    with pytest.raises(BadPods) as bad:
        Evening(9, 3).next(forbidden=apart)
    assert bad.value.code == "apart"
    assert frozenset(bad.value.numbers) in apart


def test_a_table_is_explained() -> None:
    evening = Evening(6, 3).play(2)
    found = evening.next()
    names = {n: f"P{n}" for n in range(1, 7)}
    said = [one.said(names) for facts in found.reasons.tables for one in table_words(facts, found.reasons)]
    assert any("meet again (round" in sentence for sentence in said), "six in threes cannot do without"
    assert len(found.reasons.tables) == 2
    for facts, table in zip(found.reasons.tables, found.tables, strict=True):
        assert facts.numbers == table
        assert facts.scores == tuple(Fraction(evening.points[n]) for n in table)


@pytest.mark.parametrize(
    ("field", "left", "by", "code"),
    [
        ([1, 2], 1, "score", "few"),
        ([1, 2, 3, 3], 1, "score", "twice"),
        ([1, 2, 3], 0, "score", "rounds"),
        ([1, 2, 3], 1, "weight", "by"),
    ],
)
def test_nonsense_is_refused(field: list[int], left: int, by: str, code: str) -> None:
    with pytest.raises(BadPods) as bad:
        pair([Entrant(n) for n in field], [], shape=THREES, rounds_left=left, by=by, seed="")
    assert bad.value.code == code


@pytest.mark.parametrize(
    ("tables", "byes", "code", "numbers"),
    [
        (((1, 2, 3), (4, 5, 6, 6)), (), "twice", (6,)),
        (((1, 2, 3), (4, 5, 6)), (3,), "twice", (3,)),
        (((1, 2, 3), (4, 5, 6, 8)), (), "unknown", (8,)),
        (((1, 2, 3), (4, 5, 6)), (), "missing", (7,)),
        (((1, 2), (3, 4, 5, 6, 7)), (), "size", (2, 5)),
        (((1, 2, 3), (4, 5, 6)), (7,), "byes", (1, 0)),
        (((1, 2, 3), (4, 5, 6, 7)), (), "apart", (4, 7)),
    ],
)
def test_a_round_by_hand_is_checked(
    tables: tuple[tuple[int, ...], ...], byes: tuple[int, ...], code: str, numbers: tuple[int, ...]
) -> None:
    with pytest.raises(BadPods) as bad:
        validate(PodRound(tables, byes), range(1, 8), shape=THREES, forbidden=pairs((4, 7)))
    assert (bad.value.code, bad.value.numbers) == (code, numbers)


def test_a_director_may_choose_other_sizes_and_byes() -> None:
    validate(PodRound(((1, 2, 3), (4, 5, 6)), (7,)), range(1, 8), shape=THREES, strict=False)
