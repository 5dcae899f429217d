"""Pairing a Swiss round: score groups from the top, each exactly (tournaments design §6).

System `card` is FIDE C.04.3 of 1 Feb 2026 without colours: C1, C2, C4 to C9, C14 to C21.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tournaments.pairing import graph as graphs
from tournaments.pairing.blocked import CannotPair, blocked
from tournaments.pairing.completion import can_complete, lowest_bye_score, most_barred
from tournaments.pairing.criteria import CARD, Criterion
from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.group import Contender, Group, Members, contenders
from tournaments.pairing.order import settle
from tournaments.pairing.trace import GroupFacts, Trace, bye_facts, group_facts
from tournaments.pairing.walk import walk

SYSTEMS: dict[str, tuple[Criterion, ...]] = {"card": CARD}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a Swiss stage is paired. `forbidden` are the hard pairs; `order` inside a score group: number or standing."""

    system: str = "card"
    rounds: int = 5
    forbidden: frozenset[frozenset[int]] = frozenset()
    order: str = "number"
    quick: bool = True
    """Take the quick way through plain groups; without it the matcher does every group, with the same pairs."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: boards in publication order (first, second), the PAB's receiver, and the facts behind it."""

    boards: tuple[tuple[int, int], ...]
    bye: int | None
    trace: Trace = field(default_factory=Trace)


def pair(crosstable: Crosstable, rules: Rules) -> Pairing | CannotPair:
    """Pair the available entries for the next round, exactly by the criteria of the system.

    An empty field gives an empty pairing. Raises KeyError for an unknown system.
    """
    criteria = SYSTEMS[rules.system]
    players = contenders(crosstable, forbidden=rules.forbidden, by_standing=rules.order == "standing")
    bye_score = lowest_bye_score(players) if len(players) % 2 else None
    if (len(players) % 2 and bye_score is None) or not (len(players) % 2 or can_complete(players)):
        return blocked(players, crosstable, rules.forbidden)
    pairs, alone, facts = _descend(players, bye_score, crosstable, rules, criteria)
    receiver = alone[0] if alone else None
    trace = Trace(tuple(facts), bye_facts(players, receiver) if receiver else None)
    return Pairing(_boards(pairs, crosstable), receiver.number if receiver else None, trace)


Pairs = list[tuple[Contender, Contender]]


def _descend(
    players: Members, bye_score: int | None, crosstable: Crosstable, rules: Rules, criteria: Sequence[Criterion]
) -> tuple[Pairs, Members, list[GroupFacts]]:
    """Pair group by group from the top; whoever is left alone at the end has the PAB."""
    score_groups = [tuple(members) for _, members in groupby(players, key=lambda one: one.score)]
    most = most_barred(players)
    moved: Members = ()
    pairs: Pairs = []
    facts: list[GroupFacts] = []
    for n, residents in enumerate(score_groups):
        following = score_groups[n + 1] if n + 1 < len(score_groups) else ()
        beyond = tuple(one for members in score_groups[n + 2 :] for one in members)
        group = Group(moved, residents, following, beyond, bye_score, rules.rounds, crosstable.table.unit)
        found, exchanges = _pair_group(group, most, criteria, rules.quick)
        taken = {one.number for two in found for one in two}
        moved = tuple(one for one in group.members if one.number not in taken)
        facts.append(group_facts(group, found, moved if following else (), exchanges))
        pairs += found
    return pairs, moved, facts


def _pair_group(group: Group, most: int, criteria: Sequence[Criterion], quick: bool) -> tuple[Pairs, int]:
    if quick and not group.moved and len(group.residents) % 2 == 0:
        receivers = [one for one in group.below if one.may_have_bye and one.score == group.bye_score]
        found = walk(group.residents) if can_complete(group.below, receivers) else None
        if found is not None:
            return found, 0
    positions, exchanges = settle(graphs.build(group, criteria, most))
    return [(group.members[u], group.members[v]) for u, v in positions], exchanges


def _boards(pairs: Pairs, crosstable: Crosstable) -> tuple[tuple[int, int], ...]:
    """Boards go by the standings score of the higher of the pair, then of the lower, then by the higher's number."""

    def place(two: tuple[Contender, Contender]) -> tuple[int, int, int]:
        scores = sorted((crosstable.score(one.number) for one in two), reverse=True)
        return -scores[0], -scores[1], two[0].number

    return tuple((high.number, low.number) for high, low in sorted(pairs, key=place))
