"""Places on a ladder over time, as a drawing made on the server and the same figures as a table."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import template

register = template.Library()
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 180, 30, 10, 12, 26  # in units of the drawing
MOST_ROWS = 6  # labelled places


@register.inclusion_tag("tournaments/ladders/_places.html")
def place_graph(places: Sequence[tuple[datetime, int]]) -> dict[str, Any]:
    """The places of an entry from when it came (0: it left) as steps, the best place at the top."""
    here = [(at, place) for at, place in places if place]
    if not here:
        return {"places": []}
    best, worst = min(place for _at, place in here), max(place for _at, place in here)
    first, last = here[0][0], places[-1][0]
    span = max((last - first).total_seconds(), 1)

    def x(at: datetime) -> float:
        return LEFT + 8 + (WIDTH - LEFT - RIGHT - 16) * (at - first).total_seconds() / span

    def y(place: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (place - best) / max(worst - best, 1)

    corners: list[tuple[float, float]] = []
    for at, place in here:
        if corners:
            corners.append((x(at), corners[-1][1]))
        corners.append((x(at), y(place)))
    corners.append((WIDTH - RIGHT, corners[-1][1]))
    step = max((worst - best) // MOST_ROWS, 0) + 1
    return {
        "places": places,
        "latest_first": list(reversed(places)),
        "line": " ".join(f"{a:.1f},{b:.1f}" for a, b in corners),
        "dots": [(f"{x(at):.1f}", f"{y(place):.1f}") for at, place in here],
        "rows": [(f"{y(place):.1f}", place) for place in range(best, worst + 1, step)],
        "first": here[0],
        "last": here[-1],
        "best": best,
        "worst": worst,
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "foot": HEIGHT - 6,
    }
