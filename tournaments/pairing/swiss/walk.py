"""A quick way through groups in which only floats, C1 and the order matter: each of S1 in turn gets the first of S2
that it may meet, as long as the remaining ones can surely be paired; the tail is solved by matching.

Between two residents the criteria then give every entry its own share, whoever it meets. So what counts is only who
meets those that moved down, and who goes down; a few residents of each kind are enough to settle that."""

from collections.abc import Sequence

from tournaments.pairing.swiss import graph as graphs
from tournaments.pairing.swiss.completion import can_complete, is_free_below, is_surely_complete, most_barred
from tournaments.pairing.swiss.criteria import Criterion, Pair, Place
from tournaments.pairing.swiss.graph import Graph, Weigher
from tournaments.pairing.swiss.group import Contender, Group, Members
from tournaments.pairing.swiss.order import place_moved, transpose

Pairs = list[tuple[Contender, Contender]]
FEW = 40  # residents below which the matcher is as quick


def walk(group: Group, criteria: Sequence[Criterion]) -> Pairs | None:
    """The pairs of a group; None if this way does not work: an exchange is needed, or more than one of the group must
    go down, or it is not certain that those below can be paired."""
    if any(one.preference.wants_first is not None for one in group.members):
        return None
    if not group.moved and len(group.residents) % 2 == 0:
        receivers = [one for one in group.below if one.may_have_bye and one.score == group.bye_score]
        return _in_order(group.residents, frozenset()) if can_complete(group.below, receivers) else None
    most = most_barred(group.members, group.residents)
    spare = len(group.residents) - len(group.moved) - 2
    if spare < FEW or not is_surely_complete(spare, most) or not is_free_below(group):
        return None
    weigh = graphs.lone_weigher(group, len(group.members), criteria)
    found = _meet_moved(group, weigh, criteria)
    if found is None:
        return None
    pairs, floater = found
    taken = {low.number for _, low in pairs}
    rest = tuple(one for one in group.residents if one.number not in taken)
    down = frozenset() if floater is None else _as_good(group, rest, floater, weigh)
    found_rest = _in_order(rest, down)
    return None if found_rest is None else pairs + found_rest


def _meet_moved(group: Group, weigh: Weigher, criteria: Sequence[Criterion]) -> tuple[Pairs, Contender | None] | None:
    """The opponent of each moved-down entry, and an entry that may best go down instead of them, found among few."""
    sample = _sample(group, weigh)
    graph = graphs.narrow(group, sample, criteria)
    if graph is None:
        return None
    people = group.moved + sample
    pairs = [(people[u], people[v]) for u, v in place_moved(graph)]
    if len(pairs) < len(group.moved):
        return None
    down = [people[n] for n in range(graph.inside) if not graph.is_inside(n)]
    return pairs, (down[0] if down else None)


def _sample(group: Group, weigh: Weigher) -> Members:
    """A sufficient sample of residents: the first of each kind, and the first ones that each moved-down entry may meet,
    one more than there are moved-down entries; and so many others that they can surely pair each other. Its number is
    even or odd as that of all residents."""
    wanted = len(group.moved) + 1
    chosen: set[int] = set()
    for one in (None, *group.moved):
        count: dict[tuple[object, ...], int] = {}
        for other in group.residents:
            kind = (*weigh.kind(other, Place.RESIDENT), other.may_have_bye)
            if count.get(kind, 0) < wanted and (one is None or one.may_meet(other)):
                count[kind] = count.get(kind, 0) + 1
                chosen.add(other.number)
    enough = max(len(chosen), 2 * most_barred(group.members, group.residents) + FEW)
    enough += (len(group.residents) - enough) % 2
    for other in group.residents:
        if len(chosen) >= enough:
            break
        chosen.add(other.number)
    return tuple(one for one in group.residents if one.number in chosen)


def _as_good(group: Group, rest: Members, floater: Contender, weigh: Weigher) -> frozenset[int]:
    """All entries that can go down as well as the floater: the value of going down, less what they would contribute to
    a pair."""
    known: dict[tuple[object, ...], int | None] = {}

    def worth(one: Contender) -> int | None:
        kind = (*weigh.kind(one, Place.RESIDENT), one.may_have_bye)
        if kind not in known:
            down = graphs.down_weight(group, weigh, one, Place.RESIDENT)
            known[kind] = down - weigh(Pair(one, rest[-1], Place.RESIDENT, Place.RESIDENT)) if down else None
        return known[kind]

    best = worth(floater)
    return frozenset(one.number for one in rest if worth(one) == best)


def _in_order(residents: Members, down: frozenset[int]) -> Pairs | None:
    """Pair S1 with S2 by the order, without an exchange; of an odd number one entry of `down` stays without a pair."""
    half = len(residents) // 2
    upper, lower = list(residents[:half]), list(residents[half:])
    left = sum(one.number in down for one in lower)
    if len(residents) % 2 and not left:
        return None
    most = most_barred(residents, residents)
    pairs: Pairs = []
    while upper and len(upper) - 1 >= 2 * most:
        one = upper.pop(0)
        other = next(other for other in lower if one.may_meet(other) and (left != 1 or other.number not in down))
        left -= other.number in down
        lower.remove(other)
        pairs.append((one, other))
    tail = _tail(upper, lower, down) if upper else []
    return None if tail is None else pairs + tail


def _tail(upper: Sequence[Contender], lower: Sequence[Contender], down: frozenset[int]) -> Pairs | None:
    """Pair the tail by matching. An entry that may not stay single weighs more than one that may; all of S1 are paired
    first."""
    half, size = len(upper), len(upper) + len(lower)
    paired = size * 4
    rows = [
        {half + v: paired + (other.number not in down) for v, other in enumerate(lower) if one.may_meet(other)}
        for one in upper
    ]
    graph = Graph(0, size, [*rows, *({} for _ in lower)])
    alone = [n for n, mate in enumerate(graph.mates) if mate == n]
    if any(n < half or lower[n - half].number not in down for n in alone):
        return None
    found = transpose(graph, range(half), range(half, size))
    return [(upper[u], lower[v - half]) for u, v in found]
