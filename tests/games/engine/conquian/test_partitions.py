"""Conquian's ways to lay cards down, against a plain search over everything (CNQ-4, 8, 11)."""

import random
from itertools import combinations

import pytest

from games import engine
from games.engine.conquian.partitions import MELDS, is_long_run, joins, partitions, whole

PACK = engine.rule_set("conquian").pack


def cards(text):
    return engine.parse_hand(text, PACK)


def plain(must, may):
    """Every set of disjoint melds that covers `must` and no card outside: all subsets of all melds, tried."""
    melds = [meld for meld in MELDS if not meld & ~(must | may)]
    found = set()
    for size in range(5):
        for chosen in combinations(melds, size):
            if sum(meld.bit_count() for meld in chosen) == sum(chosen).bit_count() and not must & ~sum(chosen):
                union = 0
                for meld in chosen:
                    union |= meld
                if union == sum(chosen):
                    found.add(frozenset(chosen))
    return found


def rich(rng, size):
    """Cards that meld well: from few ranks and two or three suits."""
    low = rng.randrange(0, 6)
    near = [13 * suit + place for suit in rng.sample(range(4), 3) for place in range(low, low + 5)]
    return rng.sample(near, size)


@pytest.mark.parametrize("seed", range(60))
def test_all_partitions_and_nothing_else(seed):
    rng = random.Random(seed)
    held = rich(rng, 9) if seed % 2 else rng.sample(PACK.cards, 11)
    at = rng.randrange(0, 5)
    must, may = engine.hand_of(held[:at]), engine.hand_of(held[at:])
    found = partitions(must, may)
    assert len(set(found)) == len(found)
    assert {frozenset(melds) for melds in found} == plain(must, may)
    assert found == partitions(must, may)


def test_tables_that_stand_and_tables_that_do_not():
    assert whole(cards("AH 2H 3H 4H 5H 6H 7H JH QH"))
    assert not whole(cards("AC 2C 3C 4C 5C 6C 7C JC QC KC 4H"))
    assert whole(cards("5C 5D 5H 5S 2S 3S 4S 6S"))
    assert not whole(cards("3C 4C 5C 6C 4H 4S"))


def test_a_card_joins_a_set_or_a_run_of_three():
    for text, card, joined in (
        ("6C 6D 6S", "6D", True), ("6C 6D", "6D", False), ("6H 7H JH", "6H", True), ("QH KH AH", "KH", False),
    ):  # fmt: skip
        assert joins(engine.parse_card(card, PACK), cards(text)) is joined


def test_runs_that_are_too_long():
    assert is_long_run(cards("AH 2H 3H 4H 5H 6H 7H JH QH"))
    assert is_long_run(cards("AH 2H 3H 4H 5H 6H 7H JH QH KH"))
    assert not is_long_run(cards("AH 2H 3H 4H 5H 6H 7H JH"))
    assert not is_long_run(cards("AH 2H 3H 4H 5H 6H 7H JH KH"))
    assert not is_long_run(cards("3C 4C 5C 6C 7C JC QC KC AD"))
