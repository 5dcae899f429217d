"""The order among equally good pairings of a group (tournaments design §6): each step narrows the graph.

Moved-down entries first, each to the earliest opponent; in the rest S1 against S2: exchanges, then transpositions.
"""

from collections.abc import Sequence

from tournaments.pairing.graph import Graph, Mates

CHUNK_BITS = 120


def settle(graph: Graph) -> tuple[list[tuple[int, int]], int]:
    """The pairs inside the group, by position (smaller first), and the number of exchanges between S1 and S2."""
    pairs = _place_moved(graph, graph.moved) if graph.moved else []
    taken = {n for pair in pairs for n in pair}
    rest = [n for n in range(graph.moved, graph.inside) if n not in taken]
    upper, exchanges = _exchange(graph, rest)
    pairs += transpose(graph, upper, [n for n in rest if n not in set(upper)])
    return pairs, exchanges


def _place_moved(graph: Graph, moved: int) -> list[tuple[int, int]]:
    """Pair the moved-down entries: as many and as early ones as can be, then each in turn to the earliest opponent."""
    width = graph.inside.bit_length()
    bits = moved * (width + 1)

    def wish(u: int, v: int) -> int:
        if v >= graph.inside:
            return 0
        value = 0
        for own, other in ((u, v), (v, u)):
            if own < moved:
                turn = moved - 1 - own
                value += (1 << (moved * width + turn)) + ((graph.inside - other) << (turn * width))
        return value

    mates = graph.solve(wish, bits)
    pairs = [(n, mates[n]) for n in range(moved) if n < mates[n] < graph.inside]
    _fix(graph, pairs)
    graph.keep(lambda u, v: u >= moved or v >= graph.inside)
    return pairs


def _exchange(graph: Graph, rest: Sequence[int]) -> tuple[list[int], int]:
    """S1 after the best exchange: fewest, smallest difference of places, then lowest of S1, then highest of S2."""
    mates = graph.solve()
    half = sum(_is_paired_inside(graph, mates, n) for n in rest) // 2
    place = {n: k for k, n in enumerate(rest)}
    size = len(rest)
    sum_bits = (size * size + 1).bit_length()

    def wish(u: int, v: int) -> int:
        if u not in place or v not in place:
            return 0
        high = place[u]
        stays = high < half
        from_upper = 0 if not stays else -(1 << high)  # the lowest of S1 that moves counts most
        from_lower = 0 if stays else 1 << (size - 1 - high)  # the highest of S2 that moves counts most
        value = (int(stays) << sum_bits) + size - high
        return (((value << (half + 1)) + from_upper) << (size + 1)) + from_lower

    bits = size.bit_length() + 1 + sum_bits + half + 1 + size + 1
    mates = graph.solve(wish, bits) if half else mates
    upper = [n for n in rest if n < mates[n] < graph.inside]
    chosen, members = set(upper), set(rest)
    graph.keep(lambda u, v: u not in members or v not in members or (u in chosen and v not in chosen))
    return upper, sum(place[n] >= half for n in upper)


def transpose(graph: Graph, upper: Sequence[int], lower: Sequence[int]) -> list[tuple[int, int]]:
    """Give each of S1 in turn the earliest of S2 that leaves an equally good pairing."""
    width = len(lower).bit_length()
    place = {n: k for k, n in enumerate(lower)}
    step = max(1, CHUNK_BITS // max(width, 1))
    pairs: list[tuple[int, int]] = []
    for start in range(0, len(upper), step):
        turns = {n: k for k, n in enumerate(reversed(upper[start : start + step]))}

        def wish(u: int, v: int, turns: dict[int, int] = turns) -> int:
            return (len(lower) - place[v]) << (turns[u] * width) if u in turns and v in place else 0

        mates = graph.solve(wish, width * len(turns))
        fixed = [(n, mates[n]) for n in upper[start : start + step]]
        _fix(graph, fixed)
        pairs += fixed
    return pairs


def _is_paired_inside(graph: Graph, mates: Mates, n: int) -> bool:
    return mates[n] != n and mates[n] < graph.inside


def _fix(graph: Graph, pairs: Sequence[tuple[int, int]]) -> None:
    """Take out everything that touches these pairs: they are settled."""
    settled = {n for pair in pairs for n in pair}
    graph.keep(lambda u, v: u not in settled and v not in settled)
