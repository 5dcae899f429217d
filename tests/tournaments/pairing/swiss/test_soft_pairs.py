"""Soft pairs, Baku acceleration, and what may be waived when nothing else helps."""

import random
from itertools import combinations

import pytest

from tournaments.pairing import (
    CannotPair,
    Crosstable,
    Kind,
    NotForBaku,
    Result,
    Row,
    Rules,
    Waivers,
    baku_group,
    baku_points,
    pair,
    points_table,
)


def pairs(*numbers: tuple[int, int]):
    return frozenset(frozenset(two) for two in numbers)


def club(*numbers: int):
    """All of one club: no two of them should meet."""
    return pairs(*combinations(numbers, 2))


def boards(night, **rules):
    found = pair(night.crosstable, Rules(**{"rounds": 5, **rules}))
    assert not isinstance(found, CannotPair)
    return {frozenset(board) for board in found.boards}, found.trace.soft_top


def test_without_soft_pairs_the_trace_has_no_top(night):
    night.enter("Ann", "Bob", "Cem", "Dora")
    assert boards(night)[1] is None


def test_a_club_is_kept_apart_where_it_can_be(night):
    night.enter("Ann", "Bob", "Cem", "Dora")
    assert boards(night, soft=club(1, 3)) == (pairs((1, 4), (2, 3)), 4)


def test_soft_pairs_yield_from_the_bottom(night):
    night.enter("Ann", "Bob", "Cem", "Dora", "Eve", "Finn")
    found, top = boards(night, soft=club(1, 2, 3) | club(4, 5, 6))
    assert top == 6
    assert all(len(two & {1, 2, 3}) == 1 for two in found)
    found, top = boards(night, soft=club(1, 2, 3, 4))
    assert top == 2, "two of the four must meet: not Ann, not Bob"
    assert found == pairs((1, 5), (2, 6), (3, 4))


def test_hard_pairs_come_first(night):
    night.enter("Ann", "Bob", "Cem", "Dora")
    found, top = boards(night, soft=pairs((1, 4)), forbidden=pairs((1, 2), (1, 3)))
    assert found == pairs((1, 4), (2, 3))
    assert top == 0


def test_the_bye_counts_too(night):
    night.enter("Ann", "Bob", "Cem")
    found = pair(night.crosstable, Rules(rounds=3, soft=club(1, 2)))
    assert found.boards == ((1, 3),)
    assert found.bye == 2


def test_the_trace_says_who_was_avoided(night):
    night.enter("Ann", "Bob", "Cem", "Dora")
    [group] = pair(night.crosstable, Rules(rounds=3, soft=club(1, 3), quick=False)).trace.groups
    ann = next(one for one in group.pairs if one.first == 1)
    assert ann.avoided == (3,)
    assert ann.second == 4


def test_top_is_as_large_as_can_be():
    for seed in range(60):
        chance = random.Random(seed)
        size = chance.choice((4, 5, 6, 7, 8))
        rows = {n: Row(number=n) for n in range(1, size + 1)}
        soft = frozenset(frozenset(chance.sample(range(1, size + 1), 2)) for _ in range(chance.randint(1, 12)))
        found = pair(Crosstable(rows, 0), Rules(rounds=3, soft=soft))

        def in_force(top, soft=soft):
            return frozenset(two for two in soft if min(two) <= top)

        top = found.trace.soft_top
        assert not in_force(top) & {frozenset(board) for board in found.boards}
        if top < size:
            assert isinstance(pair(Crosstable(rows, 0), Rules(rounds=3, forbidden=in_force(top + 1))), CannotPair)


def test_baku_takes_the_upper_half_rounded_up_to_even():
    assert [len(baku_group(range(1, n + 1))) for n in (4, 5, 8, 9, 12)] == [2, 4, 4, 6, 6]
    assert baku_group([9, 2, 7, 4]) == {2, 4}


def test_baku_points_fall_from_a_win_to_half_a_win():
    table = points_table("1-h-0")
    assert baku_points(9, table) == (2, 2, 2, 1, 1)
    assert baku_points(7, table) == (2, 2, 1, 1)
    assert baku_points(1, table) == (2,)


