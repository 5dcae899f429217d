"""Pair a Swiss round: the score groups from the top, each exactly.

System `dutch` is FIDE C.04.3 of 1 Feb 2026, with the deal in the place of colours: the first of a pair has White and
deals first. System `card` is the same without colours: C1, C2, C4 to C9, C14 to C21; and it makes no round that leaves
the rounds after it impossible while there is one that does not.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.deal_order import Turn, allocate, participating_numbers
from tournaments.pairing.swiss import graph as graphs
from tournaments.pairing.swiss.ahead.agenda import (
    BYE,
    Coming,
    Pair,
    Slate,
    are_plain,
    coming_slates,
    narrowed,
    slate_of,
)
from tournaments.pairing.swiss.ahead.choice import Round, is_possible, keep_possible
from tournaments.pairing.swiss.ahead.grades import Step, grade, steps
from tournaments.pairing.swiss.baku import accelerated, without_acceleration
from tournaments.pairing.swiss.blocked import CannotPair, blocked
from tournaments.pairing.swiss.completion import fewest_repeats, lowest_bye_score, who_rests
from tournaments.pairing.swiss.criteria import CARD, DUTCH, Criterion
from tournaments.pairing.swiss.group import Contender, Group, Members, contenders, with_preferences
from tournaments.pairing.swiss.order import settle
from tournaments.pairing.swiss.soft_pairs import is_legal, kept_apart
from tournaments.pairing.swiss.trace import AheadFacts, GroupFacts, Trace, TurnOf, bye_facts, group_facts
from tournaments.pairing.swiss.waivers import NOTHING, Waivers
from tournaments.pairing.swiss.walk import walk


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system: its quality criteria in order, whether it decides who deals first (C3, C10 to C13), and whether
    it keeps the coming rounds possible."""

    criteria: tuple[Criterion, ...]
    has_order: bool
    looks_ahead: bool


