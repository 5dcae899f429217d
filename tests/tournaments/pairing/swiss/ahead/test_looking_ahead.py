"""`card` makes no round that leaves the following rounds impossible if another round does not."""

import json
import random
from itertools import combinations

import pytest

from tournaments.pairing import CannotPair, Rules, pair
from tournaments.pairing.evenings import evening
from tournaments.pairing.evenings.__main__ import main
from tournaments.pairing.prospects import field_of, prospects
from tournaments.pairing.swiss.ahead.agenda import BYE, Coming, Slate
from tournaments.pairing.swiss.ahead.choice import is_possible
from tournaments.pairing.swiss.ahead.cuts import has_odd_cut
from tournaments.pairing.swiss.ahead.packing import Packing


def names(night, found):
    assert not isinstance(found, CannotPair)
    called = {n: one.name for n, one in night.players.items()}
    return {frozenset((called[a], called[b])) for a, b in found.boards}, called.get(found.bye)


def two_rounds(night):
    ann, bob, cem, dora, eve, finn = night.enter("Ann", "Bob", "Cem", "Dora", "Eve", "Finn")
    dora.beats(ann)
    eve.beats(bob)
    finn.beats(cem)
    night.next_round()
    eve.beats(dora)
    ann.beats(finn)
    bob.beats(cem)
    night.next_round()
    return ann, bob, cem, dora, eve, finn


def both(*pairs):
    return {frozenset(pair.split()) for pair in pairs}


def test_a_round_that_leaves_two_threes_who_have_all_met_the_others_is_not_made(night):
    two_rounds(night)
    last, kept = (pair(night.crosstable, Rules(rounds=rounds)) for rounds in (3, 4))
    assert names(night, last)[0] == both("Eve Finn", "Ann Bob", "Cem Dora"), "the criteria alone"
    assert names(night, kept)[0] == both("Eve Finn", "Bob Dora", "Ann Cem"), "then a fourth round is possible"
    assert last.trace.ahead is None
    assert (kept.trace.ahead.rounds, set(kept.trace.ahead.instead_of)) == (1, {(1, 2), (4, 3)})


def test_the_reasons_are_those_of_the_round_that_was_made(night):
    two_rounds(night)
    kept = pair(night.crosstable, Rules(rounds=4))
    told = {(one.first, one.second) for group in kept.trace.groups for one in group.pairs}
    assert {frozenset(two) for two in told} == {frozenset(two) for two in kept.boards}


def test_who_is_known_to_rest_in_a_later_round_is_not_counted_on(night):
    ann, bob, cem, dora = night.enter("Ann", "Bob", "Cem", "Dora")
    ann.beats(cem)
    bob.beats(dora)
    night.next_round()
    three = Rules(rounds=3, coming=(Coming(frozenset((1, 2, 3))),))
    without_dora = prospects(night.crosstable, three)
    assert (without_dora.left, without_dora.possible) == (2, 2)
    apart = Rules(rounds=3, coming=(Coming(frozenset((1, 2)), frozenset({frozenset((1, 2))})),))
    assert prospects(night.crosstable, apart).possible == 1, "the two who are left may not meet then"
    only_then = Rules(rounds=3, coming=(Coming(frozenset((1, 2))),))
    found = pair(night.crosstable, only_then)
    assert names(night, found)[0] == both("Ann Dora", "Bob Cem"), "Ann and Bob are kept for the round of their own"


def test_soft_pairs_give_way_to_the_rounds_to_come(night):
    two_rounds(night)
    soft = frozenset({frozenset((2, 4)), frozenset((1, 3))})
    found = pair(night.crosstable, Rules(rounds=4, soft=soft))
    assert names(night, found)[0] != both("Eve Finn", "Ann Bob", "Cem Dora")
    assert prospects(_played(night, found), Rules(rounds=4)).possible == 1


def _played(night, found):
    for a, b in found.boards:
        night.players[a].beats(night.players[b])
    night.next_round()
    return night.crosstable


def test_more_rounds_than_there_can_be_keep_as_many_as_there_are(night):
    two_rounds(night)
    found = pair(night.crosstable, Rules(rounds=9))
    assert prospects(_played(night, found), Rules(rounds=9)).possible == 2


SMALL = [(4, 3), (5, 4), (5, 5), (6, 4), (6, 5), (7, 6), (8, 6), (8, 7), (9, 7), (10, 9), (12, 9), (16, 13)]


@pytest.mark.parametrize(("players", "rounds"), SMALL)
def test_no_evening_gets_stuck_that_could_be_played(players, rounds):
    played = [evening(players, rounds, "card", f"test:{n}", is_restless=n % 2 == 1) for n in range(12)]
    assert not [one for one in played if one.is_stuck and one.had_plan]
    assert all(one.rounds == rounds for one in played[::2]), "nobody came or went in these"


