"""Editing a draft keeps everybody in exactly one place, whatever sits at a table, and reports the objections to it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import Crosstable, Kind, Result, Row
from tournaments.pairing.drafts import (
    BadEdit,
    Difference,
    Draft,
    Measures,
    Objection,
    Table,
    at_old_tables,
    brought,
    difference,
    fix,
    give_bye,
    last_meeting,
    move,
    numbered,
    objections,
    set_table,
    swap,
)

TWO, MORE = range(2, 3), range(3, 5)  # the sizes of tables where two meet, and of three or four


def draft(*tables: tuple[int, ...], **byes: int) -> Draft:
    """Tables from number 1 on, and byes as pab=5."""
    return numbered(tables, {number: kind for kind, number in byes.items()})


def places(found: Draft) -> list[int]:
    return sorted([*(n for table in found.tables for n in table.seats), *found.byes])


def seats(found: Draft) -> dict[int, tuple[int, ...]]:
    return {table.no: table.seats for table in found.tables}


def state(found: Draft) -> tuple[list[set[int]], dict[int, str]]:
    """Who sits together, and the byes."""
    return sorted(map(set, found.sittings), key=min), dict(found.byes)


SEVEN = draft((1, 2, 3), (4, 5, 6, 7), pab=8)


@pytest.mark.parametrize(
    ("before", "one", "other", "tables", "byes"),
    [
        (draft((1, 4), (2, 5), (3, 6)), 4, 5, {1: (1, 5), 2: (2, 4), 3: (3, 6)}, {}),
        (draft((1, 3), (2, 4), pab=5), 4, 5, {1: (1, 3), 2: (2, 5)}, {4: "pab"}),
        (draft((1, 3), (2, 4)), 1, 3, {1: (3, 1), 2: (2, 4)}, {}),
        (SEVEN, 1, 7, {1: (7, 2, 3), 2: (4, 5, 6, 1)}, {8: "pab"}),
        (SEVEN, 1, 3, {1: (3, 2, 1), 2: (4, 5, 6, 7)}, {8: "pab"}),
        (SEVEN, 8, 2, {1: (1, 8, 3), 2: (4, 5, 6, 7)}, {2: "pab"}),
    ],
)
def test_two_change_places_a_bye_included(before, one, other, tables, byes):
    after = swap(before, one, other)
    assert (seats(after), dict(after.byes)) == (tables, byes)


@pytest.mark.parametrize(
    ("before", "one", "other", "pairs", "byes"),
    [
        (draft((1, 4), (2, 5), (3, 6)), 1, 2, [{1, 2}, {3, 6}, {4, 5}], {}),
        (draft((1, 3), (2, 4), pab=5), 5, 2, [{1, 3}, {2, 5}], {4: "pab"}),
        (draft((1, 3), (2, 4), pab=5, zero=6), 6, 2, [{1, 3}, {2, 6}, {4, 5}], {}),
        (draft((1, 3), (2, 4), zero=6), 6, 2, [{1, 3}, {2, 6}], {4: "pab"}),
        (draft((1, 3), pab=2, half=4), 2, 4, [{1, 3}, {2, 4}], {}),
    ],
)
def test_two_are_made_to_meet_and_those_they_leave_meet_or_have_the_bye(before, one, other, pairs, byes):
    assert state(fix(before, one, other, TWO)) == (pairs, byes)


@pytest.mark.parametrize(
    ("before", "number", "kind", "sizes", "tables", "byes"),
    [
        (draft((1, 3), (2, 4), pab=5), 1, "zero", TWO, {1: (5, 3), 2: (2, 4)}, {1: "zero"}),
        (draft((1, 3), (2, 4)), 1, "half", TWO, {2: (2, 4)}, {1: "half", 3: "pab"}),
        (draft((1, 3), (2, 4), pab=5), 4, "pab", TWO, {1: (1, 3), 2: (2, 5)}, {4: "pab"}),
        (draft((1, 3), (2, 4), pab=5), 5, "zero", TWO, {1: (1, 3), 2: (2, 4)}, {5: "zero"}),
        (draft((1, 2, 3), (4, 5, 6, 7)), 5, "half", MORE, {1: (1, 2, 3), 2: (4, 6, 7)}, {5: "half"}),
        (SEVEN, 5, "half", MORE, {1: (1, 2, 3), 2: (4, 8, 6, 7)}, {5: "half"}),
        (SEVEN, 1, "pab", MORE, {1: (8, 2, 3), 2: (4, 5, 6, 7)}, {1: "pab"}),
        (SEVEN, 8, "zero", MORE, {1: (1, 2, 3), 2: (4, 5, 6, 7)}, {8: "zero"}),
    ],
)
def test_who_gets_a_bye_leaves_the_seat_to_who_had_it_or_empty(before, number, kind, sizes, tables, byes):
    after = give_bye(before, number, kind, sizes)
    assert (seats(after), dict(after.byes)) == (tables, byes)


def test_one_moves_to_a_table_that_has_room():
    assert seats(move(SEVEN, 7, 1, MORE)) == {1: (1, 2, 3, 7), 2: (4, 5, 6)}
    after = move(SEVEN, 8, 1, MORE)
    assert (seats(after)[1], dict(after.byes)) == ((1, 2, 3, 8), {}), "out of the bye"


@pytest.mark.parametrize(
    ("number", "table", "tables"),
    [(6, 1, {1: (3, 6), 2: (2, 5), 3: (1, 4)}), (1, 12, {2: (2, 5), 3: (3, 6), 12: (1, 4)})],
)
def test_a_table_gets_another_number_and_takes_it_from_who_has_it(number, table, tables):
    before = draft((1, 4), (2, 5), (3, 6))
    after = set_table(before, number, table)
    assert (seats(after), list(seats(after))) == (tables, sorted(tables))
    changed = difference(before, after)
    assert {one.who for one in changed.gone} == {one.who for one in changed.new} <= before.sittings
    assert seats(set_table(SEVEN, 5, 1)) == {1: (4, 5, 6, 7), 2: (1, 2, 3)}


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda d: swap(d, 1, 1), "same_entry"),
        (lambda d: swap(d, 1, 99), "absent"),
        (lambda d: fix(d, 1, 1, TWO), "same_entry"),
        (lambda d: fix(d, 1, 3, TWO), "same_pair"),
        (lambda d: move(d, 1, 2, TWO), "full"),
        (lambda _: fix(SEVEN, 1, 4, MORE), "no_fix"),
        (lambda d: give_bye(d, 1, "nice", TWO), "no_kind"),
        (lambda d: set_table(d, 5, 1), "no_board"),
        (lambda d: set_table(d, 1, 0), "no_table"),
        (lambda _: move(SEVEN, 1, 9, MORE), "no_table"),
        (lambda _: move(SEVEN, 1, 1, MORE), "same_table"),
        (lambda _: move(SEVEN, 1, 2, MORE), "full"),
        (lambda _: move(draft((1, 2, 3), (4, 5, 6)), 1, 2, MORE), "too_small"),
        (lambda _: give_bye(draft((1, 2, 3), (4, 5, 6)), 1, "half", MORE), "too_small"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_by_its_name(edit, code):
    with pytest.raises(BadEdit) as caught:
        edit(draft((1, 3), (2, 4), pab=5))
    assert caught.value.code == code


@st.composite
def drafts_and_edits(draw):
    sizes = draw(st.sampled_from([TWO, MORE]))
    size = draw(st.integers(sizes[0], 12))
    numbers, tables = draw(st.permutations(range(1, size + 1))), []
    while len(numbers) >= sizes[0] and draw(st.booleans()):
        cut = draw(st.integers(sizes[0], min(sizes[-1], len(numbers))))
        tables, numbers = [*tables, numbers[:cut]], numbers[cut:]
    kinds, number, no = st.sampled_from(["pab", "half", "full", "zero"]), st.integers(1, size), st.integers(1, 12)
    two = st.tuples(st.just(fix), number, number) if sizes is TWO else st.tuples(st.just(move), number, no)
    edits = st.one_of(
        st.tuples(st.just(swap), number, number),
        st.tuples(st.just(give_bye), number, kinds),
        st.tuples(st.just(set_table), number, no),
        two,
    )
    return sizes, numbered(tables, {n: draw(kinds) for n in numbers}), draw(st.lists(edits, max_size=8))


@given(drafts_and_edits())
def test_whatever_is_edited_everybody_has_one_place_and_no_table_is_too_small_or_too_large(found):
    sizes, now, edits = found
    everybody = places(now)
    for edit, one, other in edits:
        try:
            after = edit(now, one, other, *([sizes] if edit in (fix, give_bye, move) else []))
        except BadEdit:
            continue
        assert places(after) == everybody
        assert len(seats(after)) == len(after.tables), "no two share a number"
        assert all(len(table.seats) in sizes for table in after.tables)
        if edit is fix:
            assert frozenset((one, other)) in after.sittings
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
    two = objections(numbered([(1, 2)], {3: "full", 4: "pab", 5: "pab"}), table, Measures())
    assert [one.kind for one in two] == ["bye", "full_bye", "many_byes"]


def sat(*rounds: tuple[int, ...]) -> Crosstable:
    """Who has sat at one table, round by round, with as many points as sat there, and one more than the next; the
    others had none."""
    rows = {}
    for number in range(1, 9):
        results = tuple(
            Result(kind=Kind.PLAYED, place=1, points=1, others=tuple((n, 2) for n in table if n != number))
            if number in table
            else Result(kind=Kind.PAB)
            for table in rounds
        )
        rows[number] = Row(number=number, results=results)
    return Crosstable(rows=rows, rounds=len(rounds))


def test_at_a_table_of_three_each_pair_is_looked_at_and_the_points_of_all():
    table = sat((1, 2, 7), (1, 3, 6))
    rules = {"forbidden": frozenset({frozenset((4, 5))}), "avoided": frozenset({frozenset((1, 7))}), "sizes": MORE}
    by_meetings = [
        Objection("met", (1, 2), 1),
        Objection("met", (1, 3), 2),
        Objection("forbidden", (4, 5)),
        Objection("bye", (8,)),
    ]
    assert objections(SEVEN, table, Measures(**rules, by_points=False)) == tuple(by_meetings)
    said = objections(SEVEN, table, Measures(**rules))
    assert [one for one in said if one.kind == "float"] == [Objection("float", (1, 3)), Objection("float", (6, 5))]
    assert [one for one in said if one.kind != "float"] == by_meetings
    proposed = Measures(**rules, proposed=SEVEN.sittings)
    assert objections(SEVEN, table, proposed) == tuple(by_meetings), "the engine may have no better"
    full = objections(give_bye(SEVEN, 5, Kind.FULL, MORE), sat(), Measures(sizes=MORE))
    assert full == (Objection("full_bye", (5,)),)


def test_the_last_meeting_counts():
    table = sat((1, 2, 3), (1, 4, 5), (1, 2, 6))
    assert [last_meeting(table, 1, other) for other in (2, 3, 7)] == [3, 1, 0]


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
        ((5, 5, 5, 3, 3, 3), [(1, 2, 3), (4, 5, 6)], [(1, 2, 4), (3, 5, 6)], [(1, 4), (3, 6)]),
        ((5, 5, 3, 3, 3, 3), [(1, 2, 3), (4, 5, 6)], [(1, 2, 4), (3, 5, 6)], []),
        ((5, 5, 3, 3, 3, 1), [(1, 2, 3), (4, 5, 6)], [(1, 2, 6), (3, 4, 5)], [(1, 6)]),
    ],
)
def test_a_change_costs_only_the_differences_of_points_beyond_those_that_were(scores, before, after, costs):
    table, then, now = night_of(*scores), draft(*before), draft(*after)
    for proposed in (frozenset(), then.sittings):
        found = brought(then, now, table, Measures(proposed=proposed))
        assert [one.entries for one in found if one.kind == "float"] == costs
    assert not brought(then, now, table, Measures(proposed=now.sittings)), "nothing speaks against what is proposed"


def test_a_bye_too_many_is_named_when_it_comes_and_not_when_it_changes_hands():
    table = night_of(0, 0, 0, 0)
    one, two = draft((1, 2), pab=3, zero=4), numbered([(1, 2)], {3: "pab", 4: "pab"})
    assert [found.kind for found in brought(one, two, table, Measures())] == ["many_byes"]
    assert brought(two, swap(two, 1, 3), table, Measures()) == ()


@pytest.mark.parametrize(("holders", "kinds"), [(2, []), (3, ["many_byes"])])
def test_where_three_sit_at_a_table_two_may_be_left(holders, kinds):
    table = night_of(*[0] * (6 + holders))
    found = numbered([(1, 2, 3), (4, 5, 6)], {7 + n: "pab" for n in range(holders)})
    assert [one.kind for one in objections(found, table, Measures(sizes=range(3, 4)))] == kinds


def test_a_difference_names_the_tables_and_byes_that_changed():
    assert not difference(SEVEN, SEVEN)
    assert difference(SEVEN, give_bye(SEVEN, 5, Kind.HALF, MORE)) == Difference(
        gone=(Table(2, (4, 5, 6, 7)),), new=(Table(2, (4, 8, 6, 7)),), byes_gone=((8, "pab"),), byes_new=((5, "half"),)
    )


def test_those_who_stay_together_keep_their_table_and_seats_when_a_round_is_paired_again():
    before = draft((1, 2, 3), (4, 5, 6), (7, 8, 9))
    after = at_old_tables(before, draft((7, 5, 6), (4, 8, 9), (3, 2, 1)))
    assert seats(after) == {1: (1, 2, 3), 2: (7, 5, 6), 3: (4, 8, 9)}
