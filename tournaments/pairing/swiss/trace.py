"""The facts behind a pairing; a page turns them into words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.pairing.deal_order import Turn
from tournaments.pairing.swiss.group import Contender, Group, Members

TurnOf = Callable[[Contender, Contender], Turn | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatFacts:
    """Why an entry left its group downwards. `cause`: "odd" number; "met" everybody else there; "needed" further down
    so that the rest can be paired; "choice" of the criteria among several. `clashes` are those of `met` who are barred
    only because of the deal: both must be first, or both second."""

    number: int
    score: int
    group_size: int
    met: tuple[int, ...]
    cause: str
    clashes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFacts:
    """Where the two of a pair stood: scores, places in their group (from 1), and whether the order alone made them
    meet.

    `first` is here the higher ranked. Where the system settles the deal, `deals_first` is who has it and `turn` the
    rule that gave it (see `Turn`); both wanted it, or did not, where the rule is not "both" or "initial"."""

    first: int
    second: int
    first_score: int
    second_score: int
    first_place: int
    second_place: int
    group_size: int
    is_natural: bool
    passed: tuple[int, ...]
    """Residents whom the order would have given first, but whom `first` may not meet."""
    clashes: tuple[int, ...] = ()
    """Those of `passed` who are barred for the deal alone."""
    avoided: tuple[int, ...] = ()
    """Those of `passed` whom a soft pair alone keeps apart."""
    deals_first: int = 0
    turn: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeFacts:
    """The receiver of the PAB, and why nobody below got it: they "had" one (or points without playing), the field would
    be "unpairable", or another of the same score was better by the "criteria"."""

    number: int
    score: int
    not_these: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFacts:
    """One group as it was paired."""

    score: int
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    exchanges: int
    floats: tuple[FloatFacts, ...]
    pairs: tuple[PairFacts, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AheadFacts:
    """What the criteria alone would have made: pairs, and the bye as a pair with 0. It was not made because the
    `rounds` after this one could then not all be played."""

    rounds: int
    instead_of: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """The facts of a whole round. `soft_top`: soft pairs were in force for pairs that touch so many entries from the
    top of the standings; None if there are none. `ahead`: None unless the coming rounds decided."""

    groups: tuple[GroupFacts, ...] = ()
    bye: ByeFacts | None = None
    soft_top: int | None = None
    ahead: AheadFacts | None = None


def group_facts(
    group: Group, pairs: Sequence[tuple[Contender, Contender]], down: Members, exchanges: int, turn_of: TurnOf
) -> GroupFacts:
    """The facts of a group, from its pairs and those who leave it."""
    return GroupFacts(
        score=group.score,
        moved=tuple(one.number for one in group.moved),
        residents=tuple(one.number for one in group.residents),
        exchanges=exchanges,
        floats=tuple(_float_facts(group, one, down) for one in down),
        pairs=tuple(_pair_facts(group, pairs, high, low, turn_of(high, low)) for high, low in pairs),
    )


def bye_facts(field: Members, receiver: Contender) -> ByeFacts:
    """Why the receiver got the bye, and nobody below."""
    below = [one for one in field if one.rank > receiver.rank]
    reasons = tuple(
        (one.number, "had" if not one.may_have_bye else "unpairable" if one.score < receiver.score else "criteria")
        for one in below
    )
    return ByeFacts(number=receiver.number, score=receiver.score, not_these=reasons)


def _float_facts(group: Group, one: Contender, down: Members) -> FloatFacts:
    others = [other for other in group.members if other is not one]
    met = tuple(other.number for other in others if not one.may_meet(other))
    if len(met) == len(others):
        cause = "met" if others else "odd"
    elif len(down) > len(group.members) % 2:
        cause = "needed"
    else:
        cause = "odd"
    return FloatFacts(
        number=one.number,
        score=one.score,
        group_size=len(group.members),
        met=met,
        cause=cause,
        clashes=tuple(n for n in met if n in one.clashes),
    )


def _pair_facts(
    group: Group, pairs: Sequence[tuple[Contender, Contender]], high: Contender, low: Contender, turn: Turn | None
) -> PairFacts:
    places = {one.number: n for n, one in enumerate(group.members, 1)}
    moved = {one.number for one in group.moved}
    taken = {n for a, b in pairs if a.number in moved for n in (a.number, b.number)}
    rest = [one for one in group.residents if one.number not in taken]
    natural = _natural_opponent(rest, sum(a.number not in moved for a, _ in pairs), high)
    passed = tuple(one.number for one in group.residents if one.rank < low.rank and not high.may_meet(one))
    dealer = 0 if turn is None else high.number if turn.high_is_first else low.number
    return PairFacts(
        first=high.number,
        second=low.number,
        first_score=high.score,
        second_score=low.score,
        first_place=places[high.number],
        second_place=places[low.number],
        group_size=len(group.members),
        is_natural=natural is low,
        passed=passed,
        clashes=tuple(n for n in passed if n in high.clashes),
        avoided=tuple(n for n in passed if n in high.avoided),
        deals_first=dealer,
        turn=turn.rule if turn else "",
    )


def _natural_opponent(rest: Sequence[Contender], half: int, high: Contender) -> Contender | None:
    """The entry of S2 at the place that `high` has in S1."""
    ranks = [one.rank for one in rest]
    place = ranks.index(high.rank) if high.rank in ranks else half
    return rest[place + half] if place < half and place + half < len(rest) else None
