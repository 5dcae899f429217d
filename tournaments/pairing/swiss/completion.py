"""C4 and C5: can all remaining entries be paired, and at which score must the bye be given?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.pairing import matching
from tournaments.pairing.swiss.group import Contender, Group, Members


def can_complete(members: Sequence[Contender], receivers: Sequence[Contender] = ()) -> bool:
    """C4: can all `members` be paired with each other, if one of the `receivers` (if any) gets the bye?

    A degree bound answers at once where everybody may meet at least half of the others (Dirac); a matching otherwise.
    """
    if (len(members) - bool(receivers)) % 2:
        return False
    if not members or _is_plain(members, receivers):
        return True
    size = len(members) + bool(receivers)
    return all(partner != n for n, partner in enumerate(matching.largest(size, legal_pairs(members, receivers))))


def legal_pairs(members: Sequence[Contender], receivers: Sequence[Contender] = ()) -> dict[tuple[int, int], int]:
    """The legal pairs by position; the bye is one more position after the last."""
    pairs = {
        (u, v): 1
        for u, one in enumerate(members)
        for v in range(u + 1, len(members))
        if members[v].number not in one.barred
    }
    may_have = {one.number for one in receivers}
    return pairs | {(u, len(members)): 1 for u, one in enumerate(members) if one.number in may_have}


def fewest_repeats(members: Members, met: Mapping[int, Mapping[int, int]]) -> Members:
    """The members, barred from all repeated meetings except the fewest, and of these the earliest, that a pairing
    needs.

    `met` is the last round in which two have met; the members can be paired if all of these meet again."""
    receivers = [one for one in members if one.may_have_bye] if len(members) % 2 else []
    size = len(members) + bool(receivers)
    last = 1 + max((rnd for those in met.values() for rnd in those.values()), default=0)
    weights = {}
    for u, v in legal_pairs(members, receivers):
        rnd = met[members[u].number].get(members[v].number, 0) if v < len(members) else 0
        weights[u, v] = size * size * last + (size * last if not rnd else last - rnd)
    mates = matching.heaviest(size, weights)
    found = []
    for u, one in enumerate(members):
        mate = members[mates[u]].number if mates[u] < len(members) else 0
        found.append(replace(one, barred=one.barred | (met[one.number].keys() - {mate})))
    return tuple(found)


def who_rests(members: Members) -> frozenset[int]:
    """The entries without an opponent, from the bottom, when as many as possible play somebody they may meet; if the
    members can be paired, all of them have an opponent or the bye."""
    receivers = [one for one in members if one.may_have_bye] if len(members) % 2 else []
    size = len(members) + bool(receivers)
    height = 2 * size * size
    weights = {
        (u, v): height + 2 * size - u - (v if v < len(members) else 0) for u, v in legal_pairs(members, receivers)
    }
    mates = matching.heaviest(size, weights)
    return frozenset(one.number for n, one in enumerate(members) if mates[n] == n)


def lowest_bye_score(field: Members) -> int | None:
    """C5: the lowest pairing score at which the bye can be given so that all others can be paired; None if there is
    none."""
    eligible = [one for one in field if one.may_have_bye]
    for score in sorted({one.score for one in eligible}):
        if can_complete(field, [one for one in eligible if one.score == score]):
            return score
    return None


def most_barred(these: Iterable[Contender], among: Iterable[Contender]) -> int:
    """The largest number of entries in `among` that one of `these` may not meet."""
    present = {one.number for one in among}
    return max((len(one.barred & present) for one in these), default=0)


def is_surely_complete(size: int, most: int) -> bool:
    """Is a field with so many further entries, none barred from more than `most`, complete whoever is added?"""
    return size >= 2 * (most + 1)


def is_free_below(group: Group) -> bool:
    """Can those below surely be paired, and equally well by C8, whoever comes down (one of an odd group, else nobody)?

    Below the last group there is nobody; then the one who goes down has the bye. Else by degree bounds: the following
    group pairs all of its own with any newcomer, or leaves any one of its own to go further, where it finds an
    opponent as surely; and the bye has a receiver at the very end."""
    following, beyond = group.following, group.beyond
    if not following:
        return len(group.members) % 2 == (group.bye_score is not None)
    spare_here, spare_beyond = 0, 0
    if group.bye_score is not None:
        last = beyond or following
        if not any(one.may_have_bye and one.score == group.bye_score for one in last):
            return False
        spare_here, spare_beyond = (0, 1) if beyond else (1, 0)
    newcomers = group.members if len(group.members) % 2 else ()
    here = most_barred((*newcomers, *following), following)
    if not is_surely_complete(len(following) - 1 - spare_here, here):
        return False
    there = most_barred((*following, *beyond), beyond)
    return not beyond or is_surely_complete(len(beyond) - 1 - spare_beyond, there)


def _is_plain(members: Sequence[Contender], receivers: Sequence[Contender]) -> bool:
    """Dirac: may every one of n (even) entries meet at least n / 2 of them? With a bye, one receiver is taken out
    first."""
    without = receivers[-1].number if receivers else 0
    present = {one.number for one in members if one.number != without}
    return all(
        2 * (len(present) - 1 - len(one.barred & present)) >= len(present) for one in members if one.number in present
    )
