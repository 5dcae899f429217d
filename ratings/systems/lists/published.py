"""A published list as text: its matches and its ranks, and how to recompute the ranks from the matches.

`matches` is a line a match in the total order, `ranks` a line a player, best first; both end every line with a line
feed. Where a match of more than two is among the matches they have a column more: its seats, parted by spaces, each
`player:side:place:margin`. The digest of a list is the SHA-256 of its `ranks`, that of its matches the SHA-256 of
`matches`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice, repeat
from math import inf
from struct import iter_unpack
from typing import Any

from ratings.systems.lists import ranking
from ratings.systems.lists.ranking import Standing
from ratings.systems.protocol import SEAT, Columns, Place, RatingSystem, State
from ratings.systems.sides import opponents

MATCHES = "id,finished_at,a,b,score_a,margin,deals,expected_deals,luck,kind\n"
MATCHES_OF_SEVERAL = MATCHES.replace("\n", ",seats\n")
RANKS = "rank,player,rating,deviation,matches,opponents,peak,provisional,last_match\n"
PLACES = 6  # decimals of a rating: further ones differ between machines
AT_ONCE = 10_000
SEEN = 0.05  # rating points; pages do not show smaller changes
MICROS = 1_000_000


class BadFile(ValueError):
    """A line is not a match; the text names it."""


Named = list[tuple[str, ...]]  # the ids of a and b, or of all seats, match by match


def header(has_several: bool) -> str:
    """The header of a file of matches; with `has_several`, that of a file in which matches can be of more than two."""
    return MATCHES_OF_SEVERAL if has_several else MATCHES


def lines(matches: Columns, ids: dict[int, str], *, has_several: bool) -> str:
    """Rated matches as text, for the lines below `header`. `ids` are the players' public ids; `finished_at` is in
    microseconds since 1970 UTC."""
    ends = (f",{_seats(seats, ids)}\n" for seats in matches.seats or repeat(())) if has_several else repeat("\n")
    return "".join(
        f"{id_},{round(at * MICROS)},{ids[a]},{ids[b]},{score:g},{margin:g},{deals},{length},"
        f"{'' if luck is None or luck != luck else repr(luck)},{kind}{end}"
        for (id_, at, a, b, score, margin, deals, length, luck, kind), end in zip(
            zip(*matches[:-1], strict=True), ends, strict=False
        )
    )


def _seats(seats: Iterable[Place], ids: dict[int, str]) -> str:
    return " ".join(f"{ids[one.player]}:{one.side}:{one.place}:{one.margin}" for one in seats)


def read(text: Iterable[str]) -> Iterator[tuple[Columns, Named]]:
    """Read the matches of a file in portions, with players numbered in order of appearance, and their ids. BadFile."""
    rows, numbers, line = iter(text), dict[str, int](), 1
    first = next(rows, None)
    if first not in (MATCHES, MATCHES_OF_SEVERAL):
        raise BadFile(f"the first line is {MATCHES.strip()}[,seats]")
    while some := list(islice(rows, AT_ONCE)):
        read = [_match(row, number, numbers, first == MATCHES_OF_SEVERAL) for number, row in enumerate(some, line + 1)]
        line += len(some)
        yield (
            Columns(*(list(column) for column in zip(*(values for values, _ in read), strict=True))),
            [names for _, names in read],
        )


def _match(row: str, line: int, numbers: dict[str, int], has_several: bool) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """The values of `Columns`, and the ids of a and b or of all seats."""
    try:
        id_, at, a, b, score, margin, deals, length, luck, kind, *more = row.rstrip("\n").split(",")
        if len(more) != has_several:
            raise ValueError("columns")
        places = [place.split(":") for place in more[0].split()] if more else []
        for player in (a, b, *(place[0] for place in places)):
            numbers.setdefault(player, len(numbers))
        seats = tuple(Place(numbers[player], *map(int, figures)) for player, *figures in places)
        return (
            *(int(id_), int(at) / MICROS, numbers[a], numbers[b], float(score), float(margin), int(deals)),
            *(int(length), float(luck) if luck else None, kind, *([seats] if has_several else [])),
        ), tuple(place[0] for place in places) or (a, b)
    except ValueError as bad:
        raise BadFile(f"line {line} is no match") from bad


def standings(system: RatingSystem, matches: Iterable[tuple[Columns, Named]]) -> list[Standing]:
    """All players after matches in the total order, best first, equal ratings by id."""
    states: dict[int, State] = {}
    counts: dict[int, list[float]] = {}
    ids: dict[int, str] = {}
    met: dict[int, set[int]] = {}
    for columns, names in matches:
        figures = iter_unpack(SEAT.format, system.rate_all(states, columns))
        sides = zip(columns.a, columns.b, columns.seats or repeat(()), columns.finished_at, names, strict=False)
        for a, b, seats, at, named in sides:
            for one, other in opponents(seats) if seats else ((a, b), (b, a)):
                met.setdefault(one, set()).add(other)
            players = tuple(place.player for place in seats) or (a, b)
            for player, name, row in zip(players, named, figures, strict=False):
                ids[player] = name
                count = counts.setdefault(player, [0, -inf, at])
                count[0], count[1], count[2] = count[0] + 1, max(count[1], row[1]), at
    return _settled(system, states, counts, ids, {player: len(others) for player, others in met.items()})


def ranked(system: RatingSystem, them: Sequence[Standing], *, as_of: float) -> list[int | None]:
    """The ranks of a list's players as of a time in seconds UTC."""
    return ranking.ranks(them, now=as_of, among=_spread(them) if has_deviations(system) else None)