def test_baku_needs_a_tie_of_half_a_win(night):
    table = points_table("3-1-0")
    night.enter("Ann", "Bob")
    crosstable = Crosstable(night.crosstable.rows, 0, table)
    with pytest.raises(NotForBaku):
        pair(crosstable, Rules(rounds=5, accelerated=frozenset({1})))


def test_accelerated_players_meet_each_other_first(night):
    night.enter(*"ABCDEFGH")
    assert boards(night, accelerated=baku_group(range(1, 9)))[0] == pairs((1, 3), (2, 4), (5, 7), (6, 8))


def test_boards_go_by_the_standings_without_virtual_points(night):
    players = night.enter(*"ABCDEFGH")
    for n, other in ((1, 3), (2, 4), (5, 7), (6, 8)):
        players[n - 1].beats(players[other - 1])
    night.next_round()
    found = pair(night.crosstable, Rules(system="dutch", rounds=7, accelerated=baku_group(range(1, 9))))
    assert {frozenset(board) for board in found.boards} == pairs((1, 2), (3, 5), (4, 6), (7, 8))
    assert set(found.boards[0]) == {1, 2}
    assert [min(board) for board in found.boards[1:3]] == [3, 4], "by the higher standing's number, 5 and 6"


def blocked_last_round(night, system="dutch"):
    """Two who both must be first, and nobody else."""
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    for one, other in ((cem, dora), (dora, cem)):
        for first, second in ((one, ann), (other, bob)):
            first.put(Result(kind=Kind.PLAYED, opponent=second.number, points=2, is_first=True))
            second.put(Result(kind=Kind.PLAYED, opponent=first.number, is_first=False))
        night.next_round()
    cem.is_available = dora.is_available = False
    return pair(night.crosstable, Rules(system=system, rounds=9))


def test_c3_may_be_waived(night):
    found = blocked_last_round(night)
    assert isinstance(found, CannotPair)
    assert ("deal_order", ()) in found.ways_out
    waived = pair(night.crosstable, Rules(system="dutch", rounds=9, waived=Waivers(same_turn=True)))
    assert waived.boards == ((1, 2),)


def test_card_knows_no_turns(night):
    assert blocked_last_round(night, "card").boards == ((1, 2),)


def test_every_way_out_that_is_named_works():
    tried = set()
    for seed in range(300):
        chance = random.Random(seed)
        crosstable, rules = tight(chance)
        found = pair(crosstable, rules)
        if not isinstance(found, CannotPair):
            continue
        for way, numbers in found.ways_out:
            waivers = {
                "hard": Waivers(lifted=frozenset({frozenset(numbers)})),
                "bye": Waivers(second_bye=True),
                "rematch": Waivers(again=frozenset(numbers)),
                "left": Waivers(games_left=True),
                "deal_order": Waivers(same_turn=True),
                "baku": Waivers(no_acceleration=True),
            }
            if way != "end":
                again = Rules(system="dutch", rounds=rules.rounds, forbidden=rules.forbidden, waived=waivers[way])
                assert not isinstance(pair(crosstable, again), CannotPair), (seed, way)
                tried.add(way)
    assert tried >= {"hard", "bye", "rematch", "left", "deal_order"}


def tight(chance: random.Random) -> tuple[Crosstable, Rules]:
    """A small field after many rounds, in which hardly anybody is left to meet."""
    size = chance.randint(3, 7)
    results: dict[int, list[Result]] = {n: [] for n in range(1, size + 1)}
    rounds = chance.randint(1, size - 1)
    for _ in range(rounds):
        here = chance.sample(sorted(results), size)
        while len(here) > 1:
            a, b = here.pop(), here.pop()
            won = chance.random() < 0.5
            results[a].append(Result(kind=Kind.PLAYED, opponent=b, points=2 * won, is_first=True))
            results[b].append(Result(kind=Kind.PLAYED, opponent=a, points=2 * (not won), is_first=False))
        if here:
            results[here[0]].append(Result(kind=Kind.PAB, points=2))
    rows = {n: Row(number=n, results=tuple(mine)) for n, mine in results.items()}
    forbidden = frozenset(frozenset(chance.sample(range(1, size + 1), 2)) for _ in range(chance.randint(0, 2)))
    return Crosstable(rows, rounds), Rules(system="dutch", rounds=rounds + 3, forbidden=forbidden)
