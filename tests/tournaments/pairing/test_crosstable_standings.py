"""Standings and tie-breaks from crosstables that are computed by hand."""

from fractions import Fraction

import pytest

from tournaments.pairing import LOT, TIEBREAKS, Float, Kind, Result, points_table, rank


@pytest.fixture
def played(night):
    """Four players, three rounds: Ann 2, Bob 2, Cem 1½, Dora ½; Ann beat Bob."""
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    ann.beats(bob, 10)
    cem.ties(dora)
    night.next_round()
    cem.beats(ann, 30)
    bob.beats(dora, 60)
    night.next_round()
    ann.beats(dora, 5)
    bob.beats(cem, 1)
    night.next_round()
    return night


def value(night, key, number):
    return TIEBREAKS[key](night.crosstable, number, frozenset(night.players))


def test_points_then_margin(played):
    lines = rank(played.crosstable, ["MARGIN"], "x")
    assert [(line.place, played.players[line.number].name, line.points) for line in lines] == [
        (1, "Bob", 4),
        (2, "Ann", 4),
        (3, "Cem", 3),
        (4, "Dora", 1),
    ]
    assert [line.values[0] for line in lines] == [51, -15, 29, -65]


def test_direct_encounter_decides_between_two(played):
    assert [line.number for line in rank(played.crosstable, ["DE"], "x")][:2] == [1, 2]
    assert rank(played.crosstable, ["DE"], "x")[0].values == (Fraction(1),)
    assert rank(played.crosstable, ["DE"], "x")[2].values == (None,), "nothing to decide"


def test_buchholz_is_the_sum_of_the_opponents_scores(played):
    assert [value(played, "BH", n) for n in (1, 2, 3, 4)] == [4, 4, Fraction(9, 2), Fraction(11, 2)]
    assert [value(played, "BH/C1", n) for n in (1, 2, 3, 4)] == [Fraction(7, 2), Fraction(7, 2), 4, 4]


def test_wins_count_byes_won_does_not(night):
    ann, bob, cem = night.enter("Ann", "Bob", "Cem")
    ann.beats(bob)
    cem.sits_out()
    night.next_round()
    assert [value(night, "WIN", n) for n in (1, 2, 3)] == [1, 0, 1]
    assert [value(night, "WON", n) for n in (1, 2, 3)] == [1, 0, 0]


def test_an_unplayed_round_is_a_match_against_a_dummy(night):
    ann, bob, cem = night.enter("Ann", "Bob", "Cem")
    ann.beats(bob)
    cem.sits_out()
    night.next_round()
    ann.beats(cem)
    bob.sits_out()
    night.next_round()
    # Cem: 1 point; the bye is worth at most a tie a round (1 of 2 rounds), the match the 2 points of Ann
    assert value(night, "BH", 3) == 3
    # Ann: Bob and Cem have one point each
    assert value(night, "BH", 1) == 2


def test_a_requested_bye_at_the_end_counts_as_a_tie_for_the_opponents(night):
    ann, bob = night.enter("Ann", "Bob")
    ann.beats(bob)
    night.next_round()
    bob.sits_out(Kind.ZERO)
    ann.sits_out(Kind.PAB)
    night.next_round()
    # Bob left after round 1: half a point for Ann's sum. Ann's bye: a dummy with 2 points, at most a tie in 2 rounds.
    assert value(night, "BH", 1) == Fraction(1, 2) + 1


def test_a_cut_takes_the_voluntary_unplayed_round_first(night):
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    ann.beats(bob)
    cem.beats(dora)
    night.next_round()
    ann.sits_out(Kind.HALF)
    cem.beats(bob)
    night.next_round()
    # Ann 1½: Bob has nothing, the half bye gives at most a tie in 2 rounds. The bye goes, though Bob gave less.
    assert value(night, "BH", 1) == 1
    assert value(night, "BH/C1", 1) == 0


def test_who_is_alone_on_top_of_a_direct_encounter_leads_whatever_the_missing_results(night):
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    tied = frozenset({1, 2, 3})
    ann.beats(bob)
    cem.sits_out()
    night.next_round()
    ann.beats(cem)
    bob.sits_out()
    night.next_round()
    found = [TIEBREAKS["DE"](night.crosstable, n, tied) for n in (1, 2, 3)]
    assert found == [2, None, None], "Bob and Cem have not met"
    assert dora.results[0].kind is Kind.ZERO


def test_forfeits_do_not_count_in_a_direct_encounter(night):
    ann, bob = night.enter("Ann", "Bob")
    ann.wins_by_forfeit(bob)
    night.next_round()
    assert TIEBREAKS["DE"](night.crosstable, 1, frozenset({1, 2})) is None


def test_the_lot_is_the_same_for_the_same_seed(night):
    night.enter(*"ABCDEFGH")
    orders = {seed: tuple(line.number for line in rank(night.crosstable, [LOT], seed)) for seed in ("a", "b", "a")}
    again = tuple(line.number for line in rank(night.crosstable, [LOT], "a"))
    assert orders["a"] == again
    assert orders["a"] != orders["b"]


def test_equal_entries_share_a_place(night):
    night.enter("Ann", "Bob", "Cem")
    assert [line.place for line in rank(night.crosstable, ["MARGIN"], "x")] == [1, 1, 1]


def test_an_earlier_stand_of_the_table(played):
    early = played.crosstable.after(1)
    assert [early.score(n) for n in (1, 2, 3, 4)] == [2, 0, 1, 1]
    assert early.rounds == 1


def test_floats_compare_the_scores_of_that_time(night):
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    ann.beats(bob)
    cem.ties(dora)
    night.next_round()
    ann.beats(cem)
    dora.sits_out()
    bob.put(Result(kind=Kind.FORFEIT, opponent=0, points=0))
    night.next_round()
    table = night.crosstable
    assert [table.float_of(n, 2) for n in (1, 2, 3, 4)] == [Float.DOWN, Float.NONE, Float.UP, Float.DOWN]
    assert [table.float_of(n, 1) for n in (1, 2, 3, 4)] == [Float.NONE] * 4


def test_points_of_byes():
    table = points_table("1-h-0")
    assert [table.bye(kind) for kind in ("pab", "half", "full", "zero")] == [2, 1, 2, 0]
    assert [table.outcome(*pair) for pair in ((3, 1), (1, 1), (1, 3))] == [2, 1, 0]
