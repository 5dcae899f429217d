"""The engine against the exhaustive reading of the rules, on random positions with byes, forfeits and hard pairs."""

import importlib.util
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.pairing import CannotPair, Crosstable, Kind, Result, Row, Rules, pair
from tournaments.pairing.swiss import walk

_spec = importlib.util.spec_from_file_location("exhaustive_swiss", Path(__file__).with_name("exhaustive_swiss.py"))
exhaustive = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(exhaustive)


def random_position(chance: random.Random, size: int, hard: bool = True) -> tuple[Crosstable, Rules]:
    """A field after some rounds that were paired by chance: rematches never, floats, byes and forfeits as they come."""
    results: dict[int, list[Result]] = {n: [] for n in range(1, size + 1)}
    met: set[frozenset[int]] = set()
    rounds = chance.randint(0, max(1, min(size - 1, 6)))
    for _ in range(rounds):
        here = [n for n in results if not _sits_out(chance, results[n])]
        chance.shuffle(here)
        here.sort(key=lambda n: -sum(r.points for r in results[n]) + chance.choice((0, 0, 0, 1, 2)))
        while here:
            one = here.pop()
            other = next((n for n in reversed(here) if frozenset((one, n)) not in met), None)
            if other is None:
                results[one].append(Result(kind=Kind.PAB, points=2))
                continue
            here.remove(other)
            _play(chance, results, met, one, other)
    forbidden = {frozenset(chance.sample(range(1, size + 1), 2)) for _ in range(chance.choice((0, 0, 0, 1, 2)))}
    rows = {n: Row(number=n, results=tuple(results[n]), is_available=chance.random() > 0.04) for n in results}
    return Crosstable(rows, rounds), Rules(
        forbidden=frozenset(forbidden if hard and size > 2 else ()), rounds=rounds + 3
    )


def _sits_out(chance, mine):
    kind = chance.choices((None, Kind.HALF, Kind.ZERO, Kind.FULL), (90, 4, 4, 1))[0]
    if kind:
        mine.append(Result(kind=kind, points={Kind.HALF: 1, Kind.FULL: 2}.get(kind, 0)))
    return kind is not None


def _play(chance, results, met, one, other):
    if chance.random() < 0.06:
        results[one].append(Result(kind=Kind.FORFEIT, opponent=other, points=2))
        results[other].append(Result(kind=Kind.FORFEIT, opponent=one, points=0))
        return
    met.add(frozenset((one, other)))
    points = chance.choices((2, 1, 0), (45, 10, 45))[0]
    is_first = chance.random() < 0.5
    results[one].append(Result(kind=Kind.PLAYED, opponent=other, points=points, margin=points - 1, is_first=is_first))
    results[other].append(
        Result(kind=Kind.PLAYED, opponent=one, points=2 - points, margin=1 - points, is_first=not is_first)
    )


def check(seed: int, sizes: tuple[int, ...], system: str = "card", left: int = 3) -> bool:
    """Compare on one position with so many rounds `left`; True when it could be paired."""
    chance = random.Random(seed)
    crosstable, rules = random_position(chance, chance.choice(sizes))
    rules = replace(rules, system=system, rounds=crosstable.rounds + left)
    expected = exhaustive.best_round(crosstable, rules)
    for quick in (True, False):
        found = pair(crosstable, replace(rules, quick=quick))
        if expected is None:
            assert isinstance(found, CannotPair), (seed, found)
            continue
        assert not isinstance(found, CannotPair), seed
        boards = set(map(frozenset, found.boards))
        assert (boards, found.bye) == (set(map(frozenset, expected[0])), expected[1]), (seed, quick)
    return expected is not None


def test_the_engine_gives_the_pairing_of_an_exhaustive_search():
    paired = sum(check(seed, (2, 3, 4, 5, 6, 7, 8)) for seed in range(300))
    assert 150 < paired < 300, "the positions should hold both kinds"


def test_so_it_does_where_the_rounds_are_nearly_as_many_as_the_players():
    assert sum(check(seed, (4, 5, 6, 7), left=left) for seed in range(1_000, 1_060) for left in (2, 4, 5)) > 60


@pytest.mark.marathon
def test_so_it_does_on_many_more_positions_with_many_rounds():
    assert sum(check(seed, (5, 6, 7, 8), left=left) for seed in range(2_000, 2_500) for left in (2, 4, 6)) > 500


def test_so_it_does_in_dutch():
    paired = sum(check(seed, (2, 3, 4, 5, 6, 7, 8), "dutch") for seed in range(150))
    assert paired > 70
    assert sum(check(seed, (5, 6, 7, 8), "dutch", left=1) for seed in range(500, 650)) > 70, "with topscorers"


@pytest.mark.marathon
def test_so_it_does_in_dutch_on_many_more_positions():
    assert sum(check(seed, (5, 6, 7, 8), "dutch") for seed in range(30_000, 30_600)) > 250
    assert sum(check(seed, (5, 6, 7, 8), "dutch", left=1) for seed in range(40_000, 40_600)) > 250


@pytest.mark.marathon
def test_the_engine_gives_the_pairing_of_an_exhaustive_search_on_many_more_positions():
    assert sum(check(seed, (5, 6, 7, 8)) for seed in range(10_000, 11_500)) > 700


@pytest.mark.long
def test_nine_and_ten_players_too():
    assert sum(check(seed, (9, 10)) for seed in range(20_000, 20_060)) > 30


def same_on_both_ways(seed: int, sizes: tuple[int, ...]) -> bool:
    """Pair a larger position by the quick way and by the matcher alone; True when it could be paired."""
    chance = random.Random(seed)
    crosstable, rules = random_position(chance, chance.choice(sizes))
    quick, full = (pair(crosstable, replace(rules, quick=quick)) for quick in (True, False))
    if isinstance(quick, CannotPair):
        assert isinstance(full, CannotPair), seed
        return False
    assert (quick.boards, quick.bye) == (full.boards, full.bye), seed
    return True


def test_the_quick_way_gives_the_pairs_of_the_full_matcher(monkeypatch):
    assert sum(same_on_both_ways(seed, (60, 90, 120)) for seed in range(12)) > 8
    monkeypatch.setattr(walk, "FEW", 4)
    assert sum(same_on_both_ways(seed, (30, 50, 120)) for seed in range(100, 130)) > 20


@pytest.mark.marathon
def test_the_quick_way_gives_the_pairs_of_the_full_matcher_on_many_more_positions(monkeypatch):
    assert sum(same_on_both_ways(seed, (60, 90, 120)) for seed in range(1_000, 1_100)) > 80
    monkeypatch.setattr(walk, "FEW", 4)
    assert sum(same_on_both_ways(seed, (30, 50, 60, 90, 120)) for seed in range(2_000, 2_400)) > 300
