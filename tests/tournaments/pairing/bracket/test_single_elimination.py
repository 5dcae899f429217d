"""Single elimination: the draw, byes, third place, forfeits, standings."""

import pytest

from tournaments.pairing.bracket import BadBracket, Part, Settings, State, build, places, play, standings


def test_seeds_stand_in_standard_places():
    assert places(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    first = [match.sides for match in build(8).matches if match.round == 1]
    assert first == [(1, 8), (4, 5), (2, 7), (3, 6)]


def test_the_favourites_meet_as_late_as_can_be(cup):
    bracket = cup(16).favourites_win()
    met = {n: sorted(sorted(match.sides) for match in bracket.matches if match.round == n) for n in (2, 3, 4)}
    assert met[2] == [[1, 8], [2, 7], [3, 6], [4, 5]]
    assert met[3] == [[1, 4], [2, 3]]
    assert met[4] == [[1, 2]]


def test_with_six_the_two_best_seeds_have_a_bye():
    bracket = build(6)
    byes = [match for match in bracket.matches if match.state is State.VOID]
    assert [(match.key, match.winner) for match in byes] == [("W1-1", 1), ("W1-3", 2)]
    assert [match.sides for match in bracket.ready] == [(4, 5), (3, 6)]


def test_a_cup_of_four_is_played(cup):
    four = cup(4, third_place=True)
    four.beats(4, 1)
    four.beats(2, 3)
    assert four.match("W2-1").sides == (4, 2)
    assert four.match("P3-1").sides == (1, 3)
    four.beats(3, 1)
    assert four.now.champion is None
    four.beats(4, 2)
    assert four.now.champion == 4
    assert four.order() == [4, 2, 3, 1]
    assert four.now.is_over


def test_without_a_third_place_match_the_place_is_shared_in_the_order_of_seeds(cup):
    four = cup(4)
    four.favourites_win()
    assert [(line.place, line.last, line.entry) for line in standings(four.now)] == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 4, 3),
        (3, 4, 4),
    ]


def test_every_match_has_a_name(cup):
    bracket = build(16, Settings(third_place=True, placement=8))
    assert str(bracket.match("W1-3").label) == "Round of 16, match 3"
    assert str(bracket.match("W2-2").label) == "Quarterfinal 2"
    assert str(bracket.match("W3-1").label) == "Semifinal 1"
    assert str(bracket.match("W4-1").label) == "Final"
    assert str(bracket.match("P3-1").label) == "Match for place 3"
    assert str(bracket.match("P5-2").label) == "Places 5 to 8, match 2"
    assert str(bracket.match("P5-3").label) == "Match for place 5"
    assert str(bracket.match("P7-1").label) == "Match for place 7"


def test_lengths_by_round_the_last_one_holds_on():
    bracket = build(8, Settings(lengths={Part.MAIN: ("game", "best_of 3")}, third_place=True))
    assert [bracket.match(key).length for key in ("W1-4", "W2-1", "W3-1", "P3-1")] == [
        "game",
        "best_of 3",
        "best_of 3",
        "",
    ]


def test_a_draw_by_lot_follows_the_seed_and_spares_who_is_seeded():
    draw = [match.sides for match in build(8, Settings(lot="ab", seeded=2)).matches if match.round == 1]
    assert draw == [match.sides for match in build(8, Settings(lot="ab", seeded=2)).matches if match.round == 1]
    assert draw != [match.sides for match in build(8, Settings(lot="cd", seeded=2)).matches if match.round == 1]
    assert draw[0][0] == 1
    assert draw[2][0] == 2
    assert sorted(side for pair in draw for side in pair) == list(range(1, 9))


def test_entries_may_be_seeded_in_any_order():
    assert build(4, Settings(order=(30, 10, 20, 40))).ready[0].sides == (30, 40)


def test_a_draw_by_hand_stands_as_written():
    bracket = build(5, Settings(lines=(5, 1, 0, 2, 3, 0, 4, 0)))
    assert [match.sides for match in bracket.matches[:4]] == [(5, 1), (0, 2), (3, 0), (4, 0)]
    assert [match.sides for match in bracket.ready] == [(5, 1), (3, 4)]


