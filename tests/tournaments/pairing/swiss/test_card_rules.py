"""The card system on small fields that a player can check by hand."""

import time

from tournaments.pairing import CannotPair, Kind, Rules, pair

FIVE = Rules(rounds=5)


def boards(night, **rules):
    found = pair(night.crosstable, Rules(**{"rounds": 5, **rules}))
    assert not isinstance(found, CannotPair)
    return [(night.players[a].name, night.players[b].name) for a, b in found.boards], (
        night.players[found.bye].name if found.bye else None
    )


def test_round_one_pairs_the_upper_half_against_the_lower_half(night):
    night.enter("Ann", "Bob", "Cem", "Dora", "Eve", "Finn")
    assert boards(night) == ([("Ann", "Dora"), ("Bob", "Eve"), ("Cem", "Finn")], None)


def test_an_odd_number_gives_the_last_one_the_bye(night):
    night.enter("Ann", "Bob", "Cem", "Dora", "Eve")
    assert boards(night) == ([("Ann", "Cem"), ("Bob", "Dora")], "Eve")


def test_winners_meet_winners_and_nobody_meets_twice(night):
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    ann.beats(cem)
    bob.beats(dora)
    night.next_round()
    assert boards(night) == ([("Ann", "Bob"), ("Cem", "Dora")], None)
    ann.beats(bob)
    cem.beats(dora)
    night.next_round()
    assert boards(night) == ([("Ann", "Dora"), ("Bob", "Cem")], None), "Ann has met Bob and Cem"


def test_nobody_has_two_byes(night):
    ann, bob, cem, dora, eve = night.enter("Ann", "Bob", "Cem", "Dora", "Eve")
    ann.beats(cem)
    bob.beats(dora)
    eve.sits_out()
    night.next_round()
    found, bye = boards(night)
    assert bye == "Dora", "the lowest score that can have it"
    assert found == [("Ann", "Eve"), ("Bob", "Cem")], "a bye counts as moving down, so it is not Eve again"


def test_a_win_without_playing_counts_like_a_bye(night):
    ann, bob, cem, dora, eve = night.enter("Ann", "Bob", "Cem", "Dora", "Eve")
    ann.wins_by_forfeit(bob)
    cem.sits_out(Kind.FULL)
    dora.sits_out(Kind.HALF)
    eve.sits_out()
    night.next_round()
    assert [night.crosstable.may_have_bye(n) for n in (1, 2, 3, 4, 5)] == [False, True, False, True, False]


def test_after_a_forfeit_two_may_be_paired_again(night):
    ann, bob = night.enter("Ann", "Bob")
    ann.wins_by_forfeit(bob)
    night.next_round()
    assert boards(night) == ([("Ann", "Bob")], None)
    ann.beats(bob)
    night.next_round()
    assert isinstance(pair(night.crosstable, FIVE), CannotPair)


def test_who_floated_down_last_round_stays_this_time(night):
    ann, bob, cem, dora, eve, finn = night.enter("Ann", "Bob", "Cem", "Dora", "Eve", "Finn")
    ann.beats(dora)
    bob.beats(eve)
    cem.beats(finn)
    night.next_round()
    found, _ = boards(night)
    assert found[:2] == [("Ann", "Bob"), ("Cem", "Dora")], "Cem moves down"
    ann.ties(bob)
    cem.ties(dora)
    eve.beats(finn)
    night.next_round()
    found, _ = boards(night)
    assert found[:2] == [("Bob", "Cem"), ("Ann", "Eve")], "not Cem again, and not Bob, who has met Eve"


def test_those_who_are_not_here_are_left_out(night):
    ann, *_ = night.enter("Ann", "Bob", "Cem", "Dora")
    ann.is_available = False
    assert boards(night) == ([("Bob", "Cem")], "Dora")


def test_hard_pairs_never_meet(night):
    night.enter("Ann", "Bob", "Cem", "Dora")
    assert boards(night, forbidden=frozenset({frozenset({1, 3})}))[0] == [("Ann", "Dora"), ("Bob", "Cem")]


def test_late_entrants_have_missed_what_they_missed(night):
    ann, bob = night.enter("Ann", "Bob")
    ann.beats(bob)
    night.next_round()
    night.enter("Cem", "Dora")
    assert boards(night) == ([("Ann", "Cem"), ("Bob", "Dora")], None)


def test_standing_may_order_a_score_group_by_margin(night):
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    ann.beats(cem, 5)
    bob.beats(dora, 50)
    night.next_round()
    assert boards(night, order="standing")[0] == [("Bob", "Ann"), ("Cem", "Dora")]


def test_cannot_pair_names_who_blocks_and_what_helps(night):
    night.enter("Ann", "Bob", "Cem", "Dora")
    rules = Rules(rounds=5, forbidden=frozenset({frozenset({1, 2}), frozenset({1, 3}), frozenset({1, 4})}))
    found = pair(night.crosstable, rules)
    assert isinstance(found, CannotPair)
    assert (1, ()) in found.witness
    assert ("hard", (1, 2)) in found.ways_out
    assert ("end", ()) in found.ways_out
    assert not any(way == "rematch" for way, _ in found.ways_out)


def test_an_empty_hall_and_a_single_player(night):
    assert pair(night.crosstable, FIVE).boards == ()
    night.enter("Ann")
    assert boards(night) == ([], "Ann")


def test_the_trace_says_why(night):
    ann, bob, cem, dora, eve = night.enter("Ann", "Bob", "Cem", "Dora", "Eve")
    ann.beats(cem)
    bob.beats(dora)
    eve.sits_out()
    night.next_round()
    trace = pair(night.crosstable, FIVE).trace
    [group] = [group for group in trace.groups if group.floats]
    assert [(one.number, one.cause) for one in group.floats] == [(2, "odd")]
    assert trace.bye.number == 4
    assert not trace.groups[0].pairs[0].is_natural, "Bob would be, but then Eve would move down twice"


def test_thirty_two_players_are_paired_in_no_time(night):
    players = night.enter(*(f"P{n}" for n in range(1, 34)))
    slowest = 0.0
    for _ in range(6):
        began = time.process_time()
        found = pair(night.crosstable, Rules(rounds=6))
        slowest = max(slowest, time.process_time() - began)
        for a, b in found.boards:
            night.players[a].beats(night.players[b], a + b)
        night.players[found.bye].sits_out()
        night.next_round()
    assert slowest < 0.3
    assert len({frozenset((p.number, r.opponent)) for p in players for r in p.results if r.kind is Kind.PLAYED}) == 96
