"""Nelder and Mead's downhill simplex: find the smallest value of a function without its slope (Comput. J. 7, 1965)."""

from collections.abc import Callable, Sequence

Point = tuple[float, ...]


def smallest(
    f: Callable[[Point], float],
    start: Sequence[float],
    steps: Sequence[float],
    *,
    most: int = 200,
    tolerance: float = 1e-6,
) -> tuple[Point, float]:
    """The place near `start` where `f` is smallest, and its value there; `steps` is the size of the first step in each
    direction.

    At most about `most` calls of `f`; ends early when all corners are within `tolerance`. The same answer every time.
    """
    first = tuple(start)
    corners = [first] + [
        tuple(x + step * (k == n) for k, x in enumerate(first)) for n, step in enumerate(steps) if step
    ]
    simplex = sorted((f(corner), corner) for corner in corners)
    calls, size = len(simplex), len(simplex) - 1
    while size and calls < most and simplex[-1][0] - simplex[0][0] > tolerance:
        worst, rest = simplex[-1], simplex[:-1]
        centre = tuple(sum(corner[k] for _, corner in rest) / size for k in range(len(first)))

        def along(reach: float, centre: Point = centre, worst: Point = worst[1]) -> tuple[float, Point]:
            point = tuple(c + reach * (w - c) for c, w in zip(centre, worst, strict=True))
            return f(point), point

        reflected = along(-1.0)
        calls += 1
        if reflected < simplex[0]:
            further = along(-2.0)
            calls += 1
            simplex = sorted([*rest, min(reflected, further)])
        elif reflected < rest[-1]:
            simplex = sorted([*rest, reflected])
        else:
            inside = along(-0.5 if reflected < worst else 0.5)
            calls += 1
            if inside < min(reflected, worst):
                simplex = sorted([*rest, inside])
            else:
                best = simplex[0][1]
                drawn = [tuple((b + x) / 2 for b, x in zip(best, corner, strict=True)) for _, corner in simplex[1:]]
                simplex = sorted([simplex[0]] + [(f(point), point) for point in drawn])
                calls += size
    return simplex[0][1], simplex[0][0]
