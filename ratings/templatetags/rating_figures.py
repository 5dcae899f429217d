"""How ratings look on a page: whole numbers, "?" while provisional, a graph drawn on the server."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from django import template

from ratings.models import PlayerRating
from ratings.selectors import Point

register = template.Library()
FLOOR = 100  # the least that is shown; the stored value has none
# In units of the drawing, which a phone shows at about seven tenths and a wide page at five quarters.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 220, 44, 10, 10, 26
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)


@dataclass(frozen=True, slots=True)
class Mark:
    """A labelled place on an axis of the graph, in units of its drawing."""

    at: float
    text: str


@register.filter
def rating(value: float | None) -> str:
    """A rating as a whole number, "–" when there is none."""
    return "–" if value is None else str(max(FLOOR, round(value)))


@register.filter
def standing(row: PlayerRating | None) -> str:
    """A player's rating with "?" while it is provisional, "–" for one without."""
    return "–" if row is None else f"{rating(row.rating)}{'?' if row.provisional else ''}"


@register.filter
def signed(value: float | None, places: int = 0) -> str:
    """A change with its sign, as "+12" or "−7.3"."""
    if value is None:
        return "–"
    text = f"{abs(value):.{places}f}"
    if float(text) == 0:
        return f"±{text}"
    return f"{'+' if value > 0 else '−'}{text}"


@register.filter
def figure(value: float, places: int = 1) -> str:
    """A number with so many places and a true minus sign."""
    return f"{value:.{places}f}".replace("-", "−")


@register.inclusion_tag("ratings/graph.html")
def rating_graph(points: Sequence[Point], name: str = "") -> dict[str, Any]:
    """A player's rating after each match as a drawing, with the same figures as a table."""
    if not points:
        return {"points": points}
    ratings = [max(float(FLOOR), point.rating) for point in points]
    step = _step(max(ratings) - min(ratings))
    low, high = floor(min(ratings) / step) * step, ceil(max(ratings) / step) * step
    high = high if high > low else low + step
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    xs = [LEFT + across * (n / (len(points) - 1) if len(points) > 1 else 0.5) for n in range(len(points))]
    ys = [TOP + down * (1 - (value - low) / (high - low)) for value in ratings]
    return {
        "name": name,
        "points": points,
        "latest_first": list(reversed(points)),
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "foot": HEIGHT - 8,
        "line": " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True)),
        "dots": [(f"{x:.1f}", f"{y:.1f}") for x, y in zip(xs, ys, strict=True)] if len(points) <= 60 else [],
        "rows": [
            Mark(round(TOP + down * (1 - (value - low) / (high - low)), 1), str(value))
            for value in range(int(low), int(high) + 1, step)
        ],
        "first": points[0],
        "last": points[-1],
        "highest": max(points, key=lambda point: point.rating),
        "lowest": min(points, key=lambda point: point.rating),
    }


def _step(spread: float) -> int:
    """The distance of the grid lines that gives three to six of them."""
    return next((step for step in STEPS if spread <= step * 5), 1000)
