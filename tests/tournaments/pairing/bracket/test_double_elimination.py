"""Double elimination: crosswise entry, late rematches, the grand final."""

import pytest

from tournaments.pairing.bracket import BadBracket, Origin, Part, Settings, State, build, standings


def way_below(bracket, key):
    """The losers' matches that the loser of a match would play one after the other, winning them all."""
    goes_to = {(source.origin, source.of): match for match in bracket.matches for source in match.sources}
    step, way = goes_to[Origin.LOSER, key], []
    while step.part is Part.LOSERS:
        way.append(step)
        step = goes_to[Origin.WINNER, step.key]
    return way


def earliest_rematches(bracket):
    """For every winners' round, the first losers' round in which two who met there may meet again.

    The winner of a match may lose later on, in any match that its winner comes to.
    """
    goes_to = {(source.origin, source.of): match for match in bracket.matches for source in match.sources}
    found = {}
    for match in bracket.matches:
        later = goes_to.get((Origin.WINNER, match.key))
        while match.part is Part.MAIN and later.part is Part.MAIN:
            other = {step.key for step in way_below(bracket, later.key)}
            again = min(step.round for step in way_below(bracket, match.key) if step.key in other)
            found[match.round] = min(found.get(match.round, again), again)
            later = goes_to[Origin.WINNER, later.key]
    return found


@pytest.mark.parametrize(
    ("n", "figures"),
    [
        (8, {1: 3, 2: 4}),
        (16, {1: 3, 2: 5, 3: 6}),
        (32, {1: 6, 2: 5, 3: 7, 4: 8}),
        (64, {1: 8, 2: 6, 3: 7, 4: 9, 5: 10}),
        (128, {1: 8, 2: 9, 3: 9, 4: 10, 5: 11, 6: 12}),  # ours: no reference names figures for it
    ],
)
def test_those_who_met_meet_again_late(n, figures):
    assert earliest_rematches(build(n, Settings(is_double=True))) == figures


@pytest.mark.parametrize("grand_final", ["single", "reset", "advantage"])
def test_everybody_is_beaten_twice_and_the_champion_at_most_once(cup, field, grand_final):
    played = cup(field, is_double=True, grand_final=grand_final)
    champion = played.chance_decides(field).champion
    decider = played.match("GF")
    unbeaten_lost = decider.winner == decider.sides[1]
    assert played.now.is_over
    assert len(played.over) == 2 * field - 2 + (grand_final == "reset" and unbeaten_lost)
    losses = played.losses
    if grand_final == "reset":
        assert losses[champion] <= 1
        assert all(losses[entry] == 2 for entry in range(1, field + 1) if entry != champion)
    else:
        once = {entry for entry in range(1, field + 1) if losses[entry] == 1}
        assert once <= {champion, decider.loser}


def test_places_are_given_once_from_the_grand_final_down(cup, field):
    played = cup(field, is_double=True)
    champion = played.chance_decides(field + 7).champion
    lines = standings(played.now)
    assert sorted(line.entry for line in lines) == list(range(1, field + 1))
    assert lines[0].entry == champion
    assert [line.place for line in lines[:4]] == [1, 2, 3, 4][:field]
    assert all(lines[line.place - 1].place == line.place <= line.last for line in lines)
    assert all(line.is_settled for line in lines)


def test_shared_places_of_sixteen(cup):
    sixteen = cup(16, is_double=True)
    sixteen.favourites_win()
    shares = sorted({(line.place, line.last) for line in standings(sixteen.now)})
    assert shares == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 8), (9, 12), (13, 16)]


def test_byes_are_in_round_one_and_where_they_must_follow(field):
    bracket = build(field, Settings(is_double=True))
    byes = [match for match in bracket.matches if match.state is State.VOID]
    assert {match.round for match in byes if match.part is Part.MAIN} <= {1}
    assert {match.round for match in byes if match.part is Part.LOSERS} <= {1, 2}
    assert not any(match.part is Part.GRAND_FINAL for match in byes)


def test_the_second_match_of_the_grand_final_is_played_only_if_it_must(cup):
    two = cup(2, is_double=True)
    two.beats(1, 2)
    assert two.match("GF2").state is State.WAITING
    two.beats(1, 2)
    assert (two.match("GF2").state, two.now.champion, two.now.is_over) == (State.VOID, 1, True)


def test_the_unbeaten_side_has_a_second_match(cup):
    two = cup(2, is_double=True)
    two.beats(1, 2)
    two.beats(2, 1)
    assert two.now.champion is None
    assert two.match("GF2").sides == (1, 2)
    two.beats(2, 1)
    assert two.now.champion == 2
    assert two.order() == [2, 1]


def test_a_grand_final_with_advantage_starts_one_game_up():
    assert build(4, Settings(is_double=True, grand_final="advantage")).match("GF").head_start == (1, 0)
    assert "GF2" not in build(4, Settings(is_double=True, grand_final="advantage")).by_key


def test_a_double_forfeit_above_leaves_an_empty_line_below(cup):
    four = cup(4, is_double=True)
    four.both_forfeit("W1-1")
    four.beats(2, 3)
    assert four.match("L1-1").state is State.VOID
    assert four.match("W2-1").state is State.VOID
    assert four.match("L2-1").winner == 3
    four.beats(2, 3)
    assert four.now.champion == 2
    assert [(line.place, line.last, line.entry) for line in standings(four.now)] == [
        (1, 1, 2),
        (2, 2, 3),
        (3, 4, 1),
        (3, 4, 4),
    ]


def test_every_match_has_a_name():
    bracket = build(8, Settings(is_double=True))
    names = {key: str(bracket.match(key).label) for key in ("W2-1", "W3-1", "L1-2", "L4-1", "GF", "GF2")}
    assert names == {
        "W2-1": "Winners' round 2, match 1",
        "W3-1": "Winners' final",
        "L1-2": "Losers' round 1, match 2",
        "L4-1": "Losers' final",
        "GF": "Grand final",
        "GF2": "Grand final, second match",
    }


def test_losers_rounds_can_be_played_out_for_places(cup):
    eight = cup(8, is_double=True, placement=8)
    eight.favourites_win()
    assert [match.key for match in eight.over if match.part is Part.PLACES] == ["P5-1", "P7-1"]
    assert [line.place for line in standings(eight.now)] == list(range(1, 9))


@pytest.mark.parametrize(
    ("settings", "name"),
    [({"grand_final": "best"}, "grand_final"), ({"third_place": True}, "third_place")],
)
def test_settings_that_cannot_be_are_refused_by_name(settings, name):
    with pytest.raises(BadBracket) as refused:
        build(8, Settings(is_double=True, **settings))
    assert refused.value.field == name


def test_nobody_plays_twice_in_one_turn(cup, field):
    played = cup(field, is_double=True)
    played.chance_decides(field)
    seats = [(match.turn, side) for match in played.over for side in match.sides]
    assert len(seats) == len(set(seats))