SYSTEMS = {
    "card": System(CARD, has_order=False, looks_ahead=True),
    "dutch": System(DUTCH, has_order=True, looks_ahead=False),
}
MOST_AHEAD = 120  # entries up to which rounds to come are looked at where they are not sure anyway


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a Swiss stage is paired. `forbidden` are the hard pairs; `order` is the order inside a score group: number or
    standing."""

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
    coming: tuple[Coming, ...] | None = None
    """The rounds after the next as they are known; None: all as the next."""
    quick: bool = True
    """Take the quick way through plain groups; without it the matcher does every group, with the same pairs."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: boards in publication order (first, second), the PAB's receiver, and the facts behind it.

    First is in `dutch` who deals first, in `card` the higher ranked. `resting` have no opponent, where only games that
    are left are played.
    """

    boards: tuple[tuple[int, int], ...]
    bye: int | None
    trace: Trace = field(default_factory=Trace)
    resting: tuple[int, ...] = ()


Two = tuple[Contender, Contender]
Pairs = list[Two]
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
        """The field with this waived as well."""
        return _field(plain if waived.no_acceleration else table, replace(rules, waived=rules.waived | waived))

    players = waiving(NOTHING)
    resting = who_rests(players) if rules.waived.games_left else frozenset()
    players = tuple(one for one in players if one.number not in resting)
    if not is_legal(players):
        return blocked(players, rules.forbidden, crosstable.rounds, waiving)
    if rules.waived.again:
        players = fewest_repeats(players, _met_in(players, crosstable, rules.waived.again))
    after = _rounds_after(players, crosstable, rules)
    players, soft_top = _without_soft(players, crosstable, rules, after)
    turn_of = _turns(crosstable, rules) if system.has_order else _no_turns
    pairs, alone, facts = _descend(players, crosstable, rules, turn_of, heard)
    ahead = None
    if after:
        pairs, alone, facts, ahead = _looking_ahead(players, pairs, alone, facts, crosstable, rules, after)
    receiver = alone[0] if alone else None
    trace = Trace(tuple(facts), bye_facts(players, receiver) if receiver else None, soft_top, ahead)
    boards = _boards(pairs, crosstable, by_rank=not system.has_order)
    bye = receiver.number if receiver else None
    return Pairing(tuple(_ordered(board, turn_of) for board in boards), bye, trace, tuple(sorted(resting)))


def _field(crosstable: Crosstable, rules: Rules) -> Members:
    """The contenders with all bars between them except soft pairs."""
    by_standing = rules.order == "standing"
    players = contenders(crosstable, forbidden=rules.forbidden, by_standing=by_standing, waived=rules.waived)
    if not SYSTEMS[rules.system].has_order:
        return players
    is_last = crosstable.rounds + 1 >= rules.rounds
    return with_preferences(players, crosstable, is_last=is_last, same_turn=rules.waived.same_turn)


def _met_in(players: Members, crosstable: Crosstable, rounds: frozenset[int]) -> dict[int, dict[int, int]]:
    """The entries that each entry has met only in these rounds, and in which of them."""
    return {
        one.number: {
            result.opponent: n
            for n, result in enumerate(crosstable.results(one.number), 1)
            if n in rounds and result.is_met and result.opponent not in one.barred
        }
        for one in players
    }


def _rounds_after(players: Members, crosstable: Crosstable, rules: Rules) -> tuple[Slate, ...]:
    """The rounds after the next one, if the system looks at them and they are not sure anyway."""
    left = rules.rounds - crosstable.rounds - 1
    if not SYSTEMS[rules.system].looks_ahead or left < 1 or not players:
        return ()
    coming = rules.coming
    if coming is None:
        coming = (Coming(frozenset(one.number for one in players), rules.forbidden),) * left
    if are_plain(crosstable, coming) or len(players) > MOST_AHEAD:
        return ()
    return coming_slates(crosstable, coming)


def _without_soft(
    players: Members, crosstable: Crosstable, rules: Rules, after: tuple[Slate, ...]
) -> tuple[Members, int | None]:
    """The field with as many soft pairs in force as possible; the coming rounds have priority."""
    if not rules.soft:
        return players, None
    keeps = len(after)
    while keeps and not is_possible((slate_of(players), *after[:keeps])):
        keeps -= 1

    def may_be(field: Members) -> bool:
        return is_legal(field) and (not keeps or is_possible((slate_of(field), *after[:keeps])))

    return kept_apart(players, crosstable, rules.soft, may_be)


def _looking_ahead(
    players: Members,
    pairs: Pairs,
    alone: Members,
    facts: list[GroupFacts],
    crosstable: Crosstable,
    rules: Rules,
    after: tuple[Slate, ...],
) -> tuple[Pairs, Members, list[GroupFacts], AheadFacts | None]:
    """The round that the criteria alone have made, or the best one that keeps the rounds after it possible."""
    by_number = {one.number: one for one in players}
    criteria = SYSTEMS[rules.system].criteria

    def steps_of(found: Round) -> Iterator[Step]:
        twos = [(by_number[a], by_number[b]) for a, b in found if b]
        return steps(players, [(a, b) if a.rank < b.rank else (b, a) for a, b in twos], crosstable)

    def solve(forced: Iterable[Pair], banned: Iterable[Pair]) -> Round | None:
        field = narrowed(players, forced, banned)
        if not is_legal(field):
            return None
        twos, single, _facts = _descend(field, crosstable, rules, _no_turns, unheard)
        return _as_round(twos, single)

    plain = _as_round(pairs, alone)
    kept = keep_possible((slate_of(players), *after), plain, solve, lambda found: grade(steps_of(found), criteria))
    gone = tuple(pair for pair in plain if pair not in set(kept.round))
    if not gone:
        return pairs, alone, facts, None
    done = list(steps_of(kept.round))
    facts = [group_facts(one.group, one.pairs, one.down_to_next, one.exchanges, _no_turns) for one in done]
    found = [two for one in done for two in one.pairs]
    return found, done[-1].down, facts, AheadFacts(rounds=kept.rounds, instead_of=gone)


def _as_round(pairs: Pairs, alone: Members) -> Round:
    return (*((one.number, two.number) for one, two in pairs), *((one.number, BYE) for one in alone))


def _descend(
    players: Members, crosstable: Crosstable, rules: Rules, turn_of: TurnOf, heard: Heard
) -> tuple[Pairs, Members, list[GroupFacts]]:
    """Pair group by group from the top; the entry that is single at the end has the PAB."""
    bye_score = lowest_bye_score(players) if len(players) % 2 else None
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
    """Who is first and who second of a pair, given with the higher ranked first."""
    turn = turn_of(*two)
    high, low = two[0].number, two[1].number
    return (high, low) if turn is None or turn.high_is_first else (low, high)


def _boards(pairs: Pairs, crosstable: Crosstable, *, by_rank: bool) -> Pairs:
    """The boards in the order of the standings score of the higher of the pair, then of the lower, then the higher's
    number. Higher is by the standings, without virtual points; with `by_rank` it is as in the pairing."""

    def standing(one: Contender) -> tuple[int, int]:
        return -crosstable.score(one.number), one.rank if by_rank else one.number

    def place(two: Two) -> tuple[int, int, int]:
        high, low = sorted(two, key=standing)
        return -crosstable.score(high.number), -crosstable.score(low.number), high.number

    return sorted(pairs, key=place)
