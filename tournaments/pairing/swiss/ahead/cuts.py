"""The weakest place of a graph: the fewest games that lead out of a set with an odd number of members."""

from collections.abc import Sequence


def bits(those: int) -> list[int]:
    """The positions of the bits that are set."""
    found = []
    while those:
        low = those & -those
        found.append(low.bit_length() - 1)
        those ^= low
    return found


def has_odd_cut(members: int, games: Sequence[int], rounds: int) -> bool:
    """Do fewer games than rounds lead out of some odd set of members? Each round needs one of them.

    Members, and the partners of each, are sets of bits. The least odd cut is in a cut tree (Padberg and Rao), which is
    made by Gusfield's method."""
    numbers = bits(members)
    root = numbers[0]
    parent, flows = dict.fromkeys(numbers, root), dict.fromkeys(numbers, rounds)
    for one in numbers[1:]:
        other = parent[one]
        flow, side = _cut(one, other, games, members)
        flows[one] = flow
        for n in numbers:
            if n != one and side >> n & 1 and parent[n] == other:
                parent[n] = one
        if other != root and side >> parent[other] & 1:
            parent[one], parent[other] = parent[other], one
            flows[one], flows[other] = flows[other], flow
    return any(flows[n] < rounds and _size(n, parent) % 2 for n in numbers if n != root)


def _size(top: int, parent: dict[int, int]) -> int:
    """The number of members at or below this one in the tree."""
    return 1 + sum(_size(n, parent) for n, above in parent.items() if above == top and n != top)


def _cut(source: int, sink: int, games: Sequence[int], members: int) -> tuple[int, int]:
    """The fewest games between the two, and all members on the side of the source."""
    used = [0] * len(games)
    flow = 0
    while True:
        came, seen, edge = {source: source}, 1 << source, [source]
        while edge and sink not in came:
            u = edge.pop(0)
            for v in bits(games[u] & members & ~used[u] & ~seen):
                came[v] = u
                seen |= 1 << v
                edge.append(v)
        if sink not in came:
            return flow, seen
        flow += 1
        v = sink
        while v != source:
            u = came[v]
            if used[v] >> u & 1:
                used[v] &= ~(1 << u)
            else:
                used[u] |= 1 << v
            v = u