def ranks_text(them: Sequence[Standing], places: Sequence[int | None]) -> str:
    """The ranks of a list as text."""
    return RANKS + "".join(
        f"{'' if place is None else place},{one.player},{one.rating:.{PLACES}f},"
        f"{'' if one.deviation is None else f'{one.deviation:.{PLACES}f}'},{one.matches},{one.opponents},"
        f"{one.peak:.{PLACES}f},{int(one.provisional)},{round(one.last_at * MICROS)}\n"
        for one, place in zip(them, places, strict=True)
    )


def moved(before: Mapping[str, float], after: Mapping[str, float]) -> list[tuple[str, float | None, float | None]]:
    """The players whose rating visibly differs, with both ratings; players missing on one side come first."""
    pairs = [(player, before.get(player), after.get(player)) for player in {*before, *after}]
    found = [one for one in pairs if _distance(*one[1:]) >= SEEN]
    return sorted(found, key=lambda one: (-_distance(*one[1:]), one[0]))


def _distance(own: float | None, other: float | None) -> float:
    return inf if own is None or other is None else abs(own - other)


def digest(text: str) -> str:
    """SHA-256 of a text in UTF-8, in hexadecimal."""
    return sha256(text.encode()).hexdigest()


def has_deviations(system: RatingSystem) -> bool:
    """Does the system have deviations?"""
    return system.shown(system.start(), 0.0).deviation is not None


def _settled(
    system: RatingSystem,
    states: dict[int, State],
    counts: dict[int, list[float]],
    ids: dict[int, str],
    opponents: dict[int, int],
) -> list[Standing]:
    shown = {player: system.shown(states[player], counts[player][2]) for player in counts}
    enough = [
        player
        for player, count in counts.items()
        if count[0] >= ranking.ENOUGH_MATCHES and opponents[player] >= ranking.ENOUGH_OPPONENTS
    ]
    among = ranking.spread(system.rating(states[player]) for player in enough) if has_deviations(system) else None
    them = [
        Standing(
            player=ids[player],
            rating=round(system.rating(states[player]), PLACES),
            deviation=_rounded(shown[player].deviation),
            matches=int(count[0]),
            opponents=opponents[player],
            peak=round(count[1], PLACES),
            last_at=count[2],
            provisional=ranking.is_provisional(shown[player], opponents[player], among),
        )
        for player, count in counts.items()
    ]
    return sorted(them, key=lambda one: (-one.rating, one.player))


def _spread(them: Sequence[Standing]) -> float | None:
    return ranking.spread(
        one.rating
        for one in them
        if one.matches >= ranking.ENOUGH_MATCHES and one.opponents >= ranking.ENOUGH_OPPONENTS
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)
