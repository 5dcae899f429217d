"""Placement: every place from 5th on can be played for."""

import pytest

from tournaments.pairing.bracket import Part, standings


def test_every_place_is_given_once_when_all_are_played_out(cup, field):
    played = cup(field, third_place=True, placement=field)
    played.chance_decides(field)
    assert played.now.is_over
    assert [(line.place, line.last) for line in standings(played.now)] == [(k, k) for k in range(1, field + 1)]


def test_nobody_meets_twice(cup, field):
    played = cup(field, third_place=True, placement=field)
    played.chance_decides(field)
    pairs = [frozenset(match.sides) for match in played.over]
    assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize("n", [8, 16, 32, 64])
def test_in_a_full_field_everybody_plays_every_round(cup, n):
    played = cup(n, third_place=True, placement=n)
    played.chance_decides(n)
    rounds = n.bit_length() - 1
    assert len(played.over) == rounds * n // 2
    assert {match.turn for match in played.over} == set(range(1, rounds + 1))


def test_eight_play_out_five_to_eight(cup):
    eight = cup(8, placement=8)
    eight.favourites_win()
    assert {match.key: match.sides for match in eight.over if match.part is Part.PLACES} == {
        "P5-1": (8, 5),
        "P5-2": (7, 6),
        "P5-3": (5, 6),
        "P7-1": (8, 7),
    }
    assert eight.order()[4:] == [5, 6, 7, 8]
    assert [(line.place, line.last) for line in standings(eight.now)][2:4] == [(3, 4), (3, 4)]


@pytest.mark.parametrize(
    ("placement", "shares"),
    [
        (0, [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16)]),
        (5, [(1, 1), (2, 2), (3, 4), (5, 5), (6, 6), (7, 8), (9, 16)]),
        (6, [(1, 1), (2, 2), (3, 4), (5, 5), (6, 6), (7, 8), (9, 16)]),
        (8, [(1, 1), (2, 2), (3, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 16)]),
        (9, [*((k, k) for k in (1, 2)), (3, 4), *((k, k) for k in range(5, 11)), (11, 12), (13, 16)]),
    ],
)
def test_places_are_played_out_as_deep_as_set(cup, placement, shares):
    sixteen = cup(16, placement=placement)
    sixteen.chance_decides(1)
    assert sorted({(line.place, line.last) for line in standings(sixteen.now)}) == shares


def test_who_has_a_bye_for_places_goes_through(cup):
    five = cup(5, third_place=True, placement=5)
    five.favourites_win()
    assert [match for match in five.over if match.key.startswith("P5")] == []
    assert five.order() == [1, 2, 3, 4, 5]
    assert five.now.is_over
