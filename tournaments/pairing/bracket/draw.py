"""The draw: which entry is on which line of a bracket."""

from collections.abc import Sequence

from tournaments.pairing.bracket.shape import BYE, NOBODY, BadBracket, Origin, Settings, Source
from tournaments.pairing.lots import drawn


def size_for(n: int) -> int:
    """The number of lines for n >= 1 entries: the next power of two."""
    return 1 << (n - 1).bit_length()


def places(size: int) -> tuple[int, ...]:
    """The seeds on the lines from top to bottom, so that the best 2^k seeds cannot meet before 2^k entries are left.

    Each line of the smaller bracket becomes a match of that seed against the one with whom it sums to size + 1.
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [one for seed in seeds for one in (seed, total - seed)]
    return tuple(seeds)


def lines(n: int, settings: Settings) -> tuple[Source, ...]:
    """Who stands on each line, from the top: an entry or a bye. Byes go to the best seeds and never meet. Raises
    BadBracket for an impossible draw."""
    if n < 2:
        raise BadBracket("n", f"a bracket needs at least 2 entries, not {n}")
    if settings.lines:
        return _by_hand(n, settings.lines)
    order = _order(n, settings)
    return tuple(
        Source(origin=Origin.ENTRY, entry=order[seed - 1], seed=seed) if seed <= n else BYE
        for seed in places(size_for(n))
    )


def _order(n: int, settings: Settings) -> Sequence[int]:
    """The entries in the order of their seeds."""
    order = settings.order or tuple(range(1, n + 1))
    if len(order) != n or len(set(order)) != n or min(order) < 1:
        raise BadBracket("order", f"each of the {n} entries is named once, by a number from 1")
    if not settings.lot:
        return order
    if not 0 <= settings.seeded <= n:
        raise BadBracket("seeded", f"from 0 to {n} entries keep their seed in a draw by lot")
    return order[: settings.seeded] + drawn(order[settings.seeded :], settings.lot)


def _by_hand(n: int, draw: Sequence[int]) -> tuple[Source, ...]:
    size = size_for(n)
    present = [entry for entry in draw if entry != NOBODY]
    if len(draw) != size or len(present) != n or len(set(present)) != n or min(present) < 1:
        raise BadBracket("lines", f"a draw of {n} has {size} lines and names every entry once, 0 for a bye")
    if any(draw[k] == draw[k + 1] == NOBODY for k in range(0, size, 2)):
        raise BadBracket("lines", "a bye never meets a bye")
    return tuple(Source(origin=Origin.ENTRY, entry=entry) if entry else BYE for entry in draw)
