"""How ratings look on a page: whole numbers, "?" while provisional, a graph drawn on the server."""

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from ratings.models import PlayerRating, RatingList, RatingListRow
from ratings.selectors import players, pools
from ratings.selectors.certainty import Calibration, rank_span
from ratings.selectors.leaders import ratings_among
from ratings.selectors.players import Point

register = template.Library()
FLOOR = 100  # the lowest rating shown; the stored value has no floor
# In units of the drawing, which a phone shows at about seven tenths and a wide page at five quarters.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 220, 44, 10, 10, 26
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)


@dataclass(frozen=True, slots=True)
class Mark:
    """A labelled place on an axis of the graph, in units of its drawing."""

    at: float
    text: str


register.filter("has_deviations", pools.has_deviations)


@register.filter
def rating(value: float | None) -> str:
    """A rating as a whole number; "–" if there is none."""
    return "–" if value is None else str(max(FLOOR, round(value)))


@register.filter
def standing(row: PlayerRating | RatingListRow | None) -> str:
    """A player's rating, with "?" while it is provisional; "–" for a player without one."""
    return "–" if row is None else f"{rating(row.rating)}{'?' if row.provisional else ''}"


@register.simple_tag
def seat_ratings(variant: str, players: Mapping[str, User]) -> str:
    """The standings of these players on the list that a variant counts for, as JSON with the same keys: "1540", or
    "1540?" while provisional. Players not on that list are missing."""
    found = ratings_among(variant=variant, players=players.values())
    return json.dumps({key: standing(found[user.pk]) for key, user in players.items() if user.pk in found})


@register.simple_tag
def rating_in(player: User, variant: str) -> str:
    """The player's standing on the list that a variant counts for; empty if they have none."""
    found = players.rating_in(player, variant)
    return standing(found) if found else ""


@register.filter
def ranks(row: PlayerRating) -> str:
    """The range of a player's possible ranks, "ranks 4 to 11"; empty if the rank is certain or the system has no
    deviations."""
    span = rank_span(row)
    if span is None or span[0] == span[1]:
        return ""
    return _("ranks %(first)s to %(last)s") % {"first": span[0], "last": span[1]}


@register.filter
def percent(value: float, places: int = 0) -> str:
    """A share in percent."""
    return f"{100 * value:.{places}f} %"


@register.filter
def named(players: Mapping[int, User], number: int) -> User:
    """The player of a row."""
    return players[number]


@register.filter
def list_name(made: RatingList) -> str:
    """The name of a published list: the month in words, or the name of the tournament."""
    kind, _colon, when = made.occasion.partition(":")
    return date_format(datetime.strptime(when, "%Y-%m"), "F Y") if kind == "month" else made.label


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
    """A number with `places` decimals and a true minus sign."""
    return f"{value:.{places}f}".replace("-", "−")


@register.inclusion_tag("ratings/graph.html")
def rating_graph(
    points: Sequence[Point], name: str = "", luckless: Sequence[Point] = (), lists: Sequence[RatingList] = ()
) -> dict[str, Any]:
    """Draw a player's rating after each match, with the same figures as a table. `luckless` is drawn beside it, each
    point where the rating stood at that time. Where there are deviations, a band of two of them surrounds the line,
    complete at its end and before that as far as it fits. Each of the `lists` is marked where it was published."""
    if not points:
        return {"points": points}
    ratings, others = ([max(float(FLOOR), point.rating) for point in line] for line in (points, luckless))
    reach = [2 * (point.deviation or 0.0) for point in points]
    within = [*ratings, *others, max(float(FLOOR), ratings[-1] - reach[-1]), ratings[-1] + reach[-1]]
    step = _step(max(within) - min(within))
    low, high = floor(min(within) / step) * step, ceil(max(within) / step) * step
    high = high if high > low else low + step
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    xs = [LEFT + across * (n / (len(points) - 1) if len(points) > 1 else 0.5) for n in range(len(points))]
    times = [point.played_at for point in points]
    there = [xs[min(bisect_left(times, point.played_at), len(xs) - 1)] for point in luckless]
    edges = [
        [min(high, max(low, rating + way * far)) for rating, far in zip(ratings, reach, strict=True)] for way in (1, -1)
    ]
    above, below = ([TOP + down * (1 - (value - low) / (high - low)) for value in edge] for edge in edges)
    ys, other_ys = ([TOP + down * (1 - (value - low) / (high - low)) for value in line] for line in (ratings, others))
    return {
        "name": name,
        "points": points,
        "latest_first": list(reversed(points)),
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "top": TOP,
        "bottom": HEIGHT - BOTTOM,
        "foot": HEIGHT - 8,
        "line": _line(xs, ys),
        "luckless": _line(there, other_ys) if len(luckless) > 1 else "",
        "band": f"{_line(xs, above)} {_line(xs[::-1], below[::-1])}" if any(reach) and len(points) > 1 else "",
        "lists": lists,
        "marks": [Mark(_between(xs, bisect_left(times, made.as_of)), list_name(made)) for made in lists],
        "has_deviations": any(reach),
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


def _between(xs: Sequence[float], place: int) -> float:
    """The middle between the points before and after a time."""
    return round((xs[max(0, place - 1)] + xs[min(place, len(xs) - 1)]) / 2, 1)


def _line(xs: Sequence[float], ys: Sequence[float]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))


SQUARE, BESIDE = 300, 54  # of the drawing of a calibration: its side, the margin for the figures


@register.inclusion_tag("ratings/calibration_plot.html")
def calibration_plot(found: Calibration) -> dict[str, Any]:
    """Draw the expected and actual score of each bin, with two standard errors either way."""

    def place(share: float) -> str:
        return f"{TOP + SQUARE * (1 - min(1.0, max(0.0, share))):.1f}"

    def across(share: float) -> str:
        return f"{BESIDE + SQUARE * share:.1f}"

    return {
        "width": BESIDE + SQUARE + 28,
        "height": TOP + SQUARE + 46,
        "left": BESIDE,
        "right": BESIDE + SQUARE,
        "top": TOP,
        "bottom": TOP + SQUARE,
        "foot": TOP + SQUARE + 18,
        "title": TOP + SQUARE + 38,
        "middle": BESIDE + SQUARE / 2,
        "rows": [(place(share / 4), across(share / 4), f"{25 * share} %") for share in range(5)],
        "dots": [
            (
                across(one.expected),
                place(one.actual),
                place(one.expected + 2 * one.error),
                place(one.expected - 2 * one.error),
            )
            for one in found.bins
        ],
        "found": found,
    }


def _step(spread: float) -> int:
    """The distance of the grid lines that gives three to six of them."""
    return next((step for step in STEPS if spread <= step * 5), 1000)
