"""Editing a draft keeps everybody in exactly one place, and reports the objections to it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import Crosstable, Kind, Result, Row
from tournaments.pairing.drafts import (
    BadEdit,
    Board,
    Draft,
    Measures,
    brought,
    difference,
    fix,
    give_bye,
    objections,
    set_table,
    swap,
)


def draft(*pairs: tuple[int, int], **byes: int) -> Draft:
    """Boards from table 1 on, and byes as pab=5."""
    boards = tuple(Board(table, *pair) for table, pair in enumerate(pairs, 1))
    return Draft(boards, {number: kind for kind, number in byes.items()})


def places(found: Draft) -> list[int]:
    return sorted([*(n for board in found.boards for n in (board.first, board.second)), *found.byes])


def pairs(found: Draft) -> set[tuple[int, int]]:
    return {(min(board.pair), max(board.pair)) for board in found.boards}


def test_two_change_places_at_their_tables():
    after = swap(draft((1, 4), (2, 5), (3, 6)), 4, 5)
    assert pairs(after) == {(1, 5), (2, 4), (3, 6)}


def test_who_changes_places_with_the_bye_plays():
    after = swap(draft((1, 3), (2, 4), pab=5), 4, 5)
    assert (pairs(after), dict(after.byes)) == ({(1, 3), (2, 5)}, {4: "pab"})


def test_two_are_made_to_meet_and_those_they_leave_meet_each_other():
    after = fix(draft((1, 4), (2, 5), (3, 6)), 1, 2)
    assert pairs(after) == {(1, 2), (4, 5), (3, 6)}


def test_one_with_the_bye_is_made_to_meet_somebody_whose_opponent_gets_it():
    after = fix(draft((1, 3), (2, 4), pab=5), 5, 2)
    assert (pairs(after), dict(after.byes)) == ({(1, 3), (2, 5)}, {4: "pab"})


def test_one_who_was_absent_comes_in_and_who_is_left_over_meets_the_holder_of_the_bye():
    after = fix(draft((1, 3), (2, 4), pab=5, zero=6), 6, 2)
    assert (pairs(after), dict(after.byes)) == ({(1, 3), (2, 6), (4, 5)}, {})


def test_a_zero_bye_leaves_an_opponent_who_meets_the_holder_of_the_bye():
    after = give_bye(draft((1, 3), (2, 4), pab=5), 1, "zero")
    assert (pairs(after), dict(after.byes)) == ({(3, 5), (2, 4)}, {1: "zero"})


def test_a_half_bye_without_anybody_alone_leaves_the_opponent_with_the_bye():
    after = give_bye(draft((1, 3), (2, 4)), 1, "half")
    assert (pairs(after), dict(after.byes)) == ({(2, 4)}, {1: "half", 3: "pab"})


def test_the_bye_goes_from_its_holder_to_another():
    after = give_bye(draft((1, 3), (2, 4), pab=5), 4, "pab")
    assert (pairs(after), dict(after.byes)) == ({(1, 3), (2, 5)}, {4: "pab"})


def test_a_table_is_set_and_the_pair_there_moves_to_the_other():
    after = set_table(draft((1, 4), (2, 5), (3, 6)), 6, 1)
    assert [(board.table, board.first) for board in after.boards] == [(1, 3), (2, 2), (3, 1)]
    assert [(one.table, two.table) for one, two in difference(draft((1, 4), (2, 5), (3, 6)), after).moved] == [
        (1, 3),
        (3, 1),
    ]
    assert set_table(draft((1, 4), (2, 5)), 1, 12).boards[-1].table == 12


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda d: swap(d, 1, 1), "same_entry"),
        (lambda d: swap(d, 1, 99), "absent"),
        (lambda d: fix(d, 1, 3), "same_pair"),
        (lambda d: give_bye(d, 1, "nice"), "no_kind"),
        (lambda d: set_table(d, 5, 1), "no_board"),
        (lambda d: set_table(d, 1, 0), "no_table"),
    ],
)
def test_what_makes_no_sense_is_refused(edit, code):
    with pytest.raises(BadEdit) as caught:
        edit(draft((1, 3), (2, 4), pab=5))
    assert caught.value.code == code


@st.composite
def drafts_and_edits(draw):
    size = draw(st.integers(2, 9))
    numbers = draw(st.permutations(range(1, size + 1)))
    playing = size - size % 2 - 2 * draw(st.integers(0, (size - 2) // 2))
    boards = [(numbers[n], numbers[n + 1]) for n in range(0, playing, 2)]
    kinds = st.sampled_from(["pab", "half", "full", "zero"])
    start = Draft(draft(*boards).boards, {number: draw(kinds) for number in numbers[playing:]})
    number = st.integers(1, size)
    edits = draw(
        st.lists(
            st.one_of(
                st.tuples(st.just(swap), number, number),
                st.tuples(st.just(fix), number, number),
                st.tuples(st.just(give_bye), number, kinds),
                st.tuples(st.just(set_table), number, st.integers(1, 12)),
            ),
            max_size=8,
        )
    )
    return start, edits


@given(drafts_and_edits())
def test_whatever_is_edited_everybody_has_one_place_and_no_two_share_a_table(found):
    now, edits = found
    everybody = places(now)
    for edit, one, other in edits:
        try:
            after = edit(now, one, other)
        except BadEdit:
            continue
        assert places(after) == everybody
        tables = [board.table for board in after.boards]
        assert len(tables) == len(set(tables))
        if edit is fix:
            assert frozenset((one, other)) in after.pairs
        if edit is give_bye:
            assert after.byes[one] == other
        now = after


def played(opponent: int, points: int) -> Result:
    return Result(kind=Kind.PLAYED, opponent=opponent, points=points)


def test_objections_name_rematches_forbidden_pairs_floats_and_second_byes():
    """After two rounds: 1 beat 4 and 3; 2 beat 5 and 4; 3 had the bye, 5 too in round 2."""
    table = Crosstable(
        {
            1: Row(number=1, results=(played(4, 2), played(3, 2))),
            2: Row(number=2, results=(played(5, 2), played(4, 2))),
            3: Row(number=3, results=(Result(kind=Kind.PAB, points=2), played(1, 0))),
            4: Row(number=4, results=(played(1, 0), played(2, 0))),
            5: Row(number=5, results=(played(2, 0), Result(kind=Kind.PAB, points=2))),
        },
        2,
    )
    measures = Measures(
        forbidden=frozenset({frozenset((3, 5))}),
        avoided=frozenset({frozenset((1, 2))}),
        proposed=frozenset({frozenset((1, 2)), frozenset((3, 5))}),
    )
    said = objections(draft((1, 4), (3, 5), pab=2), table, measures)
    assert [(one.kind, one.entries, one.round) for one in said] == [
        ("met", (1, 4), 1),
        ("float", (1, 4), 0),
        ("float_again", (4,), 2),
        ("forbidden", (3, 5), 0),
    ]
    again = objections(draft((1, 2), (3, 4), pab=5), table, measures)
    assert [(one.kind, one.entries, one.round) for one in again] == [
        ("avoided", (1, 2), 0),
        ("float", (3, 4), 0),
        ("float_again", (3,), 1),
        ("float_again", (4,), 2),
        ("bye", (5,), 0),
    ]
    two = objections(Draft((Board(1, 1, 2),), {3: "full", 4: "pab", 5: "pab"}), table, Measures())
    assert [one.kind for one in two] == ["bye", "full_bye", "two_byes"]


def test_two_who_must_have_the_same_turn_to_deal_are_objected_to_where_the_system_settles_it():
    """1 and 2 dealt first in both rounds, 3 and 4 second."""
    rows = {
        n: Row(number=n, results=tuple(replace(played(o, 1), is_first=n < 3) for o in met))
        for n, met in {1: (3, 4), 2: (4, 3), 3: (1, 2), 4: (2, 1)}.items()
    }
    table = Crosstable(rows, 2)
    for has_turns, kinds in ((True, ["turn", "turn"]), (False, [])):
        assert [one.kind for one in objections(draft((1, 2), (3, 4)), table, Measures(has_turns=has_turns))] == kinds


def night_of(*scores: int) -> Crosstable:
    """Players with so many points each, of whom nobody has met anybody."""
    rows = {n: Row(number=n, results=(Result(kind=Kind.HALF, points=p),)) for n, p in enumerate(scores, 1)}
    return Crosstable(rows, 1)


@pytest.mark.parametrize(
    ("scores", "before", "after", "costs"),
    [
        ((2, 1, 1, 1), [(1, 2), (3, 4)], [(1, 3), (2, 4)], []),
        ((2, 1, 1, 1), [(2, 3), (1, 4)], [(2, 4), (1, 3)], []),
        ((2, 2, 1, 1), [(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 3), (2, 4)]),
        ((2, 2, 1, 1), [(1, 3), (2, 4)], [(1, 4), (2, 3)], []),
        ((2, 2, 1, 1), [(1, 3), (2, 4)], [(1, 2), (3, 4)], []),
        ((2, 1, 1, 0), [(1, 4), (2, 3)], [(1, 2), (3, 4)], [(3, 4)]),
        ((2, 1, 1, 0), [(1, 2), (3, 4)], [(1, 4), (2, 3)], [(1, 4)]),
    ],
)
def test_a_change_costs_only_the_differences_of_points_beyond_those_that_were(scores, before, after, costs):
    table, then, now = night_of(*scores), draft(*before), draft(*after)
    for proposed in (frozenset(), then.pairs):
        found = brought(then, now, table, Measures(proposed=proposed))
        assert [one.entries for one in found if one.kind == "float"] == costs
    assert not brought(then, now, table, Measures(proposed=now.pairs)), "nothing speaks against what is proposed"


def test_a_second_bye_too_many_is_named_when_it_comes_and_not_when_it_changes_hands():
    table = night_of(0, 0, 0, 0)
    one, two = draft((1, 2), pab=3, zero=4), Draft((Board(1, 1, 2),), {3: "pab", 4: "pab"})
    assert [found.kind for found in brought(one, two, table, Measures())] == ["two_byes"]
    assert brought(two, swap(two, 1, 3), table, Measures()) == ()
