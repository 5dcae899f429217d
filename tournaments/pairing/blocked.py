"""When no legal pairing exists: who stands in the way, and which ways out work. An answer, not an error."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.pairing import matching
from tournaments.pairing.completion import can_complete, legal_pairs
from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.group import Contender, Members


@dataclass(frozen=True, slots=True)
class CannotPair:
    """Entries that cannot all be placed, each with everybody they may still meet, and the ways out that work.

    A way out is ("bye", ()) a second PAB, ("hard", (a, b)) lifting that hard pair, ("rematch", (round,)) meeting again
    as in that round, ("deal_order", ()) letting those meet who must have the same turn to deal (C3), ("end", ()) ending
    the stage here, which always works.
    """

    witness: tuple[tuple[int, tuple[int, ...]], ...]
    ways_out: tuple[tuple[str, tuple[int, ...]], ...]


def blocked(field: Members, crosstable: Crosstable, forbidden: Iterable[frozenset[int]]) -> CannotPair:
    """Name who blocks, and try each way out for success."""
    return CannotPair(_witness(field), (*_ways_out(field, crosstable, forbidden), ("end", ())))


def _witness(field: Members) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Those whom a largest matching leaves alone, and others who depend on the same opponents."""
    receivers = [one for one in field if one.may_have_bye] if len(field) % 2 else []
    pairs = legal_pairs(field, receivers)
    mates = matching.largest(len(field) + bool(receivers), pairs)
    alone = [one for n, one in enumerate(field) if mates[n] == n]
    reach = {
        one.number: tuple(other.number for other in field if other is not one and one.may_meet(other)) for one in field
    }
    few = {number for one in alone for number in reach[one.number]}
    rivals = [one for one in field if one not in alone and reach[one.number] and set(reach[one.number]) <= few]
    return tuple((one.number, reach[one.number]) for one in alone + rivals)


def _reach(field: Members, one: Contender) -> tuple[int, ...]:
    return tuple(other.number for other in field if other is not one and one.may_meet(other))


def _ways_out(
    field: Members, crosstable: Crosstable, forbidden: Iterable[frozenset[int]]
) -> list[tuple[str, tuple[int, ...]]]:
    ways: list[tuple[str, tuple[int, ...]]] = []
    if len(field) % 2 and can_complete(field, field):
        ways.append(("bye", ()))
    for pair in forbidden:
        if _works(_lifted(field, {frozenset(pair)})):
            first, second = sorted(pair)
            ways.append(("hard", (first, second)))
    if any(one.clashes for one in field) and _works(
        tuple(replace(one, barred=one.barred - one.clashes, clashes=frozenset()) for one in field)
    ):
        ways.append(("deal_order", ()))
    for round_number in range(1, crosstable.rounds + 1):
        again = {frozenset((n, crosstable.result(n, round_number).opponent)) for n in (one.number for one in field)}
        if _works(_lifted(field, again)):
            ways.append(("rematch", (round_number,)))
            break
    return ways


def _lifted(field: Members, pairs: set[frozenset[int]]) -> Members:
    """The field as if these pairs were allowed."""
    return tuple(
        replace(one, barred=frozenset(n for n in one.barred if frozenset((one.number, n)) not in pairs))
        for one in field
    )


def _works(field: Members) -> bool:
    receivers: list[Contender] = [one for one in field if one.may_have_bye] if len(field) % 2 else []
    return can_complete(field, receivers) if receivers or not len(field) % 2 else False