@pytest.mark.parametrize(
    ("n", "settings", "name"),
    [
        (1, {}, "n"),
        (3, {"order": (1, 2)}, "order"),
        (3, {"order": (1, 2, 2)}, "order"),
        (3, {"lot": "a", "seeded": 4}, "seeded"),
        (3, {"lines": (1, 2, 3)}, "lines"),
        (3, {"lines": (1, 2, 3, 3)}, "lines"),
        (5, {"lines": (1, 2, 3, 4, 5, 0, 0, 0)}, "lines"),
        (4, {"placement": -1}, "placement"),
    ],
)
def test_settings_that_cannot_be_are_refused_by_name(n, settings, name):
    with pytest.raises(BadBracket) as refused:
        build(n, Settings(**settings))
    assert refused.value.field == name


@pytest.mark.parametrize("third", [False, True])
def test_one_match_less_than_entries_and_one_more_for_third_place(cup, field, third):
    played = cup(field, third_place=third)
    played.chance_decides(field)
    assert len(played.over) == field - 1 + (third and field >= 4)
    assert played.now.is_over


def test_byes_are_in_round_one_only_for_the_best_seeds_and_never_meet(field):
    byes = [match for match in build(field).matches if match.state is State.VOID]
    assert all(match.round == 1 for match in byes)
    assert sorted(match.winner for match in byes) == list(range(1, len(byes) + 1))
    assert len(byes) == (1 << (field - 1).bit_length()) - field


def test_nobody_plays_after_a_loss(cup, field):
    played = cup(field)
    played.chance_decides(field + 1)
    beaten = set()
    for match in played.over:
        assert not beaten & set(match.sides)
        beaten.add(match.loser)
    assert len(beaten) == field - 1


def test_standings_are_a_total_order_at_every_moment(cup, field):
    played = cup(field, third_place=True)
    while ready := played.now.ready:
        lines = standings(played.now)
        assert sorted(line.entry for line in lines) == list(range(1, field + 1))
        assert all(lines[line.place - 1].place == line.place <= line.last for line in lines)
        played.results[ready[0].key] = ready[0].won_by(max(ready[0].sides))
    assert all(line.is_settled for line in standings(played.now))


def test_a_double_forfeit_lets_the_next_one_through(cup):
    four = cup(4, third_place=True)
    four.both_forfeit("W1-1")
    four.beats(2, 3)
    bracket = four.now
    assert (bracket.match("W2-1").state, bracket.champion) == (State.VOID, 2)
    assert (bracket.match("P3-1").state, bracket.match("P3-1").winner) == (State.VOID, 3)
    assert [(line.place, line.last, line.entry) for line in standings(bracket)] == [
        (1, 1, 2),
        (2, 2, 3),
        (3, 4, 1),
        (3, 4, 4),
    ]


def test_a_final_that_both_forfeit_has_no_champion(cup):
    two = cup(2)
    two.both_forfeit("W1-1")
    assert two.now.champion == 0
    assert [(line.place, line.last) for line in standings(two.now)] == [(2, 2), (2, 2)], "nobody is first"


def test_semifinals_that_all_forfeit_leave_the_first_places_empty(cup):
    eight = cup(8, third_place=True)
    for one, other in ((1, 8), (2, 7), (3, 6), (4, 5)):
        eight.beats(one, other)
    for key in ("W2-1", "W2-2"):
        eight.both_forfeit(key)
    assert eight.now.is_over
    assert [(line.place, line.last, line.entry) for line in standings(eight.now)] == [
        *((3, 4, n) for n in (1, 2, 3, 4)),
        *((5, 8, n) for n in (5, 6, 7, 8)),
    ]


def test_the_same_results_give_the_same_tree(cup):
    eight = cup(8)
    end = eight.chance_decides(3)
    assert play(end, eight.results) == end == play(eight.start, dict(reversed(eight.results.items())))
    assert play(end, {}) == eight.start
