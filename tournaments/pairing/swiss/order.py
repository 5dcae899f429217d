"""The order among equally good pairings of a group; each step narrows the graph.

Moved-down entries first, each to the earliest opponent; in the rest S1 against S2: exchanges, then transpositions.
Preferences are added below the weights as a nudge, which decides only among equals."""

from collections.abc import Callable, Iterable, Sequence

from tournaments.pairing.swiss.graph import Graph

Positions = list[tuple[int, int]]
PIN = 1 << 16  # more than all nudges of a row that might tempt a settled pair apart


def settle(graph: Graph) -> tuple[Positions, int]:
    """The pairs inside the group, by position (smaller first), and the number of exchanges between S1 and S2."""
    pairs = place_moved(graph)
    taken = {n for pair in pairs for n in pair}
    rest = [n for n in range(graph.moved, graph.inside) if n not in taken]
    half = sum(graph.is_higher(n) for n in rest)
    upper, lower = rest[:half], rest[half:]
    sides = graph.between(upper, lower)
    exchanges = 0
    if sides.total() != graph.total():
        upper, exchanges = _exchange(graph, rest, half)
        lower = [n for n in rest if n not in set(upper)]
        sides = graph.between(upper, lower)
    return pairs + transpose(sides, upper, lower), exchanges


def place_moved(graph: Graph) -> Positions:
    """Pair the moved-down entries: choose the earliest that can be paired, then for each in turn the earliest
    opponent."""
    moved, residents = range(graph.moved), range(graph.moved, graph.inside)
    if not all(graph.is_inside(n) for n in moved):
        for n in moved:
            _prefer_inside(graph, n, residents)
    pairs = []
    for n in [n for n in moved if graph.is_inside(n)]:
        mate = _earliest(graph, n, residents)
        graph.settle(n, mate)
        pairs.append((n, mate))
    for n in moved:
        if not graph.is_inside(n):
            for other in residents:
                graph.drop(n, other)
    return pairs


def _prefer_inside(graph: Graph, n: int, residents: Iterable[int]) -> None:
    """Have this moved-down entry paired in the group if possible, and keep it so."""
    legal = [other for other in residents if graph.weight(n, other)]
    if not graph.is_inside(n):
        for other in legal:
            graph.nudge(n, other, 1)
        graph.solve()
    for other in legal:
        graph.nudge(n, other, PIN if graph.is_inside(n) else 0)


def _earliest(graph: Graph, n: int, others: Iterable[int], pin: int = PIN) -> int:
    """The earliest of the others that this entry can have in an equally good pairing; the pair is fixed from now on."""
    legal = [other for other in others if graph.weight(n, other)]
    if graph.mates[n] != legal[0]:
        for turn, other in enumerate(reversed(legal)):
            graph.nudge(n, other, pin + turn)
        graph.solve()
    mate = graph.mates[n]
    graph.nudge(n, mate, 2 * pin)
    return mate


def transpose(graph: Graph, upper: Sequence[int], lower: Sequence[int]) -> Positions:
    """Give each entry of S1 in turn the earliest of S2 that leaves an equally good pairing."""
    left = list(lower)
    pairs = []
    for n in upper:
        mate = _earliest(graph, n, left)
        left.remove(mate)
        pairs.append((n, mate))
    return pairs


def _exchange(graph: Graph, rest: Sequence[int], half: int) -> tuple[list[int], int]:
    """S1 after the best exchange: the fewest, with the smallest difference of places, then the lowest of S1, then the
    highest of S2."""
    size = len(rest)
    count_shift = (size * half).bit_length()

    def prefer(place: int, wish: int) -> None:
        """Add weight to every pair where this place ranks higher."""
        value = (int(place < half) << count_shift) + size - place
        for other in rest[place + 1 :]:
            if graph.weight(rest[place], other):
                graph.nudge(rest[place], other, 4 * value + wish)

    for place in range(size):
        prefer(place, 1)
    graph.solve()
    exchanges = sum(not graph.is_higher(n) for n in rest[:half])
    _leave_upper(graph, rest, half, exchanges, prefer)
    _join_upper(graph, rest, half, exchanges, prefer)
    return [n for n in rest if graph.is_higher(n)], exchanges


Prefer = Callable[[int, int], None]


def _leave_upper(graph: Graph, rest: Sequence[int], half: int, exchanges: int, prefer: Prefer) -> None:
    """Exchange the lowest entries of S1: try each in turn, and keep those that can be exchanged."""
    for place in range(half - 1, -1, -1):
        if not exchanges:
            return
        n = rest[place]
        if graph.is_higher(n):
            prefer(place, 0)
            graph.solve()
        if graph.is_higher(n):
            prefer(place, 1)
        else:
            exchanges -= 1
            for other in rest[place + 1 :]:
                graph.drop(n, other)


def _join_upper(graph: Graph, rest: Sequence[int], half: int, exchanges: int, prefer: Prefer) -> None:
    """Exchange the highest entries of S2; the last is then determined by the difference of places."""
    for place in range(half, len(rest)):
        if exchanges < 2:
            return
        n = rest[place]
        if not graph.is_higher(n):
            prefer(place, 2)
            graph.solve()
        if graph.is_higher(n):
            exchanges -= 1
            for other in [*rest[:place], *range(graph.inside, graph.size)]:
                graph.drop(n, other)
        prefer(place, 1)
