"""The pitfalls of the Dutch system, each on a field that a player can check by hand."""

from tournaments.pairing import CannotPair, Crosstable, Float, Kind, Result, Row, Rules, pair, points_table


def played(opponent: int, mark: str) -> Result:
    """`F2`: first, with two points; `S0`: second, with none."""
    return Result(kind=Kind.PLAYED, opponent=opponent, points=int(mark[1]), is_first=mark[0] == "F")


def table(rounds: int, **rows: list) -> Crosstable:
    """`p1=[(2, "F2")]`: number 1 met 2, was first and won."""
    found = {}
    for name, results in rows.items():
        number = int(name[1:])
        found[number] = Row(
            number=number, results=tuple(one if isinstance(one, Result) else played(*one) for one in results)
        )
    return Crosstable(found, rounds, points_table("1-h-0"))


def boards(crosstable: Crosstable, rounds: int = 9, **rules):
    found = pair(crosstable, Rules(system="dutch", rounds=rounds, **rules))
    assert not isinstance(found, CannotPair)
    return list(found.boards), found.bye


def forfeit(opponent: int, points: int, is_first: bool) -> Result:
    return Result(kind=Kind.FORFEIT, opponent=opponent, points=points, is_first=is_first)


ABSENT = Result(kind=Kind.ZERO)
BYE = Result(kind=Kind.PAB, points=2)


def test_round_one_turns_about_by_number_from_the_lot():
    field = table(0, p1=[], p2=[], p3=[], p4=[], p5=[], p6=[])
    assert boards(field) == ([(1, 4), (5, 2), (3, 6)], None)
    assert boards(field, initial_first=False) == ([(4, 1), (2, 5), (6, 3)], None)


def test_odd_and_even_count_only_those_who_take_part():
    rows = {n: Row(number=n, is_available=n != 1) for n in range(1, 6)}
    assert boards(Crosstable(rows, 0)) == ([(2, 4), (5, 3)], None), "2 is the first to take part, 3 the second"


def test_after_a_forfeit_two_may_be_paired_again_and_nobody_has_dealt():
    field = table(1, p1=[forfeit(2, 2, True)], p2=[forfeit(1, 0, False)])
    assert boards(field) == ([(1, 2)], None), "no turn was played: number 1 by the lot again"


def test_looking_back_skips_rounds_without_a_match():
    first = table(2, p1=[(3, "F2"), ABSENT], p2=[(4, "F2"), (3, "S0")], p3=[(1, "S0"), (2, "F2")], p4=[(2, "S0"), BYE])
    assert boards(first) == ([(2, 1), (4, 3)], None), "1 was first in its only match, 4 second"
    assert first.dealt_first(1) == (True,)
    assert first.dealt_first(4) == (False,)


def test_a_forfeit_win_is_a_downfloat_and_a_forfeit_loss_is_none():
    field = table(1, p1=[forfeit(2, 2, True)], p2=[forfeit(1, 0, False)])
    assert field.float_of(1, 1) is Float.DOWN
    assert field.float_of(2, 1) is Float.NONE


def test_floats_compare_the_pairing_scores_of_that_time():
    rows = {
        1: Row(number=1, results=(played(2, "F2"),), virtual=(2, 2)),
        2: Row(number=2, results=(played(1, "S0"),)),
    }
    field = Crosstable(rows, 1)
    assert field.float_of(1, 1) is Float.DOWN, "one virtual point more, though both had nothing"
    assert field.float_of(2, 1) is Float.UP


def test_the_bye_goes_by_pairing_scores_too():
    rows = {n: Row(number=n, virtual=(2,) if n == 3 else ()) for n in (1, 2, 3)}
    assert boards(Crosstable(rows, 0))[1] == 2, "3 stands last, but was lifted"


def two_who_must_be_first(rounds: int) -> Crosstable:
    """1 and 2 have won both matches as second against 3 and 4."""
    return table(
        2,
        p1=[(3, "S2"), (4, "S2")],
        p2=[(4, "S2"), (3, "S2")],
        p3=[(1, "F0"), (2, "F0")],
        p4=[(2, "F0"), (1, "F0")],
    )


def test_two_who_must_be_first_do_not_meet_before_the_last_round():
    assert isinstance(pair(two_who_must_be_first(9), Rules(system="dutch", rounds=9)), CannotPair)


def test_topscorers_meet_in_the_last_round_all_the_same():
    field = two_who_must_be_first(3)
    rows = {**field.rows, 5: Row(number=5, results=(ABSENT, ABSENT)), 6: Row(number=6, results=(ABSENT, ABSENT))}
    found, _ = boards(Crosstable(rows, 2), rounds=3)
    assert found[0] == (1, 2), "each has over half of what there was to win; the higher gets the turn"


def test_boards_go_by_standings_and_not_by_virtual_points():
    rows = {
        1: Row(number=1, results=(played(2, "F0"),), virtual=(2, 2)),
        2: Row(number=2, results=(played(1, "S2"),), virtual=(2, 2)),
        3: Row(number=3, results=(played(4, "F2"),)),
        4: Row(number=4, results=(played(3, "S0"),)),
        5: Row(number=5, results=(played(6, "F2"),)),
        6: Row(number=6, results=(played(5, "S0"),)),
    }
    found, _ = boards(Crosstable(rows, 1))
    scores = [sorted((rows[n].results[0].points for n in board), reverse=True) for board in found]
    assert scores == sorted(scores, reverse=True)


def test_late_entries_come_in_without_points_and_without_a_turn():
    field = table(1, p1=[(2, "F2")], p2=[(1, "S0")], p3=[ABSENT], p4=[ABSENT])
    found, _ = boards(field)
    assert found == [(3, 1), (2, 4)]
    assert field.score(3) == 0