@pytest.mark.marathon
@pytest.mark.parametrize(("players", "rounds"), SMALL)
def test_nor_does_one_of_two_hundred(players, rounds):
    played = [evening(players, rounds, "card", f"long:{n}", is_restless=n % 2 == 1) for n in range(200)]
    assert not [one for one in played if one.is_stuck and one.had_plan]


def test_the_published_system_does_not_look_ahead(capsys):
    assert main(["--players", "5", "--rounds", "4", "--evenings", "40", "--system", "dutch", "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert set(found) == {"players", "rounds", "stuck", "evenings"}
    assert 5 < found["stuck"] < 35


def test_the_command_counts_restless_evenings(capsys):
    assert main(["--players", "6", "--rounds", "4", "--evenings", "10", "--restless"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (found["players"], found["rounds"], found["stuck"], found["evenings"]) == (6, 4, 0, 10)
    assert found["restless"]["evenings"] == 5
    assert main(["--players", "1", "--rounds", "4"]) == 2
    assert "at least 2" in capsys.readouterr().err


def slate(games, numbers):
    return Slate({n: frozenset(m for one in games if n in one for m in one if m != n) for n in numbers})


def packs(games, numbers, rounds):
    """By trying everything: can so many rounds be made of these games?"""
    if not rounds:
        return True
    return any(packs(games - one, numbers, rounds - 1) for one in _all_rounds(games, numbers))


def _all_rounds(games, numbers):
    if not numbers:
        yield frozenset()
        return
    first, *rest = numbers
    for other in rest:
        if frozenset((first, other)) in games:
            for found in _all_rounds(games, [n for n in rest if n != other]):
                yield found | {frozenset((first, other))}


def test_the_search_says_what_trying_everything_says():
    chance = random.Random(4)
    seen = set()
    for _ in range(300):
        size = chance.choice((4, 6, 8))
        numbers = list(range(1, size + 1))
        games = frozenset(frozenset(two) for two in combinations(numbers, 2) if chance.random() < 0.6)
        rounds = chance.randint(1, 4)
        expected = packs(games, numbers, rounds)
        assert is_possible([slate(games, numbers)] * rounds) is expected
        seen.add((size, expected))
    assert len(seen) == 6, "both answers for each size"


def test_every_way_is_tried_where_exchanges_find_nothing(monkeypatch):
    chance = random.Random(5)
    monkeypatch.setattr(Packing, "_exchange", lambda *_: None)
    for _ in range(150):
        numbers = list(range(1, chance.choice((4, 6, 8)) + 1))
        games = frozenset(frozenset(two) for two in combinations(numbers, 2) if chance.random() < 0.6)
        rounds = chance.randint(1, 4)
        found = Packing([slate(games, numbers)] * rounds).find()
        assert (found is not None) is packs(games, numbers, rounds)
        played = [frozenset(two) for one in found or () for two in one.items()]
        assert all(played.count(two) == 2 for two in played), "both sides of a game, and no game twice"


def test_the_bye_goes_to_another_each_time():
    numbers = (1, 2, 3)
    meets = {n: frozenset(numbers) - {n} | {BYE} for n in numbers}
    rounds = Packing([Slate({**meets, BYE: frozenset(numbers)})] * 3).find()
    assert sorted(one[BYE] for one in rounds) == [1, 2, 3]
    had = {n: others - {BYE} if n == 1 else others for n, others in meets.items()}
    assert not is_possible([Slate({**had, BYE: frozenset((2, 3))})] * 3)


def test_an_odd_number_with_too_few_games_to_the_others_is_seen():
    threes = [0b110, 0b101, 0b011, 0b110000, 0b101000, 0b011000]
    assert has_odd_cut(0b111111, threes, 1), "two threes that nothing connects"
    bridged = [one | 1 << (n + 3) % 6 for n, one in enumerate(threes)]
    assert not has_odd_cut(0b111111, bridged, 3)
    assert has_odd_cut(0b111111, bridged, 4)


@pytest.mark.parametrize(
    ("count", "system", "sure"),
    [
        *((4, "dutch", 3), (5, "dutch", 3), (6, "dutch", 3), (8, "dutch", 5), (10, "dutch", 5), (40, "dutch", 9)),
        *((4, "card", 3), (5, "card", 5), (6, "card", 5), (10, "card", 9), (40, "card", 9)),
    ],
)
def test_so_many_rounds_are_sure(count, system, sure):
    found = field_of(count, 9, system)
    assert (found.left, found.sure) == (9, sure)


@pytest.mark.parametrize("system", ["card", "dutch"])
def test_a_field_of_none_one_or_two_is_answered_too(system):
    assert [field_of(count, 3, system).possible for count in (0, 1, 2)] == [3, 1, 1]


@pytest.mark.parametrize("system", ["card", "dutch"])
@pytest.mark.parametrize("count", [4, 5, 6, 7, 8])
def test_what_is_sure_holds(count, system):
    rounds = field_of(count, 9, system).sure
    assert not any(evening(count, rounds, system, f"sure:{n}").is_stuck for n in range(30))
