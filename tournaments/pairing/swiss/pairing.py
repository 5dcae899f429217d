"""Pairing a Swiss round: score groups from the top, each exactly.

System `dutch` is FIDE C.04.3 of 1 Feb 2026, with the deal in the place of colours: the first of a pair has White and
deals first. System `card` is the same without colours: C1, C2, C4 to C9, C14 to C21.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import groupby

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.deal_order import Turn, allocate, participating_numbers
from tournaments.pairing.swiss import graph as graphs
from tournaments.pairing.swiss.baku import accelerated, without_acceleration
from tournaments.pairing.swiss.blocked import CannotPair, blocked
from tournaments.pairing.swiss.completion import lowest_bye_score
from tournaments.pairing.swiss.criteria import CARD, DUTCH, Criterion
from tournaments.pairing.swiss.group import Contender, Group, Members, contenders, with_preferences
from tournaments.pairing.swiss.order import settle
from tournaments.pairing.swiss.soft_pairs import is_legal, kept_apart
from tournaments.pairing.swiss.trace import GroupFacts, Trace, TurnOf, bye_facts, group_facts
from tournaments.pairing.swiss.waivers import NOTHING, Waivers
from tournaments.pairing.swiss.walk import walk


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system: its quality criteria in order, and whether it settles who deals first (C3, C10 to C13)."""

    criteria: tuple[Criterion, ...]
    has_order: bool


SYSTEMS = {"card": System(CARD, has_order=False), "dutch": System(DUTCH, has_order=True)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a Swiss stage is paired. `forbidden` are the hard pairs; `order` inside a score group: number or standing."""

    system: str = "card"
    rounds: int = 5
    forbidden: frozenset[frozenset[int]] = frozenset()
    order: str = "number"
    initial_first: bool = True
    """The lot of `dutch`: does participating number 1 deal first in its first match?"""
    accelerated: frozenset[int] = frozenset()
    """The entries with Baku acceleration, fixed when round 1 was paired (`baku_group`)."""
    waived: Waivers = NOTHING
    """What is waived for this round, where it could not be paired otherwise."""
    soft: frozenset[frozenset[int]] = frozenset()
    """Pairs that should rather not meet: in force for the top of the standings, as far down as a legal pairing
    allows."""
    quick: bool = True
    """Take the quick way through plain groups; without it the matcher does every group, with the same pairs."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: boards in publication order (first, second), the PAB's receiver, and the facts behind it.

    First is in `dutch` who deals first, in `card` the higher ranked.
    """

    boards: tuple[tuple[int, int], ...]
    bye: int | None
    trace: Trace = field(default_factory=Trace)


Heard = Callable[[int, int], None]


def unheard(done: int, of: int) -> None:
    """A `heard` that ignores progress."""


def pair(crosstable: Crosstable, rules: Rules, heard: Heard = unheard) -> Pairing | CannotPair:
    """Pair the available entries for the next round, exactly by the criteria of the system.

    `heard` is told how many score groups are paired, and of how many. An empty field gives an empty pairing.
    Raises KeyError for an unknown system, NotForBaku when the table does not fit."""
    system = SYSTEMS[rules.system]
    plain = without_acceleration(crosstable)
    crosstable = accelerated(crosstable, rules.accelerated, rules.rounds)
    crosstable = plain if rules.waived.no_acceleration else crosstable
    table = crosstable

    def waiving(waived: Waivers) -> Members:
        """The field with this waived too."""
        return _field(plain if waived.no_acceleration else table, replace(rules, waived=rules.waived | waived))

    players = waiving(NOTHING)
    if not is_legal(players):
        return blocked(players, rules.forbidden, crosstable.rounds, waiving)
    players, soft_top = kept_apart(players, crosstable, rules.soft) if rules.soft else (players, None)
    bye_score = lowest_bye_score(players) if len(players) % 2 else None
    turn_of = _turns(crosstable, rules) if system.has_order else _no_turns
    pairs, alone, facts = _descend(players, bye_score, crosstable, rules, turn_of, heard)
    receiver = alone[0] if alone else None
    trace = Trace(tuple(facts), bye_facts(players, receiver) if receiver else None, soft_top)
    boards = _boards(pairs, crosstable, by_rank=not system.has_order)
    return Pairing(tuple(_ordered(board, turn_of) for board in boards), receiver.number if receiver else None, trace)


def _field(crosstable: Crosstable, rules: Rules) -> Members:
    """The contenders with all bars between them except soft pairs."""
    by_standing = rules.order == "standing"
    players = contenders(crosstable, forbidden=rules.forbidden, by_standing=by_standing, waived=rules.waived)
    if not SYSTEMS[rules.system].has_order:
        return players
    is_last = crosstable.rounds + 1 >= rules.rounds
    return with_preferences(players, crosstable, is_last=is_last, same_turn=rules.waived.same_turn)


Two = tuple[Contender, Contender]
Pairs = list[Two]


def _descend(
    players: Members, bye_score: int | None, crosstable: Crosstable, rules: Rules, turn_of: TurnOf, heard: Heard
) -> tuple[Pairs, Members, list[GroupFacts]]:
    """Pair group by group from the top; the entry left single at the end has the PAB."""
    score_groups = [tuple(members) for _, members in groupby(players, key=lambda one: one.score)]
    moved: Members = ()
    pairs: Pairs = []
    facts: list[GroupFacts] = []
    for n, residents in enumerate(score_groups):
        heard(n, len(score_groups))
        following = score_groups[n + 1] if n + 1 < len(score_groups) else ()
        beyond = tuple(one for members in score_groups[n + 2 :] for one in members)
        group = Group(moved, residents, following, beyond, bye_score, crosstable.rounds + 1, crosstable.table.unit)
        found, exchanges = _pair_group(group, SYSTEMS[rules.system], rules.quick)
        taken = {one.number for two in found for one in two}
        moved = tuple(one for one in group.members if one.number not in taken)
        facts.append(group_facts(group, found, moved if following else (), exchanges, turn_of))
        pairs += found
    heard(len(score_groups), len(score_groups))
    return pairs, moved, facts


def _pair_group(group: Group, system: System, quick: bool) -> tuple[Pairs, int]:
    found = walk(group, system.criteria) if quick else None
    if found is not None:
        return found, 0
    positions, exchanges = settle(graphs.build(group, system.criteria))
    return [(group.members[u], group.members[v]) for u, v in positions], exchanges


def _turns(crosstable: Crosstable, rules: Rules) -> TurnOf:
    numbers = participating_numbers(crosstable)
    return lambda high, low: allocate(high.preference, low.preference, numbers[high.number], rules.initial_first)


def _no_turns(high: Contender, low: Contender) -> Turn | None:
    return None


def _ordered(two: Two, turn_of: TurnOf) -> tuple[int, int]:
    """First and second of a pair, the higher ranked of which is named first."""
    turn = turn_of(*two)
    high, low = two[0].number, two[1].number
    return (high, low) if turn is None or turn.high_is_first else (low, high)


def _boards(pairs: Pairs, crosstable: Crosstable, *, by_rank: bool) -> Pairs:
    """Boards go by the standings score of the higher of the pair, then of the lower, then by the higher's number.
    Higher is by the standings, without virtual points; `by_rank` it is as in the pairing."""

    def standing(one: Contender) -> tuple[int, int]:
        return -crosstable.score(one.number), one.rank if by_rank else one.number

    def place(two: Two) -> tuple[int, int, int]:
        high, low = sorted(two, key=standing)
        return -crosstable.score(high.number), -crosstable.score(low.number), high.number

    return sorted(pairs, key=place)
