"""Simulate whole evenings of a Swiss with random results, to see how often a round cannot be paired."""

from dataclasses import dataclass, field

from tournaments.pairing.crosstable import Crosstable, Kind, Result, Row
from tournaments.pairing.pods.chance import Chance
from tournaments.pairing.points import points_table
from tournaments.pairing.prospects import prospects
from tournaments.pairing.swiss.ahead.agenda import Coming
from tournaments.pairing.swiss.blocked import CannotPair
from tournaments.pairing.swiss.pairing import Pairing, Rules, pair

TABLE = points_table("1-h-0")
TIES = 10  # of a hundred matches
ASKS, ASKS_NOW, LEAVES, COMES = 10, 4, 10, 20  # of a hundred: a bye from the start, one now, a withdrawal, a late entry
LEAST = 2


@dataclass(frozen=True, slots=True)
class Evening:
    """The outcome of an evening: the number of rounds that were paired, whether one could not be, and whether all
    remaining rounds could have been played when the field last changed."""

    rounds: int
    is_stuck: bool
    had_plan: bool


@dataclass
class _Field:
    """Everybody's rounds so far, who has left, and the byes asked for by round."""

    results: dict[int, list[Result]]
    gone: set[int] = field(default_factory=set)
    asked: dict[int, set[int]] = field(default_factory=dict)

    def crosstable(self, played: int) -> Crosstable:
        """The crosstable before the next round, without those who have left or asked for a bye in it."""
        away = self.gone | self.asked.get(played + 1, set())
        rows = {n: Row(number=n, is_available=n not in away, results=tuple(r)) for n, r in self.results.items()}
        return Crosstable(rows, played, TABLE)

    def coming(self, number: int) -> Coming:
        """The entries that are expected in a round."""
        return Coming(frozenset(self.results) - self.gone - self.asked.get(number, set()))


def evening(players: int, rounds: int, system: str, seed: str, is_restless: bool = False) -> Evening:
    """Simulate one evening; in a restless one some ask for byes, come late, or leave."""
    chance = Chance(f"{seed}:{players}:{rounds}:{system}")
    here = _Field({n: [] for n in range(1, players + 1)})
    if is_restless:
        for n in here.results:
            if chance.below(100) < ASKS:
                here.asked.setdefault(1 + chance.below(rounds), set()).add(n)
    had_plan = True
    for played in range(rounds):
        has_changed = _change(here, played, rounds, chance) if is_restless else False
        crosstable = here.crosstable(played)
        coming = tuple(here.coming(n) for n in range(played + 2, rounds + 1))
        rules = Rules(system=system, rounds=rounds, coming=coming)
        if has_changed or not played:
            had_plan = prospects(crosstable, rules).possible == rounds - played
        found = pair(crosstable, rules)
        if isinstance(found, CannotPair):
            return Evening(played, is_stuck=True, had_plan=had_plan)
        _play(here, found, played, chance)
    return Evening(rounds, is_stuck=False, had_plan=had_plan)


def _change(here: _Field, played: int, rounds: int, chance: Chance) -> bool:
    """Make withdrawals, late entries and byes before a round; returns whether there were any."""
    present = [n for n in here.results if n not in here.gone]
    has_changed = False
    if played and len(present) > LEAST and chance.below(100) < LEAVES:
        here.gone.add(present[chance.below(len(present))])
        has_changed = True
    if played and 2 * played <= rounds and chance.below(100) < COMES:
        here.results[len(here.results) + 1] = [Result(kind=Kind.ZERO)] * played
        has_changed = True
    for n in present:
        if n not in here.gone and chance.below(100) < ASKS_NOW:
            here.asked.setdefault(played + 1, set()).add(n)
            has_changed = True
    return has_changed


def _play(here: _Field, found: Pairing, played: int, chance: Chance) -> None:
    for first, second in found.boards:
        points = 1 if chance.below(100) < TIES else 2 * chance.below(2)
        here.results[first].append(Result(kind=Kind.PLAYED, opponent=second, points=points, is_first=True))
        here.results[second].append(Result(kind=Kind.PLAYED, opponent=first, points=2 - points, is_first=False))
    if found.bye:
        here.results[found.bye].append(Result(kind=Kind.PAB, points=TABLE.pab))
    for n in here.asked.get(played + 1, set()):
        here.results[n].append(Result(kind=Kind.HALF, points=TABLE.tie))
    for results in here.results.values():
        results += [Result(kind=Kind.ZERO)] * (played + 1 - len(results))
