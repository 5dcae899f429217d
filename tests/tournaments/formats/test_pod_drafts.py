"""A draft of tables of three and more, changed by hand: everybody keeps exactly one place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.pod_drafts import (
    DraftTable,
    PodDifference,
    PodDraft,
    difference,
    draft_of,
    give_bye,
    last_meeting,
    move,
    objections,
    set_table,
    swap,
)
from tournaments.pairing import Crosstable, Kind, Result, Row
from tournaments.pairing.drafts import BadEdit, Objection
from tournaments.pairing.pods import Shape

SHAPE = Shape(least=3, most=4, best=3)
SEVEN = draft_of([(1, 2, 3), (4, 5, 6, 7)], [(8, Kind.PAB)])


def seats(draft: PodDraft) -> dict[int, tuple[int, ...]]:
    return {one.table: one.seats for one in draft.tables}


def everybody(draft: PodDraft) -> list[int]:
    return sorted([*(n for one in draft.tables for n in one.seats), *draft.byes])


def test_two_change_places_a_bye_included():
    assert seats(swap(SEVEN, 1, 7)) == {1: (7, 2, 3), 2: (4, 5, 6, 1)}
    assert seats(swap(SEVEN, 1, 3))[1] == (3, 2, 1), "at one table they change seats"
    after = swap(SEVEN, 8, 2)
    assert (seats(after)[1], dict(after.byes)) == ((1, 8, 3), {2: Kind.PAB})


def test_one_moves_to_a_table_that_has_room():
    after = move(SEVEN, 7, 1, SHAPE)
    assert seats(after) == {1: (1, 2, 3, 7), 2: (4, 5, 6)}
    after = move(SEVEN, 8, 1, SHAPE)
    assert (seats(after)[1], dict(after.byes)) == ((1, 2, 3, 8), {}), "out of the bye"


def test_a_bye_takes_somebody_from_a_table_that_stays_large_enough():
    after = give_bye(SEVEN, 5, Kind.HALF, SHAPE)
    assert (seats(after)[2], dict(after.byes)) == ((4, 6, 7), {8: Kind.PAB, 5: Kind.HALF})
    assert dict(give_bye(SEVEN, 8, Kind.ZERO, SHAPE).byes) == {8: Kind.ZERO}


def test_a_table_gets_another_number_and_takes_it_from_who_has_it():
    assert seats(set_table(SEVEN, 5, 1)) == {1: (4, 5, 6, 7), 2: (1, 2, 3)}
    assert seats(set_table(SEVEN, 5, 9)) == {1: (1, 2, 3), 9: (4, 5, 6, 7)}


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda: swap(SEVEN, 1, 1), "same_entry"),
        (lambda: swap(SEVEN, 1, 99), "absent"),
        (lambda: move(SEVEN, 1, 9, SHAPE), "no_table"),
        (lambda: move(SEVEN, 1, 1, SHAPE), "same_table"),
        (lambda: move(SEVEN, 1, 2, SHAPE), "full"),
        (lambda: move(swap(SEVEN, 1, 4), 2, 1, SHAPE), "same_table"),
        (lambda: move(draft_of([(1, 2, 3), (4, 5, 6)], []), 1, 2, SHAPE), "too_small"),
        (lambda: give_bye(SEVEN, 1, Kind.HALF, SHAPE), "too_small"),
        (lambda: give_bye(SEVEN, 5, "rest", SHAPE), "no_kind"),
        (lambda: set_table(SEVEN, 8, 1), "no_board"),
        (lambda: set_table(SEVEN, 1, 0), "no_table"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_by_its_name(edit, code):
    with pytest.raises(BadEdit) as caught:
        edit()
    assert caught.value.code == code


def edited(draft: PodDraft, edit: str, one: int, other: int, table: int) -> PodDraft:
    if edit == "swap":
        return swap(draft, one, other)
    if edit == "move":
        return move(draft, one, table, SHAPE)
    return give_bye(draft, one, Kind.HALF, SHAPE) if edit == "bye" else set_table(draft, one, table)


@given(data=st.data())
def test_after_any_edits_everybody_has_one_place_and_no_table_is_too_small_or_too_large(data):
    draft = draft_of([(1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)], [(12, Kind.PAB)])
    who = st.integers(1, 12)
    for _ in range(data.draw(st.integers(1, 8))):
        one, other, table = data.draw(who), data.draw(who), data.draw(st.integers(1, 4))
        edit = data.draw(st.sampled_from(["swap", "move", "bye", "table"]))
        try:
            draft = edited(draft, edit, one, other, table)
        except BadEdit:
            continue
    assert everybody(draft) == list(range(1, 13))
    assert all(3 <= len(one.seats) <= 4 for one in draft.tables)
    assert len(seats(draft)) == 3


def met(*rounds: tuple[int, ...]) -> Crosstable:
    """Who has sat at one table, round by round; the others had none."""
    rows = {}
    for number in range(1, 9):
        results = tuple(
            Result(kind=Kind.PLAYED, place=1, others=tuple((n, 2) for n in table if n != number))
            if number in table
            else Result(kind=Kind.PAB)
            for table in rounds
        )
        rows[number] = Row(number=number, results=results)
    return Crosstable(rows=rows, rounds=len(rounds))


def test_what_speaks_against_a_draft_is_named_by_pair_and_bye():
    pair = frozenset((4, 5))
    found = objections(
        SEVEN, met((1, 2, 7), (1, 3, 6)), forbidden=frozenset({pair}), avoided=frozenset({frozenset((1, 7))})
    )
    assert found == (
        Objection("met", (1, 2), 1),
        Objection("met", (1, 3), 2),
        Objection("forbidden", (4, 5)),
        Objection("bye", (8,)),
    )
    assert Objection("full_bye", (5,)) in objections(
        give_bye(SEVEN, 5, Kind.FULL, SHAPE), met(), forbidden=frozenset(), avoided=frozenset()
    )


def test_the_last_meeting_counts():
    table = met((1, 2, 3), (1, 4, 5), (1, 2, 6))
    assert [last_meeting(table, 1, other) for other in (2, 3, 7)] == [3, 1, 0]


def test_a_difference_names_the_tables_and_byes_that_changed():
    assert difference(SEVEN, SEVEN) == PodDifference()
    found = difference(SEVEN, give_bye(SEVEN, 5, Kind.HALF, SHAPE))
    assert (found.gone, found.new) == ((DraftTable(2, (4, 5, 6, 7)),), (DraftTable(2, (4, 6, 7)),))
    assert (found.byes_gone, found.byes_new) == ((), ((5, Kind.HALF),))
